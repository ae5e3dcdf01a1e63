"""Pages of archives: all runs, one run's map, one cell, several runs side by side."""

from __future__ import annotations

import re
from math import sqrt
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from agents import registry
from agents.archives import Archive, BadArchive, BadRun, files, pyribs, runs
from agents.archives.archive import Cell, Measurement
from agents.archives.measures import standard_error
from agents.archives.measuring import result_of
from agents.archives.summary import summary
from agents.elites import address_of
from agents.generator import progress, stopping
from agents.generator.lock import held
from agents.generator.tasks import go_on
from agents.portrait import portrait
from analysis.diversity import crossplay, partners, similarity
from analysis.diversity.crossplay import CrossPlay
from analysis.diversity.similarity import Similarity
from analysis.figures import Column, Figure
from analysis.maps.comparing import comparison
from analysis.maps.figures import command, common_scale, map_figure
from analysis.maps.layers import NEEDS_CROSSPLAY, TITLES, Place, layer
from analysis.maps.starting import NewRunForm
from analysis.maps.thumbnail import squares
from analysis.views.pages import show

PLACE = re.compile(r"(\d{1,3}),(\d{1,3})", re.ASCII)
PARTNERS_SHOWN = 8


@require_GET
def all_runs(request: HttpRequest) -> HttpResponse:
    found: list[dict[str, Any]] = []
    for name in runs.names():
        try:
            archive = runs.load(name)
        except BadArchive as error:
            found.append({"name": name, "error": str(error)})
            continue
        found.append(
            {
                "name": name,
                "archive": archive,
                "summary": summary(archive),
                "squares": squares(archive),
                "grid": archive.setting.grid,
            }
        )
    return render(request, "analysis/runs.html", {"runs": found})


@require_GET
def run(request: HttpRequest, name: str) -> HttpResponse:
    """The map; `?show=` names a layer, `?to=9,16` the cell that similarity is to."""
    archive, found = _load(name)
    if (form := request.GET.get("download")) in ("csv", "json"):
        return _file(archive, form)
    chosen = request.GET.get("show", "score")
    if chosen not in TITLES:
        raise Http404(f"A map can show {', '.join(TITLES)}, not «{chosen[:40]}».")
    to = _place(request.GET.get("to", ""))
    now = layer(chosen, archive, found, to, _similarity(name))
    figure = map_figure(archive, now) if now else None
    return show(
        request,
        "analysis/run.html",
        [figure] if figure else [],
        archive=archive,
        summary=summary(archive),
        command=command(archive),
        chosen=chosen,
        layers=TITLES.items(),
        missing=now is None,
        cells=_cells(archive, found),
        crossplay=found,
        making=held(runs.folder(name)),
        progress=None if archive.complete else progress.read(runs.folder(name)),
    )


@require_http_methods(["GET", "POST"])
def new_run(request: HttpRequest) -> HttpResponse:
    """Start a small run; for signed-in staff."""
    _refuse_unless_staff(request)
    form = NewRunForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return redirect("run", form.start())
    status = 400 if form.errors else 200
    return render(request, "analysis/new_run.html", {"form": form}, status=status)


@require_POST
def stop_run(request: HttpRequest, name: str) -> HttpResponse:
    """Stop a run at its next snapshot, whoever makes it."""
    _refuse_unless_staff(request)
    _load(name)
    stopping.ask(name)
    return redirect("run", name)


@require_POST
def go_on_with_run(request: HttpRequest, name: str) -> HttpResponse:
    """Let the worker make what is left of a run."""
    _refuse_unless_staff(request)
    archive, _ = _load(name)
    if archive.recipe and not archive.complete:
        go_on.enqueue(name)
    return redirect("run", name)


@require_GET
def cell(request: HttpRequest, name: str, place: str) -> HttpResponse:
    """One elite: its rules, measures and partners."""
    archive, found = _load(name)
    at = _place(place)
    elite = archive.by_place.get(at) if at else None
    if elite is None:
        raise Http404(f"Cell {place[:20]} of «{name}» is empty.")
    address = address_of(name, elite)
    players = archive.setting.players
    return show(
        request,
        "analysis/cell.html",
        [_partners_figure(archive, found, elite)] if found else [],
        archive=archive,
        cell=elite,
        agent=registry.find(address),
        portrait=portrait(address, players),
        players=players,
        sem=_score_error(elite.latest),
        measures=_measures(archive, elite.latest),
        others=registry.everyone(),
        seats=[address] * players,
        crossplay=found,
        neighbours=_neighbours(archive, elite),
    )


@require_GET
def compare(request: HttpRequest) -> HttpResponse:
    """Two or three runs side by side: `?runs=a,b`."""
    chosen = [name for name in request.GET.get("runs", "").split(",") if name][:3]
    chosen = chosen or request.GET.getlist("run")[:3]
    loaded = [_load(name) for name in dict.fromkeys(chosen)]
    shown = request.GET.get("show", "score")
    if shown not in TITLES:
        raise Http404(f"A map can show {', '.join(TITLES)}, not «{shown[:40]}».")
    layers = [layer(shown, a, found, None, _similarity(a.run)) for a, found in loaded]
    ready = [(a, now) for (a, _), now in zip(loaded, layers, strict=True) if now]
    low, high = common_scale([now for _, now in ready])
    archives = [archive for archive, _ in loaded]
    same = len({(a.setting.grid, a.setting.measures) for a in archives}) == 1
    extra = comparison(archives) if len(archives) > 1 and same else []
    return show(
        request,
        "analysis/compare.html",
        [*(map_figure(a, now, low=low, high=high) for a, now in ready), *extra],
        names=runs.names(),
        chosen=[archive.run for archive in archives],
        shown=shown,
        layers=TITLES.items(),
        incomparable=len(archives) > 1 and not same,
        missing=[a.run for (a, _), now in zip(loaded, layers, strict=True) if now is None],
    )


def _refuse_unless_staff(request: HttpRequest) -> None:
    if not (request.user.is_authenticated and request.user.is_staff):
        raise PermissionDenied("Runs are started and stopped by signed-in staff.")


def _load(name: str) -> tuple[Archive, CrossPlay | None]:
    try:
        archive = runs.load(name)
        found = crossplay.load(name)
    except (BadRun, BadArchive) as error:
        raise Http404(str(error)) from error
    return archive, found if found and found.complete and len(found.places) else None


def _similarity(name: str) -> Similarity | None:
    try:
        return similarity.load(name)
    except BadArchive as error:
        raise Http404(str(error)) from error


def _place(text: str) -> Place | None:
    match = PLACE.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


def _file(archive: Archive, form: str) -> HttpResponse:
    if form == "csv":
        response = HttpResponse(pyribs.encode(archive), content_type="text/csv; charset=utf-8")
    else:
        response = HttpResponse(files.encode(archive), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{archive.run}.{form}"'
    return response


def _cells(archive: Archive, found: CrossPlay | None) -> list[dict[str, Any]]:
    """What the page tells of a cell under the pointer or the cursor."""
    names = [name for name in TITLES if name != "similarity"]
    layers = [layer(name, archive, found) for name in names if found or name not in NEEDS_CROSSPLAY]
    return [
        {
            "row": elite.row,
            "column": elite.column,
            "genes": list(elite.genes),
            "measures": elite.latest.measures,
            "values": [
                (now.title, now.at((elite.row, elite.column)), now.digits) for now in layers if now
            ],
        }
        for elite in archive.valid
    ]


def _score_error(found: Measurement) -> float | None:
    """Standard error of the mean score."""
    return None if found.spread is None else found.spread / sqrt(found.games)


def _measures(archive: Archive, found: Measurement) -> list[tuple[str, float | None, float | None]]:
    """Name, value and standard error of each."""
    result = result_of(found) if found.tally else None
    return [
        (
            name.replace("_", " "),
            value,
            float(standard_error(name, result)[0])
            if result is not None and value is not None
            else None,
        )
        for name, value in zip(archive.setting.measures, found.measures, strict=True)
    ]


def _neighbours(archive: Archive, elite: Cell) -> list[tuple[str, str, str, float]]:
    """Filled cells next to this one: an arrow, its words, the place and the score."""
    ways = (("↑", "less", -1, 0), ("↓", "more", 1, 0), ("←", "less", 0, -1), ("→", "more", 0, 1))
    found = []
    for arrow, more, down, right in ways:
        other = archive.by_place.get((elite.row + down, elite.column + right))
        measure = archive.setting.measures[0 if down else 1].replace("_", " ")
        if other is not None:
            place = f"{other.row},{other.column}"
            found.append((arrow, f"{more} {measure}", place, other.latest.objective))
    return found


def _partners_figure(archive: Archive, found: CrossPlay | None, elite: Cell) -> Figure:
    assert found is not None
    index = found.index(elite.row, elite.column)
    ranked = [] if index is None else partners.ranked_partners(found, index).tolist()
    shown = ranked
    if len(ranked) > 2 * PARTNERS_SHOWN:
        shown = [*ranked[:PARTNERS_SHOWN], *ranked[-PARTNERS_SHOWN:]]
    mean, sem = found.mean, found.sem
    return Figure(
        name="partners",
        title="Best and worst partners in this run",
        columns=[Column("cell"), Column("place", 0), Column("mean"), Column("standard error")],
        rows=[
            (
                ",".join(map(str, found.places[other])),
                ranked.index(other) + 1,
                float(mean[index, other]),
                float(sem[index, other]),
            )
            for other in shown
        ],
        games=found.games * len(ranked),
        command=f"manage.py crossplay {archive.run}",
        note=f"{found.games} games with each of the {len(ranked)} valid elites, in both orders of "
        "the seats. With itself it may be its own partner.",
    )
