"""A table as the database has it, with its game replayed from the moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from game.models import Move as MoveRow
from game.models import Note, Seating, Table
from game.tables.playback import Playback
from game.tables.refusals import Refusal, Refused
from native import Card, Game, Rules

TERMINATED = "terminated"


@dataclass(frozen=True)
class TableState:
    """Everything about a table at one version. It has no ``playback`` until it starts."""

    table: Table
    seatings: Sequence[Seating]
    moves: Sequence[MoveRow]
    notes: Sequence[Note]
    playback: Playback | None

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

    Raises Refused(NO_TABLE).
    """
    tables = Table.objects.select_for_update() if lock else Table.objects
    table = tables.filter(slug=slug).first()
    if table is None:
        raise Refused(Refusal.NO_TABLE)
    # Another process may write between these reads: what belongs to a later version stays out.
    known = {"version__lte": table.version}
    moves = list(table.moves.filter(**known))
    return TableState(
        table=table,
        seatings=list(table.seatings.all()),
        moves=moves,
        notes=list(table.notes.filter(**known)),
        playback=playback_of(table, moves),
    )
