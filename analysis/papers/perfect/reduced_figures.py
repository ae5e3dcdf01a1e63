"""The table of winnable small games of Gordon et al. (2024), reproduced and under the official
rules.
"""

from collections.abc import Sequence
from itertools import product
from shlex import quote
from typing import Annotated, NamedTuple

from analysis.charts import means_along
from analysis.figures import Figure
from analysis.papers.perfect import published
from analysis.papers.perfect.measured import HINTS, STEPS, Measured, percent
from analysis.statistics import Estimate, Interval
from analysis.tables import Column, Rows
from native.solver.reduced_games import DEVIATIONS
from native.strategies.perfect import Reading

SEED, OFFICIAL = DEVIATIONS[Reading.SEED], DEVIATIONS[Reading.OFFICIAL]

PUT_RIGHT = (
    "as the paper's program plays",
    "nobody must play",
    "and everybody has one turn after the last card",
    "and a finished suit gives a token",
    "and eight tokens are the most: official rules",
)
"""The rule that each of `measured.STEPS` corrects."""


class Winnable(NamedTuple):
    """A row of the figure by clue tokens: the percentage of deals of the small game that can be won
    with that many tokens at the start.
    """

    tokens: str
    paper: Annotated[float, Column(published.PAPER, 3)]
    as_its_program: Annotated[Estimate | Interval, Column(digits=3)]
    official_rules: Annotated[Estimate | Interval, Column(digits=3)]


class Step(NamedTuple):
    """A row of the table of rules: the percentage of winnable deals under one set of rules."""

    rules: str
    won: Annotated[Sequence[float | None], Column(digits=3)]


class Missed(NamedTuple):
    """A row of the table of missed points: the number of deals of the small game by the points that
    the best play misses.
    """

    tokens: str
    who: str
    won: int
    one_short: int
    two_short: int
    more: int


def figure(measured: Measured) -> Figure:
    """Plot the percentage of winnable deals of the small game, by clue tokens at the start."""
    rows: list[Winnable] = []
    lines: dict[str, list[tuple[float, Estimate]]] = {
        "as the paper's program": [], "official rules": [], published.PAPER: [],
    }  # fmt: skip
    for hints in HINTS:
        missed = published.REDUCED_MISSED[hints]
        printed = percent(missed[0], sum(missed)).value
        shares: list[Estimate | Interval] = []
        for name, deviations in zip(lines, (SEED, OFFICIAL), strict=False):
            won = measured.won(deviations, hints)
            shares.append(won or Estimate())
            if won:
                lines[name].append((hints, won.drawn(sum(measured.missed(deviations, hints)))))
        lines[published.PAPER].append((hints, Estimate(printed)))
        rows.append(Winnable(str(hints), printed, *shares))
    most = max(sum(measured.missed(*each)) for each in product((SEED, OFFICIAL), HINTS))
    return Figure(
        name="reduced",
        title="How many deals of a small game can be won",
        table=Rows(Winnable, rows),
        games=2 * len(HINTS) * most,
        seed=measured.seed,
        command="manage.py reduced_games --hints HINTS --reading READING "
        f"--games {most} --seed {quote(measured.seed)}",
        note="Two players, three suits with two 1s, two 2s and one 3 each, hands of three, all "
        "cards known, and the order of the deck. Every deal is searched to the end. "
        "Percentage of the deals, with 95% intervals (Wilson).",
        **means_along(lines, "clue tokens at the start", "% of deals", across={"dtick": 1}),
    )


def steps(measured: Measured) -> Figure:
    """Tabulate how each deviation of the paper from the rules changes the percentage of winnable
    deals.
    """
    rows: list[Step] = []
    for words, deviations in zip(PUT_RIGHT, STEPS, strict=True):
        won = [measured.won(deviations, hints) for hints in HINTS]
        rows.append(Step(words, [each.value if each else None for each in won]))
    deals = [sum(measured.missed(*each)) for each in product(STEPS, HINTS)]
    return Figure(
        name="steps",
        title="From the paper's rules to the official ones",
        table=Rows(Step, rows, {"won": [f"{hints} tokens, %" for hints in HINTS]}),
        games=sum(deals),
        seed=measured.seed,
        command="manage.py reduced_games --hints HINTS --deviations DEVIATIONS "
        f"--games {max(deals)} --seed {quote(measured.seed)}",
        note="Deals of the small game that can be won, correcting one rule at a time. The same "
        f"{max(deals):,} deals in every row, so differences are more certain than the "
        "single numbers, which are good to ±0.05 to 0.11.",
    )


def short(measured: Measured) -> Figure:
    """Tabulate deals of the small game of Gordon et al. (2024) by how many points perfect play
    falls short of the maximum.

    The game has two players, hands of three, and three suits of 1 1 2 2 3, all cards known. For
    each number of clue tokens the table has the counts that the paper prints, and those in
    `measured` under the rules of the paper's program and under the official rules.
    """
    found = {
        hints: {
            published.PAPER: published.REDUCED_MISSED[hints],
            "as its program": measured.missed(SEED, hints),
            "official rules": measured.missed(OFFICIAL, hints),
        }
        for hints in HINTS
    }
    rows = [
        Missed(str(hints), who, missed[0], missed[1], missed[2], sum(missed[3:]))
        for hints, each in found.items()
        for who, missed in each.items()
        if missed
    ]
    deals = (sum(measured.missed(*each)) for each in product((SEED, OFFICIAL), HINTS))
    return Figure(
        name="reduced_points",
        title="The same deals by the points they miss",
        table=Rows(Missed, rows),
        games=sum(deals),
        seed=measured.seed,
    )
