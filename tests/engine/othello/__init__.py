"""Tests of reversi (document 000)."""
