"""The messages exchanged with an agent that plays over a socket. `manage.py schemas agent` prints
them as JSON Schema.

Cards are texts such as r1: the letter of the suit and the rank. Slots count from 0 and cards do
not shift: a drawn card takes the slot of the card that left. Moves are texts too: p0 plays slot 0,
d3 discards slot 3, c1r clues red to the next seat, c25 clues 5 to the seat after it.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from native import Event, View
from native.empathy.exact import common, empathy

PROTOCOL = 1
MOST_BYTES = 65_536
"""The largest message an agent may send, in bytes."""

Count = Annotated[int, Meta(ge=1, le=10_000)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]


class CardSeen(Struct, frozen=True):
    """A card in `SeatView.cards`: its identity (null if the receiving seat holds the card) and the
    identities that it may have.
    """

    slot: int
    order: int
    """The card's position in the deck before the deal, from 0: cards drawn later have higher
    numbers."""
    card: str | None
    """The card's identity, such as `r1`; null for a card of the receiving seat."""
    possible: list[str]
    """The identities that the card may have: for a card of the receiving seat, by everything that
    the seat knows; for other cards, by what every seat knows (common knowledge)."""
    touched: bool
    """Whether a clue has touched the card."""


class TurnSeen(Struct, frozen=True):
    """A past turn in `SeatView.turns`, as every seat saw it."""

    seat: int
    move: str
    card: str | None = None
    """The card that was played or discarded; null for a clue."""
    success: bool = False
    """Whether the turn played a card that fitted on its stack; false for other moves."""
    target: int | None = None
    """The seat that received a clue; null for a play or discard."""
    touched: list[int] = []
    """The cards that a clue touched, by `CardSeen.order`."""


class SeatView(Struct, frozen=True):
    """Everything that a seat knows about its game."""

    players: int
    suits: str
    seat: int
    turn: int
    stacks: list[int]
    tokens: int
    strikes: int
    deck: int
    turns_left: int | None
    """Turns until the end of the game once the deck is empty; null before that."""
    score: int
    end: str | None
    discards: list[str]
    hands: list[list[str | None]]
    """Cards by seat and slot; null for the seat's own cards and for empty slots."""
    possible: list[list[str]]
    """For each slot of the seat's own hand, the identities that its card may have."""
    cards: list[list[CardSeen]]
    """For each seat, its cards from the oldest to the newest, with what is known about them."""
    history: list[str]
    """All moves so far, in text form."""
    turns: list[TurnSeen]
    """All turns so far, with their results."""
    legal: list[str]
    """The moves that the seat may make; empty once the game is over."""


class Hello(Struct, tag="hello", tag_field="t", forbid_unknown_fields=True):
    """An agent's first message: its name, and the evaluation or the seat at a table that it asks
    for.
    """

    token: Annotated[str, Meta(max_length=500)]
    name: Name
    version: Annotated[str, Meta(max_length=30)] = "1"
    pool: Annotated[str, Meta(max_length=200)] = "pool:literature7"
    """The pool of partners to play with. `table:<name>` seats the agent at that table instead; the
    fields below are then left out."""
    players: Annotated[int, Meta(ge=2, le=6)] = 2
    games: Count = 100
    """The number of games with each member of the pool."""
    session: Count = 1
    """The number of games in a session: consecutive games with one partner, from which the agent
    may learn."""
    seed: Annotated[str, Meta(max_length=100)] = "1"
    scoring: Literal["stacks", "zero"] = "stacks"
    at_once: Annotated[int, Meta(ge=1, le=1_000)] = 1
    """The number of games played in parallel; with more than 1, each message asks for moves in
    many games."""
    view: Literal["full", "bits"] = "full"
    """The form of the positions if games are played in parallel: `full` for whole views, `bits`
    for the Hanabi Learning Environment's observations."""


class MoveMade(Struct, tag="move", tag_field="t", forbid_unknown_fields=True):
    """The agent's answer to the message `decide`: its move."""

    move: Annotated[str, Meta(max_length=8)]


class MovesMade(Struct, tag="moves", tag_field="t", forbid_unknown_fields=True):
    """The agent's answer to the message `decide_many`: one move for each view, in order."""

    moves: Annotated[list[Annotated[str, Meta(max_length=8)]], Meta(max_length=1_000)]


class Actions(Struct, tag="actions", tag_field="t", forbid_unknown_fields=True):
    """The agent's answer to the message `decide_bits`: one action number for each observation, in
    order.
    """

    actions: Annotated[list[Annotated[int, Meta(ge=0, le=63)]], Meta(max_length=1_000)]


class Begin(Struct, tag="begin", tag_field="t"):
    """Message to the agent: a session (one or more games with one partner) begins. `session` is
    its number, which the messages about its games repeat; `seed` may seed the agent's randomness.
    No answer is expected.
    """

    session: int
    seed: str


class Decide(Struct, tag="decide", tag_field="t"):
    """Message to the agent: choose a move in a game of the session with number `session`.

    An agent that plays with copies of itself has one session per seat, and receives the messages of
    all these sessions in turn.
    """

    session: int
    view: SeatView


class DecideMany(Struct, tag="decide_many", tag_field="t"):
    """Message to the agent: choose a move in each of many games. Each view is complete, history
    included.
    """

    views: list[SeatView]


class DecideBits(Struct, tag="decide_bits", tag_field="t"):
    """Message to the agent: choose an action in each of many games, given as observations of the
    Hanabi Learning Environment. The agent answers with that environment's action numbers.
    """

    bits: int
    """The number of bits in one observation: 658 at a table of two."""
    bytes: int
    """The number of bytes in one observation: its bit b is bit b % 8 of byte b // 8."""
    observations: str
    """All observations, one after another, in base64."""
    legal: list[int]
    """For each observation the legal actions as a bit set: bit a stands for action a."""


class GameOver(Struct, tag="game_over", tag_field="t"):
    """Message to the agent: a game of a session has ended, with `view` as its last position. No
    answer is expected.
    """

    session: int
    view: SeatView


class ReportMessage(Struct, tag="report", tag_field="t"):
    """The server's last message: the report that `manage.py evaluate --json` prints or, at a table,
    how the game ended. The server then closes the connection.
    """

    report: dict[str, Any]


class RefusedMessage(Struct, tag="refused", tag_field="t"):
    """The server's last message if it refuses the agent: `words` says what was wrong. The server
    then closes the connection.
    """

    words: str


FromAgent = Hello | MoveMade | MovesMade | Actions
FromServer = Begin | Decide | DecideMany | DecideBits | GameOver | ReportMessage | RefusedMessage


def schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of all messages between an agent and the server."""
    title = f"Hanabi Lab protocol of agents {PROTOCOL}"
    return schema_of(title, str(__doc__), from_agent=FromAgent, from_server=FromServer)


def schema_of(title: str, description: str, **directions: Any) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a protocol called `title`, with its `description`.

    Each keyword argument names a direction, such as `from_agent`, which becomes a key of the
    result, and gives the union of the message types that are sent in this direction.
    """
    schemas, definitions = msgspec.json.schema_components(
        directions.values(), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": description,
        **dict(zip(directions, schemas, strict=True)),
        "$defs": definitions,
    }


def seat_view(view: View) -> SeatView:
    """Convert a seat's view of a game to the form in which an agent that plays over a socket
    receives it.
    """
    rules, own = view.rules, empathy(view, [view.seat])[view.seat]
    known = [own if seat == view.seat else row for seat, row in enumerate(common(view))]
    names = [card.text(rules.suits) for card in rules.cards]

    def texts(identities: int) -> list[str]:
        return [name for bit, name in enumerate(names) if identities >> bit & 1]

    hands = [[card and card.text(rules.suits) for card in hand] for hand in view.hands]
    return SeatView(
        players=rules.players,
        suits=rules.suits,
        seat=view.seat,
        turn=view.turn,
        stacks=list(view.stacks),
        tokens=view.clue_tokens,
        strikes=view.strikes,
        deck=view.deck_left,
        turns_left=view.turns_left,
        score=view.score,
        end=view.end.name.lower() if view.end else None,
        discards=[card.text(rules.suits) for card in view.discards],
        hands=hands,
        possible=[texts(identities) for identities in own],
        cards=[
            sorted(
                (
                    CardSeen(
                        slot, order, hands[seat][slot], texts(row[slot]), view.touched(seat, slot)
                    )
                    for slot in range(rules.hand_size)
                    if (order := view.order(seat, slot)) is not None
                ),
                key=lambda card: card.order,
            )
            for seat, row in enumerate(known)
        ],
        history=[event.move.text(rules) for event in view.history],
        turns=[_turn(view, event) for event in view.history],
        legal=[] if view.end else [move.text(rules) for move in view.legal_moves()],
    )


def _turn(view: View, event: Event) -> TurnSeen:
    return TurnSeen(
        seat=event.seat,
        move=event.move.text(view.rules),
        card=event.card.text(view.rules.suits) if event.card else None,
        success=event.success,
        target=event.target,
        touched=list(event.touched_orders),
    )
