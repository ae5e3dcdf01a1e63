"""The content of the page about the paper, cached in the process (it takes two seconds)."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from agents.archives import runs
from analysis.figures import Figure
from analysis.papers.map_elites import corrections, paper, published_figures, run_tables
from analysis.papers.map_elites.corrections import Correction
from analysis.papers.map_elites.corresponding_runs import pairs_among


@dataclass(frozen=True)
class PublishedPage:
    """Our runs with the paper's settings, with corrections and figures comparing them to the
    paper."""

    runs: list[str]
    theirs: str
    """The run name of the authors' archive; "" if it is absent."""
    corrections: list[Correction]
    figures: list[Figure]


def published_page() -> PublishedPage:
    """Return the page's content, cached until a run that it may show changes. Raises BadArchive if
    an archive is damaged."""
    archives = {name: runs.load(name) for name in runs.names()}
    shown = [
        name
        for name, archive in archives.items()
        if paper.is_as_published(archive) or paper.is_theirs(archive)
    ]
    return _page(tuple((name, _state(runs.folder(name))) for name in shown))


def _state(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Return the name, size and modification time of every file below the folder."""
    files = ((file, file.stat()) for file in sorted(folder.rglob("*")) if file.is_file())
    return tuple((str(file), stat.st_size, stat.st_mtime_ns) for file, stat in files)


@lru_cache(maxsize=1)
def _page(_files: tuple[object, ...]) -> PublishedPage:
    ours = run_tables.as_published()
    names = [each.archive.run for each in ours]
    pairs = pairs_among(names)
    theirs = run_tables.theirs()
    listed = corrections.corrections(ours, pairs)
    drawn = published_figures.figures(ours, pairs, theirs) if ours else []
    return PublishedPage(
        runs=names,
        theirs=theirs.archive.run if theirs else "",
        corrections=listed,
        figures=[*drawn, corrections.table(listed)] if drawn else [],
    )
