"""Agents' trust that people follow conventions: its initial value, its changes, and what the board
shows of it.

An agent with trust (`agents.contract.Truster`) relies on the other players' conventions only while
it trusts them. Trust is a function of the moves and of its initial value, which the table stores;
a person's next game starts with part of it.
"""

from agents.kinds import wary
from game.models import Move as MoveRow
from game.models import Player, Seating, Table
from game.tables.state import TableState, load

CARRIES = (*wary.NAMED, "partner:unknown")
"""The addresses of the agents that have trust (the log odds, in nats, that a person follows
conventions)."""
LOOKED_AT = 5
"""The most games of a person, counted from the latest, that are searched for agents' trust."""
SHARE, LEAST, MOST = 0.5, -1.0, 3.0
"""A person's next game starts with SHARE of the trust at the end of the last, clipped to LEAST …
MOST (nats)."""
NOT_THEIRS = {"branch", "sit_in", "taken_over"}
"""Marks of games (`TableState.marks`) in which somebody else may have moved for a person."""

FOLLOWS = "I follow you now."
FOLLOWS_ALL = "I follow everybody now."
STILL_UNSURE = "After our last game, I'll keep it simple until I follow you."


def carried(player: Player) -> float | None:
    """Return the trust with which a person's next game starts: the log odds, in nats, that they
    follow conventions. None if none of their latest games yields a value.

    It is `SHARE` of the trust at the end of their latest game with an agent that has trust,
    clipped to `LEAST` … `MOST`. Experiments, daily deals and games in which somebody else may have
    moved for the person do not count.
    """
    games = Table.objects.filter(
        status=Table.Status.FINISHED, daily=None, drawn=False, seatings__player=player
    ).filter(seatings__address__in=CARRIES)
    if player.trust_from:
        games = games.filter(finished__gt=player.trust_from)
    latest = games.order_by("-finished").values_list("slug", flat=True).distinct()[:LOOKED_AT]
    for slug in latest:
        state = load(slug)
        seat = state.seat_of(player.pk)
        row = next((row for row in reversed(state.moves) if "trust" in row.data), None)
        if seat is not None and row and not NOT_THEIRS.intersection(state.marks):
            earned = float(row.data["trust"][seat])
            return max(LEAST, min(MOST, SHARE * earned))
    return None


def at_start(table: Table) -> list[float | None] | None:
    """Return the agents' initial trust in the player at each seat of a new table, as log odds in
    nats; None in the list stands for the usual trust.

    Return None instead of a list if trust is not carried over to this table: without people or an
    agent that has trust, in experiments, and on the daily deal.
    """
    seats = list(table.seatings.order_by("index").select_related("player"))
    people = any(seat.player for seat in seats)
    if table.fixed or not people or not any(seat.address in CARRIES for seat in seats):
        return None
    return [carried(seat.player) if seat.player else None for seat in seats]


def initial_trust(state: TableState) -> list[float | None] | None:
    """Return a table's stored initial trust in the player at each seat, as log odds in nats, for
    agents that adapt to people; None in the list stands for the usual trust.

    Return None instead of a list if agents must play exactly as in evaluations: without people, in
    experiments, and on the daily deal.
    """
    if state.table.fixed or state.bots_only:
        return None
    return state.table.trust or [None] * state.table.players


def follows(state: TableState, seat: Seating) -> bool | None:
    """Return whether the agent at a seat relied on the others' conventions at its last move or, if
    it has not moved yet, whether it starts by relying on them; None for an agent without trust.
    """
    for row in reversed(state.moves[seat.from_turn :]):
        if row.seat == seat.index:
            trusts: bool | None = row.data.get("trusts")
            return trusts
    return _begins(state) if seat.address in CARRIES else None


def sentence(state: TableState, row: MoveRow) -> str:
    """Return a sentence, such as “I follow you now.”, to show with an agent's move `row`; empty
    for most moves.

    The sentence says that the agent has started or stopped relying on the others' conventions since
    its previous move or, at its first move, that it does not rely on them, or that it does although
    its initial trust in somebody is negative.
    """
    now, before = row.data.get("trusts"), state.moves[: row.turn - 1]
    if now is None:
        return ""
    earlier = next((one for one in reversed(before) if one.seat == row.seat), None)
    if earlier is None and not _begins(state):
        return FOLLOWS if now else STILL_UNSURE
    if now == (earlier.data.get("trusts", now) if earlier else True):
        return ""
    if now:
        return FOLLOWS if state.table.players == 2 else FOLLOWS_ALL
    return _unsure(state, row)


def _begins(state: TableState) -> bool:
    return all(one is None or one >= 0 for one in state.table.trust or ())


def _unsure(state: TableState, row: MoveRow) -> str:
    """Say whose last move was not understood."""
    others = [seat for seat in range(state.table.players) if seat != row.seat]
    trust = row.data.get("trust")
    who = min(others, key=lambda seat: trust[seat] if trust else 0)
    events = reversed(state.played.events[: row.turn - 1])
    last = next((event for event in events if event.seat == who), None)
    kind = "clue" if last and last.move.is_clue else "move"
    whose = "your" if len(others) == 1 else f"{state.seat_at(who, row.turn - 1).name}'s"
    return f"I wasn't sure what {whose} {kind} meant; I'll keep it simple."
