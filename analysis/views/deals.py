"""The page on winnable deals: the share of deals that can be won at all."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from analysis.papers.deals import counting
from analysis.papers.deals.counting import BadCount
from analysis.papers.deals.deal_figures import figures
from analysis.views.pages import not_found, show


@require_GET
def deals(request: HttpRequest) -> HttpResponse:
    """Show the stored counts of winnable deals."""
    with not_found(BadCount):
        drawn = figures()
        usual = {players: counting.usual(players) for players in counting.PLAYERS}
        hands = {hand: counting.with_hands(hand) for hand in counting.HANDS}
        few = counting.with_tokens(2, 1)
    return show(
        request,
        "analysis/deals.html",
        drawn,
        usual=[(players, count) for players, count in usual.items() if count],
        two=usual[2],
        three=usual[3],
        five=usual[5],
        small_hand=hands[3],
        large_hand=hands[6],
        one_token=few,
    )
