"""The content of the page about the MAP-Elites paper (Canaan et al. 2019), cached in the process
since it takes two seconds to compute; and the errors of the published analysis, each with
corrected numbers.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Annotated

from agents.archives import Archive, runs
from agents.archives.summary import summary
from analysis.diversity.corresponding import Lineup
from analysis.figures import Figure
from analysis.papers.map_elites import paper, published_figures, run_tables
from analysis.papers.map_elites.diversity_figures import agreement_points
from analysis.papers.map_elites.run_tables import RunPair, Tables, compared
from analysis.tables import Column, Rows
from native.play.matches import Moment

FAR = 33


@dataclass(frozen=True)
class CorrectionRow:
    """A row of the table of corrections: an error of the published analysis with the published
    value, our value by the erroneous method of the paper's program (`as_computed`), and our value
    by the method that the paper describes (`as_described`).

    Values such as "8.04–8.10" are ranges over our runs or pairs of runs.
    """

    title: Annotated[str, Column("what")]
    paper: Annotated[str | None, Column(paper.NAME)]
    as_computed: Annotated[str, Column("ours, as its program went")]
    as_described: Annotated[str, Column("ours, as described")]


@dataclass(frozen=True)
class Correction(CorrectionRow):
    """An error of the published analysis, as a row of the table with an explanation."""

    text: str


def corrections(runs: Sequence[Tables], pairs: Sequence[RunPair]) -> list[Correction]:
    """Return the errors of the published analysis that our `runs` and `pairs` of runs show, with
    corrected numbers, largest effect first.
    """
    if not runs:
        return []
    return [*_of_pairs(pairs), *_of_actions(runs), *_of_archives([t.archive for t in runs])]


def table(listed: Sequence[Correction]) -> Figure:
    """Tabulate the errors of the published analysis in `listed`, with corrected numbers."""
    return Figure(name="corrections", title="All corrections", table=Rows(CorrectionRow, listed))


def _of_pairs(pairs: Sequence[RunPair]) -> Iterator[Correction]:
    if not pairs:
        return
    played, ended = (
        _range(p.compared.agreement(moment) for p in pairs)
        for moment in (Moment.AS_PLAYED, Moment.AT_THE_END)
    )
    yield Correction(
        "Actions were compared on finished games",
        f"{paper.CORRESPONDING_AGREEMENT:.2f}",
        ended,
        played,
        "The program kept each state as a reference to the player's live view, so when the actions "
        "were compared, every state of a game had become its last. On the states that the players "
        "saw, agents of the same cell in two runs act more alike than published.",
    )
    yield Correction(
        "Corresponding agents may never have met",
        f"{paper.TOGETHER:.2f}, alone {paper.ALONE:.2f}",
        _range(p.scores[Lineup.ITSELF].value for p in pairs),
        _range(p.scores[Lineup.PAIR].value for p in pairs),
        "The function that lets the agents of two runs play takes both from the first, in every "
        "public version since May 2019, so what it gives is plain self-play. Real pairs lose about "
        "a fifth of a point: a small loss, but a sure one. That they play together nearly as well "
        "as alone holds.",
    )


def _of_actions(runs: Sequence[Tables]) -> Iterator[Correction]:
    kept = [t.agreement for t in runs if t.agreement]
    lines = {m: [dict(agreement_points(s, m)) for s in kept] for m in Moment}
    near, far = (
        {m: _range(line[d].value for line in lines[m] if d in line) for m in Moment}
        for d in (1, FAR)
    )
    told = paper.AGREEMENT
    yield Correction(
        "The same within a run",
        f"{told[1]} falling to {told[FAR]}",
        f"{near[Moment.AT_THE_END]} falling to {far[Moment.AT_THE_END]}",
        f"{near[Moment.AS_PLAYED]} falling to {far[Moment.AS_PLAYED]}",
        "Neighbours act more alike than published, and on the way to the farthest cells likeness "
        f"falls faster. At distance {FAR} there is one pair a run, so that number is a matter of "
        "luck.",
    )
    yield Correction(
        "Thirteen legal moves are those of finished games",
        "13",
        _range(s.mean_options(Moment.AT_THE_END) for s in kept),
        _range(s.mean_options(Moment.AS_PLAYED) for s in kept),
        "The number of legal moves tells the two apart: in the turns of a game there are more. "
        "This is the plainest sign that the paper's numbers come from finished games.",
    )
    turns = [int(s.turns[Moment.AS_PLAYED]) for s in kept]
    games = sorted({s.games for s in kept})
    yield Correction(
        "A hundred games were ten",
        "140 thousand states",
        f"{min(turns):,}–{max(turns):,} states of {' or '.join(map(str, games))} games",
        "",
        "The text says 100 games an agent and 140 thousand states. The program played 10, and 10 "
        "give that many; 100 would give ten times as many.",
    )


def _of_archives(archives: Sequence[Archive]) -> Iterator[Correction]:
    now = [summary(archive) for archive in archives]
    yield Correction(
        "Most elites do not live in their cells",
        "324–326 cells",
        f"{_span(s.coverage for s in now)} cells",
        f"{_span(s.in_own_cell for s in now)} elites in their own",
        "A candidate is put into a cell by 100 games and never moved, so the archive collects "
        "those whose measures came out lucky, most of them near a border. Over 1,000 fresh games "
        "most lie in another cell, nearly always the next. The map's outline is less sure than it "
        "looks.",
    )
    best = [a.best.remeasured.objective for a in archives if a.best]
    yield Correction(
        "The best score owes a little to luck",
        "20.16–20.68",
        _range(a.top.latest.objective for a in archives if a.top),
        _range(best),
        "The best of hundreds of means over 1,000 games is a little too high. Over 20,000 games of "
        "its own it is lower, as the paper itself finds for its first run: 20.33 and not 20.51.",
    )
    yield Correction(
        "A failing rule ends the game",
        None,
        f"{_span(f'{100 * _given_up(archive):.0f}' for archive in archives)}% of the games",
        "",
        "Some rules of the program throw an error or answer an illegal move in certain positions, "
        "and the game then ends with the score it has. The paper does not say so. We play the same "
        "to compare; our improved runs pass over such a rule.",
    )
    yield Correction(
        "There are 105 rules, not 135",
        "135",
        "105",
        "",
        "No version of the public program has more, and no published chromosome names another.",
    )


def _given_up(archive: Archive) -> float:
    """Return the share of the elites' self-play games that a failing rule ended."""
    counted = [
        (measured.tally["given_up"], measured.games)
        for measured in (cell.latest for cell in archive.valid)
        if measured.tally and "given_up" in measured.tally
    ]
    return sum(ended for ended, _ in counted) / max(1, sum(games for _, games in counted))


def _range(values: Iterable[float | None]) -> str:
    """Format the range of values: "8.04–8.10", or one number if all are equal."""
    return _span(f"{value:.2f}" for value in values if value is not None)


def _span(values: Iterable[object]) -> str:
    known = sorted(map(str, values), key=float)
    if not known:
        return "–"
    return known[0] if known[0] == known[-1] else f"{known[0]}–{known[-1]}"


@dataclass(frozen=True)
class PublishedPage:
    """The content of the page about the MAP-Elites paper: the names of our runs with the paper's
    settings, corrections of the published analysis, and figures of the paper's results and ours.
    """

    runs: list[str]
    theirs: str
    """The name of the run that holds the authors' published archive; "" if it is absent."""
    corrections: list[Correction]
    figures: list[Figure]


def published_page() -> PublishedPage:
    """Return the content of the page about the MAP-Elites paper, cached until a file of one of the
    runs changes.

    Raises BadArchive if an archive is damaged.
    """
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
    pairs = compared(combinations(names, 2))
    theirs = run_tables.theirs()
    listed = corrections(ours, pairs)
    drawn = published_figures.figures(ours, pairs, theirs) if ours else []
    return PublishedPage(
        runs=names,
        theirs=theirs.archive.run if theirs else "",
        corrections=listed,
        figures=[*drawn, table(listed)] if drawn else [],
    )
