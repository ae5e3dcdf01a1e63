"""Inference: which policies the other seats play by, judged from their moves."""
