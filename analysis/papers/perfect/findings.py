"""The numbers quoted in the text of the page about perfect information."""

from analysis.papers.perfect.measured import PLAYERS, Measured, Run
from native.solver.reduced_games import DEVIATIONS
from native.strategies.perfect import Ruleset, Strategy

LADDER = (Strategy.PRIORITY, Strategy.CAREFUL, Strategy.FORESIGHT)


class Findings:
    """The numbers quoted in the text of the page about perfect information (strategies that see
    all hands); under official rules with two players unless stated otherwise.
    """

    def __init__(self, measured: Measured) -> None:
        """Compute the numbers from the stored measurements."""

        def mean(strategy: Strategy, cost: float = 0.0) -> float:
            return measured.of(Run(strategy, Ruleset.OFFICIAL, cost=cost)).mean.value or 0.0

        priority = measured.of(Run(Strategy.PRIORITY, Ruleset.OFFICIAL))
        self.games = priority.games
        self.perfect = priority.perfect.value
        """Percentage of games in which the best strategy of Gordon et al. (2024) plays all 25
        cards."""
        self.discards_cost = mean(Strategy.PRIORITY) - mean(Strategy.OLDEST)
        """Points by which discarding the oldest expendable card, rather than the one furthest from
        playable, lowers the mean score."""
        self.clued_cost = mean(Strategy.PRIORITY) - mean(Strategy.CLUE_LIMITED)
        """Points by which playing only cards that were clued lowers the mean score."""
        self.colour_against_number = abs(mean(Strategy.COLOUR_FIRST) - mean(Strategy.NUMBER_FIRST))
        self.half = mean(Strategy.CLUE_COST, 0.5)
        """Mean score when a play costs half a clue token; `whole` and `double` are the mean scores
        when it costs one and two tokens."""
        self.whole = mean(Strategy.CLUE_COST, 1.0)
        self.double = mean(Strategy.CLUE_COST, 2.0)
        self.ahead = [
            (
                players,
                *(measured.of(Run(s, Ruleset.OFFICIAL, players)).perfect.value for s in LADDER),
            )
            for players in PLAYERS
        ]
        """Rows (players, percentages of games with all 25 cards played): by the paper's best
        strategy, by our careful strategy, and by our strategy with foresight."""
        won = measured.won(DEVIATIONS[Ruleset.OFFICIAL], 5)
        self.reduced_lost = 100 - won.value if won else None
        """Percentage of deals of the paper's small game that cannot be won with five clue tokens;
        None if not measured."""
