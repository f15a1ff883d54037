"""The composition root: settings, clients and parts, put together once a process, on first use.

Nothing happens at import, so that every module can be imported without an environment, and a
snapshot of a started process holds no connection. One module a function, since each function loads
only what it needs: ``tickets`` (authorizer), ``rooms`` (sockets, deadlines), ``lobby`` (HTTP).
"""
