"""Who looks on: the sockets of this process, by table, by person and by address."""

from __future__ import annotations

from collections import Counter

from django.conf import settings

from game.models import Player
from game.tables.refusals import Refusal, Refused

_sockets: Counter[tuple[str, object]] = Counter()

Ticket = list[tuple[str, object]]
"""What one socket was counted under."""


def arrive(slug: str, player: Player | None, address: str, place: str = "table") -> Ticket:
    """Count a socket at a table, or at another place. Raises Refused(TOO_MANY)."""
    limits = settings.LIMITS
    wanted: list[tuple[tuple[str, object], float, str]] = [
        ((place, slug), limits.sockets_a_table, f"Too many people look at this {place}."),
        (("address", address), limits.sockets_an_address, "Your network has too many tables open."),
    ]
    if player is not None:
        words = "You have this site open in too many windows. Close some of them."
        wanted.append((("person", player.pk), limits.sockets_a_person, words))
    for key, most, words in wanted:
        if _sockets[key] >= most:
            raise Refused(Refusal.TOO_MANY, words)
    ticket: Ticket = [key for key, *_ in wanted]
    _sockets.update(ticket)
    return ticket


def leave(ticket: Ticket) -> None:
    """Count it no more."""
    for key in ticket:
        _sockets[key] -= 1
        if not _sockets[key]:
            del _sockets[key]


def attended(slug: str) -> bool:
    """Whether somebody looks at this table by this process."""
    return ("table", slug) in _sockets


def tables_open() -> int:
    """Tables that somebody looks at."""
    return sum(kind == "table" for kind, _ in list(_sockets))


def sockets_open() -> int:
    return sum(count for (kind, _), count in list(_sockets.items()) if kind in ("table", "replay"))
