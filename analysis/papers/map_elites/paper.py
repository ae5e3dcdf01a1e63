"""Results of Canaan et al., "Diverse Agents for Ad-Hoc Cooperation in Hanabi" (CoG 2019)."""

from agents.archives import Archive, Setting
from agents.archives.exchange import SOURCE
from agents.archives.setting import PUBLISHED_INITIAL
from analysis.statistics import Estimate

NAME = "Canaan et al. (2019)"
PUBLIC = "their archive"
"""The name, in tables, of the only archive of agents that the authors published, in August 2019;
it is not one of the paper's three runs."""

TABLE_I = (
    ("paper, run 1", 1_000_000, 326, 8.20, 20.51),
    ("paper, run 2", 750_000, 326, 8.27, 20.68),
    ("paper, run 3", 147_000, 324, 7.85, 20.16),
)
"""Rows of table I: the run's name, its number of individuals and of valid cells, the mean score
over the valid cells, and the best score; scores are over 1,000 games per elite."""
BEST, SITUATIONAL = Estimate(20.33, 0.02, 20_000), Estimate(20.11, 0.02, 20_000)
"""Mean self-play scores over 20,000 games, with the standard errors that the paper prints: of the
best elite of the paper's first run, and of the agent Mirror Situational."""
FEWEST = min(individuals for _, individuals, *_ in TABLE_I)

GENES_DIFFERING = {1: 9.78, 33: 15.0}
"""Mean Hamming distance of two elites' chromosomes by the Manhattan distance of their cells, as
the paper prints it for two distances."""
AGREEMENT = {1: 0.66, 33: 0.07}
"""Share of states in which two elites choose the same action, by the Manhattan distance of their
cells, as the paper prints it for two distances."""

TOGETHER, ALONE = 8.07, 8.10
"""Mean score of agents of the same cell in two runs playing together, and mean self-play score of
the three runs."""
CORRESPONDING_GENES = 14.24
CORRESPONDING_AGREEMENT = 0.58

REGION = ((2, 3), (6, 7))
"""Rows and columns of the archive's four cells with communicativeness 0.1 to 0.2 and risk aversion
0.3 to 0.4; according to the paper, 10 agents have their best partner there."""


def is_theirs(archive: Archive) -> bool:
    """Return whether an archive is the one that Canaan et al. published."""
    return archive.source == SOURCE and archive.setting == Setting() and archive.complete


def is_as_published(archive: Archive) -> bool:
    """Return whether a run is complete and was made with the settings of Canaan et al. (2019), so
    that its numbers can be compared with the paper's.
    """
    recipe = archive.recipe
    if recipe is None or archive.setting != Setting() or not archive.complete:
        return False
    made = (recipe.algorithm, recipe.initial, recipe.games)
    return made == ("paper", PUBLISHED_INITIAL, 100) and recipe.individuals >= FEWEST
