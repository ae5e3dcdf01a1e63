"""The printed results of the Hanabi_Plugins paper (docs/references.md), and their uncertainty."""

from dataclasses import dataclass
from math import sqrt
from typing import Any

from agents.learning.recipe import LearningRecipe
from analysis.statistics import Estimate

PLAYERS = (2, 3, 4)
TURNS = 10_000_000
"""Turns of each run in the paper's table."""
GAMES = 100
"""Games behind each mean of the paper's table; each mean is of one run."""
ERROR = 0.5
"""The approximate standard error of a published mean: single games have a spread of about five
points."""
CURVES, LONG_CURVES = 1_000, 3_000
"""Iterations of 10,000 turns in the paper's figures 3 and 4."""
ITERATIONS = (10, 20, 50, 200, 500, 1000)
"""The iterations whose actions the paper's figure 5 shows."""


@dataclass(frozen=True)
class Variant:
    """A learner of the paper's table, or one of ours beside it."""

    slug: str
    title: str
    options: dict[str, Any]
    printed: tuple[float | None, ...] = (None, None, None)
    """Its published scores with 2, 3 and 4 players."""
    algorithm: str = "rainbow"

    def recipe(self, players: int, seed: str = "1") -> LearningRecipe:
        """Return the minimal recipe of a run of this variant."""
        options = self.options
        if options.get("belief") == "hcic":
            options = options | {"hcic": f"hcic-{players}p"}
        return LearningRecipe(self.algorithm, players, seed, initial="published", **options)

    def has(self, recipe: LearningRecipe) -> bool:
        """Return whether a run's recipe belongs to this variant. Schedule, replay size and card
        model may differ; our own recipe may differ in everything but the algorithm."""
        mine, names = self.recipe(recipe.players), ["algorithm"]
        if self.algorithm == "rainbow":
            names += ["hidden", "goir", "credit", "belief", "reward", "cards", "colours", "advice"]
        return all(getattr(mine, name) == getattr(recipe, name) for name in names)


BASE = Variant("rainbow", "Rainbow", {}, (13.20, 9.90, 4.85))
HCIC = Variant("hcic", "HCIC", {"belief": "hcic"}, (12.73, 10.37, 9.47))
EXACT = Variant("exact", "exact odds", {"belief": "exact"})
PLUS = Variant("plus", "Rainbow+", {}, algorithm="rainbow+")
VARIANTS = (
    BASE,
    Variant("goir", "GOIR", {"goir": "paper"}, (12.99, 11.78, 11.00)),
    HCIC,
    Variant("both", "GOIR and HCIC", {"goir": "paper", "belief": "hcic"}, (12.88, 10.85, 10.30)),
    EXACT,
    PLUS,
)
IN_TABLE = tuple(variant for variant in VARIANTS if variant.printed[0] is not None)
"""The variants in the paper's table."""
DIFFERENCES = (len(IN_TABLE) - 1) * len(PLAYERS)
"""The number of differences from Rainbow in the paper's table."""


def difference(value: float, base: float) -> Estimate:
    """Return the difference of two printed means, with an interval corrected for all
    differences."""
    return Estimate(value - base, sqrt(2) * ERROR, 1_000).of_family(DIFFERENCES)


MARGIN = difference(0, 0).margin or 0.0
"""The smallest significant difference between two published means."""
