"""Releases: games and matchups as files for others to use, with their descriptions."""
