"""Template context for every page: the current visitor, and the address of the site."""

from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest

from game.tables.people import current_player, guest_name, kind_of

SECTIONS = {
    "": "play",
    "play": "play",
    "tables": "play",
    "daily": "play",
    "conventions": "play",
    "learn": "learn",
    "puzzles": "learn",
    "drills": "learn",
    "empathy": "learn",
    "watch": "watch",
    "agents": "agents",
    "analysis": "study",
    "replays": "replays",
    "history": "replays",
    "docs": "docs",
    "accounts": "account",
}
"""The section of the site that a page belongs to, by the first part of the page's path."""


def person(request: HttpRequest) -> dict[str, str | Callable[[], str]]:
    """Return the template context of every page, as a dictionary.

    It has the visitor's `player_name` (empty if unknown), how well they say they know Hanabi
    (`knows`: “new”, “rules”, “conventions” or “unknown”), a function that generates a name for a
    guest (`offered_name`), the `site_address`, and the `section` of the site that the page belongs
    to, which a view's own context may replace.
    """
    # An error page may be rendered before the session middleware has run.
    known = hasattr(request, "user") and hasattr(request, "session")
    player = current_player(request) if known else None
    return {
        "player_name": player.name if player else "",
        "knows": kind_of(player),
        "offered_name": guest_name,
        "site_address": _site_address(request),
        "section": _section(request.path_info),
    }


def _section(path: str) -> str:
    """Return the section of the site that the page at this path belongs to; empty if none."""
    if path.startswith("/analysis/runs/"):
        return "archives"
    return SECTIONS.get(path.strip("/").partition("/")[0], "")


def _site_address(request: HttpRequest) -> str:
    """Return the scheme and host of the request; empty on the error page for a foreign host."""
    try:
        return request.build_absolute_uri("/").rstrip("/")
    except DisallowedHost:
        return ""
