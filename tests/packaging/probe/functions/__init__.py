"""Handlers that show what the emulator does to a function."""
