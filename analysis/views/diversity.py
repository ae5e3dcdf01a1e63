"""Pages on the diversity of a run's elites, on the named agents on its map, and on what was
published about such runs.

A run of the generator searches, as in the MAP-Elites paper (Canaan et al. 2019), for an elite, the
best agent, for each cell of a map over two measures of play.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from agents.archives import BadArchive, BadRun
from analysis.collections import title
from analysis.diversity import named_agents as tables_of_agents
from analysis.maps.layers import layer
from analysis.maps.map_figures import map_figure
from analysis.maps.named_figures import named_map, with_elites
from analysis.papers.map_elites import run_tables
from analysis.papers.map_elites.diversity_figures import figures
from analysis.papers.map_elites.published_page import published_page
from analysis.views.pages import run_of, show
from game.views.finding import found_unless


@require_GET
def diversity(request: HttpRequest, name: str) -> HttpResponse:
    """Show how much the elites of the run called `name` differ, beside the results printed in the
    MAP-Elites paper (Canaan et al. 2019). Raises Http404 if the run is missing or damaged.

    Among the figures are maps of scores and, by the distance of two elites' cells, their score
    together, their action agreement and the number of their genes that differ.
    """
    with found_unless(BadRun, BadArchive):
        tables = run_tables.load(name)
        shown = figures(tables) if tables.archive.valid else []
    return show(request, "analysis/diversity.html", shown, archive=tables.archive, tables=tables)


@require_GET
def published(request: HttpRequest) -> HttpResponse:
    """Show the page about the MAP-Elites paper (Canaan et al. 2019): the paper's results beside
    those of this site's runs with the paper's settings, and the errors in the paper's analysis.
    """
    with found_unless(BadArchive):
        told = published_page()
    return show(request, "analysis/published.html", told.figures, told=told)


@require_GET
def named_agents(request: HttpRequest, name: str) -> HttpResponse:
    """Show all named agents on the MAP-Elites map of the run called `name`, and the scores of one
    of them with the elite of every cell; `?agent=rules:piers` chooses that agent.
    """
    archive, _ = run_of(name)
    with found_unless(BadArchive):
        table = tables_of_agents.load(name)
    address = request.GET.get("agent", "")
    figures = []
    if table is not None:
        if address and address not in table.addresses:
            raise Http404(f"{address[:60]} is not on this map.")
        score = layer("score", archive, None)
        assert score is not None
        address = address or table.addresses[0]
        row = with_elites(archive, table, address)
        figures = [named_map(archive, table, score), map_figure(archive, row)]
    return show(
        request,
        "analysis/named_agents.html",
        figures,
        archive=archive,
        agents=[(one, title(one)) for one in table.addresses] if table else [],
        chosen=address,
        changed=[title(address) for address in tables_of_agents.missing(name)] if table else [],
        command=f"manage.py rebuild named:{name}",
    )
