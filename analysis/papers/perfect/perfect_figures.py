"""Figures 1 to 6 of Gordon et al. (2024) reproduced, and the results of our strategies at tables
of two to five.
"""

from collections.abc import Sequence
from dataclasses import replace
from shlex import quote
from typing import Annotated, NamedTuple

from analysis.charts import dots, histograms, means_along
from analysis.figures import Figure
from analysis.papers.deals import counting
from analysis.papers.perfect import published
from analysis.papers.perfect.measured import COSTS, PLAYERS, Measured, Run, percent
from analysis.statistics import Estimate, Interval
from analysis.tables import MARGIN, Column, Rows, points_table
from native.strategies.perfect import Ruleset, Strategy

READINGS = {Ruleset.OFFICIAL: "official rules", Ruleset.SEED: "as the paper's programs play"}
TITLES = {
    Strategy.PRIORITY: "discards the card furthest from playable",
    Strategy.OLDEST: "discards the oldest card that can be spared",
    Strategy.CLUE_LIMITED: "plays clued cards only, wide clues first",
    Strategy.COLOUR_FIRST: "plays cards clued by colour only",
    Strategy.NUMBER_FIRST: "plays cards clued by number only",
}
LEGENDS = {
    Strategy.PRIORITY: "furthest from playable first",
    Strategy.OLDEST: "oldest first",
    Strategy.CLUE_LIMITED: "clued cards only",
    Strategy.COLOUR_FIRST: "clued by colour only",
    Strategy.NUMBER_FIRST: "clued by number only",
}
SEED_LEGENDS = LEGENDS | {Strategy.OLDEST: "oldest (in fact the newest)"}
SCORES = {
    "fig2": ("Fig. 2: choosing what to discard", (Strategy.PRIORITY, Strategy.OLDEST)),
    "fig3": ("Fig. 3: when a card must be clued before it is played", (Strategy.CLUE_LIMITED,)),
    "fig6": (
        "Fig. 6: clues by colour against clues by number",
        (Strategy.COLOUR_FIRST, Strategy.NUMBER_FIRST),
    ),
}
"""For each figure of score distributions, by name: its title, and the strategies that it
compares."""
PRICED = (
    "This strategy rates cards otherwise than “priority”, and may discard with all clue tokens "
    "there, as in the paper's programs, so free plays do not score the same as it."
)
SHOWN = (0.0, 1.0, 2.0)
"""Costs of a play, in clue tokens, for which the score distribution is drawn."""
RARE = 0.05
"""A percentage of games: a low score that is rarer than this in every series is in the table but
not in the chart."""


def figures(measured: Measured, reading: Ruleset) -> list[Figure]:
    """Return the figures of the strategies of Gordon et al. (2024), in the paper's order, for
    games by one `reading` of the rules: the official ones, or those of the paper's programs.
    """
    second, third, sixth = (_scores(name, measured, reading) for name in SCORES)
    first, fourth, fifth = (draw(measured, reading) for draw in (_winnability, _prices, _curve))
    return [_strategies(measured), first, second, third, fourth, fifth, sixth]


def made(figure: Figure, measured: Measured, played: Sequence[Run]) -> Figure:
    """Return a copy of `figure` that says how its numbers were made: by which shell command, on
    which seed, and from how many games in total.

    `played` are the series of games that it shows, `measured` has their results. For one series,
    the command plays that series; for several, it is `manage.py rebuild perfect`, which plays all.
    """
    games = sum(measured.of(run).games for run in played)
    each = measured.of(played[0]).games
    command = f"{played[0].command} --games {each} --seed {quote(measured.seed)}"
    if len(played) > 1:
        command = "manage.py rebuild perfect"
    return replace(figure, games=games, seed=measured.seed, command=command)


class Compared(NamedTuple):
    """A row of the figure of means: a strategy's mean score as published, and ours by the official
    rules and by those of the paper's programs.
    """

    strategy: str
    paper: Annotated[str, Column(published.PAPER)]
    mean: Annotated[Estimate, Column("mean, as its programs play", 3, ends=MARGIN)]
    all_25: Annotated[float, Column("all 25, %", 1)]
    official: Annotated[Estimate, Column("mean, official rules", 3, ends=MARGIN)]
    official_all_25: Annotated[float, Column("all 25, %", 1)]


class EndingRow(NamedTuple):
    """A row of figure 1: the percentage of games that are won, end one point short, or end further
    short.
    """

    game: str
    share: Annotated[float, Column("games, %", 3)]


class DistributionRow(NamedTuple):
    """A row of a figure of score distributions: the percentage of games with one score, for each
    strategy or cost shown.
    """

    score: str
    shares: Annotated[Sequence[float], Column(digits=3)]


def _strategies(measured: Measured) -> Figure:
    rows = []
    for strategy, words in TITLES.items():
        seed, official = (
            measured.of(Run(strategy, each)) for each in (Ruleset.SEED, Ruleset.OFFICIAL)
        )
        rows.append(
            Compared(
                *(f"{strategy.slug}: {words}", published.MEANS[strategy]),
                *(seed.mean, seed.perfect.value, official.mean, official.perfect.value),
            )
        )
    figure = Figure(
        name="strategies",
        title="Five strategies that see both hands",
        table=Rows(Compared, rows),
        note="± is half the 95% interval of a mean. The paper's 24.8744 is slightly more than "
        "chance allows over the 100,000 games it names, but not over 10,000.",
    )
    return made(figure, measured, [Run(s, r) for s in TITLES for r in Ruleset])


def _winnability(measured: Measured, reading: Ruleset) -> Figure:
    run = Run(Strategy.PRIORITY, reading)
    scores = measured.of(run)
    shares = {
        "won": scores.perfect.value,
        "1 short": percent(scores.histogram[24], scores.games).value,
        "2 or more": percent(sum(scores.histogram[:24]), scores.games).value,
    }
    figure = Figure(
        name="fig1",
        title="Fig. 1: how often all 25 cards are played",
        table=Rows(EndingRow, [EndingRow(*row) for row in shares.items()]),
        note="Games won, and by how many points the others fall short, when the card furthest from "
        "playable is discarded first. The paper's drawing shows 90.7% won.",
        **histograms({"": shares}, "", "% of games"),
        height=280,
    )
    return made(figure, measured, [run])


def _scores(name: str, measured: Measured, reading: Ruleset) -> Figure:
    title, strategies = SCORES[name]
    words = SEED_LEGENDS if reading is Ruleset.SEED else LEGENDS
    series = {words[strategy]: Run(strategy, reading) for strategy in strategies}
    return _histograms(name, title, measured, series, "")


def _prices(measured: Measured, reading: Ruleset) -> Figure:
    series = {
        f"{cost:g} token{'' if cost == 1 else 's'} a play": Run(
            Strategy.CLUE_COST, reading, cost=cost
        )
        for cost in SHOWN
    }
    note = (
        "The paper's caption of this figure is only a placeholder; we assume that it shows the "
        f"games behind the next one. {PRICED}"
    )
    return _histograms("fig4", "Fig. 4: scores when a play costs clues", measured, series, note)


def _histograms(
    name: str, title: str, measured: Measured, series: dict[str, Run], note: str
) -> Figure:
    scores = {words: measured.of(run) for words, run in series.items()}
    shares = {
        words: [percent(count, each.games).value for count in each.histogram]
        for words, each in scores.items()
    }
    least = min((n for line in shares.values() for n, s in enumerate(line) if s >= RARE), default=0)
    drawn = {words: {n: line[n] for n in range(least, len(line))} for words, line in shares.items()}
    means = "; ".join(
        f"{words}: {each.mean.value:.3f} ± {each.mean.margin:.3f}"
        for words, each in scores.items()
        if each.mean.value is not None and each.mean.margin is not None
    )
    lowest = min((n for e in scores.values() for n, c in enumerate(e.histogram) if c), default=0)
    scored = range(25, lowest - 1, -1)
    rows = [DistributionRow(str(n), [line[n] for line in shares.values()]) for n in scored]
    figure = Figure(
        name=name,
        title=title,
        table=Rows(DistributionRow, rows, {"shares": [f"{words}, %" for words in series]}),
        note=f"{note} Means with 95% intervals: {means}.".strip(),
        **histograms(drawn, "score", "% of games"),
    )
    return made(figure, measured, list(series.values()))


def _curve(measured: Measured, reading: Ruleset) -> Figure:
    ordered = [reading, *(other for other in Ruleset if other is not reading)]
    series = {
        READINGS[each]: [
            (cost, measured.of(Run(Strategy.CLUE_COST, each, cost=cost)).mean) for cost in COSTS
        ]
        for each in ordered
    }
    series["the paper's own program"] = [
        (cost, Estimate(value)) for cost, value in published.CURVE.items()
    ]
    figure = Figure(
        name="fig5",
        title="Fig. 5: the cost of a play",
        table=points_table(series, "reading", Column("tokens a play", 3), Column("mean", 3)),
        note=f"{PRICED} Low and high are the ends of 95% intervals, narrower than the symbols.",
        **means_along(
            series,
            "clue tokens per play",
            "mean score",
            upwards={"rangemode": "nonnegative"},
        ),
    )
    played = [Run(Strategy.CLUE_COST, each, cost=cost) for each in Ruleset for cost in COSTS]
    return made(figure, measured, played)


OURS = {
    Strategy.FORESIGHT: "ours, with foresight",
    Strategy.CAREFUL: "ours, careful",
    Strategy.PRIORITY: "the paper's, corrected",
}
WINNABLE = "anybody who knows the deck too"


class AtTable(NamedTuple):
    """A row of the figure by players: the scores of one strategy, or the share of winnable deals,
    with one number of players.
    """

    table: str
    who: str
    mean: Annotated[Estimate, Column(digits=4, ends=MARGIN)]
    all_25: Annotated[Interval, Column("all 25, %")]
    games: int


def table_sizes(measured: Measured) -> Figure:
    """Plot the percentage of games in which our strategies and public programs play all 25 cards
    under official rules, and the percentage of deals in which that is possible, by number of
    players. Raises BadCount if a stored count of winnable deals is damaged.
    """
    rows: list[AtTable] = []
    for players in PLAYERS:
        label = f"{players} players"
        for strategy, words in OURS.items():
            scores = measured.of(Run(strategy, Ruleset.OFFICIAL, players))
            rows.append(AtTable(label, words, scores.mean, scores.perfect, scores.games))
        for other in published.CHEATERS:
            share, mean = other.perfect[players], Estimate(other.means[players])
            won = percent(round(share * other.games / 100), other.games)
            rows.append(AtTable(label, other.name, mean, won._replace(value=share), other.games))
        if deals := counting.stored(players):
            rows.append(AtTable(label, WINNABLE, Estimate(), deals.share, deals.deals))
    series: dict[str, list[tuple[str, Estimate]]] = {}
    for row in rows:
        estimate = row.all_25.drawn(row.games) if row.games else Estimate()
        series.setdefault(row.who, []).append((row.table, estimate))
    played = [Run(s, Ruleset.OFFICIAL, players) for s in OURS for players in PLAYERS]
    each = measured.of(played[0]).games
    return Figure(
        name="players",
        title="Better play by the official rules, two to five players",
        table=Rows(AtTable, rows),
        games=sum(measured.of(run).games for run in played),
        seed=measured.seed,
        command=f"manage.py perfect foresight --players PLAYERS --games {each} "
        f"--seed {quote(measured.seed)}",
        note="95% intervals (± for means, Wilson's for shares). The numbers of the two public "
        f"programs are their authors', over {published.CHEATERS[0].games:,} and "
        f"{published.CHEATERS[1].games:,} games. With the order of the deck known "
        "too, as many deals can be won as manage.py deals counts.",
        **dots(series, "% of games with all 25 points"),
    )
