"""Learn to imitate people's moves: positions, training, and cross-validation."""
