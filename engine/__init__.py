"""The rules of every game: pure, deterministic, and ignorant of servers.

Nothing in this package reads a clock, draws chance of its own, logs, or does I/O.
Time and chance come in as arguments (``now``, ``rng``); a machine checks it
(``engine/ruff.toml`` and the import contracts in ``pyproject.toml``).
"""
