"""Learning by multiplicative weights, from its plateau to what is beyond."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from agents.archives.errors import BadRun
from analysis.papers.mwum import habits, mwum_figures, series, strangers
from analysis.papers.mwum.findings import findings
from analysis.views.pages import show


@require_GET
def mwum(request: HttpRequest) -> HttpResponse:
    try:
        found = {each: series.courses(each) for each in series.ALL}
        met = strangers.load()
        shown = [
            mwum_figures.plateau(found),
            mwum_figures.enhancements(found),
            mwum_figures.met(found),
            mwum_figures.halves(found),
            mwum_figures.lengths(found),
            mwum_figures.episodes(found),
            mwum_figures.reached(found),
            mwum_figures.scores(found),
            habits.figure(),
            *([strangers.figure(met)] if met else []),
        ]
        numbers = findings(found, met)
    except BadRun as error:
        raise Http404(str(error)) from error
    return show(
        request,
        "analysis/mwum.html",
        shown,
        found=numbers,
        commands=[(each.title, each.command()) for each in series.ALL],
        three=[f"mwum:{series.THREE.run(seed)}" for seed in series.SEEDS],
        agents=[f"mwum:{series.KNOWING.run(seed)}" for seed in series.SEEDS],
    )
