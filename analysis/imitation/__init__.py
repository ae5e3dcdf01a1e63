"""Imitation of people's moves: positions, training, and cross-validation."""
