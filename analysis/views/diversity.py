"""Pages on the diversity of a run's elites, and on what was published about such runs."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from agents.archives import BadArchive, BadRun
from analysis.papers.map_elites import run_tables
from analysis.papers.map_elites.diversity_figures import figures
from analysis.papers.map_elites.published_page import published_page
from analysis.views.pages import not_found, show


@require_GET
def diversity(request: HttpRequest, name: str) -> HttpResponse:
    """Show the diversity of one run's elites beside the paper's figures."""
    with not_found(BadRun, BadArchive):
        tables = run_tables.load(name)
        shown = figures(tables) if tables.archive.valid else []
    return show(request, "analysis/diversity.html", shown, archive=tables.archive, tables=tables)


@require_GET
def published(request: HttpRequest) -> HttpResponse:
    """Show our runs with the settings of the MAP-Elites paper (Canaan et al. 2019) beside its
    figures, and the errors found in the paper's analysis.
    """
    with not_found(BadArchive):
        told = published_page()
    return show(request, "analysis/published.html", told.figures, told=told)
