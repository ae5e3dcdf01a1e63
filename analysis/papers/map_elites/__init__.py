"""Diverse agents by MAP-Elites: the figures of Canaan et al. (2019) beside ours."""
