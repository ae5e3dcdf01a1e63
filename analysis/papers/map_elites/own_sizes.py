"""Our runs with as many individuals as the second and third run of Canaan et al. (2019), as rows
for the paper's table I.

The runs that ship with the program all have as many individuals as the paper's first.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from agents.archives import Recipe, Setting, runs
from agents.archives.archive import Archive
from agents.archives.setting import PUBLISHED_INITIAL
from agents.archives.summary import summary
from agents.generator import status
from agents.generator.run import make as evolve
from agents.generator.run import resumed, started
from agents.runs.storage import replace
from analysis.papers.map_elites import paper

FILE = Path(__file__).with_name("own_sizes.json")
Say = Callable[[str], object]


class Size(NamedTuple):
    """A run to make, with as many individuals as a run of Canaan et al. (2019): the name of that
    run, our seed, and the number of individuals.
    """

    name: str
    seed: str
    individuals: int

    @property
    def run(self) -> str:
        """The name of our run, and of its folder."""
        return f"paper-{self.seed}-{self.individuals}"


class OwnSize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row for table I of Canaan et al. (2019): one of our runs that has as many individuals as a
    run of the paper.
    """

    run: str
    seed: str
    individuals: int
    games: int
    rule_base: int
    valid_cells: int
    mean_stored: float
    """Mean score over the valid cells, from the 100 games of each elite during the search, by
    which it was chosen for its cell."""
    mean: float
    """Mean score over the valid cells in fresh games, 1,000 of each elite."""
    best_stored: float
    best: float
    best_again: float
    """Mean score of the best elite over 20,000 further games."""


SIZES = tuple(
    Size(name, str(seed), individuals)
    for seed, (name, individuals, *_) in enumerate(paper.TABLE_I, start=1)
    if seed > 1
)


@cache
def stored() -> tuple[OwnSize, ...]:
    """Return the rows for the paper's table I that ship with the program: our runs with as many
    individuals as the paper's runs 2 and 3. Return () if the file is absent.
    """
    return msgspec.json.decode(FILE.read_bytes(), type=tuple[OwnSize, ...]) if FILE.exists() else ()


def make(say: Say) -> None:
    """Make our runs with as many individuals as the paper's runs 2 and 3, and store their rows for
    table I in the program's file. If interrupted, the next call resumes.

    `say` is called with lines of progress.
    """
    rows = [row_of(_made(size, say)) for size in SIZES]
    replace(FILE, msgspec.json.format(msgspec.json.encode(rows), indent=1) + b"\n")
    stored.cache_clear()


def row_of(archive: Archive) -> OwnSize:
    """Return a finished run's row for table I of Canaan et al. (2019). Raise ValueError if the
    run, given by its `archive`, has no recipe or no best elite.
    """
    now, before = summary(archive), summary(archive, stored=True)
    if archive.recipe is None or archive.best is None:
        raise ValueError(f"{archive.run} is not a finished run.")
    return OwnSize(
        run=archive.run,
        seed=archive.recipe.seed,
        individuals=archive.individuals,
        games=archive.games,
        rule_base=archive.rule_base,
        valid_cells=now.coverage,
        mean_stored=before.mean_valid or 0.0,
        mean=now.mean_valid or 0.0,
        best_stored=before.max or 0.0,
        best=now.max or 0.0,
        best_again=archive.best.remeasured.objective,
    )


def _made(size: Size, say: Say) -> Archive:
    if size.run in runs.names():
        known = runs.load(size.run)
        if known.complete and known.best is not None:
            return known
        held = resumed(size.run)
    else:
        recipe = Recipe(size.seed, size.individuals, PUBLISHED_INITIAL)
        held = started(size.run, Setting(), recipe)
    with ThreadPoolExecutor(os.cpu_count()) as pool, held as run:
        return evolve(run, pool, lambda now: _report(now, say))


def _report(now: status.Status, say: Say) -> None:
    say(now.line)
