"""People: who may see their pages, and how they play."""
