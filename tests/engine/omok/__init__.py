"""Omok: its document sentence by sentence, and the oracles' games."""
