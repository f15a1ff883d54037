"""The whole stack on one machine: ``python -m local.stack``, or ``LocalStack`` in a test.

An emulator of AWS (ministack, pure Python, no Docker) runs in a child process and gets the
template that ``sam deploy`` would deploy, with two parameters set: the addresses of this
machine. What the emulator does otherwise than AWS stands in ``emulator_process.py``.
"""

from local.stack.errors import FunctionError, StackError
from local.stack.stack import LocalStack

__all__ = ["FunctionError", "LocalStack", "StackError"]
