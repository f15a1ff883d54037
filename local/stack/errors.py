"""What can go wrong here. Each message is a sentence for the developer; none needs a traceback."""


class StackError(Exception):
    """The stack cannot be started, deployed or reached."""


class PortTakenError(StackError):
    """Another program listens on the port."""


class FunctionError(StackError):
    """A function that was invoked directly raised, timed out or could not be loaded."""
