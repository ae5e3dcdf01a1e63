"""Figures of the small game of Gordon et al. (2024), whose deals are searched to the end: how many
can be won, by the rules of the paper's program and by the official ones.
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
from native.strategies.perfect import Ruleset

SEED, OFFICIAL = DEVIATIONS[Ruleset.SEED], DEVIATIONS[Ruleset.OFFICIAL]

PUT_RIGHT = (
    "as the paper's program plays",
    "nobody must play",
    "and everybody has one turn after the last card",
    "and a finished suit gives a token",
    "and eight tokens are the most: official rules",
)
"""Labels of `measured.STEPS`: the rules of the paper's program, then the rule that each further
step corrects."""


class TokensRow(NamedTuple):
    """A row of the figure by clue tokens: the percentage of deals of the small game that can be
    won with that many tokens, as printed in the paper and as we measure it.
    """

    tokens: str
    paper: Annotated[float, Column(published.PAPER, 3)]
    as_its_program: Annotated[Estimate | Interval, Column(digits=3)]
    official_rules: Annotated[Estimate | Interval, Column(digits=3)]


class RulesRow(NamedTuple):
    """A row of the table of rules: the percentage of deals of the small game that can be won under
    one set of rules, for each number of clue tokens.
    """

    rules: str
    won: Annotated[Sequence[float | None], Column(digits=3)]


class Missed(NamedTuple):
    """A row of the table of missed points: the number of deals of the small game in which best
    play misses none, one, two or more points.
    """

    tokens: str
    who: str
    won: int
    one_short: int
    two_short: int
    more: int


def figure(measured: Measured) -> Figure:
    """Plot the percentage of deals of the small game of Gordon et al. (2024) that can be won, by
    the number of clue tokens at the start.
    """
    rows: list[TokensRow] = []
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
        rows.append(TokensRow(str(hints), printed, *shares))
    most = max(sum(measured.missed(*each)) for each in product((SEED, OFFICIAL), HINTS))
    return Figure(
        name="reduced",
        title="How many deals of a small game can be won",
        table=Rows(TokensRow, rows),
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
    """Tabulate the percentage of deals of the small game of Gordon et al. (2024) that can be won,
    from the rules of the paper's program to the official ones, correcting one rule in each row.
    """
    rows: list[RulesRow] = []
    for words, deviations in zip(PUT_RIGHT, STEPS, strict=True):
        won = [measured.won(deviations, hints) for hints in HINTS]
        rows.append(RulesRow(words, [each.value if each else None for each in won]))
    deals = [sum(measured.missed(*each)) for each in product(STEPS, HINTS)]
    return Figure(
        name="steps",
        title="From the paper's rules to the official ones",
        table=Rows(RulesRow, rows, {"won": [f"{hints} tokens, %" for hints in HINTS]}),
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
