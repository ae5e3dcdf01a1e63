"""Pages of the generator's runs: the list of runs, one run's map, and several runs side by side.

A run searches for diverse agents. Its archive is a grid of cells over two measures of play, with an
elite, the best agent found, in each; its map shows a number for each cell, such as the score.
"""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import (
    condition,
    require_GET,
    require_http_methods,
    require_POST,
)

from agents.archives import Archive, BadArchive, BadRun, Setting, exchange, files, runs
from agents.archives.summary import summary
from agents.generator.tasks import go_on
from agents.runs import stopping
from analysis.diversity import named_agents
from analysis.diversity.crossplay import EliteCrossPlay
from analysis.figures import current_name
from analysis.maps import run_updates
from analysis.maps.layers import NEEDS_CROSSPLAY, TITLES, layer
from analysis.maps.map_figures import command, common_scale, comparison, curves, map_figure, squares
from analysis.maps.new_run_form import NewRunForm
from analysis.papers.map_elites.replication import best_score, mean_score
from analysis.views.pages import agreement_of, place_in, run_of, show
from game.tables.refusals import ForOthers
from game.views.finding import found_unless

MOST_COMPARED = 3
STYLES = {
    "communicativeness": (
        (0.25, "seldom clues"),
        (0.5, "clues now and then"),
        (0.75, "clues often"),
        (1.0, "clues a lot"),
    ),
    "risk_aversion": (
        (0.5, "gambles"),
        (0.75, "takes risks"),
        (0.9, "careful"),
        (1.0, "very careful"),
    ),
}
"""Players' phrases for the values of a measure, by the measure's name: pairs of an upper bound and
the phrase for values up to it."""


@require_GET
def all_runs(request: HttpRequest) -> HttpResponse:
    """Show the list of all runs of the generator with their summaries; damaged archives are listed
    with their error.
    """
    listed: list[dict[str, Any]] = []
    for name in runs.names():
        try:
            archive = runs.load(name)
        except BadArchive as error:
            listed.append({"name": name, "error": str(error)})
            continue
        listed.append(
            {
                "name": name,
                "archive": archive,
                "summary": summary(archive),
                "mean": mean_score(archive),
                "best": best_score(archive),
                "squares": squares(archive),
                "grid": archive.setting.grid,
                "measures": _other_measures(archive.setting),
            }
        )
    return render(request, "analysis/runs.html", {"runs": listed})


@require_GET
def run(request: HttpRequest, name: str) -> HttpResponse:
    """Show the map of the run called `name`; 404 if the run is missing or damaged.

    `?show=` names what the map shows (a key of `layers.TITLES`, such as `pairwise`), by default the
    score. With `?show=agreement`, each elite is compared with the elite of one cell, which
    `?to=9,16` chooses. `?download=csv` or `json` returns the archive as a file.
    """
    archive, table = run_of(name)
    if (form := request.GET.get("download")) in ("csv", "json"):
        return _file(archive, form)
    chosen = current_name(request.GET.get("show", "score"))
    if chosen not in TITLES:
        raise Http404(f"A map can show {', '.join(TITLES)}, not {chosen[:40]}.")
    to = place_in(request.GET.get("to", ""))
    now = layer(chosen, archive, table, to, agreement_of(name))
    words = {
        (elite.row, elite.column): _style(archive.setting, elite.latest.measures)
        for elite in archive.valid
    }
    figure = map_figure(archive, now, words=words if any(words.values()) else None) if now else None
    making, state, line = run_updates.state(name)
    return show(
        request,
        "analysis/run.html",
        [*([figure] if figure else []), *curves([name])],
        map=figure,
        archive=archive,
        summary=summary(archive),
        mean=mean_score(archive),
        best=best_score(archive),
        command=command(archive),
        chosen=chosen,
        layers=TITLES.items(),
        players=archive.setting.players,
        missing=now is None,
        named=named_agents.load(name) is not None,
        cells=_cells(archive, table),
        making=making,
        state=state,
        line=line,
    )


@require_GET
@found_unless(BadRun, BadArchive)
@condition(etag_func=lambda request, name: run_updates.mark(name))
def run_news(request: HttpRequest, name: str) -> JsonResponse:
    """Return the progress of the run called `name` as JSON (see `run_updates.update`), for its
    page to request every second.
    """
    return JsonResponse(run_updates.update(name))


@require_http_methods(["GET", "POST"])
def new_run(request: HttpRequest) -> HttpResponse:
    """Show the form that starts a small run and, on a valid POST, start the run and redirect to
    its page; only for signed-in staff.
    """
    _refuse_unless_staff(request)
    form = NewRunForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return redirect("run", form.start())
    status = 400 if form.errors else 200
    return render(request, "analysis/new_run.html", {"form": form}, status=status)


@require_POST
def stop_run(request: HttpRequest, name: str) -> HttpResponse:
    """Ask the process that computes the run called `name` to stop at its next snapshot, and
    redirect to the run's page; only for signed-in staff.
    """
    if _is_unfinished(request, name):
        stopping.ask(runs.folder(name))
    return redirect("run", name)


@require_POST
def go_on_with_run(request: HttpRequest, name: str) -> HttpResponse:
    """Queue the rest of the unfinished run called `name` for the worker, and redirect to the run's
    page; only for signed-in staff.
    """
    if _is_unfinished(request, name):
        go_on.enqueue(name)
    return redirect("run", name)


def _is_unfinished(request: HttpRequest, name: str) -> bool:
    """Return whether a run can be stopped or continued; only staff may ask."""
    _refuse_unless_staff(request)
    archive, _ = run_of(name)
    return archive.recipe is not None and not archive.complete


@require_GET
def compare(request: HttpRequest) -> HttpResponse:
    """Show two or three runs side by side. `?runs=a,b` names the runs, and `?show=` the number
    that their maps show (a key of `layers.TITLES`, such as `pairwise`), by default the score.
    """
    asked = [name for name in request.GET.get("runs", "").split(",") if name]
    asked = list(dict.fromkeys(asked or request.GET.getlist("run")))
    loaded = [run_of(name) for name in asked[:MOST_COMPARED]]
    shown = current_name(request.GET.get("show", "score"))
    if shown not in TITLES:
        raise Http404(f"A map can show {', '.join(TITLES)}, not {shown[:40]}.")
    agreements = [agreement_of(archive.run) for archive, _ in loaded]
    if not all(agreements):
        # The maps have one colour scale: agreement of genes for all, or of actions for all.
        agreements = [None for _ in loaded]
    layers = [
        layer(shown, archive, table, None, agreement)
        for (archive, table), agreement in zip(loaded, agreements, strict=True)
    ]
    ready = [(a, now) for (a, _), now in zip(loaded, layers, strict=True) if now]
    low, high = common_scale([now for _, now in ready])
    archives = [archive for archive, _ in loaded]
    meant = {(s.players, s.scoring, s.grid, s.measures) for s in (a.setting for a in archives)}
    same = len(meant) == 1
    extra = comparison(archives) if len(archives) > 1 and same else []
    return show(
        request,
        "analysis/compare.html",
        [*(map_figure(a, now, low=low, high=high) for a, now in ready), *extra],
        names=runs.names(),
        chosen=[archive.run for archive in archives],
        shown=shown,
        left_out=asked[MOST_COMPARED:],
        layers=TITLES.items(),
        incomparable=len(archives) > 1 and not same,
        missing=[a.run for (a, _), now in zip(loaded, layers, strict=True) if now is None],
    )


def _other_measures(setting: Setting) -> str:
    """Return the measures of the map's rows and columns, or "" if they are the default ones."""
    usual = setting.measures == Setting().measures
    return "" if usual else " by ".join(name.replace("_", " ") for name in setting.measures)


def _refuse_unless_staff(request: HttpRequest) -> None:
    if not (request.user.is_authenticated and request.user.is_staff):
        raise ForOthers("Runs are started and stopped by signed-in staff.")


def _file(archive: Archive, form: str) -> HttpResponse:
    if form == "csv":
        response = HttpResponse(exchange.as_csv(archive), content_type="text/csv; charset=utf-8")
    else:
        response = HttpResponse(files.encode(archive), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{archive.run}.{form}"'
    return response


def _cells(archive: Archive, table: EliteCrossPlay | None) -> list[dict[str, Any]]:
    """Return the facts shown for the cell under the pointer or the cursor."""
    names = [name for name in TITLES if name != "agreement"]
    layers = [layer(name, archive, table) for name in names if table or name not in NEEDS_CROSSPLAY]
    best = table.places[table.best_partners].tolist() if table else None
    return [
        {
            "row": elite.row,
            "column": elite.column,
            "genes": list(elite.genes),
            "said": _style(archive.setting, elite.latest.measures),
            "values": [
                *(
                    (now.title, now.at((elite.row, elite.column)), now.digits)
                    for now in layers
                    if now
                ),
                *(
                    (name.replace("_", " ").capitalize(), value, 3)
                    for name, value in zip(
                        archive.setting.measures, elite.latest.measures, strict=True
                    )
                ),
            ],
            "partner": best[number] if best else None,
        }
        for number, elite in enumerate(archive.valid)
    ]


def _style(setting: Setting, values: Sequence[float | None]) -> str:
    """Return an elite's style in players' words, such as “clues a lot, very careful”; empty for
    measures that have no words.
    """
    return ", ".join(
        next(word for bound, word in STYLES[name] if value <= bound)
        for name, value in zip(setting.measures, values, strict=True)
        if name in STYLES and value is not None and value <= 1
    )
