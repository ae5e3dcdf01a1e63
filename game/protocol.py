"""The whole socket protocol of a table: every message, both ways, as typed structs.

A client connects to ``/ws/tables/<table>/`` and gets a ``welcome`` and a whole ``frame``. Every
change of the table raises its version ``v`` by one and sends every socket an ``update``: the
same frame without the log entries the client already has. A client that holds version 7 and
receives 9 has missed something: it sends ``sync`` and gets a whole ``frame`` again.

Requests carry an ``id`` chosen by the client. Each is answered by ``ack`` or ``refused`` with
that id; a request sent again with the same id is done once. Moves carry the version the player
was looking at: a stale one is refused and the client syncs.

``manage.py protocol_schema`` prints the JSON Schema of both directions.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

PROTOCOL_VERSION = 1
MAX_MESSAGE_BYTES = 2048

# Close codes of our own; 1012 is the standard's “service restart”.
CLOSE_RESTART = 1012
CLOSE_GARBAGE = 4400
CLOSE_NOT_ALLOWED = 4403
CLOSE_NO_TABLE = 4404
CLOSE_TOO_FAST = 4429

RequestId = Annotated[str, Meta(min_length=1, max_length=40)]
Version = Annotated[int, Meta(ge=0, le=100_000)]
SeatIndex = Annotated[int, Meta(ge=0, le=5)]
Order = Annotated[int, Meta(ge=0, le=63)]

Help = Literal["none", "clues", "common", "full"]
Scoring = Literal["zero", "stacks"]
Status = Literal["open", "running", "finished"]


# --- client to server --------------------------------------------------------------------------


class Request(Struct, forbid_unknown_fields=True, tag_field="t"):
    """Anything a client may ask."""


class Ping(Request, tag="ping"):
    """“Are you there?” Answered by ``pong``, and by a frame if the client has missed one; it
    has a rate limit of its own."""

    n: Annotated[int, Meta(ge=0)] = 0


class Sync(Request, tag="sync"):
    """“Send me the whole frame.”"""


class Play(Request, tag="play"):
    """Play my card with this draw number."""

    id: RequestId
    v: Version
    order: Order


class Discard(Request, tag="discard"):
    """Discard my card with this draw number."""

    id: RequestId
    v: Version
    order: Order


class Clue(Request, tag="clue"):
    """Clue a seat: ``value`` is a suit letter (colour clue) or a digit (rank clue)."""

    id: RequestId
    v: Version
    seat: SeatIndex
    value: Annotated[str, Meta(min_length=1, max_length=2)]


class Replace(Request, tag="replace"):
    """Let this agent go on in place of the agent at a seat (after it failed, or by wish)."""

    id: RequestId
    v: Version
    seat: SeatIndex
    address: Annotated[str, Meta(min_length=1, max_length=300)]


class Delay(Request, tag="delay"):
    """How long bots think before each move, in milliseconds."""

    id: RequestId
    ms: Annotated[int, Meta(ge=0, le=10_000)]


class Pause(Request, tag="pause"):
    """Let the agents of a table without people wait, or go on."""

    id: RequestId
    paused: bool


class Step(Request, tag="step"):
    """One agent's move at a paused table."""

    id: RequestId
    v: Version


class TakeOver(Request, tag="take_over"):
    """Sit down in place of an agent and play on."""

    id: RequestId
    v: Version
    seat: SeatIndex


class GiveUp(Request, tag="give_up"):
    """End the game here."""

    id: RequestId
    v: Version


FromClient = (
    Ping | Sync | Play | Discard | Clue | Replace | Delay | Pause | Step | TakeOver | GiveUp
)


# --- server to client --------------------------------------------------------------------------


class Card(Struct, omit_defaults=True):
    """A card in a hand as the receiver may see it. Identity sets are bit masks,
    bit ``suit * ranks + rank - 1``."""

    order: int
    slot: int
    """Position on the display: 1 is the newest card."""
    id: str | None = None
    """“r3”; absent when the receiver may not see the card."""
    touched: bool = False
    marks: list[str] = []
    """Values of the clues that touched it, oldest first, each once."""
    possible: int | None = None
    """What its holder can know it to be; absent at help “none”."""
    common: int | None = None
    """What everybody knows that everybody knows it to be; at help “common” and “full”."""
    odds: tuple[float, float, float] | None = None
    """Own cards at help “full”: P(playable), P(trash), P(critical)."""
    became_known: bool = False
    """The last move left it one identity."""


class Seat(Struct, omit_defaults=True):
    name: str
    kind: Literal["person", "agent", "empty"]
    address: str | None = None
    version: str | None = None
    page: str | None = None
    """Where the agent is told of; imported games have agents without a page."""
    present: bool = True
    """A person with an open socket; agents always are."""
    thinking: bool = False


class ClueOption(Struct):
    seat: int
    value: str
    touches: list[int]
    """Draw numbers of the cards it would touch."""
    then: dict[int, int] = {}
    """By draw number: what the holder could know of each card after it, where that is new."""


class Legal(Struct):
    """What the receiver may do now."""

    plays: list[int]
    discards: list[int]
    clues: list[ClueOption]
    why_no_discard: str | None = None
    why_no_clue: str | None = None


class LogEntry(Struct, omit_defaults=True):
    """One turn (or one event between turns, with ``turn`` of the next move)."""

    n: int
    """Position in the log, from 0."""
    turn: int
    """Turn number, from 1."""
    kind: Literal["play", "discard", "clue", "note"]
    text: str
    """One plain sentence, complete by itself."""
    seat: int | None = None
    card: str | None = None
    """Identity of the card that left the hand."""
    order: int | None = None
    success: bool | None = None
    target: int | None = None
    value: str | None = None
    touches: list[int] = []
    why: str | None = None
    """The agent's reason, as far as the receiver may know it."""


class Ending(Struct):
    kind: Literal["perfect", "strikeout", "out_of_turns", "terminated", "nothing_left"]
    text: str
    stacks: int
    zero: int
    replay: str
    """Address of the replay page."""
    next: str | None = None
    """Address of the next game of the series, once there is one."""


class Trouble(Struct):
    """An agent failed; the table waits for “replace”."""

    seat: int
    text: str


class Series(Struct):
    """Several games of the same seats in a row."""

    number: int
    """This game's place, from 1."""
    planned: int
    """Games that agents play without being asked."""
    stacks: list[int]
    zero: list[int]
    """Scores of the finished games, in order."""


class Suit(Struct):
    letter: str
    name: str


class Rules(Struct):
    variant: str
    suits: list[Suit]
    ranks: int
    copies: list[int]
    """Copies of each identity, suit-major."""
    colour_clues: list[str]
    """Letters of the clue colours."""
    rank_clues: list[str]
    max_tokens: int
    max_strikes: int
    hand_size: int


class Frame(Struct, omit_defaults=True):
    """The table as one receiver may see it."""

    table: str
    status: Status
    rules: Rules
    scoring: Scoring
    help: Help
    you: int | None
    """The receiver's seat, or the one they look from; absent for who sees all hands or none."""
    seats: list[Seat]
    turn: int
    """Number of the move to be made, from 1."""
    to_move: int | None
    tokens: int
    strikes: int
    stacks: list[int]
    deck: int
    turns_left: int | None
    """Moves left once the deck is empty."""
    score: int
    max_score: int
    """Best score the discard pile still allows."""
    pace: int | None
    hands: list[list[Card]]
    """Per seat, newest card first."""
    discards: list[int]
    """Copies discarded or misplayed per identity."""
    playable: int
    """Identities that can be played now."""
    useless: int
    critical: int
    log: list[LogEntry]
    delay: int
    paused: bool = False
    may_steer: bool = False
    """The receiver may pause, step, change seats and end the game."""
    watching: bool = False
    """The receiver sits nowhere, and looks from the seat ``you``."""
    open_hands: bool = False
    series: Series | None = None
    legal: Legal | None = None
    ending: Ending | None = None
    trouble: Trouble | None = None


class Message(Struct, tag_field="t"):
    """Anything the server may send."""


class Welcome(Message, tag="welcome"):
    protocol: int
    ping_seconds: float
    """Ping this often; reconnect when no answer came in twice that time."""


class WholeFrame(Message, tag="frame"):
    v: int
    frame: Frame


class Update(Message, tag="update"):
    """Version ``v``, for a client that holds ``v - 1``; ``frame.log`` has only the new entries."""

    v: int
    frame: Frame


class Ack(Message, tag="ack"):
    id: str
    v: int


class Refused(Message, tag="refused"):
    """``reason`` is one of the names in game/tables/refusals.py, ``text`` a sentence for people."""

    id: str | None
    reason: str
    text: str
    v: int


class Pong(Message, tag="pong"):
    n: int
    v: int


class Presence(Message, tag="presence"):
    """Who is here, per seat; says nothing about the game and has no version."""

    present: list[bool]


FromServer = Welcome | WholeFrame | Update | Ack | Refused | Pong | Presence

_decoder = msgspec.json.Decoder(FromClient)
_encoder = msgspec.json.Encoder()


def decode(text: str | bytes) -> FromClient:
    """A client's message. Raises msgspec.DecodeError in words."""
    message: FromClient = _decoder.decode(text)
    return message


def encode(message: FromServer) -> str:
    return _encoder.encode(message).decode()


def schema() -> dict[str, object]:
    """JSON Schema (2020-12) of both directions."""
    (client, server), definitions = msgspec.json.schema_components(
        [FromClient, FromServer], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Hanabi Lab table protocol {PROTOCOL_VERSION}",
        "from_client": client,
        "from_server": server,
        "$defs": definitions,
    }
