"""How a run is made: what the generator needs besides the setting."""

from __future__ import annotations

import msgspec

from agents.archives.errors import BadParameters
from agents.archives.setting import check_range

ALGORITHMS = ("paper", "improved")
PUBLISHED_INITIAL = 10_000


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Raises BadParameters, in words."""

    seed: str
    individuals: int
    initial: int
    """Individuals drawn at random before breeding begins."""
    algorithm: str = "paper"
    games: int = 100
    """That judge a candidate."""
    batch: int = 500
    """Individuals whose parents come from one and the same state of the archive."""

    def __post_init__(self) -> None:
        check_range("individuals", self.individuals, 1, 1_000_000_000)
        check_range("initial", self.initial, 1, self.individuals)
        check_range("games", self.games, 1, 100_000)
        check_range("batch", self.batch, 1, 100_000)
        if self.algorithm not in ALGORITHMS:
            known = " or ".join(ALGORITHMS)
            raise BadParameters(f"algorithm must be {known}, not “{self.algorithm[:40]}”.")
        if not 1 <= len(self.seed) <= 100 or not self.seed.isprintable():
            raise BadParameters("seed must be 1 to 100 printable characters.")
