"""``Entropy`` from the operating system."""

import secrets


class SystemEntropy:
    """Seeds that nobody can foresee."""

    def seed(self) -> bytes:
        """As ``Entropy.seed``."""
        return secrets.token_bytes(16)
