"""Play many games in one call of the core, and compute statistics of their results."""
