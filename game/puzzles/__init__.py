"""Puzzles (positions from people's games in which one move is clearly the best) and drills of
conventions.
"""
