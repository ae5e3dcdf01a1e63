"""Scores of learners that differ only in the size of their replay memory."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from agents.learning.recipe import LearningRecipe
from analysis.charts import dots, rows_height
from analysis.figures import Figure
from analysis.papers.learning.published import VARIANTS
from analysis.papers.learning.ways import USUAL, Way, alike
from analysis.statistics import Estimate, mean
from analysis.tables import Rows


class MemoryRow(NamedTuple):
    """A recipe's scores with one size of replay memory."""

    players_and_learner: str
    turns_kept: int
    points_a_game: Estimate
    turns: int
    seeds: int


def figure(ways: Sequence[Way]) -> Figure | None:
    """Plot groups of recipes that differ only in memory size, smallest first; None if there are
    none."""
    rows = [(_label(way), way) for group in groups(ways) for way in group]
    if not rows:
        return None
    sizes = sorted({way.recipe.kept for _, way in rows})
    traces, layout = dots(
        {
            f"{size:,} turns kept": [
                (label, mean(way.means)) for label, way in rows if way.recipe.kept == size
            ]
            for size in sizes
        },
        "points a game",
    )
    labels = list(dict.fromkeys(label for label, _ in rows))
    layout["yaxis"] |= {"categoryorder": "array", "categoryarray": labels}
    return Figure(
        name="memory",
        title="With a larger memory",
        table=Rows(
            MemoryRow,
            [
                MemoryRow(*(label, way.recipe.kept, mean(way.means), way.turns, len(way.finished)))
                for label, way in rows
            ],
        ),
        games=sum(run.final.games for _, way in rows for run in way.finished if run.final),
        note="A learner goes over turns again that it has kept. The paper says that it keeps the "
        f"last {USUAL.kept:,}; the published program keeps a million. Runs of "
        "a row learnt from as many turns and differ by that alone. A lost game counts nothing; "
        "95% intervals over seeds; a single run has none.",
        traces=traces,
        layout=layout,
        height=rows_height(len(labels)),
    )


def groups(ways: Sequence[Way]) -> list[list[Way]]:
    """Return finished recipes that differ only in memory size and learnt from equally many
    turns."""
    found: dict[tuple[LearningRecipe, int], list[Way]] = {}
    for way in ways:
        if way.finished:
            key = msgspec.structs.replace(alike(way.recipe), kept=USUAL.kept), way.turns
            found.setdefault(key, []).append(way)
    several = [group for group in found.values() if len(group) > 1]
    return [sorted(group, key=lambda way: way.recipe.kept) for group in several]


def _label(way: Way) -> str:
    named = next((one.title for one in VARIANTS if one.has(way.recipe)), way.title)
    return f"{way.recipe.players}p {named}"
