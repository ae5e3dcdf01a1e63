"""The page on learning by multiplicative weights (MWUM), from its plateau to our extensions."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from agents.runs.errors import BadRun
from analysis.papers import strangers
from analysis.papers.mwum import learning_figures, outcome_figures, series
from analysis.papers.mwum.findings import findings
from analysis.papers.strangers import LEARNERS
from analysis.views.pages import not_found, show


@require_GET
def mwum(request: HttpRequest) -> HttpResponse:
    """Show the figures of all training runs of the learner by multiplicative weights (MWUM)."""
    with not_found(BadRun):
        training_runs = {each: series.training_runs(each) for each in series.ALL}
        met = LEARNERS["mwum"].load()
        shown = [
            learning_figures.plateau(training_runs),
            learning_figures.enhancements(training_runs),
            learning_figures.met(training_runs),
            learning_figures.regret(training_runs),
            learning_figures.halves(training_runs),
            outcome_figures.lengths(training_runs),
            learning_figures.episodes(training_runs),
            outcome_figures.reached(training_runs),
            outcome_figures.scores(training_runs),
            outcome_figures.habits(),
            *([strangers.figure("mwum", met)] if met else []),
        ]
        numbers = findings(training_runs, met)
    return show(
        request,
        "analysis/mwum.html",
        shown,
        numbers=numbers,
        commands=[(each.title, each.command()) for each in series.ALL],
        three=[f"mwum:{series.THREE.run(seed)}" for seed in series.SEEDS],
        agents=[f"mwum:{series.KNOWING.run(seed)}" for seed in series.SEEDS],
    )
