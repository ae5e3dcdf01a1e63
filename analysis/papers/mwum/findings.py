"""The numbers quoted in the text of the page about multiplicative weights."""

from dataclasses import dataclass

from analysis.papers.mwum import series as made
from analysis.papers.mwum.learning_figures import LAST, Curves, uniform
from analysis.papers.mwum.series import GAMES
from analysis.papers.strangers import Strangers
from analysis.statistics import Estimate, mean_of_counts


@dataclass(frozen=True)
class Findings:
    """The numbers quoted in the text of the page about multiplicative weights."""

    uniform: Estimate
    plain: Estimate
    enhanced: Estimate
    trying: Estimate
    ended: tuple[int, int]
    """Fewest and most games of the runs that stop on a plateau."""
    regret: tuple[float, float]
    """Regret per game over a whole run, of the agent with all enhancements and of the knowing
    agent."""
    rough: Estimate
    moves: int
    """All moves of the plain agent."""
    met: int
    """The plain agent's moves in a state it had met before."""
    rough_met: float
    """Percentage of the rough agent's moves in a state it had met before."""
    five: float
    """Percentage of the enhanced agent's games with five points or more."""
    halves: tuple[float, float]
    """Mean scores with mini-episodes alone, and with the better state alone."""
    lengths: dict[int, float]
    """Mean scores by the moves of a mini-episode, after equally few games."""
    reached: tuple[float, float]
    """Lowest and highest mean score of the three runs with the better state and mini-episodes,
    playing their best moves."""
    zero: tuple[float, float]
    """Lowest and highest mean score of these runs with lost games at 0."""
    three: tuple[float, float]
    """Lowest and highest mean score of the runs with three players."""
    games: int
    alone: float | None
    """Mean score of runs with themselves, with lost games at 0."""
    apart: float | None
    """Mean score of pairs of different runs, with lost games at 0."""


def findings(training_runs: Curves, met: Strangers | None) -> Findings:
    """Compute the numbers quoted in the text of the page about multiplicative weights.

    `training_runs` are the runs by series. `met` has the scores of trained agents with each other;
    without it the fields `alone` and `apart` of the result are None.
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
        played = made.points(made.together(list(training_runs[series]), series.games)).value or 0.0
        return mean_best(series) - played

    ended = [training_run.games for training_run in training_runs[made.ENDING]]
    plain = made.together(list(training_runs[made.PLAIN]), GAMES)
    both, zero = (best(made.KNOWING, scoring) for scoring in ("stacks", "zero"))
    three = best(made.THREE, "stacks")
    return Findings(
        uniform=mean_of_counts(dict(enumerate(uniform()))),
        plain=plateau(made.PLAIN),
        enhanced=plateau(made.ENHANCED),
        trying=plateau(made.TRYING),
        ended=(min(ended), max(ended)),
        regret=(regret(made.ENHANCED), regret(made.KNOWING)),
        rough=plateau(made.ROUGH),
        moves=plain.moves,
        met=plain.met,
        rough_met=known(made.ROUGH),
        five=made.five(training_runs[made.ENHANCED]),
        halves=(mean_best(made.ROUGH_EPISODES), mean_best(made.KNOWING_WHOLE)),
        lengths={moves: mean_best(each) for moves, each in made.LENGTHS.items()},
        reached=(min(both), max(both)),
        zero=(min(zero), max(zero)),
        three=(min(three), max(three)),
        games=made.KNOWING.games,
        alone=met.alone if met else None,
        apart=met.apart if met else None,
    )
