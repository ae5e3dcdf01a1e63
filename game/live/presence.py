"""Presence: the open sockets of this process, a table's spectators, and the people at its seats.

A seat is marked in the database while its person has an open socket. Each process counts the
windows of its spectators, and shares the count by one database row per process and table.
"""

import secrets
from collections import Counter
from collections.abc import Sequence
from time import monotonic

from django.conf import settings
from django.db.models import Sum
from django.utils import timezone

from game.models import PRESENCE_FADES_AFTER, Player, Seating, Watchers
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState

Ticket = Sequence[tuple[str, object]]
"""The keys under which a socket is counted, such as `("address", "192.0.2.1")`: its network
address, its table or other place, and its person."""

PROCESS = secrets.token_hex(8)
REFRESHED_AFTER = PRESENCE_FADES_AFTER.total_seconds() / 4
"""The age in seconds at which this process rewrites its row with a table's number of spectators;
rows that are not rewritten expire."""

_sockets: Counter[tuple[str, object]] = Counter()
_watching: Counter[str] = Counter()
"""The number of windows that watch each table through this process, by table."""
_stored: dict[str, tuple[int, float]] = {}
"""The count of spectators last stored in the database, and when (monotonic seconds), by table."""


def arrive(slug: str | None, player: Player | None, address: str, place: str = "table") -> Ticket:
    """Count a new socket as open, and return a ticket to give to `leave` when it closes.

    `place` is the kind of place that the socket connects to, such as “table”, and `slug` names the
    place. Raise Refused(TOO_MANY) if the network address, person or place has too many sockets; a
    person or place that is None is not counted.
    """
    limits = settings.LIMITS
    network = "Your network has too many windows of this site open."
    yours = "You have this site open in too many windows. Close some of them."
    wanted: list[tuple[tuple[str, object], float, str]] = [
        (("address", address), limits.sockets_an_address, network),
        ((place, slug), limits.sockets_a_table, f"Too many people look at this {place}."),
        (("person", player and player.pk), limits.sockets_a_person, yours),
    ]
    ticket: Ticket = [key for key, *_ in wanted if key[1] is not None]
    for key, most, words in wanted:
        if key in ticket and _sockets[key] >= most:
            raise Refused(Refusal.TOO_MANY, words)
    _sockets.update(ticket)
    return ticket


def leave(ticket: Ticket) -> None:
    """Stop counting a socket that has closed; `ticket` is the result of `arrive`."""
    for key in ticket:
        _sockets[key] -= 1
        if not _sockets[key]:
            del _sockets[key]


def attended(slug: str) -> bool:
    """Return whether a socket of this process is connected to this table."""
    return ("table", slug) in _sockets


def tables_open() -> int:
    """Return the number of tables that have at least one socket in this process."""
    return sum(kind == "table" for kind, _ in list(_sockets))


def sockets_open() -> int:
    """Return the number of open sockets of this process."""
    return sum(count for (kind, _), count in list(_sockets.items()) if kind == "address")


def start_watching(slug: str) -> None:
    """Add one to this process's count of windows that watch a table."""
    _watching[slug] += 1


def stop_watching(slug: str) -> None:
    """Subtract one from this process's count of windows that watch a table."""
    _watching[slug] -= 1
    if not _watching[slug]:
        del _watching[slug]


def spectators(state: TableState) -> int:
    """Store this process's number of spectators of a table; return the number in all processes."""
    store_spectators(state)
    fresh = Watchers.objects.filter(
        table=state.table, seen__gt=timezone.now() - PRESENCE_FADES_AFTER
    )
    return fresh.aggregate(all=Sum("count"))["all"] or 0


def store_spectators(state: TableState) -> None:
    """Store this process's number of spectators of a table, if it has changed or the stored row
    has to be renewed.
    """
    slug = state.table.slug
    here, now = _watching[slug], monotonic()
    stored, since = _stored.get(slug, (0, now))
    if here == stored and now - since < REFRESHED_AFTER:
        return
    if here:
        row = Watchers(table=state.table, process=PROCESS, count=here, seen=timezone.now())
        Watchers.objects.bulk_create(
            [row],
            update_conflicts=True,
            unique_fields=["table", "process"],
            update_fields=["count", "seen"],
        )
        _stored[slug] = here, now
    else:
        Watchers.objects.filter(table=state.table, process=PROCESS).delete()
        _stored.pop(slug, None)


def mark(state: TableState, player: Player | None, present: bool) -> list[Seating] | None:
    """Record in the database that a person at a table came (`present`) or went.

    Return the table's seats if this changed who is present. Return None otherwise, and for a
    person without a seat.
    """
    index = state.seat_of(player.pk if player else None)
    if index is None:
        return None
    seats = state.seats
    before = [seated.present for seated in seats]
    moment = timezone.now()
    changed = {"last_seen": moment, "left": None} if present else {"left": moment}
    for name, value in changed.items():
        setattr(seats[index], name, value)
    Seating.objects.filter(pk=seats[index].pk).update(**changed)
    now = [seated.present for seated in seats]
    return None if now == before else seats


def stood_in_for(state: TableState, player: Player) -> bool:
    """Return whether an agent moves in place of this absent person in a running game."""
    index = state.seat_of(player.pk)
    return index is not None and bool(state.seats[index].sits_for) and not state.over


def summary(state: TableState) -> dict[str, object]:
    """Return who is at a table: `present` (true or false) and `away_since` (seconds since 1970, or
    None) for each seat, and `watching`, the number of spectators.
    """
    away = [seat.away_since for seat in state.seats]
    return {
        "present": [seat.present for seat in state.seats],
        "away_since": [moment and moment.timestamp() for moment in away],
        "watching": spectators(state),
    }
