"""Inference of the policies that the other seats play by, from their moves."""
