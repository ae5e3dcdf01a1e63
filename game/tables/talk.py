"""Chat between people at a table and their private notes on cards.

Neither changes the game, so they do not raise the table's version.
"""

from collections.abc import Callable
from datetime import timedelta

from django.core.cache import cache
from django.utils import timezone

from game import protocol as p
from game.limits import HOUR, cache_may_fail
from game.models import CardNote, Chat, Player, Seating
from game.tables.changes.guards import refuse_unless_seated
from game.tables.people import BLOCKED, printable
from game.tables.pseudonyms import without_names
from game.tables.refusals import Refusal, Refused
from game.tables.rows import PreparedRows
from game.tables.state import TableState

LINES_SHOWN = 200
_LINES = PreparedRows(Chat, f"table_id = %s ORDER BY id DESC LIMIT {LINES_SHOWN}")
_NOTES_OF_ALL = PreparedRows(CardNote, "table_id = %s ORDER BY id")
_NOTES = PreparedRows(CardNote, "table_id = %s AND player_id = %s ORDER BY id")
AT_ONCE, WITHIN = 5, timedelta(seconds=10)
MOST_NOTES = 200
"""The most notes that a person may write at a table. At the end one socket message, of a mebibyte
at most, has everybody's notes: 200 each of six people fit, also with four bytes a character."""
TWICE = "Chat messages and notes may be stored twice"


def may_talk(state: TableState) -> bool:
    """Return whether the table has a chat: several people play there, in no experiment, and without
    agents whose identity is hidden from them.
    """
    people = sum(
        seat.kind == Seating.Kind.PERSON or (bool(seat.sits_for) and seat.player_id is not None)
        for seat in state.seats
    )
    return people > 1 and not state.table.drawn and not state.blind


def say(state: TableState, player: Player | None, text: str, request: str) -> None:
    """Store a person's chat message to the table.

    `request` is the client's id of the request: one that is repeated within an hour stores nothing.
    Raise Refused if the text is empty, the table has no chat, the person has no seat or is blocked,
    or they have already sent `AT_ONCE` messages within the last ten seconds (`WITHIN`).
    """
    seat, player = _writer(state, player)
    if not may_talk(state):
        raise Refused(Refusal.NOT_ALLOWED, "There is no chat at this table.")
    text = printable(text)
    if not text:
        raise Refused(Refusal.GARBAGE, "Write something first.")

    def store() -> None:
        lately = Chat.objects.filter(table=state.table, seat=seat, at__gte=timezone.now() - WITHIN)
        if lately.count() >= AT_ONCE:
            raise Refused(Refusal.TOO_FAST)
        Chat.objects.create(
            table=state.table, player=player, seat=seat, turn=len(state.moves) + 1, text=text
        )

    _once(state, player, request, store)


def write_note(
    state: TableState, player: Player | None, order: int, text: str, request: str
) -> None:
    """Store a person's note on the card with draw number `order`; their earlier notes on it stay
    stored.

    `request` is the client's id of the request: one that is repeated within an hour stores nothing.
    Raise Refused if the card has not been drawn yet, if the person is blocked or has no seat at
    the table, or if they have already written `MOST_NOTES` notes there.
    """
    seat, player = _writer(state, player)
    if state.game is None or order >= state.game.rules.deck_size - state.game.deck_left:
        raise Refused(Refusal.NO_SUCH_CARD, "That card has not been drawn.")

    def store() -> None:
        if CardNote.objects.filter(table=state.table, player=player).count() >= MOST_NOTES:
            raise Refused(Refusal.NOT_ALLOWED, f"You have written {MOST_NOTES} notes here.")
        CardNote.objects.create(
            table=state.table,
            player=player,
            seat=seat,
            order=order,
            turn=len(state.moves) + 1,
            text=printable(text),
        )

    _once(state, player, request, store)


def heard(state: TableState, player: Player | None) -> p.Chat | None:
    """Return the latest `LINES_SHOWN` chat lines, oldest first, as one socket message for a
    person; None if they have no seat or the table has no chat.
    """
    if not _sits(state, player) or not may_talk(state):
        return None
    rows = _LINES.read(state.table.pk)
    lines = [p.ChatLine(n=c.pk, seat=c.seat, turn=c.turn, text=c.text) for c in rows]
    return p.Chat(lines[::-1])


def noted(state: TableState, player: Player | None) -> p.Notes | None:
    """Return the notes on cards that a person may read, oldest first, as a socket message: their
    own or, once the game is over and no player is hidden, everybody's. A note says that a person
    sits at its seat.

    None for those who have no notes of their own and may not read the others'.
    """
    everybodys = state.over and not state.blind
    if not everybodys and not _sits(state, player):
        return None
    if everybodys:
        rows = _NOTES_OF_ALL.read(state.table.pk)
    else:
        assert player is not None
        rows = _NOTES.read(state.table.pk, player.pk)
    names = state.as_seen_by(player).hidden
    return p.Notes(
        [p.CardNote(n.seat, n.order, n.turn, without_names(n.text, names)) for n in rows]
    )


def _once(state: TableState, player: Player, request: str, store: Callable[[], None]) -> None:
    """Call `store` unless it was called for the same request within the last hour.

    A page sends a request again, with its id, if the connection broke before the answer came.
    """
    key = f"talk/{state.table.pk}/{player.pk}/{request.encode().hex()}"
    with cache_may_fail(TWICE):
        if cache.get(key):
            return
    store()
    with cache_may_fail(TWICE):
        cache.set(key, 1, HOUR)


def _writer(state: TableState, player: Player | None) -> tuple[int, Player]:
    """Return the seat and the person if they may write here. Raise Refused otherwise."""
    seat = refuse_unless_seated(state, player)
    assert player is not None
    if player.blocked:
        raise Refused(Refusal.NOT_ALLOWED, BLOCKED)
    return seat, player


def _sits(state: TableState, player: Player | None) -> bool:
    return state.seat_of(player.pk if player else None) is not None
