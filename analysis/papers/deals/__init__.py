"""Which deals can be won, all cards known."""
