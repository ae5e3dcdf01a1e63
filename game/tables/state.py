"""A table as the database has it, with its game replayed from the moves."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from game.models import Move as MoveRow
from game.models import Note, Seating, Table
from game.tables import siblings
from game.tables.memory import Memory
from game.tables.playback import Playback
from game.tables.refusals import Refusal, Refused
from native import Card, Game, Move, Rules

TERMINATED = "terminated"


@dataclass(frozen=True)
class TableState:
    """Everything about a table at one version. It has no ``playback`` until it starts."""

    table: Table
    seatings: Sequence[Seating]
    moves: Sequence[MoveRow]
    notes: Sequence[Note]
    playback: Playback | None
    read_at: float = field(init=False, default_factory=time.monotonic)
    """When the rows were last seen to be these."""
    messages: dict[Any, str] = field(init=False, default_factory=dict, repr=False, compare=False)
    """What was sent of this version, by what may be seen (`game.board.messages`)."""

    @cached_property
    def game(self) -> Game | None:
        """The game as it stands, given up if the table was. Shared: play on a copy."""
        if self.playback is None:
            return None
        game = self.playback.last
        if self.table.ending == TERMINATED and game.end is None:
            game = game.copy()
            game.terminate()
        return game

    @cached_property
    def scores_of_series(self) -> Sequence[tuple[int, int]] | None:
        """Of the finished games of its series; None of a table that is alone."""
        table = self.table
        if table.series_id is None and table.planned == 1:
            return None
        return siblings.scores_of_series(table) if table.pk else []

    @cached_property
    def next_table(self) -> Table | None:
        """The game of the series after this one, once it is over."""
        return siblings.next_of(self.table) if self.over and self.table.pk else None

    @property
    def seats(self) -> list[Seating]:
        """Who sits where now."""
        return [self.seat_at(index, len(self.moves)) for index in range(self.table.players)]

    def seat_at(self, index: int, turn: int) -> Seating:
        """Who sat at ``index`` when the move after ``turn`` moves was made."""
        rows = [s for s in self.seatings if s.index == index and s.from_turn <= turn]
        return max(rows, key=lambda s: s.from_turn)

    def seat_of(self, player_id: int | None) -> int | None:
        """The seat this person holds now."""
        if player_id is None:
            return None
        for seat in self.seats:
            if seat.player_id == player_id:
                return seat.index
        return None

    @property
    def bots_only(self) -> bool:
        """Nobody's cards are secret: only agents have ever sat here."""
        return all(s.kind == Seating.Kind.AGENT for s in self.seatings)

    @property
    def over(self) -> bool:
        return self.table.status == Table.Status.FINISHED


memory: Memory[TableState] = Memory()
"""The tables that this process knows."""


def rules_of(table: Table) -> Rules:
    return table.own_rules or _rules(table.players, table.variant)


@lru_cache(maxsize=256)
def _rules(players: int, variant: str) -> Rules:
    return Rules.standard(players, variant=variant)


def deck_text(rules: Rules, deck: Sequence[Card]) -> str:
    """“r1b3...”, first card drawn first."""
    return "".join(card.text(rules.suits) for card in deck)


def parse_deck(rules: Rules, text: str) -> list[Card]:
    return [Card.parse(text[i : i + 2], rules.suits) for i in range(0, len(text), 2)]


def deal(table: Table) -> Game:
    """The game before its first move."""
    rules = rules_of(table)
    return Game(rules, deck=parse_deck(rules, table.deck))


def playback_of(table: Table, moves: Iterable[MoveRow]) -> Playback | None:
    """The game of a table, replayed; None until it starts."""
    return Playback.of(deal(table), (move.text for move in moves)) if table.deck else None


def version_of(slug: str) -> int:
    """The table's version, without its game. Raises Refused(NO_TABLE)."""
    version = Table.objects.filter(slug=slug).values_list("version", flat=True).first()
    if version is None:
        raise Refused(Refusal.NO_TABLE)
    return version


def load(slug: str, *, lock: bool = False) -> TableState:
    """The table with everything on it. ``lock`` holds its row until the transaction ends.

    Of moves and notes only those are read that this process does not know yet. Raises
    Refused(NO_TABLE).
    """
    tables = Table.objects.select_for_update() if lock else Table.objects
    table = tables.filter(slug=slug).first()
    if table is None:
        memory.forget(slug)
        raise Refused(Refusal.NO_TABLE)
    known = memory.recall(slug)
    if known is None or known.table.pk != table.pk or known.table.version > table.version:
        state = _read_on(TableState(table, [], [], [], None), table, since=-1)
    else:
        state = _read_on(known, table, since=known.table.version)
    return remembered(state)


def remembered(state: TableState) -> TableState:
    """The state, kept for this process with all that is shown of it."""
    _ = state.scores_of_series, state.next_table
    memory.keep(state)
    return state


def _read_on(known: TableState, table: Table, since: int) -> TableState:
    """The table with what came after a version. Who sits there is always read: people come, go
    and change their names without a new version."""
    seatings = list(table.seatings.all())
    if since == table.version:
        return replace(known, table=table, seatings=seatings)
    # Another process may write between these reads: what belongs to a later version stays out.
    missing = {"version__gt": since, "version__lte": table.version}
    moves = list(table.moves.filter(**missing)) if table.deck else []
    return replace(
        known,
        table=table,
        seatings=seatings,
        moves=[*known.moves, *moves],
        notes=[*known.notes, *table.notes.filter(**missing)],
        playback=_played_on(known.playback, table, moves),
    )


def _played_on(
    playback: Playback | None, table: Table, moves: Sequence[MoveRow]
) -> Playback | None:
    if playback is None:
        return playback_of(table, moves)
    return playback.extended(*(Move.parse(row.text, playback.last.rules) for row in moves))
