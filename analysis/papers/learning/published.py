"""What the paper of Hanabi_Plugins printed (docs/references.md), and how sure it can be."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from agents.learning.recipe import Recipe

PLAYERS = (2, 3, 4)
TURNS = 10_000_000
"""Of each run of its table."""
GAMES = 100
"""Behind each of its means, from one run each."""
ERROR = 0.5
"""About the standard error of such a mean: scores of single games spread by some five points."""
MARGIN = 1.96 * sqrt(2) * ERROR
"""Two such means that differ by less may be the same."""
ITERATIONS = (10, 20, 50, 200, 500, 1000)
"""Of 10,000 turns each, whose actions its figure 5 shows."""


@dataclass(frozen=True)
class Variant:
    """A way to learn that has a row in the table."""

    slug: str
    title: str
    options: dict[str, Any]
    printed: tuple[float | None, ...] = (None, None, None)
    """Its scores with 2, 3 and 4 players."""
    algorithm: str = "rainbow"

    def recipe(self, players: int, seed: str = "1") -> Recipe:
        """The least that makes such a run."""
        options = self.options
        if options.get("belief") == "hcic":
            options = options | {"hcic": f"hcic-{players}p"}
        return Recipe(self.algorithm, players, seed, **options)

    def has(self, recipe: Recipe) -> bool:
        """Whether a run belongs to it. The schedule, the size of the replay and the model of the
        cards may be others; of our own recipe everything may."""
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
    Variant("goir", "GOIR", {"goir": True}, (12.99, 11.78, 11.00)),
    HCIC,
    Variant("both", "GOIR and HCIC", {"goir": True, "belief": "hcic"}, (12.88, 10.85, 10.30)),
    EXACT,
    PLUS,
)
