"""The page on deep reinforcement learning: a paper's table beside ours, and all training runs."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from analysis.papers import strangers
from analysis.papers.learning import belief_figures, curve_figures, table_figures
from analysis.papers.learning.findings import findings
from analysis.papers.learning.ways import all_ways
from analysis.papers.strangers import LEARNERS
from analysis.views.pages import show


@require_GET
def learning(request: HttpRequest) -> HttpResponse:
    """Show all training runs: scores, learning curves, beliefs, and play with strangers."""
    ways, models = all_ways(), belief_figures.models()
    tables = sorted({way.recipe.players for way in ways})
    curves = [
        figure
        for p in tables
        for plus in (False, True)
        if (figure := curve_figures.curves(ways, p, plus=plus))
    ]
    actions = [figure for p in tables if (figure := curve_figures.actions(ways, p))]
    memory = table_figures.figure(ways)
    met, numbers = LEARNERS["learning"].load(), findings(ways, models)
    shown = [
        table_figures.table(ways),
        curve_figures.missing(ways),
        table_figures.differences(ways),
        *([belief_figures.tests(numbers.told)] if numbers.told else []),
        *curves,
        *([memory] if memory else []),
        *actions,
        *([belief_figures.beliefs(models)] if models else []),
        *([strangers.figure("learning", met)] if met else []),
        table_figures.cost(ways),
    ]
    return show(
        request,
        "analysis/learning.html",
        shown,
        numbers=numbers,
        met=met,
        memory=memory.title if memory else "",
        commands=table_figures.commands(ways),
    )
