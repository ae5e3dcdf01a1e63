"""Table I of Canaan et al. (2019), a row a run, and our runs with as many individuals as the
paper's second and third.

The runs that ship with the program all have as many individuals as the paper's first.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Annotated, NamedTuple

from agents.archives import Recipe, Setting, runs
from agents.archives.archive import Archive
from agents.archives.setting import PUBLISHED_INITIAL
from agents.archives.summary import summary
from agents.generator.run import make as evolve
from agents.generator.run import resumed, started
from agents.runs.storage import read_rows, write_rows
from analysis.papers.map_elites import paper
from analysis.tables import Column

FILE = Path(__file__).with_name("own_sizes.json")
Say = Callable[[str], object]


class RunRow(NamedTuple):
    """A row of the figure of table I: one run (the paper's or ours), the number of valid cells,
    and the mean and best scores of its elites.
    """

    run: str
    individuals: int | None
    valid_cells: int
    mean_stored: Annotated[float | None, Column("mean, stored")]
    mean: Annotated[float | None, Column("mean, measured again")]
    best_stored: Annotated[float | None, Column("best, stored")]
    best: Annotated[float | None, Column("best, measured again")]
    best_again: Annotated[float | None, Column("best, 20,000 games")]


def row_of(archive: Archive) -> RunRow:
    """Return the row of a run, given by its archive. The authors' archive has no stored scores."""
    now, stored = summary(archive), summary(archive, stored=True) if archive.recipe else None
    return RunRow(
        archive.run if archive.recipe else paper.PUBLIC,
        *(archive.individuals or None, now.coverage),
        *(stored.mean_valid if stored else None, now.mean_valid),
        *(stored.max if stored else None, archive.top.latest.objective if archive.top else None),
        archive.best.remeasured.objective if archive.best else None,
    )


@cache
def stored() -> tuple[RunRow, ...]:
    """Return the rows that ship with the program: our runs with as many individuals as the paper's
    runs 2 and 3.
    """
    return tuple(read_rows(FILE, RunRow))


def make(say: Say) -> None:
    """Make our runs with as many individuals as the paper's runs 2 and 3, each with that number as
    its seed, and store their rows in the program's file. If interrupted, the next call resumes.

    `say` is called with lines of progress.
    """
    rows = [
        row_of(_made(str(seed), individuals, say))._replace(run=f"as long as {name}")
        for seed, (name, individuals, *_) in enumerate(paper.TABLE_I[1:], start=2)
    ]
    write_rows(FILE, rows)
    stored.cache_clear()


def _made(seed: str, individuals: int, say: Say) -> Archive:
    name = f"paper-{seed}-{individuals}"
    if name in runs.names():
        known = runs.load(name)
        if known.complete and known.best is not None:
            return known
        held = resumed(name)
    else:
        held = started(name, Setting(), Recipe(seed, individuals, PUBLISHED_INITIAL))
    with ThreadPoolExecutor(os.cpu_count()) as pool, held as run:
        return evolve(run, pool, lambda now: say(now.line))
