"""Puzzles (positions from people's games in which one move is clearly the best) and drills
(positions with a question about the H-group's conventions).
"""
