"""People: who may see what of them, and how they play."""
