"""All that the page beside the paper shows, stored: it takes a second to make."""

from __future__ import annotations

from dataclasses import dataclass

from agents.archives import runs
from agents.stored import folder_state, stored
from analysis.figures import Figure
from analysis.papers.map_elites import corrections, published_figures, run_tables
from analysis.papers.map_elites.corrections import Correction
from analysis.papers.map_elites.corresponding_runs import pairs_among


@dataclass(frozen=True)
class PublishedPage:
    """Our runs made as in the paper, beside it."""

    runs: list[str]
    theirs: str
    """The authors' archive; empty if it is not here."""
    corrections: list[Correction]
    figures: list[Figure]


def published_page() -> PublishedPage:
    """As the runs are now. Raises BadArchive."""
    files = [(name, folder_state(runs.folder(name))) for name in runs.names()]
    return stored("published", files, _made)


def _made() -> PublishedPage:
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
