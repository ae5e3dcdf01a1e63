"""One recorded game, independent of its file format: rules, deck and actions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import islice
from typing import Any, NamedTuple

from native.engine.errors import HanabiError
from native.engine.events import End, Event
from native.engine.game import Game
from native.engine.rules import Card, Rules

ENDED_BY_PLAYER = 4
"""hanab.live's number for the end of a game that a player terminated, `Action.value` of GIVE_UP."""


class BadRecord(HanabiError):
    """Raised for a file or game that cannot be read; the message says what is wrong and where."""


class ActionKind(IntEnum):
    """The kinds of action, with hanab.live's numbers."""

    PLAY = 0
    DISCARD = 1
    COLOUR = 2
    RANK = 3
    GIVE_UP = 4


class Action(NamedTuple):
    """One recorded action. It names cards by draw number (from 0), so it can be read without the
    game's state.

    target: the draw number of the card played or discarded, or the seat clued.
    value: for a clue the index of the colour (from 0) or the rank (from 1); for giving up,
        hanab.live's number of the game's end.
    """

    kind: ActionKind
    target: int
    value: int = 0


class CardNote(NamedTuple):
    """A player's note on a card: who wrote it (`seat`), the card's draw number (`order`), the
    text.
    """

    seat: int
    order: int
    text: str


class Hands:
    """The hands of a running game, to convert positions in a hand to draw numbers.

    `of[seat]` lists the draw numbers of the seat's cards, the oldest first.
    """

    def __init__(self, rules: Rules) -> None:
        """Deal the first hands: the first cards of the deck to seat 0, and so on."""
        size, dealt = rules.hand_size, rules.hand_size * rules.players
        self.of = [list(range(first, first + size)) for first in range(0, dealt, size)]
        self._deck = iter(range(dealt, rules.deck_size))

    def use(self, seat: int, place: int) -> int:
        """Remove the card at index `place` (0: the oldest) from a seat's hand and return its draw
        number. The seat draws the next card of the deck, if any.

        Raises IndexError if the hand has no such card.
        """
        card = self.of[seat].pop(place)
        self.of[seat].extend(islice(self._deck, 1))
        return card


@dataclass(frozen=True)
class Record:
    """A recorded game, not yet checked: `replay` reports whether its actions are possible.

    Seat 0 moves first, and `deck` is in draw order.

    source: a name of the file and game for messages.
    format: the origin: `hanab-live`, `hanabidata`, `ah2ac2` (or its parts `ah2ac2-train` and
        `ah2ac2-val`), `trace` (of this site) or `notation`.
    id: the game's identifier at its origin, empty if it has none.
    score: the recorded score, None if there is none.
    options: the recorded options, by hanab.live's names.
    notes: messages about oddities that were corrected.
    card_notes: the players' notes on cards, by seat and draw number.
    lab: the object `lab` of a trace of this site, of which only the keys that a replay needs have
        been checked; else None.
    """

    source: str
    format: str
    rules: Rules
    deck: tuple[Card, ...]
    actions: tuple[Action, ...]
    players: tuple[str, ...]
    score: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    card_notes: tuple[CardNote, ...] = ()
    lab: Mapping[str, Any] | None = None
    id: str = ""


def record_of(game: Game, players: Sequence[str] = (), source: str = "") -> Record:
    """Return the Record of a game and its moves so far, in the format `notation`.

    `players` are the names by seat, by default “Player 1” and so on; `source` is a name for
    messages.
    """
    seats = game.rules.players
    actions = [_action(event) for event in game.history]
    if game.end is End.TERMINATED:
        actions.append(Action(ActionKind.GIVE_UP, game.turn % seats, ENDED_BY_PLAYER))
    return Record(
        source=source,
        format="notation",
        rules=game.rules,
        deck=tuple(game.deck),
        actions=tuple(actions),
        players=tuple(players) or tuple(f"Player {seat + 1}" for seat in range(seats)),
    )


def _action(event: Event) -> Action:
    kind = ActionKind[event.move.kind.name]
    if event.order is not None:
        return Action(kind, event.order)
    assert event.target is not None
    assert event.move.value is not None
    return Action(kind, event.target, event.move.value)
