"""What every page's frame shows about the person asking."""

from __future__ import annotations

from django.http import HttpRequest

from game.tables.people import current_player


def person(request: HttpRequest) -> dict[str, str]:
    player = current_player(request)
    return {"player_name": player.name if player else ""}
