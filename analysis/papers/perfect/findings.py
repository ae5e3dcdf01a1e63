"""The numbers quoted in the text of the page about perfect information."""

from analysis.papers.perfect.measured import PLAYERS, Measured, Run
from native.solver.reduced_games import DEVIATIONS
from native.strategies.perfect import Reading, Strategy

LADDER = (Strategy.PRIORITY, Strategy.CAREFUL, Strategy.FORESIGHT)


class Findings:
    """The numbers quoted in the text of the page about perfect information; under official rules
    with two players unless stated otherwise.
    """

    def __init__(self, measured: Measured) -> None:
        """Compute the numbers from the scores in `measured`."""

        def mean(strategy: Strategy, cost: float = 0.0) -> float:
            return measured.of(Run(strategy, Reading.OFFICIAL, cost=cost)).mean.value or 0.0

        priority = measured.of(Run(Strategy.PRIORITY, Reading.OFFICIAL))
        self.games = priority.games
        self.perfect = priority.perfect.value
        """Percentage of games won by the paper's best strategy."""
        self.discards_cost = mean(Strategy.PRIORITY) - mean(Strategy.OLDEST)
        """Points lost by discarding the oldest expendable card."""
        self.clued_cost = mean(Strategy.PRIORITY) - mean(Strategy.CLUE_LIMITED)
        """Points lost by playing only clued cards."""
        self.colour_against_number = abs(mean(Strategy.COLOUR_FIRST) - mean(Strategy.NUMBER_FIRST))
        self.half = mean(Strategy.CLUE_COST, 0.5)
        """Mean score when a play costs half a token; `whole` and `double` are for one and two
        tokens."""
        self.whole = mean(Strategy.CLUE_COST, 1.0)
        self.double = mean(Strategy.CLUE_COST, 2.0)
        self.ahead = [
            (
                players,
                *(measured.of(Run(s, Reading.OFFICIAL, players)).perfect.value for s in LADDER),
            )
            for players in PLAYERS
        ]
        """Rows of players and percentages of games won: the paper's best strategy, our careful
        one, and ours with foresight."""
        won = measured.won(DEVIATIONS[Reading.OFFICIAL], 5)
        self.reduced_lost = 100 - won.value if won else None
        """Percentage of the small game's deals that are lost with five tokens."""
