"""The generator: MAP-Elites over rule lists, as published and improved."""
