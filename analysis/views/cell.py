"""The page of one cell: its elite's rules, measures and partners."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from agents import registry
from agents.archives import Archive
from agents.archives.archive import Cell, Measurement
from agents.archives.summary import place_of
from agents.kinds.elites import address_of
from agents.profile import profile_of
from analysis.diversity.crossplay import EliteCrossPlay
from analysis.figures import Figure
from analysis.maps.map_figures import cell_page
from analysis.tables import Rows
from analysis.views.pages import place_in, run_of, show
from native.play.measures import MEASURES

PARTNERS_SHOWN = 8
PARTNERS_WATCHED = 4


@require_GET
def cell(request: HttpRequest, name: str, place: str) -> HttpResponse:
    """Show the page of the elite in the cell `place` (such as 9,16) of the run called `name`: its
    rules, measures and partners. Raises Http404 if the run or the elite is missing.
    """
    archive, table = run_of(name)
    at = place_in(place)
    elite = archive.by_place.get(at) if at else None
    if elite is None:
        raise Http404(f"Cell {place[:20]} of {name} is empty.")
    address = address_of(name, elite)
    players, latest = archive.setting.players, elite.latest
    return show(
        request,
        "analysis/cell.html",
        [_partners_figure(archive, table, elite)] if table else [],
        archive=archive,
        cell=elite,
        agent=registry.find(address),
        profile=profile_of(address, players),
        players=players,
        place=at,
        bounds=_bounds(archive, elite),
        found_in=place_of(archive.setting, latest),
        sem=latest.error,
        measures=_measures(archive, latest),
        others=_to_watch(archive, table, elite),
        seats=[address] * players,
        neighbours=_neighbours(archive, elite),
    )


def _measures(
    archive: Archive, measurement: Measurement
) -> list[tuple[str, float | None, float | None]]:
    """Return name, value and standard error of each measure; None if its tallies are unknown."""
    tallies = measurement.tally or {}
    errors = {
        name: float(MEASURES[name].standard_error(tallies))
        for name in archive.setting.measures
        if MEASURES[name].of(tallies) is not None
    }
    return [
        (name.replace("_", " "), value, errors.get(name))
        for name, value in zip(archive.setting.measures, measurement.measures, strict=True)
    ]


def _bounds(archive: Archive, elite: Cell) -> list[tuple[str, float, float]]:
    """Return the name, lower and upper bound of each measure in this cell."""
    places = zip((elite.row, elite.column), archive.setting.grid, strict=True)
    return [
        (name.replace("_", " "), place / count, (place + 1) / count)
        for name, (place, count) in zip(archive.setting.measures, places, strict=True)
    ]


def _to_watch(
    archive: Archive, table: EliteCrossPlay | None, elite: Cell
) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return (address, title) pairs of partners to watch the elite play with, in titled groups."""
    named = ("Agents by name", [(entry.address, entry.title) for entry in registry.everyone()])
    index = table.index(elite.row, elite.column) if table else None
    if table is None or index is None:
        return [named]
    means = table.mean[index]
    listed = [
        (f"elite:{archive.run}/{row},{column}", f"Cell {row},{column}: {means[other]:.1f}")
        for other in table.ranked_partners(index)
        for row, column in [table.places[other]]
    ]
    worst = listed[PARTNERS_WATCHED:][-PARTNERS_WATCHED:]
    return [("Best partners", listed[:PARTNERS_WATCHED]), ("Worst partners", worst), named]


TOWARDS = {
    ("less", "communicativeness"): "clues less",
    ("more", "communicativeness"): "clues more",
    ("less", "risk aversion"): "bolder",
    ("more", "risk aversion"): "more careful",
}
"""Players' phrases for a cell with less or more of a measure, by ("less" or "more", measure)."""


def _neighbours(archive: Archive, elite: Cell) -> list[tuple[str, str, str, float]]:
    """Return the filled neighbouring cells: arrow, description, place and score of each."""
    ways = (("↑", "less", -1, 0), ("↓", "more", 1, 0), ("←", "less", 0, -1), ("→", "more", 0, 1))
    filled = []
    for arrow, more, down, right in ways:
        other = archive.by_place.get((elite.row + down, elite.column + right))
        measure = archive.setting.measures[0 if down else 1].replace("_", " ")
        if other is not None:
            place = f"{other.row},{other.column}"
            words = TOWARDS.get((more, measure), f"{more} {measure}")
            filled.append((arrow, words, place, other.latest.objective))
    return filled


class PartnerRow(NamedTuple):
    """A row of the table of an elite's partners: another elite of the run, with its place among
    the partners and the mean score of both together.
    """

    cell: str
    place: int
    mean: float
    standard_error: float


def _partners_figure(archive: Archive, table: EliteCrossPlay | None, elite: Cell) -> Figure:
    assert table is not None
    index = table.index(elite.row, elite.column)
    ranked = [] if index is None else table.ranked_partners(index).tolist()
    shown = ranked
    if len(ranked) > 2 * PARTNERS_SHOWN:
        shown = [*ranked[:PARTNERS_SHOWN], *ranked[-PARTNERS_SHOWN:]]
    mean, sem, games = table.mean, table.sem, table.pairs.games[index]
    rows = [
        PartnerRow(
            ",".join(map(str, table.places[other])),
            ranked.index(other) + 1,
            *(float(mean[index, other]), float(sem[index, other])),
        )
        for other in shown
    ]
    return Figure(
        name="partners",
        title="Best and worst partners in this run",
        table=Rows(PartnerRow, rows),
        address=cell_page(archive),
        games=int(games.sum()),
        command=f"manage.py crossplay {archive.run}",
        note=f"{games.min():,} games or more with each of the {len(ranked)} valid elites, on "
        "either seat. With itself it may be its own partner.",
    )
