"""People: who may see their pages, and statistics of how they play."""
