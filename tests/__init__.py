"""All tests. Each folder tests one layer; ``data`` holds real cases."""
