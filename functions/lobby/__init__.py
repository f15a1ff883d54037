"""The HTTP API: guests, rooms, tickets and records. Pure of AWS; ``app.build_app`` is the door.

The stores share ``lists`` with it, in every function: nothing may be imported here.
"""
