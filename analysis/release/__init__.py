"""Releases: games and matchups as files that others can use, and how they are described."""
