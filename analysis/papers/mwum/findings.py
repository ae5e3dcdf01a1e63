"""The few numbers that the page's text is written around."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.papers.mwum import series as made
from analysis.papers.mwum.curves import Curves, uniform
from analysis.papers.mwum.learning_figures import LAST
from analysis.papers.mwum.series import GAMES
from analysis.papers.strangers import Strangers
from analysis.statistics import Estimate, mean_of_counts


@dataclass(frozen=True)
class Findings:
    uniform: Estimate
    plain: Estimate
    enhanced: Estimate
    trying: Estimate
    ended: tuple[int, int]
    """Fewest and most games of the runs that end on a plateau."""
    regret: tuple[float, float]
    """Points a game over a whole run, of the agent with all enhancements and of the second."""
    rough: Estimate
    moves: int
    """Of the plain agent; how many of them in a state met before."""
    met: int
    rough_met: float
    """Per cent of the moves in a state met before."""
    five: float
    """Per cent of the enhanced agent's games with five points or more."""
    halves: tuple[float, float]
    """Points with only mini-episodes, and with only the better state."""
    lengths: dict[int, float]
    """Points by the moves of a mini-episode, after as few games."""
    reached: tuple[float, float]
    """Least and most points of the three runs that have both, with their best moves."""
    zero: tuple[float, float]
    """The same where a lost game has none."""
    three: tuple[float, float]
    """Least and most points of the runs with three players."""
    games: int
    alone: float | None
    """Mean of each run with itself, and of pairs of two runs; zero."""
    apart: float | None


def findings(training_runs: Curves, met: Strangers | None) -> Findings:
    def plateau(series: made.Series) -> Estimate:
        return made.at_the_end(training_runs[series], LAST)

    def known(series: made.Series) -> float:
        whole = made.together(list(training_runs[series]), series.games)
        return 100 * whole.met / whole.moves

    def best(series: made.Series, scoring: str) -> list[float]:
        values = [
            made.tested(training_run.best, scoring).value for training_run in training_runs[series]
        ]
        return [value or 0.0 for value in values]

    def mean_best(series: made.Series) -> float:
        values = best(series, "stacks")
        return sum(values) / len(values)

    def regret(series: made.Series) -> float:
        played = made.points(made.together(list(training_runs[series]), series.games)).value or 0.0
        return mean_best(series) - played

    ended = [training_run.games for training_run in training_runs[made.ENDING]]
    plain = made.together(list(training_runs[made.PLAIN]), GAMES)
    tests = [
        training_run.drawn for training_run in training_runs[made.ENHANCED] if training_run.drawn
    ]
    both, zero = best(made.KNOWING, "stacks"), best(made.KNOWING, "zero")
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
        five=100 * sum(sum(t.stacks[5:]) for t in tests) / sum(t.games for t in tests),
        halves=(mean_best(made.ROUGH_EPISODES), mean_best(made.KNOWING_WHOLE)),
        lengths={moves: mean_best(each) for moves, each in made.LENGTHS.items()},
        reached=(min(both), max(both)),
        zero=(min(zero), max(zero)),
        three=(min(best(made.THREE, "stacks")), max(best(made.THREE, "stacks"))),
        games=made.KNOWING.games,
        alone=met.alone if met else None,
        apart=met.apart if met else None,
    )
