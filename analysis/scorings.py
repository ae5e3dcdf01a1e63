"""Phrases for pages about the two scorings, which differ in games lost by strikes."""

SAID = {"stacks": "three strikes keep the points", "zero": "three strikes score 0"}
CHOICES = [("", SAID["stacks"].capitalize()), ("zero", SAID["zero"].capitalize())]
"""The (value, label) choices of a form's scoring field; the empty value means `stacks`, which
counts the cards played."""
