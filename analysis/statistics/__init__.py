"""Means, ratios, shares and ranks with honest intervals; everything at 95 %."""

from analysis.statistics.bootstrap import bootstrap
from analysis.statistics.estimate import Estimate, mean, mean_of_counts, ratio
from analysis.statistics.ranks import ranks
from analysis.statistics.share import share

__all__ = ["Estimate", "bootstrap", "mean", "mean_of_counts", "ranks", "ratio", "share"]
