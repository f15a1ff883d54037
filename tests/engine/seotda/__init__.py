"""Tests of 섯다."""
