"""Replications of published papers, with their figures and our findings."""
