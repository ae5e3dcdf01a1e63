"""The first page of the site's section “Study”, and the page of agents as partners of people."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_GET

from analysis.collections import credits_of, title
from analysis.models import Person, Survey, Trace
from analysis.papers.deals import counting
from analysis.papers.deals.counting import BadCount
from analysis.papers.perfect import measured
from analysis.papers.perfect.findings import Findings
from analysis.partners import scores
from analysis.partners.answers import survey_answers
from analysis.partners.scores import leaderboard
from analysis.traces import importing as published
from analysis.views.pages import PageFilters, show
from game.views.finding import found_unless


@require_GET
def study_home(request: HttpRequest) -> HttpResponse:
    """Show the first page of the site's section “Study”: the shares of winnable deals and of games
    won with all hands visible, and links to the other pages.
    """
    with found_unless(measured.BadMeasurements, BadCount):
        two, three = counting.stored(2), counting.stored(3)
        ahead = Findings(measured.load()).ahead
    return show(request, "analysis/study_home.html", two=two, three=three, ahead=ahead)


@require_GET
def overview(request: HttpRequest) -> HttpResponse:
    """Show the page of agents as partners of people: their scores, and people's survey answers
    about them, over the games that the URL's filters choose.
    """
    filters = PageFilters(request.GET)
    if not filters.is_valid():
        return show(request, "analysis/overview.html", filters=filters, status=400)
    seats = filters.seats()
    by_address = scores.by_agent(seats, filters.score)
    board = leaderboard(by_address, filters.score)
    places = [row[1] for row in board.rows]
    collections = Trace.objects.values_list("collection", flat=True).distinct().order_by()
    return show(
        request,
        "analysis/overview.html",
        [board, survey_answers(seats)],
        filters=filters,
        partners=[
            (address, title(address), partner, place)
            for (address, partner), place in zip(by_address.items(), places, strict=True)
        ],
        counts={
            "games": Trace.objects.count(),
            "people": Person.objects.filter(seats__isnull=False).distinct().count(),
            "surveys": Survey.answered().count(),
        },
        credits=credits_of(collections),
        importing=published.importing(),
    )


@require_GET
def importing(request: HttpRequest) -> JsonResponse:
    """Return the progress of the import of published games as JSON: the numbers of games `done` and
    in `total`, and whether it is `running`.
    """
    progress = published.importing()
    done, total = progress or published.Importing(published.GAMES, published.GAMES)
    return JsonResponse({"done": done, "total": total, "running": progress is not None})
