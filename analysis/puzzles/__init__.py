"""Puzzles mined from recorded games."""
