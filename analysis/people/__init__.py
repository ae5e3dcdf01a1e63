"""People: access to their pages, and statistics of how they play."""
