"""What every page's frame shows about the person asking."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest

from game.tables.people import current_player, guest_name


def person(request: HttpRequest) -> dict[str, str | Callable[[], str]]:
    # A page about an error may be drawn before anybody has asked who is there.
    known = hasattr(request, "user") and hasattr(request, "session")
    player = current_player(request) if known else None
    return {"player_name": player.name if player else "", "offered_name": guest_name}
