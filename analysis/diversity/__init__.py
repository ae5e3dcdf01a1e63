"""Diversity of an archive: how different its elites are, and how well they play together."""
