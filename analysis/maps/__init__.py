"""Archives as maps with one value per cell."""
