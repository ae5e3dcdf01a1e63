"""The runs to measure: strategies under both readings of the rules, and reduced games."""

from collections.abc import Iterator
from dataclasses import dataclass

from native import Rules
from native.solver.reduced_games import DEVIATIONS, Deviation, ReducedGame, missed_points
from native.strategies.perfect import Reading, Strategy, simulate

SEED = "perfect"
GAMES = 100_000
COSTS = tuple(step / 8 for step in range(17))
"""Costs of a play in clue tokens, 0 to 2, in half the paper's steps."""
HINTS = range(6)
PLAYERS = range(2, 6)


@dataclass(frozen=True)
class Run:
    """A series of games to measure: one strategy that sees all hands, under one reading of the
    rules, at tables of one size, with one cost of a play in clue tokens."""

    strategy: Strategy
    reading: Reading
    players: int = 2
    cost: float = 0.0

    @property
    def name(self) -> str:
        """The key in the measurements: `priority official 2`, `clue-cost seed 2 0.25`."""
        words = [self.strategy.slug, self.reading.name.lower(), str(self.players)]
        return " ".join([*words, f"{self.cost:g}"] if self._priced else words)

    @property
    def command(self) -> str:
        """The shell command that plays the run's first games, without their number and seed."""
        words = ["manage.py perfect", self.strategy.slug]
        if self.reading is Reading.SEED:
            words.append("--reading seed")
        if self.players != 2:
            words.append(f"--players {self.players}")
        if self._priced:
            words.append(f"--clue-cost {self.cost:g}")
        return " ".join(words)

    @property
    def _priced(self) -> bool:
        return self.strategy is Strategy.CLUE_COST

    def play(self, games: int, seed: str, first: int = 0) -> tuple[int, tuple[int, ...]]:
        """Play games `first` and on; return the number of turns and the games by score."""
        simulated = simulate(
            self.strategy,
            Rules.standard(self.players),
            games,
            seed,
            reading=self.reading,
            cost=self.cost,
            first=first,
        )
        return simulated.turns, simulated.histogram


def runs() -> Iterator[Run]:
    """Yield all runs that the page shows, fastest first."""
    plain = [s for s in Strategy if s is not Strategy.CLUE_COST and not s.ours]
    for reading in Reading:
        for strategy in plain:
            yield Run(strategy, reading)
        for cost in COSTS:
            yield Run(Strategy.CLUE_COST, reading, cost=cost)
    for strategy in (Strategy.PRIORITY, Strategy.CAREFUL, Strategy.FORESIGHT):
        for players in PLAYERS:
            if players != 2 or strategy.ours:
                yield Run(strategy, Reading.OFFICIAL, players)


STEPS = (
    DEVIATIONS[Reading.SEED],
    Deviation.TWO_MORE_USES | Deviation.NO_SUIT_HINT | Deviation.HINTS_UNCAPPED,
    Deviation.NO_SUIT_HINT | Deviation.HINTS_UNCAPPED,
    Deviation.HINTS_UNCAPPED,
    DEVIATIONS[Reading.OFFICIAL],
)
"""The rules from the paper's program to the official ones, correcting one deviation at a time."""


def reduced_name(deviations: Deviation, hints: int) -> str:
    """Return the name in the file: `seed 3`, `hints-uncapped 3`."""
    named = {each: reading.name.lower() for reading, each in DEVIATIONS.items()}
    return (
        f"{named.get(deviations) or ','.join(deviation.slug for deviation in deviations)} {hints}"
    )


def deal_reduced(deviations: Deviation, hints: int, games: int, seed: str) -> tuple[int, ...]:
    """Return the number of deals of the paper's small game by points missed under best play."""
    return missed_points(ReducedGame(hints=hints, deviations=deviations), games, seed)
