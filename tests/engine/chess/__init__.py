"""Tests of chess and Chess960."""
