"""The two ways to count a game of three strikes, as pages say them."""

from __future__ import annotations

SAID = {"stacks": "three strikes keep the points", "zero": "three strikes score 0"}
CHOICES = [("", SAID["stacks"].capitalize()), ("zero", SAID["zero"].capitalize())]
"""Of a filter that counts the cards played unless somebody chooses."""
