"""Pages, one file a place."""
