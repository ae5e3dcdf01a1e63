"""What every page's frame shows about the person asking."""

from __future__ import annotations

from django.http import HttpRequest

from game.tables.people import current_player


def person(request: HttpRequest) -> dict[str, str]:
    # A page about an error may be drawn before anybody has asked who is there.
    known = hasattr(request, "user") and hasattr(request, "session")
    player = current_player(request) if known else None
    return {"player_name": player.name if player else ""}
