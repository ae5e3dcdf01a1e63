"""Inference of which policies the other seats play by, from their moves."""
