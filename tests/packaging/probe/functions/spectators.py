"""Never called: the probe's rooms have no crowds."""


def handler(_event: dict[str, object], _context: object) -> None:
    """Raises: nobody should come here."""
    raise RuntimeError("a probe has no spectators")
