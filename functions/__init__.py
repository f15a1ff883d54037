"""What runs in Lambda: thin entry points over ``rooms`` (what a room is), ``lobby`` (HTTP) and ``aws``."""
