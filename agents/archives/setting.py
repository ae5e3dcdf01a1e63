"""The parameters of a generator's run: the setting and the recipe.

The setting defines the agents, by the alphabet of rules (a gene is an index into it), and how
their games are played and measured. The recipe defines the search for elites.
"""

import msgspec
from msgspec.structs import force_setattr

from agents.runs.errors import BadParameters, check_choice, check_seed, counted
from native import Rules
from native.play.measures import MEASURES
from native.rulebase import FULL, PUBLISHED, Mode, Rule

ALPHABETS: dict[str, tuple[Rule, ...]] = {"published": PUBLISHED, "full": FULL}
MODES = {mode.name.lower(): mode for mode in Mode}
SCORINGS = ("stacks", "zero")
MAX_SIDE = 100
ALGORITHMS = ("paper", "improved", "adaptive")
PUBLISHED_INITIAL = 10_000


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The agents that a generator's run searches among, and how their games are measured.

    Agents are lists of rules from the `alphabet`, `published` or `full`. Where a rule fails or
    none applies, an agent gives the game up if `mode` is `faithful`; if it is `clean`, the agent
    tries the next rule and finally moves at random. `scoring` is `stacks` (cards played) or `zero`
    (0 for a game lost by strikes). The defaults are those of Canaan et al. (2019).
    """

    players: int = 2
    alphabet: str = "published"
    mode: str = "faithful"
    scoring: str = "stacks"
    measures: tuple[str, str] = ("communicativeness", "risk_aversion")
    """Names of the row measure and of the column measure, as in `native.play.measures.MEASURES`.
    """
    grid: tuple[int, int] = (20, 20)

    def __post_init__(self) -> None:
        """Raise BadParameters if a value of the setting is invalid."""
        force_setattr(self, "players", counted("players", self.players, 2, 5))
        check_choice("alphabet", self.alphabet, ALPHABETS)
        check_choice("mode", self.mode, MODES)
        check_choice("scoring", self.scoring, SCORINGS)
        for name, pair in (("measures", self.measures), ("grid", self.grid)):
            if not isinstance(pair, list | tuple) or len(pair) != 2:
                raise BadParameters(
                    f"{name} must be two, of rows and of columns, not {pair!r:.60}."
                )
        for measure in self.measures:
            check_choice("measures", measure, MEASURES)
        if self.measures[0] == self.measures[1]:
            raise BadParameters(f"measures must differ, but both are {self.measures[0]}.")
        rows, columns = (counted("grid", side, 1, MAX_SIDE) for side in self.grid)
        force_setattr(self, "grid", (rows, columns))

    @property
    def cells(self) -> int:
        """The number of cells of the archive's grid. Cell i lies in row i // columns, column i %
        columns.
        """
        return self.grid[0] * self.grid[1]

    def index(self, row: int, column: int) -> int:
        """Return the index of the archive's cell in this row and column."""
        return row * self.grid[1] + column

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Return the rules from which agents are made; a gene is an index into this tuple."""
        return ALPHABETS[self.alphabet]

    @property
    def game(self) -> Rules:
        """Return the rules of Hanabi by which the run's games are played."""
        return Rules(self.players)


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of a generator's search, apart from the setting."""

    seed: str
    individuals: int
    initial: int
    """Number of individuals drawn at random before breeding begins."""
    algorithm: str = "paper"
    games: int = 100
    """Number of games by which one candidate is evaluated."""
    batch: int = 500
    """Number of individuals per batch; all their parents come from the same state of the archive.
    """

    def __post_init__(self) -> None:
        """Raise BadParameters if a value of the recipe is out of range."""
        most = {"individuals": 1_000_000_000, "games": 100_000, "batch": 100_000}
        for name in most:
            force_setattr(self, name, counted(name, getattr(self, name), 1, most[name]))
        force_setattr(self, "initial", counted("initial", self.initial, 1, self.individuals))
        check_choice("algorithm", self.algorithm, ALGORITHMS)
        check_seed(self.seed)
