"""Means, ratios, shares and ranks with honest intervals; everything at 95%."""

from analysis.statistics.clusters import (
    effective,
    level_of_people,
    mean_of_all,
    mean_of_each,
    share_of_each,
    slope_of_each,
)
from analysis.statistics.comparing import paired, welch
from analysis.statistics.estimate import Estimate, mean, mean_of_counts, mean_of_sums, ratio
from analysis.statistics.pairs import mean_of_pairs
from analysis.statistics.ranks import ranks, told
from analysis.statistics.share import share
from analysis.statistics.slope import slope
from analysis.statistics.totals import mean_of_strata, mean_of_totals

__all__ = [
    "Estimate",
    "effective",
    "level_of_people",
    "mean",
    "mean_of_all",
    "mean_of_counts",
    "mean_of_each",
    "mean_of_pairs",
    "mean_of_strata",
    "mean_of_sums",
    "mean_of_totals",
    "paired",
    "ranks",
    "ratio",
    "share",
    "share_of_each",
    "slope",
    "slope_of_each",
    "told",
    "welch",
]
