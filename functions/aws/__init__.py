"""The only code that knows AWS: the ports of ``functions.rooms.ports`` as DynamoDB, API Gateway and
EventBridge Scheduler and Lambda carry them out, and the one place where it is all put together (``wiring``).

``lists`` and ``records`` are plain values and bytes; the store in ``local/memory.py`` shares them.
"""
