"""Archives as maps: what every cell of a run holds."""
