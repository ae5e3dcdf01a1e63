"""Hanabi as learners meet it: many games side by side, observations as bits, rewards."""
