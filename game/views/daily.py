"""The pages of the daily deal: choose a partner, play once, compare results."""

from datetime import date

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from agents import registry
from game.forms import partner_menu
from game.limits import refuse_one_more_table
from game.models import DailyDeal, Player, Table
from game.tables import daily
from game.tables.people import become_player, current_player
from game.tables.refusals import Refused
from game.views.learn import kind_for
from native import Rules

RULES = Rules.standard(daily.PLAYERS)


@require_GET
def daily_deal(request: HttpRequest) -> HttpResponse:
    """Show today's daily deal; its results appear after the visitor's own attempt."""
    return _page(request, daily.deal_of_today())


@require_GET
def daily_deal_of(request: HttpRequest, day: str) -> HttpResponse:
    """Show the daily deal of a day such as 2026-11-22; everybody may see the results of past days.
    Raise Http404 if there was none.
    """
    try:
        deal = DailyDeal.objects.get(day=date.fromisoformat(day))
    except (ValueError, DailyDeal.DoesNotExist):
        raise Http404("There was no daily deal on that day.") from None
    return _page(request, deal)


@require_POST
def play_daily(request: HttpRequest) -> HttpResponse:
    """Begin or resume the visitor's attempt at today's deal; when it begins, the partner is the
    posted `agent`.
    """
    player = become_player(request, request.POST.get("name", ""))
    if daily.attempt_of(daily.deal_of_today(), player) is None:
        refuse_one_more_table(request, player, alone=False)
    try:
        return redirect(daily.begin(player, request.POST.get("agent", _usual(request, player))))
    except Refused as refused:
        raise BadRequest(refused.text) from refused


def _page(request: HttpRequest, deal: DailyDeal) -> HttpResponse:
    player = current_player(request)
    attempt = daily.attempt_of(deal, player)
    done = attempt is not None and attempt.status == Table.Status.FINISHED
    results = daily.results(deal, player) if done or not deal.open else []
    earlier = DailyDeal.objects.filter(day__lt=deal.day).order_by("-day")[:7]
    return render(
        request,
        "game/daily.html",
        {
            "deal": deal,
            "attempt": attempt,
            "done": done,
            "results": results,
            "late": attempt is not None and not any(row.mine for row in results),
            "played": deal.tables.filter(status=Table.Status.FINISHED).count(),
            "partner_menu": partner_menu(_usual(request, player), RULES),
            "earlier": earlier,
        },
    )


def _usual(request: HttpRequest, player: Player | None) -> str:
    return registry.partner_for(RULES, kind_for(request, player)).address
