"""Diverse agents by MAP-Elites: the paper's figures beside ours."""
