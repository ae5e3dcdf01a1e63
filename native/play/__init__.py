"""Play many games in one call of the core, and count statistics of them."""
