"""Means, ratios, shares and ranks with 95% intervals."""

from analysis.statistics.clusters import (
    effective,
    level_of_people,
    mean_of_all,
    mean_of_each,
    mean_of_pairs,
    share_of_each,
    slope_of_each,
)
from analysis.statistics.comparisons import (
    next_difference,
    next_run,
    paired,
    rank_text,
    ranks,
    recipe_difference,
    welch,
)
from analysis.statistics.estimate import (
    Estimate,
    Interval,
    mean,
    mean_of_counts,
    mean_of_means,
    mean_of_strata,
    mean_of_sums,
    mean_of_totals,
    ratio,
    share,
    slope,
)
