"""What an agent that runs elsewhere is told and what it answers. `manage.py schemas agent` prints
it as JSON Schema.

Cards are texts such as r1: the letter of the suit and the rank. Slots are the engine's: they go
from 0 and do not shift, a drawn card takes the slot of the card that left. Moves are as in
`native.engine.moves`: p0, d3, c1r, c25.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from native import Event, View
from native.empathy.exact import common, empathy

PROTOCOL = 1
MOST_BYTES = 65_536
"""In a message of an agent."""

Small = Annotated[int, Meta(ge=0, le=10_000)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]


class CardSeen(Struct, frozen=True):
    """A card in a hand."""

    slot: int
    order: int
    """Its place in the deck, from 0: the higher, the newer."""
    card: str | None
    """What it is; null for a card of the seat's own."""
    possible: list[str]
    """What it can be: of one's own cards by all that one knows, of another's by what everybody
    knows."""
    touched: bool
    """Whether a clue touched it."""


class TurnSeen(Struct, frozen=True):
    """One turn, as everybody saw it."""

    seat: int
    move: str
    card: str | None = None
    """Played or discarded."""
    success: bool = False
    """Of a play: whether it went on its stack."""
    target: int | None = None
    """The seat that a clue went to."""
    touched: list[int] = []
    """The cards that it touched, by their order."""


class SeatView(Struct, frozen=True):
    """All that a seat knows."""

    players: int
    suits: str
    seat: int
    turn: int
    stacks: list[int]
    tokens: int
    strikes: int
    deck: int
    turns_left: int | None
    """Until the end; null while there are cards to draw."""
    score: int
    end: str | None
    discards: list[str]
    hands: list[list[str | None]]
    """By seat and slot; null for the seat's own cards and for empty slots."""
    possible: list[list[str]]
    """By slot, what the seat's own cards can be."""
    cards: list[list[CardSeen]]
    """The cards of every seat, with what is known of them, the oldest first."""
    history: list[str]
    """The moves so far."""
    turns: list[TurnSeen]
    """The same with what came of them."""
    legal: list[str]
    """The moves that the seat may make; none when the game is over."""


class Hello(Struct, tag="hello", tag_field="t", forbid_unknown_fields=True):
    """An agent's first message: who it is, and what it wants to be evaluated on."""

    token: Annotated[str, Meta(max_length=500)]
    name: Name
    version: Annotated[str, Meta(max_length=30)] = "1"
    pool: Annotated[str, Meta(max_length=200)] = "pool:literature7"
    """Or `table:<name>`: the agent sits down at that table, and all that follows is left out."""
    players: Annotated[int, Meta(ge=2, le=6)] = 2
    games: Annotated[int, Meta(ge=1, le=10_000)] = 100
    """With each member of the pool."""
    session: Annotated[int, Meta(ge=1, le=10_000)] = 1
    """Games in a row with one partner."""
    seed: Annotated[str, Meta(max_length=100)] = "1"
    scoring: Literal["stacks", "zero"] = "stacks"
    at_once: Annotated[int, Meta(ge=1, le=1_000)] = 1
    """Games side by side: with more than 1 each message has many games."""
    view: Literal["full", "bits"] = "full"
    """What is sent of many games: whole views, or observations as bits."""


class MoveMade(Struct, tag="move", tag_field="t", forbid_unknown_fields=True):
    """Its answer to `decide`."""

    move: Annotated[str, Meta(max_length=8)]


class MovesMade(Struct, tag="moves", tag_field="t", forbid_unknown_fields=True):
    """Its answer to `decide_many`, in the order of the views."""

    moves: Annotated[list[Annotated[str, Meta(max_length=8)]], Meta(max_length=1_000)]


class Actions(Struct, tag="actions", tag_field="t", forbid_unknown_fields=True):
    """Its answer to `decide_bits`, in the order of the rows: the number of an action each."""

    actions: Annotated[list[Annotated[int, Meta(ge=0, le=63)]], Meta(max_length=1_000)]


class Begin(Struct, tag="begin", tag_field="t"):
    """A session with one partner begins; it may use the seed for its chances. No answer."""

    session: int
    seed: str


class Decide(Struct, tag="decide", tag_field="t"):
    """It is the agent's turn. Two sessions may take turns where it plays with itself."""

    session: int
    view: SeatView


class DecideMany(Struct, tag="decide_many", tag_field="t"):
    """It is the agent's turn in many games; each view has all that there is to know of its game."""

    views: list[SeatView]


class DecideBits(Struct, tag="decide_bits", tag_field="t"):
    """The same as bits: the observation of the Hanabi Learning Environment, and its actions."""

    bits: int
    """Of one observation: 658 at a table of two."""
    bytes: int
    """Of one row: bit b is bit b % 8 of byte b // 8."""
    observations: str
    """All rows, in base64."""
    legal: list[int]
    """For each row the legal actions: bit a is set for action a."""


class GameOver(Struct, tag="game_over", tag_field="t"):
    """A game of a session has ended. No answer."""

    session: int
    view: SeatView


class Report(Struct, tag="report", tag_field="t"):
    """All games are played: what `manage.py evaluate --json` prints, or of a table how its game
    ended. The server hangs up."""

    report: dict[str, Any]


class Refused(Struct, tag="refused", tag_field="t"):
    """What was wrong, in words. The server hangs up."""

    words: str


FromAgent = Hello | MoveMade | MovesMade | Actions
FromServer = Begin | Decide | DecideMany | DecideBits | GameOver | Report | Refused


def schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of both directions."""
    title = f"Hanabi Lab protocol of agents {PROTOCOL}"
    return schema_of(title, from_agent=FromAgent, from_server=FromServer)


def schema_of(title: str, **directions: Any) -> dict[str, Any]:
    """JSON Schema (2020-12) of a protocol: what goes in each direction, by name."""
    schemas, definitions = msgspec.json.schema_components(
        directions.values(), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **dict(zip(directions, schemas, strict=True)),
        "$defs": definitions,
    }


def seat_view(view: View) -> SeatView:
    """What a seat knows, for somebody elsewhere."""
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
