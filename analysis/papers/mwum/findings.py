"""The numbers quoted in the text of the page about multiplicative weights."""

from collections.abc import Iterable
from typing import TypeVar

from analysis.papers.mwum import series as made
from analysis.papers.mwum.learning_figures import LAST, Curves, uniform
from analysis.papers.mwum.series import GAMES
from analysis.papers.strangers import Strangers
from analysis.statistics import Estimate, mean_of_counts

Number = TypeVar("Number", int, float)


class Findings:
    """The numbers quoted in the text of the page about multiplicative weights. A score is the mean
    over the three training runs (seeds) of a setup of the learner, unless stated otherwise.
    """

    def __init__(self, training_runs: Curves, met: Strangers | None) -> None:
        """Compute the numbers from `training_runs`, the runs of each setup of the learner.

        `met` has the scores of trained agents with each other, None if they have not all played;
        the attributes `alone` and `apart` are then None.
        """

        def plateau(series: made.Setup) -> Estimate:
            return made.at_the_end(training_runs[series], LAST)

        def known(series: made.Setup) -> float:
            whole = made.together(list(training_runs[series]), series.games)
            return 100 * whole.met / whole.moves

        def best(series: made.Setup, scoring: str) -> list[float]:
            return [made.tested(run.best, scoring).value or 0.0 for run in training_runs[series]]

        def mean_best(series: made.Setup) -> float:
            values = best(series, "stacks")
            return sum(values) / len(values)

        def regret(series: made.Setup) -> float:
            together = made.together(list(training_runs[series]), series.games)
            return mean_best(series) - (made.points(together).value or 0.0)

        self.uniform = mean_of_counts(dict(enumerate(uniform())))
        self.plain = plateau(made.PLAIN)
        self.enhanced = plateau(made.ENHANCED)
        self.trying = plateau(made.TRYING)
        self.ended = _ends(training_run.games for training_run in training_runs[made.ENDING])
        """Fewest and most training games of the runs that stop when their score stays flat."""
        self.regret = (regret(made.ENHANCED), regret(made.KNOWING))
        """Mean regret per game of two agents: the paper's with all its enhancements, and ours,
        whose state is what its seat knows. The regret is the trained agent's mean score in fresh
        games minus the mean score of all its training games."""
        self.rough = plateau(made.ROUGH)
        plain = made.together(list(training_runs[made.PLAIN]), GAMES)
        self.moves = plain.moves
        """Number of moves of the paper's plain learner in all its training games."""
        self.met = plain.met
        """Number of the plain learner's moves in a state that it had met before."""
        self.rough_met = known(made.ROUGH)
        """Percentage of moves in a state met before, of the learner with the paper's rough
        (bucketed) state."""
        self.five = made.five(training_runs[made.ENHANCED])
        """Percentage of the fresh games of the fully enhanced learner with five points or more."""
        self.halves = (mean_best(made.ROUGH_EPISODES), mean_best(made.KNOWING_WHOLE))
        """Two mean scores in fresh games: of the paper's state with mini-episodes (rewards after a
        few moves), and of the state of what a seat knows with one reward a game."""
        self.lengths = {moves: mean_best(each) for moves, each in made.LENGTHS.items()}
        """Mean score in fresh games by the length of a mini-episode, in moves, after equally many
        training games."""
        self.reached = _ends(best(made.KNOWING, "stacks"))
        """Lowest and highest mean score of the three runs with what a seat knows and mini-episodes,
        in fresh games in which the agent always makes the move with the largest weight."""
        self.zero = _ends(best(made.KNOWING, "zero"))
        """As `reached`, but games lost by strikes score 0."""
        self.three = _ends(best(made.THREE, "stacks"))
        """Lowest and highest mean score of the three runs at tables of three players."""
        self.games = made.KNOWING.games
        self.alone = met.alone if met else None
        """Mean self-play score of the trained agents, with lost games at 0."""
        self.apart = met.apart if met else None
        """Mean score of pairs of agents from different training runs, with lost games at 0."""


def _ends(values: Iterable[Number]) -> tuple[Number, Number]:
    """Return the lowest and the highest value."""
    ordered = sorted(values)
    return ordered[0], ordered[-1]
