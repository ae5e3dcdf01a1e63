"""Many games in one call of the core, and the statistics counted of them."""
