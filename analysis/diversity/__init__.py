"""How different the elites of an archive are, and how well they play with one another."""
