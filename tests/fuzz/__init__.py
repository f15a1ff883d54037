"""Input that means no good, made by chance: frames, tickets, events, stored items."""
