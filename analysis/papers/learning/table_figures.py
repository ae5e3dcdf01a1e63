"""Table 1 of the Hanabi_Plugins paper beside our scores, the effects of additions to Rainbow, the
cost of every run, and scores by the size of the replay memory.

A way is a recipe of training with all runs made by it, which differ only in their seeds.
"""

from collections.abc import Sequence
from itertools import chain, product
from typing import Annotated, NamedTuple

import msgspec

from agents.learning import policies
from agents.learning.recipe import SCHEDULES, LearningRecipe
from agents.learning.run import MARK, LearningRun, command
from analysis.charts import dots
from analysis.figures import Figure
from analysis.papers.learning.ways import (
    BASE,
    CLOSE,
    DIFFERENCES,
    ERROR,
    GAMES,
    MARGIN,
    NOT_RUN,
    PLAYERS,
    TURNS,
    USUAL,
    VARIANTS,
    WIDEST,
    LearnerKind,
    Way,
    alike,
    at_equal_turns,
    best_of,
    claim,
    difference,
    verdict,
)
from analysis.statistics import Estimate, mean, recipe_difference
from analysis.statistics.estimate import Z
from analysis.tables import Cell, Column, Rows


class TableCell(NamedTuple):
    """A row of the figure that compares the Hanabi_Plugins paper's table 1 with our runs: for one
    kind of learner and number of players, the printed score and ours.
    """

    players_and_learner: str
    the_paper: float | None
    ours: float | str | None
    low: float | None
    high: float | None
    reproduced: Annotated[str | None, Column("reproduced?")]
    turns: int | None
    seeds: int | None
    command: Annotated[str, Column(on_page=False)]


class DifferenceRow(NamedTuple):
    """A row of the figure of differences: by how many points an addition to the algorithm Rainbow
    (such as GOIR) changes its score, in the paper and in our runs.
    """

    players_and_learner: str
    the_paper: Annotated[Estimate, Column(ends=("the paper, low", "the paper, high"))]
    ours: Annotated[Estimate, Column(ends=("ours, low", "ours, high"))]
    the_claim: str | None
    turns: int | None
    our_runs: int | None
    runs_of_rainbow: Annotated[int | None, Column("runs of Rainbow")]


class Cost(NamedTuple):
    """A row of the figure of costs: one training run, its results, and its turns and hours of
    training.
    """

    agent: str
    players: int
    how_it_learnt: str
    seed: str
    turns: int
    points: float | None
    margin: Annotated[float | None, Column("±")]
    cards_played: float | None
    lost: Annotated[float | None, Column("lost games, %", 1)]
    device: str
    hours: Annotated[float, Column(digits=2)]
    turns_a_second: Annotated[float | None, Column(digits=0)]
    first_above: Annotated[int | None, Column(f"turns at first above {MARK:g}")]
    updates: int
    command: Annotated[str, Column(on_page=False)]


def table(ways: Sequence[Way]) -> Figure:
    """Compare the scores in table 1 of the Hanabi_Plugins paper with those of our runs, one row
    for each kind of learner and number of players.

    `ways` are training recipes with their runs.
    """
    cells = list(product(PLAYERS, VARIANTS))
    shown = [way for players, variant in cells if (way := best_of(ways, variant, players))]
    return Figure(
        name="table",
        title="The paper's table, theirs and ours",
        table=Rows(TableCell, [_cell(ways, variant, players) for players, variant in cells]),
        games=sum(way.games for way in shown),
        seed=", ".join(f"final/{players}" for players in PLAYERS),
        note=f"The paper: {TURNS:,} turns, one run, {GAMES} games; it gives no errors. Ours: what "
        "was trained so far, measured in 1,000 games of fresh deals a run, with the 95% interval "
        "over seeds where there are several, else over the games of the one run, which say nothing "
        f"of another run. Reproduced: learnt from {TURNS:,} turns, the paper's mean within "
        f"{CLOSE:.0f} point of ours and within the 95% interval of {GAMES} games of one more run, "
        "by the deviation between runs of this number of players and the error of such games, "
        f"{ERROR}. Refuted: outside that interval. One wider than "
        f"± {WIDEST:.0f}, or none, leaves it undecided. Not run: no run has come to its end, and "
        "nothing is put in its place. The commands stand below.",
    )


def commands(ways: Sequence[Way]) -> list[tuple[str, str, bool]]:
    """Return a tuple for each cell of the Hanabi_Plugins paper's table 1 and of our additions to
    it: the cell's name, the shell command that reproduces it, and whether we have a finished run.

    A cell is a kind of learner with a number of players, named, for example, "2 players, Rainbow".
    `ways` are training recipes with their runs.
    """
    cells = [_cell(ways, variant, players) for players, variant in product(PLAYERS, VARIANTS)]
    return [(one.players_and_learner, one.command, one.ours != NOT_RUN) for one in cells]


def _cell(ways: Sequence[Way], variant: LearnerKind, players: int) -> TableCell:
    name, way = f"{players} players, {variant.title}", best_of(ways, variant, players)
    printed, judged = variant.printed[PLAYERS.index(players)], verdict(ways, variant, players)
    if way is None:
        missing = LearningRun(f"{variant.slug}-{players}p", variant.recipe(players), TURNS)
        return TableCell(name, printed, NOT_RUN, None, None, judged, None, None, command(missing))
    score = way.score
    return TableCell(
        *(name, printed, score.value, score.low, score.high, judged),
        *(way.turns, len(way.finished), command(way.finished[0])),
    )


def claims(ways: Sequence[Way]) -> list[DifferenceRow]:
    """Return by how many points each addition to the algorithm Rainbow (such as GOIR) changes its
    score, in the paper and in our runs, with a verdict on whether ours confirm the paper's change.

    `ways` are training recipes with their runs.
    """
    rows: list[DifferenceRow] = []
    additions = [variant for variant in VARIANTS if variant is not BASE]
    for players, variant in product(PLAYERS, additions):
        theirs = _printed(variant, players)
        pair = at_equal_turns(ways, (variant, BASE), players)
        if pair or theirs.value is not None:
            ours = recipe_difference(*(way.means for way in pair)) if pair else Estimate()
            counts = [pair[0].turns, *(len(way.finished) for way in pair)] if pair else [None] * 3
            name, said = f"{players}p {variant.title}", claim(theirs, pair)
            rows.append(DifferenceRow(name, theirs, ours, said, *counts))
    return rows


def differences(ways: Sequence[Way]) -> Figure:
    """Plot by how many points each addition to the algorithm Rainbow (such as GOIR) changes its
    score, in the paper and in our runs.

    `ways` are training recipes with their runs.
    """
    rows = claims(ways)
    labels = [row.players_and_learner for row in rows]
    series = {
        "the paper": [(row.players_and_learner, row.the_paper) for row in rows],
        "ours": [(row.players_and_learner, row.ours) for row in rows],
    }
    return Figure(
        name="differences",
        title="Points more or less than Rainbow alone",
        table=Rows(DifferenceRow, rows),
        note=f"The paper: a mean of {GAMES} games whose scores spread as here has a standard error "
        f"of about {ERROR}; so two of its means must lie {MARGIN:.1f} apart to differ beyond the "
        f"chance of the deals, all {DIFFERENCES} differences taken together (Bonferroni). Even "
        "then they are one run each, and runs differ by more than their deals. Ours: after the "
        "most turns that both sides have learnt from. Runs are the units: the 95% interval, each "
        "difference by itself, has the deviation between runs, pooled over both sides. Where each "
        "side is a single run there is no interval. The claim is refuted where the difference of "
        f"one more run each, measured in {GAMES} games, would not be what the paper prints (95%), "
        "and confirmed where it would be and ours is not 0.",
        **dots(series, "change in points", labels),
    )


def _printed(variant: LearnerKind, players: int) -> Estimate:
    value, base = (one.printed[PLAYERS.index(players)] for one in (variant, BASE))
    return Estimate() if value is None or base is None else difference(value, base)


def cost(ways: Sequence[Way]) -> Figure:
    """Tabulate every training run in `ways`: its progress, its results and its cost."""
    runs = [(way, run) for way in ways for run in way.runs]
    return Figure(
        name="cost",
        title="Every run, and what it cost",
        table=Rows(Cost, [_row(way, run) for way, run in runs]),
        address=_page,
        games=sum(run.final.games for _, run in runs if run.final),
        note="Points and cards of a run at its end; – while it still learns. ± is half the 95% "
        "interval over 1,000 games. Hours are of the processor, with the measuring; those of the "
        "runs that come with the program are of the clock, on one core of a shared machine. On a "
        "GPU (cuda) they are each run's share of the clock, and compare with no others. "
        f"The turns at which a run is first above {MARK:g} points belong to a "
        "point of its curve, one every 100,000. An update is one step of the "
        "network. Runs without a link come without their policy; the command makes it.",
    )


def _page(agent: Cell) -> str:
    """Return the URL of the agent's page; "" if its policy is not installed."""
    return f"/agents/{agent}/" if policies.there(f"{agent}".removeprefix("rl:")) else ""


def _row(way: Way, run: LearningRun) -> Cost:
    timing = SCHEDULES[run.recipe.schedule]
    f = run.final
    return Cost(
        *(f"rl:{run.name}", run.recipe.players, way.title, run.recipe.seed, run.turns),
        f.mean if f else None,
        Z * f.error if f else None,
        f.mean_stacks if f else None,
        100 * f.lost if f else None,
        run.recipe.device,
        run.seconds / 3600,
        run.turns / run.seconds if run.seconds else None,
        run.first_above,
        max(0, run.turns - timing.begin) // timing.update,
        command(run),
    )


class MemoryRow(NamedTuple):
    """A row of the figure of memory sizes: a recipe's mean score with one size of the replay
    memory.
    """

    players_and_learner: str
    turns_kept: int
    points_a_game: Estimate
    turns: int
    seeds: int


def figure(ways: Sequence[Way]) -> Figure | None:
    """Plot the scores of recipes that differ only in the size of the replay memory, smallest
    first; return None if there are no two such recipes.

    `ways` are training recipes with their runs.
    """
    compared = list(chain(*groups(ways)))
    if not compared:
        return None
    rows = [
        MemoryRow(_memory_label(w), w.recipe.kept, mean(w.means), w.turns, len(w.finished))
        for w in compared
    ]
    series = {
        f"{size:,} turns kept": [
            (row.players_and_learner, row.points_a_game) for row in rows if row.turns_kept == size
        ]
        for size in sorted({row.turns_kept for row in rows})
    }
    labels = list(dict.fromkeys(row.players_and_learner for row in rows))
    return Figure(
        name="memory",
        title="With a larger memory",
        table=Rows(MemoryRow, rows),
        games=sum(way.games for way in compared),
        note="A learner goes over turns again that it has kept. The paper says that it keeps the "
        f"last {USUAL.kept:,}; the published program keeps a million. Runs of "
        "a row learnt from as many turns and differ by that alone. A lost game counts nothing; "
        "95% intervals over seeds; a single run has none.",
        **dots(series, "points a game", labels),
    )


def groups(ways: Sequence[Way]) -> list[list[Way]]:
    """Return groups of two or more recipes, out of `ways`, that have finished runs, differ only in
    the size of the replay memory, and were trained for equally many turns. Each group is sorted by
    the size of the memory.
    """
    found: dict[tuple[LearningRecipe, int], list[Way]] = {}
    for way in ways:
        if way.finished:
            key = msgspec.structs.replace(alike(way.recipe), kept=USUAL.kept), way.turns
            found.setdefault(key, []).append(way)
    several = [group for group in found.values() if len(group) > 1]
    return [sorted(group, key=lambda way: way.recipe.kept) for group in several]


def _memory_label(way: Way) -> str:
    named = next((one.title for one in VARIANTS if one.has(way.recipe)), way.title)
    return f"{way.recipe.players}p {named}"
