"""Tests of the rules: no server, no clock, no network."""
