"""Hanabi for learners: many games stepped together, binary observations, and rewards."""
