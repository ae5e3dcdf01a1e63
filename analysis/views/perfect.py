"""The page on perfect information: how well Hanabi can be played if every hand is visible."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from analysis.papers.deals.counting import BadCount
from analysis.papers.perfect import measured, published, reduced_figures
from analysis.papers.perfect.findings import findings
from analysis.papers.perfect.perfect_figures import READINGS, figures, table_sizes
from analysis.partners import clue_efficiency
from analysis.views.pages import not_found, show
from native.strategies.perfect import Reading

DEFAULT = Reading.OFFICIAL


@require_GET
def perfect(request: HttpRequest) -> HttpResponse:
    """Show how well Hanabi can be played if every hand is visible.

    `?reading=official` or `seed` chooses the rules: the official ones, or those of a paper's
    programs.
    """
    named = {reading.name.lower(): reading for reading in READINGS}
    wish = request.GET.get("reading", DEFAULT.name.lower())
    if wish not in named:
        raise Http404(f"A reading is {' or '.join(named)}, not {wish[:40]}.")
    efficiency = clue_efficiency.figure()
    with not_found(measured.BadMeasurements, BadCount):
        results = measured.load()
        drawn = [
            *figures(results, named[wish]),
            table_sizes(results),
            reduced_figures.figure(results),
            reduced_figures.steps(results),
            reduced_figures.short(results),
            efficiency,
        ]
    return show(
        request,
        "analysis/perfect.html",
        drawn,
        reading=wish,
        readings=[(name, READINGS[reading]) for name, reading in named.items()],
        numbers=findings(results),
        published=published,
        best=clue_efficiency.best_bot(efficiency),
        people=clue_efficiency.people_told(efficiency),
    )
