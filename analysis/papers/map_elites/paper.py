"""Results of Canaan et al., "Diverse Agents for Ad-Hoc Cooperation in Hanabi" (CoG 2019)."""

from agents.archives import Archive, Setting
from agents.archives.exchange import SOURCE
from agents.archives.setting import PUBLISHED_INITIAL

NAME = "Canaan et al. (2019)"
PUBLIC = "their archive"
"""The only archive of this kind that they published, in August 2019; not one of the paper's
three."""

TABLE_I = (
    ("paper, run 1", 1_000_000, 326, 8.20, 20.51),
    ("paper, run 2", 750_000, 326, 8.27, 20.68),
    ("paper, run 3", 147_000, 324, 7.85, 20.16),
)
"""Run, individuals, valid cells, mean over these, best; scores over 1,000 games per elite."""
BEST, SITUATIONAL = 20.33, 20.11
"""The best elite of their first run and Mirror Situational, over 20,000 games each."""
FEWEST = min(individuals for _, individuals, *_ in TABLE_I)

GENES_DIFFERING = {1: 9.78, 33: 15.0}
"""Mean Hamming distance by Manhattan distance of the cells, at the two distances given."""
AGREEMENT = {1: 0.66, 33: 0.07}
"""Share of states with the same action, by Manhattan distance of the cells."""

TOGETHER, ALONE = 8.07, 8.10
"""The score of corresponding agents of different runs, and the self-play score of the three
runs."""
CORRESPONDING_GENES = 14.24
CORRESPONDING_AGREEMENT = 0.58

REGION = ((2, 3), (6, 7))
"""Rows and columns of the cells (0.1, 0.3) to (0.15, 0.35), the best partners of 10 agents."""


def is_theirs(archive: Archive) -> bool:
    """Return whether the archive is the one that the paper's authors published."""
    return archive.source == SOURCE and archive.setting == Setting() and archive.complete


def is_as_published(archive: Archive) -> bool:
    """Return whether a run was made with the paper's settings, so that its numbers can be
    compared.
    """
    recipe = archive.recipe
    if recipe is None or archive.setting != Setting() or not archive.complete:
        return False
    made = (recipe.algorithm, recipe.initial, recipe.games)
    return made == ("paper", PUBLISHED_INITIAL, 100) and recipe.individuals >= FEWEST
