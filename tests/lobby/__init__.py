"""Tests of the HTTP API, against memory: every call, every refusal, and hostile requests."""
