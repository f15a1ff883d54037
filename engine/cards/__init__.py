"""Cards: the decks, and what hands are worth. A card is its id, a string that no other text holds.

The ids are what a leak test searches views for, so no id is part of another.
"""
