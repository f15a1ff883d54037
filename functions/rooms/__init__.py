"""What a room is and how a command moves through it. Pure but for the ports it is given."""
