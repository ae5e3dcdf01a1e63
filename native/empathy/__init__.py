"""Empathy: the exact set of identities that a card can have, and the odds of each."""
