"""A table read from the database, with its game replayed from the moves."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, lru_cache
from threading import Lock
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from game.models import Move as MoveRow
from game.models import Note, Player, Seating, Table
from game.protocol import CardNote, Mark
from game.tables import pseudonyms
from game.tables.playback import Playback, standing
from game.tables.refusals import Refusal, Refused
from game.tables.rows import PreparedRows
from native import Card, Event, Game, Move, Rules

TERMINATED = "terminated"
KEPT = 512
"""The most tables cached; the least recently used is dropped first."""
OVER_KEPT = 32
"""The most finished tables among those cached: players look at the end for a while."""
_TABLES = PreparedRows(Table, "slug = %s")
_SEATINGS = PreparedRows(Seating, 'table_id = %s ORDER BY "index", from_turn')
_PEOPLE = PreparedRows(Player, "id IN (SELECT player_id FROM game_seating WHERE table_id = %s)")


@dataclass(frozen=True)
class TableState:
    """Everything about a table at one version. `playback` is None until the game starts."""

    table: Table
    seatings: Sequence[Seating]
    moves: Sequence[MoveRow]
    notes: Sequence[Note]
    playback: Playback | None
    taken_back: Sequence[MoveRow] = ()
    """Moves that were taken back and no longer count."""
    card_notes: Sequence[CardNote] = ()
    """The players' notes on the cards of a game that was played elsewhere; those of a table here
    are in the database (`game.tables.talk`)."""
    read_at: float = field(default_factory=time.monotonic)
    """When the rows were last read (monotonic seconds)."""
    hidden: Mapping[str, str] = field(default_factory=dict)
    """The pseudonyms that this state shows, by the name that each replaces."""
    messages: dict[Any, str] = field(init=False, default_factory=dict, repr=False, compare=False)
    """Encoded socket messages of this version, cached by viewpoint (`game.board.messages`)."""

    @cached_property
    def game(self) -> Game | None:
        """The game in its present position, marked as terminated if the table was ended early; None
        before the start.

        All callers share this object: make moves on a copy only.
        """
        if self.playback is None:
            return None
        game = self.playback.last
        if self.table.ending == TERMINATED and game.end is None:
            game = game.copy()
            game.terminate()
        return game

    @property
    def played(self) -> Playback:
        """The playback, at a table known to have started; AssertionError if it has not."""
        assert self.playback is not None
        return self.playback

    @property
    def position(self) -> Game:
        """The present position, like `game`, at a table known to have started; AssertionError if
        it has not.
        """
        assert self.game is not None
        return self.game

    @cached_property
    def scores_of_series(self) -> Sequence[tuple[int, int]] | None:
        """The scores of the finished games of the series, in order; None if there is no series.

        Each is a pair: the number of cards played, and the score with 0 for a game that ended by
        strikes.
        """
        table = self.table
        if table.series_id is None and table.planned == 1:
            return None
        return table.scores_of_series() if table.pk else []

    @cached_property
    def next_table(self) -> Table | None:
        """The next game of the series, if this game is over and there is one; else None."""
        return self.table.next_in_series() if self.over and self.table.pk else None

    @cached_property
    def for_strangers(self) -> TableState:
        """The state of the table with pseudonyms for people who did not agree to be named."""
        names = {} if self.hidden else pseudonyms.hidden_names(self.seatings)
        if not names:
            return self
        said = replace(
            self,
            seatings=[pseudonyms.seating_without(row, names) for row in self.seatings],
            notes=[pseudonyms.note_without(note, names) for note in self.notes],
            hidden=names,
        )
        # Cached here because sockets cannot query the database.
        vars(said).update(scores_of_series=self.scores_of_series, next_table=self.next_table)
        return said

    def as_seen_by(self, player: Player | None) -> TableState:
        """Return the state of the table as this person may read it: with pseudonyms if the game is
        over and they did not play in it.
        """
        return self.for_strangers if self.over and not self.was_here(player) else self

    def was_here(self, player: Player | None) -> bool:
        """Return whether this person has ever sat at the table."""
        return player is not None and any(s.player_id == player.pk for s in self.seatings)

    @property
    def seats(self) -> list[Seating]:
        """The current occupant of each seat."""
        return [self.seat_at(index, len(self.moves)) for index in range(self.table.players)]

    def seat_at(self, index: int, turn: int) -> Seating:
        """Return the occupant of seat `index` after the first `turn` moves of the game."""
        rows = [s for s in self.seatings if s.index == index and s.from_turn <= turn]
        return max(rows, key=lambda s: s.from_turn)

    def names_at(self, turn: int) -> list[str]:
        """Return the players' names, by seat, after the first `turn` moves of the game."""
        return [self.seat_at(index, turn).name for index in range(self.table.players)]

    def seat_of(self, player_id: int | None) -> int | None:
        """Return the seat that this person (by primary key) holds now; None if they hold none."""
        if player_id is None:
            return None
        return next((seat.index for seat in self.seats if seat.player_id == player_id), None)

    @property
    def bots_only(self) -> bool:
        """Whether only agents that run on this site have ever sat here, and none in place of an
        absent person, so that no person's cards are secret.
        """
        return all(
            s.kind == Seating.Kind.AGENT and not s.sits_for and not s.visiting
            for s in self.seatings
        )

    @property
    def blind(self) -> bool:
        """Whether players of the game are hidden: nobody at the table may know yet which agents
        they are, or which seats are people's.
        """
        return any(seat.blind for seat in self.seatings)

    @property
    def marks(self) -> list[Mark]:
        """The marks of the game: circumstances that exclude it from statistics about how people
        play.

        The deal could be known (“seed”), the game branches off another one (“branch”), a move was
        taken back (“undo”), somebody had a hint (“hint”), an agent sat in for a person (“sit_in”),
        or a spectator who had seen the hands took over an agent's seat (“taken_over”).
        """
        began = [seat for seat in self.seatings if seat.from_turn == 0]
        alone = all(s.kind == Seating.Kind.AGENT and not s.sits_for for s in began)
        marks: dict[Mark, bool] = {
            "seed": self.table.seed_chosen,
            "branch": bool(self.table.branch_of),
            "undo": bool(self.taken_back),
            "hint": any(note.kind == Note.Kind.HINT for note in self.notes),
            "sit_in": any(seat.sits_for for seat in self.seatings),
            "taken_over": alone and not self.bots_only,
        }
        return [mark for mark, holds in marks.items() if holds]

    @property
    def irregular(self) -> bool:
        """Whether this game counts in no statistics of people's play, because of one of its
        `marks`.

        The mark “taken_over” alone does not make it irregular: the person who took over an agent's
        seat is shown as a player, but not counted as having played a whole game.
        """
        return any(mark != "taken_over" for mark in self.marks)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.table.status == Table.Status.FINISHED


class TableCache:
    """A thread-safe cache of the latest state of each table, by its slug.

    The database rows are authoritative: the cache only saves reading and replaying known moves.
    """

    def __init__(self, most: int = KEPT, most_over: int = OVER_KEPT) -> None:
        self.most, self.most_over = most, most_over
        self._states: OrderedDict[str, TableState] = OrderedDict()
        self._lock = Lock()

    def recall(self, slug: str) -> TableState | None:
        """Return the cached state (stale if another process changed the table); None if absent."""
        with self._lock:
            if slug in self._states:
                self._states.move_to_end(slug)
            return self._states.get(slug)

    def keep(self, state: TableState) -> None:
        """Cache a state unless a later version is cached.

        Within a transaction nothing is cached, because it may still be rolled back.
        """
        if connection.in_atomic_block:
            return
        slug = state.table.slug
        with self._lock:
            known = self._states.get(slug)
            if known is None or known.table.version <= state.table.version:
                self._states[slug] = state
                self._states.move_to_end(slug)
            while len(self._states) > self.most:
                self._states.popitem(last=False)
            if state.over:
                over = [slug for slug, kept in self._states.items() if kept.over]
                for slug in over[: -self.most_over]:
                    del self._states[slug]

    def forget(self, slug: str) -> None:
        """Drop a table from the cache, so that it is read from the database again."""
        with self._lock:
            self._states.pop(slug, None)


memory = TableCache()
"""The table states cached in this process."""


def rules_of(table: Table) -> Rules:
    """Return the rules of a table's game."""
    return table.own_rules or _rules(table.players, table.variant)


@lru_cache(maxsize=256)
def _rules(players: int, variant: str) -> Rules:
    return Rules.standard(players, variant=variant)


def deck_text(rules: Rules, deck: Sequence[Card]) -> str:
    """Return a deck as text such as “r1b3…”, first card drawn first."""
    return "".join(card.text(rules.suits) for card in deck)


def parse_deck(rules: Rules, text: str) -> list[Card]:
    """Parse a deck as written by `deck_text`, such as “r1b3…”, first card drawn first."""
    return [Card.parse(text[i : i + 2], rules.suits) for i in range(0, len(text), 2)]


def deal(table: Table) -> Game:
    """Return a table's game before its first move, with the cards of the table's deck."""
    rules = rules_of(table)
    return Game(rules, deck=parse_deck(rules, table.deck))


def replayed(rules: Rules, deck: str, moves: Iterable[str]) -> Playback:
    """Return the playback (positions and events) of `moves`, in engine notation, on a deck written
    as text such as “r1b3…”. Raise IllegalMove if one is illegal.
    """
    return Playback.of(Game(rules, deck=parse_deck(rules, deck)), moves)


def playback_of(table: Table, moves: Iterable[MoveRow]) -> Playback | None:
    """Return the playback (positions and events) of a table's game, replayed from its moves; None
    before it starts.
    """
    return Playback.of(deal(table), (move.text for move in moves)) if table.deck else None


def unsaved(
    game: Game,
    seatings: Sequence[Seating],
    notes: Sequence[Note] = (),
    said: Mapping[int, Mapping[str, Any]] | None = None,
    **fields: Any,
) -> TableState:
    """Return a game as the state of a table that is not in the database.

    `said` maps turns (from 1) to further fields of the move, by name, such as `why`; `notes` are
    lines of the log between moves; `fields` are further fields of the table.
    """
    known: dict[str, Any] = {
        "version": game.turn,
        "players": game.rules.players,
        "variant": game.rules.variant,
        "deck": deck_text(game.rules, game.deck),
    }
    table = Table(**(known | result_of(game) | fields))
    table.own_rules = game.rules
    moves = move_rows(game.rules, game.history, table.finished or timezone.now())
    for row in moves:
        for name, value in (said or {}).get(row.turn, {}).items():
            setattr(row, name, value)
    return TableState(table, seatings, moves, notes, playback_of(table, moves))


def move_rows(rules: Rules, events: Iterable[Event], at: datetime, **fields: Any) -> list[MoveRow]:
    """Return unsaved rows for the moves of these events, all made at the time `at`.

    Each row's version is its turn, from 1. `fields` are further fields of every row.
    """
    return [
        MoveRow(
            turn=event.turn + 1,
            seat=event.seat,
            text=event.move.text(rules),
            version=event.turn + 1,
            at=at,
            thinking_ms=0,
            **fields,
        )
        for event in events
    ]


def result_of(game: Game) -> dict[str, Any]:
    """Return the fields of a table that depend on its game's position: the status, the ending, the
    scores and the strikes.
    """
    return {
        "status": Table.Status.RUNNING if game.end is None else Table.Status.FINISHED,
        "ending": "" if game.end is None else game.end.name.lower(),
        "stacks": game.score,
        "zero": game.score_zero,
        "strikes": game.strikes,
    }


def version_of(slug: str) -> int:
    """Return the table's version without loading its game. Raise Refused(NO_TABLE) if there is no
    such table.
    """
    version = Table.objects.filter(slug=slug).values_list("version", flat=True).first()
    if version is None:
        raise Refused(Refusal.NO_TABLE)
    return version


def load(slug: str, *, lock: bool = False) -> TableState:
    """Load a table with its seatings, moves and notes. Raise Refused(NO_TABLE) if there is no such
    table.

    `lock` locks the table's row until the transaction ends. Only moves and notes that this process
    has not cached are read.
    """
    if lock:
        table = Table.objects.select_for_update().filter(slug=slug).first()
    else:
        table = next(iter(_TABLES.read(slug)), None)
    if table is None:
        memory.forget(slug)
        raise Refused(Refusal.NO_TABLE)
    known = memory.recall(slug)
    if known is None or known.table.pk != table.pk or known.table.version > table.version:
        state = _read_on(TableState(table, [], [], [], None), table, since=-1)
    else:
        state = _read_on(known, table, since=known.table.version)
    return remembered(state)


@contextmanager
def locked(slug: str) -> Iterator[TableState]:
    """Load a table to change it, in a transaction that locks its row for the whole `with` block.

    Raise Refused(NO_TABLE) if there is no such table.
    """
    with transaction.atomic():
        yield load(slug, lock=True)


def remembered(state: TableState) -> TableState:
    """Cache a table's state in this process and return it.

    The properties that query the database are computed here, because the code of sockets, which
    reads them later, cannot query it.
    """
    _ = state.scores_of_series, state.next_table, state.table.kept_secret
    memory.keep(state)
    return state


def _read_on(known: TableState, table: Table, since: int) -> TableState:
    """Return the state updated with the moves and notes of versions after `since`.

    Seatings are always read: people come, go and rename themselves without a new version.
    """
    seatings = _seatings(table)
    known = replace(known, table=table, seatings=seatings, read_at=time.monotonic())
    if since == table.version:
        return known
    # Another process may write between these reads: leave out rows of later versions.
    missing = {"version__gt": since, "version__lte": table.version}
    moves = list(table.moves.filter(**missing)) if table.deck else []
    notes = list(table.notes.filter(**missing))
    kept, gone = standing([*known.moves, *moves], notes)
    return replace(
        known,
        moves=kept,
        notes=[*known.notes, *notes],
        playback=_played_on(known, table, kept),
        taken_back=[*known.taken_back, *gone],
    )


def _seatings(table: Table) -> list[Seating]:
    """Read the seatings with their players."""
    seatings = _SEATINGS.read(table.pk)
    people = {person.pk: person for person in _PEOPLE.read(table.pk)}
    for seating in seatings:
        seating.table = table
        seating.player = people.get(seating.player_id or 0)
    return seatings


def _played_on(known: TableState, table: Table, moves: Sequence[MoveRow]) -> Playback | None:
    """Return the playback of these moves, replaying only those not yet known."""
    if known.playback is None:
        return playback_of(table, moves)
    pairs = enumerate(zip(known.moves, moves, strict=False))
    same = next((i for i, (old, new) in pairs if old is not new), None)
    if same is None:
        same = min(len(known.moves), len(moves))
    rules = known.playback.last.rules
    rest = (Move.parse(row.text, rules) for row in moves[same:])
    return known.playback.until(same).extended(*rest)
