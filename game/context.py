"""Template context about the current visitor, for every page."""

from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest

from game.tables.people import current_player, guest_name, kind_of


def person(request: HttpRequest) -> dict[str, str | Callable[[], str]]:
    """Return the template context: the visitor's `player_name` (empty if unknown) and how well they
    know Hanabi (`knows`, see `kind_of`), a guest name generator (`offered_name`), and the
    `site_address`.
    """
    # An error page may be rendered before the session middleware has run.
    known = hasattr(request, "user") and hasattr(request, "session")
    player = current_player(request) if known else None
    return {
        "player_name": player.name if player else "",
        "knows": kind_of(player),
        "offered_name": guest_name,
        "site_address": _site_address(request),
    }


def _site_address(request: HttpRequest) -> str:
    """Return the scheme and host of the request; empty on the error page for a foreign host."""
    try:
        return request.build_absolute_uri("/").rstrip("/")
    except DisallowedHost:
        return ""
