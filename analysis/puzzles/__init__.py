"""Puzzles and drills, mined from recorded games and from games of the convention agents."""
