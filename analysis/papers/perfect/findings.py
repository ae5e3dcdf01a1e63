"""The numbers quoted in the text of the page about perfect information."""

from dataclasses import dataclass

from analysis.papers.perfect.measured import PLAYERS, Measured, Run
from native.solver.reduced_games import DEVIATIONS
from native.strategies.perfect import Reading, Strategy

LADDER = (Strategy.PRIORITY, Strategy.CAREFUL, Strategy.FORESIGHT)


@dataclass(frozen=True)
class Findings:
    """The numbers quoted in the text of the page about perfect information; under official rules
    with two players unless stated otherwise.
    """

    games: int
    perfect: float
    """Percentage of games won by the paper's best strategy."""
    discards_cost: float
    """Points lost by discarding the oldest expendable card."""
    clued_cost: float
    """Points lost by playing only clued cards."""
    colour_against_number: float
    half: float
    """Mean score when a play costs half a token; `whole` and `double` are for one and two
    tokens."""
    whole: float
    double: float
    ahead: list[tuple[float, ...]]
    """Rows of players and percentages of games won: the paper's best strategy, our careful one, and
    ours with foresight."""
    reduced_lost: float | None
    """Percentage of the small game's deals that are lost with five tokens."""


def findings(measured: Measured) -> Findings:
    """Compute the numbers quoted in the text of the page about perfect information."""

    def mean(strategy: Strategy, cost: float = 0.0) -> float:
        return measured.of(Run(strategy, Reading.OFFICIAL, cost=cost)).mean.value or 0.0

    priority = measured.of(Run(Strategy.PRIORITY, Reading.OFFICIAL))
    won = measured.won(DEVIATIONS[Reading.OFFICIAL], 5)
    return Findings(
        games=priority.games,
        perfect=priority.perfect.value,
        discards_cost=mean(Strategy.PRIORITY) - mean(Strategy.OLDEST),
        clued_cost=mean(Strategy.PRIORITY) - mean(Strategy.CLUE_LIMITED),
        colour_against_number=abs(mean(Strategy.COLOUR_FIRST) - mean(Strategy.NUMBER_FIRST)),
        half=mean(Strategy.CLUE_COST, 0.5),
        whole=mean(Strategy.CLUE_COST, 1.0),
        double=mean(Strategy.CLUE_COST, 2.0),
        ahead=[
            (
                players,
                *(measured.of(Run(s, Reading.OFFICIAL, players)).perfect.value for s in LADDER),
            )
            for players in PLAYERS
        ],
        reduced_lost=100 - won.value if won else None,
    )
