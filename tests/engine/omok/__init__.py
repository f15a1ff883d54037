"""Omok: the document, the issue's cases, the oracle's games."""
