"""One module per command about tables."""
