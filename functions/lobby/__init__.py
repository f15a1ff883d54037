"""The HTTP API: guests, rooms, tickets and records. Pure of AWS; ``app.build_app`` is the door."""
