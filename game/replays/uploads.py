"""Uploaded games: stored as they were received, and replayed whenever they are viewed.

They are stored neither as tables nor among the traces, so no statistics include them.
"""

import logging
import re
import zlib
from contextlib import suppress
from dataclasses import replace
from itertools import islice

import msgspec

from game.board.words import IN_LISTS
from game.models import Player, Seating, Upload
from game.protocol import CardNote
from game.replays.recorded import recorded, seatings_of
from game.replays.trace_schema import Lab, SeatFact, TurnFact
from game.tables.people import printable
from game.tables.state import TableState
from game.variant_menu import CLASSIC
from native.records import BadRecord, Record, RefusedGame, replay
from native.records.hanab_live import FORMAT, TRACE
from native.records.loading import load_bytes

logger = logging.getLogger(__name__)

SOURCE = "your file"
NAME = 60
NOTE = 200
LEVEL = 6
NUMBERED = re.compile(
    r"(?:(?:https?://)?(?:www\.)?hanab\.live/(?:replay|shared-replay|export)/)?(\d{1,9})(?:[/#?].*)?"
)
"""The number of a game on hanab.live, alone or in a link to its replay."""


class UploadedSeat(SeatFact, frozen=True, kw_only=True):
    """A seat of an uploaded trace, with a name of any length: `_printable` shortens it."""

    name: str


class UploadedTurn(TurnFact, frozen=True, kw_only=True):
    """A move of an uploaded trace; `seat` and `move` may be missing, because the trace also has
    them as `actions`.
    """

    seat: int = 0
    move: str = ""


class UploadedLab(Lab, frozen=True, kw_only=True):
    """The `lab` part of an uploaded trace; the scores may be missing: the replay computes them."""

    stacks: int = 0
    zero: int = 0
    strikes: int = 0
    seats: tuple[UploadedSeat, ...]
    turns: tuple[UploadedTurn, ...] = ()


class Numbered(msgspec.Struct, frozen=True):
    """A game's number on hanab.live, as an export has it."""

    id: int


def store(player: Player, data: bytes, state: TableState) -> Upload:
    """Store an uploaded file for this person, and return the stored upload. If they stored the
    same file before, return that upload instead.

    `state` is the game in `data`, the file's bytes, as `state_of` returns it.
    """
    names = [seat.name for seat in state.seats]
    upload, _ = Upload.objects.get_or_create(
        player=player,
        body=zlib.compress(data, LEVEL),
        defaults={"title": ", ".join(names)[:200], "score": state.table.zero},
    )
    return upload


def export_page(text: str) -> str:
    """Return the address of the hanab.live page with the JSON of the game that a text names, by
    its number alone or a link to its replay; "" for any other text.
    """
    number = NUMBERED.fullmatch(text.strip())
    return f"https://hanab.live/export/{number[1]}" if number else ""


def find(slug: str, _player: Player | None) -> TableState | None:
    """Return the uploaded game with this slug, visible to everybody who knows its address; None if
    there is none, or if it is not valid by today's checks.
    """
    upload = Upload.objects.filter(slug=slug).first()
    if upload is None:
        return None
    try:
        return state_of(slug, zlib.decompress(upload.body))
    except BadRecord:  # It was uploaded when fewer checks were made.
        logger.warning("The uploaded game %s is no valid trace any more.", slug)
        return None


def facts(upload: Upload) -> list[str]:
    """Return what a list says of an upload beside its players: the variant unless it is the
    standard game, the number of turns, how the game ended unless it was played to its last turn,
    and the number on hanab.live if the file has one.
    """
    data, told = zlib.decompress(upload.body), []
    with suppress(BadRecord):  # It was uploaded when fewer checks were made.
        state = state_of(upload.slug, data)
        turns = len(state.moves)
        told = [] if state.table.variant == CLASSIC else [state.table.variant]
        told.append(f"{turns} turn{'' if turns == 1 else 's'}")
        told += filter(None, [IN_LISTS.get(state.table.ending)])
    with suppress(msgspec.MsgspecError):
        told.append(f"hanab.live {msgspec.json.decode(data, type=Numbered).id}")
    return told


def state_of(slug: str, data: bytes) -> TableState:
    """Return the one game in `data` (hanab.live JSON or a trace) as a finished table with this
    slug.

    Raise BadRecord if there is not exactly one game or it cannot be replayed.
    """
    record = _only_game(data)
    lab = _lab(record)
    result = replay(record)
    if result.game is None or not result.ok:
        raise BadRecord(f"The game cannot be replayed: {result.reason.rstrip('.')}.")
    if not result.turns:
        raise BadRecord("The game has no moves.")
    if lab is None:
        people = [
            Seating(index=index, kind=Seating.Kind.PERSON, name=name)
            for index, name in enumerate(record.players)
        ]
        notes = [
            CardNote(note.seat, note.order, 0, printable(note.text)[:NOTE])
            for note in record.card_notes
        ]
        return replace(recorded(result.game, slug, people), card_notes=notes)
    seatings = seatings_of(lab, lambda seat: _printable(seat.name))
    return recorded(
        result.game, slug, seatings, lab.turns, scoring=lab.scoring, help_level=lab.help
    )


def _only_game(data: bytes) -> Record:
    """Return the one game in these bytes. Raise BadRecord if there is none or several."""
    games = list(islice(load_bytes(data, SOURCE), 2))
    if len(games) > 1:
        raise BadRecord("There are several games in it. Upload one at a time.")
    if not games:
        raise BadRecord("There is no game in it.")
    game = games[0]
    if isinstance(game, RefusedGame):
        raise BadRecord(f"This cannot be read: {game.reason.rstrip('.')}.")
    if game.format not in (FORMAT, TRACE):
        raise BadRecord("Upload the JSON of a hanab.live game, or a trace from this site.")
    names = (_printable(name) or f"Player {seat}" for seat, name in enumerate(game.players, 1))
    return replace(game, players=tuple(names))


def _lab(record: Record) -> UploadedLab | None:
    """Return a trace's own facts, None for other formats. Raise BadRecord if they are invalid."""
    if record.format != TRACE:
        return None
    try:
        lab = msgspec.convert(record.lab, UploadedLab)
    except msgspec.ValidationError as error:
        raise BadRecord(f"This is no trace from this site: {str(error).rstrip('.')}.") from None
    first = sorted(seat.seat for seat in lab.seats if seat.from_turn == 0)
    if first != list(range(record.rules.players)) or any(
        seat.seat >= record.rules.players for seat in lab.seats
    ):
        raise BadRecord("This is no trace from this site: it must say who sat at each seat.")
    return lab


def _printable(text: str) -> str:
    """Return the printable characters of a name from an untrusted file, shortened."""
    return "".join(character for character in text if character.isprintable())[:NAME].strip()
