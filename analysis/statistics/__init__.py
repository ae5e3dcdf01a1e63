"""Means, ratios, shares and ranks with honest intervals; everything at 95 %."""

from analysis.statistics.estimate import Estimate, mean, mean_of_counts, mean_of_sums, ratio
from analysis.statistics.pairs import mean_of_pairs
from analysis.statistics.ranks import ranks
from analysis.statistics.share import share
from analysis.statistics.slope import slope
from analysis.statistics.totals import mean_of_totals

__all__ = [
    "Estimate",
    "mean",
    "mean_of_counts",
    "mean_of_pairs",
    "mean_of_sums",
    "mean_of_totals",
    "ranks",
    "ratio",
    "share",
    "slope",
]
