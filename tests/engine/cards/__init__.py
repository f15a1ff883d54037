"""Tests of the cards, and of what hands are worth."""
