"""Results in Canaan et al., "Diverse Agents for Ad-Hoc Cooperation in Hanabi" (CoG 2019)."""

from __future__ import annotations

from agents.archives import Archive, Setting
from agents.archives.published import SOURCE
from agents.archives.recipe import PUBLISHED_INITIAL

NAME = "Canaan et al. (2019)"
PUBLIC = "their archive"
"""The one archive of this kind that they published, in August 2019: none of the paper's three."""

TABLE_I = (
    ("paper, run 1", 1_000_000, 326, 8.20, 20.51),
    ("paper, run 2", 750_000, 326, 8.27, 20.68),
    ("paper, run 3", 147_000, 324, 7.85, 20.16),
)
"""Run, individuals, valid cells, mean over these, best; the scores over 1,000 games an elite."""
FEWEST = min(individuals for _, individuals, *_ in TABLE_I)

GENES_DIFFERING = {1: 9.78, 33: 15.0}
"""Mean Hamming distance by Manhattan distance of the cells; the paper gives these two."""
SIMILARITY = {1: 0.66, 33: 0.07}
"""Share of states with the same action; likewise."""

TOGETHER, ALONE = 8.07, 8.10
"""Corresponding agents of different runs, and the self-play of the three runs."""
CORRESPONDING_GENES = 14.24
CORRESPONDING_SIMILARITY = 0.58

REGION = ((2, 3), (6, 7))
"""Rows and columns of cells (0.1, 0.3) to (0.15, 0.35), the best partners of 10 agents."""


def is_theirs(archive: Archive) -> bool:
    """Whether it is the archive that the authors published."""
    return archive.source == SOURCE and archive.setting == Setting() and archive.complete


def is_as_published(archive: Archive) -> bool:
    """Whether a run was made here as in the paper, so that its numbers can be compared."""
    recipe = archive.recipe
    if recipe is None or archive.setting != Setting() or not archive.complete:
        return False
    made = (recipe.algorithm, recipe.initial, recipe.games)
    return made == ("paper", PUBLISHED_INITIAL, 100) and recipe.individuals >= FEWEST
