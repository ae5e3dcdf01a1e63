"""Puzzles, positions of people's games with one clearly best move; and drills of conventions."""
