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
    """The numbers quoted in the text of the page about multiplicative weights."""

    def __init__(self, training_runs: Curves, met: Strangers | None) -> None:
        """Compute the numbers from the runs by series. `met` has the scores of trained agents with
        each other; without it `alone` and `apart` are None.
        """

        def plateau(series: made.Series) -> Estimate:
            return made.at_the_end(training_runs[series], LAST)

        def known(series: made.Series) -> float:
            whole = made.together(list(training_runs[series]), series.games)
            return 100 * whole.met / whole.moves

        def best(series: made.Series, scoring: str) -> list[float]:
            return [made.tested(run.best, scoring).value or 0.0 for run in training_runs[series]]

        def mean_best(series: made.Series) -> float:
            values = best(series, "stacks")
            return sum(values) / len(values)

        def regret(series: made.Series) -> float:
            together = made.together(list(training_runs[series]), series.games)
            return mean_best(series) - (made.points(together).value or 0.0)

        self.uniform = mean_of_counts(dict(enumerate(uniform())))
        self.plain = plateau(made.PLAIN)
        self.enhanced = plateau(made.ENHANCED)
        self.trying = plateau(made.TRYING)
        self.ended = _ends(training_run.games for training_run in training_runs[made.ENDING])
        """Fewest and most games of the runs that stop on a plateau."""
        self.regret = (regret(made.ENHANCED), regret(made.KNOWING))
        """Regret per game over a whole run, of the agent with all enhancements and of the knowing
        agent."""
        self.rough = plateau(made.ROUGH)
        plain = made.together(list(training_runs[made.PLAIN]), GAMES)
        self.moves = plain.moves
        """All moves of the plain agent."""
        self.met = plain.met
        """The plain agent's moves in a state it had met before."""
        self.rough_met = known(made.ROUGH)
        """Percentage of the rough agent's moves in a state it had met before."""
        self.five = made.five(training_runs[made.ENHANCED])
        """Percentage of the enhanced agent's games with five points or more."""
        self.halves = (mean_best(made.ROUGH_EPISODES), mean_best(made.KNOWING_WHOLE))
        """Mean scores with mini-episodes alone, and with the better state alone."""
        self.lengths = {moves: mean_best(each) for moves, each in made.LENGTHS.items()}
        """Mean scores by the moves of a mini-episode, after equally few games."""
        self.reached = _ends(best(made.KNOWING, "stacks"))
        """Lowest and highest mean score of the three runs with the better state and mini-episodes,
        playing their best moves."""
        self.zero = _ends(best(made.KNOWING, "zero"))
        """Lowest and highest mean score of these runs with lost games at 0."""
        self.three = _ends(best(made.THREE, "stacks"))
        """Lowest and highest mean score of the runs with three players."""
        self.games = made.KNOWING.games
        self.alone = met.alone if met else None
        """Mean score of runs with themselves, with lost games at 0."""
        self.apart = met.apart if met else None
        """Mean score of pairs of different runs, with lost games at 0."""


def _ends(values: Iterable[Number]) -> tuple[Number, Number]:
    """Return the lowest and the highest value."""
    ordered = sorted(values)
    return ordered[0], ordered[-1]
