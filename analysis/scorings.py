"""The two scorings of a game lost by strikes, as phrases for pages."""

SAID = {"stacks": "three strikes keep the points", "zero": "three strikes score 0"}
CHOICES = [("", SAID["stacks"].capitalize()), ("zero", SAID["zero"].capitalize())]
"""Choices of a filter; the default counts the cards played."""
