"""Pages of convention cards (the H-Group conventions that a person plays): the visitor's own card,
and any card at its own URL.
"""

from typing import Any, NamedTuple

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from agents.kinds.conv import levels, profiles
from game.replays.own_conventions import of_player
from game.tables.cards import checked
from game.tables.people import become_player, current_player
from game.views.finding import found_unless


class CardChoice(NamedTuple):
    """A level or an exception (`value`, such as “h5” or “no-bluffs”) to choose in the form of the
    convention card; `chosen` if the card has it.
    """

    value: str
    label: str
    chosen: bool


@require_http_methods(["GET", "POST"])
def own_card(request: HttpRequest) -> HttpResponse:
    """Show the visitor's convention card and the form to change it; on POST, store the posted
    card: a `level` with its exceptions (the fields `without`) or, if `level` is empty, the text
    `card`, such as `h5:no-bluffs`. If both are empty, remove the visitor's card. A visitor
    who stores a card, and never said how well they know Hanabi, is stored as a person who plays
    with conventions.
    """
    player = current_player(request)
    if request.method == "POST":
        text = request.POST.get("card", "")
        level = request.POST.get("level", "")
        if level:
            text = ":".join([level, *request.POST.getlist("without")])
        try:
            card = checked(text) if text else ""
        except ValueError as error:
            raise BadRequest(str(error)) from error
        player = become_player(request)
        player.card = card
        if card and not player.plays:
            player.plays = "conventions"
        player.save(update_fields=["card", "plays"])
        return redirect("own_card")
    context = _context(player.card if player else "", own=True)
    context["seen"] = of_player(player) if player else None
    return render(request, "game/card.html", context)


@require_GET
def card(request: HttpRequest, card: str) -> HttpResponse:
    """Show the convention card named in the URL, such as `h5:no-bluffs`, with a button that makes
    it the visitor's own.
    """
    with found_unless(ValueError):
        name = checked(card)
    if name != card:
        return redirect("card", name)
    player = current_player(request)
    mine = player is not None and player.card == card
    return render(request, "game/card.html", {**_context(card, own=False), "mine": mine})


def _context(card: str, *, own: bool) -> dict[str, Any]:
    """Return the template context of a convention card; an empty `card` means that there is none
    yet.
    """
    level, *without = card.split(":")
    return {
        "card": card,
        "own": own,
        "title": profiles.title(card) if card else "",
        "about": profiles.about(card)[: -len(profiles.VARIANTS)] if card else (),
        "levels": [CardChoice(one, _level(one), one == level) for one in levels.GROUP_LEVELS],
        "exceptions": [
            CardChoice(one, profiles.in_words(one).capitalize(), one in without)
            for one in levels.EXCEPTIONS
        ],
    }


def _level(level: str) -> str:
    """Return a level, such as `h2`, with what it adds to the one before: “Level 2: also reverse
    …”.
    """
    said = profiles.TEXTS.levels[level].summary.partition(": ")[2]
    return f"Level {level.removeprefix('h')}: {said}"
