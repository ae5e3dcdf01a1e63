"""Learning by multiplicative weights, from its plateau to what is beyond."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from agents.archives.errors import BadRun
from analysis.papers.mwum import habit_figures, mwum_figures, series, stranger_figures, strangers
from analysis.papers.mwum.findings import findings
from analysis.views.pages import show


@require_GET
def mwum(request: HttpRequest) -> HttpResponse:
    try:
        training_runs = {each: series.training_runs(each) for each in series.ALL}
        met = strangers.load()
        shown = [
            mwum_figures.plateau(training_runs),
            mwum_figures.enhancements(training_runs),
            mwum_figures.met(training_runs),
            mwum_figures.halves(training_runs),
            mwum_figures.lengths(training_runs),
            mwum_figures.episodes(training_runs),
            mwum_figures.reached(training_runs),
            mwum_figures.scores(training_runs),
            habit_figures.figure(),
            *([stranger_figures.figure(met)] if met else []),
        ]
        numbers = findings(training_runs, met)
    except BadRun as error:
        raise Http404(str(error)) from error
    return show(
        request,
        "analysis/mwum.html",
        shown,
        training_runs=numbers,
        commands=[(each.title, each.command()) for each in series.ALL],
        three=[f"mwum:{series.THREE.run(seed)}" for seed in series.SEEDS],
        agents=[f"mwum:{series.KNOWING.run(seed)}" for seed in series.SEEDS],
    )
