"""Many games in one call, and what is counted of them."""
