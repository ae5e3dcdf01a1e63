"""The socket protocol of a table: every message, in both directions, as typed structs.

A client connects to `/ws/tables/<table>/` and receives a `welcome` and a whole `frame`. Every
change of the table raises its version `v` by one and sends every socket an `update`: the frame
without the log entries the client already has. A client that holds version 7 and receives 9 has
missed one: it sends `sync` and receives a whole `frame` again.

All requests but `ping`, `sync` and `look` carry an `id` chosen by the client, and are answered by
`ack` or `refused` with that id. A move, note or chat message that is sent twice with one id counts
once. Moves carry the version the player saw: a stale one is refused, and a whole `frame` follows.

The server closes a socket with code 4403 if the client may not watch the table, 4404 if there is
none, 4429 after too many messages, 4430 if too many sockets are open, 4500 after an error of its
own, 4503 while the database is unavailable, and 1012 when it restarts.

`manage.py schemas table` prints the JSON Schema of both directions.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from agents.agent_protocol import schema_of

# The parts of a frame, which other modules import from here; the messages are defined below.
from game.protocol.frame import (
    Asked,
    AtZero,
    Clock,
    ClueOption,
    Ending,
    Frame,
    Help,
    HowEnded,
    Legal,
    LogEntry,
    Mark,
    Occupant,
    Proposal,
    Scoring,
    Seat,
    Series,
    ShownCard,
    ShownRules,
    Status,
    Suit,
    SuitLook,
    Trouble,
)

PROTOCOL_VERSION = 1
MAX_MESSAGE_BYTES = 2048

# Application close codes: of the standard codes a server may only send 1000. A stopping server
# closes with 1012, “service restart”.
CLOSE_FAULT = 4500
CLOSE_RESTART = 1012
CLOSE_AWAY = 4503
CLOSE_GARBAGE = 4400
CLOSE_NOT_ALLOWED = 4403
CLOSE_NO_TABLE = 4404
CLOSE_TOO_FAST = 4429
CLOSE_TOO_MANY = 4430

RequestId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00]*$")]
"""Not NUL, which the database cannot store."""
Version = Annotated[int, Meta(ge=0, le=100_000)]
SeatIndex = Annotated[int, Meta(ge=0, le=5)]
Order = Annotated[int, Meta(ge=0, le=63)]


class Request(Struct, forbid_unknown_fields=True, tag_field="t"):
    """Base of all messages from clients to the server."""


class Answered(Request):
    """Base of the requests that are answered by `ack` or `refused` with the `id` of the
    request.
    """

    id: RequestId


class Versioned(Answered):
    """Base of the requests that carry the version `v` of the table that the player saw, and are
    refused if it is out of date.
    """

    v: Version


class Ping(Request, tag="ping"):
    """Ask for a `pong` with the same `n`, and for the table's state if the client has missed a
    change.

    Pings have a rate limit of their own.
    """

    n: Annotated[int, Meta(ge=0)] = 0


class Sync(Request, tag="sync"):
    """Ask for the full state of the table; answered by `frame`."""


class Look(Request, tag="look"):
    """Ask for the table as it was after `turn` moves; answered by `past`."""

    turn: Annotated[int, Meta(ge=0, le=1000)]


class Play(Versioned, tag="play"):
    """Play the card of my hand with draw number `order`."""

    order: Order


class Discard(Versioned, tag="discard"):
    """Discard the card of my hand with draw number `order`."""

    order: Order


class Clue(Versioned, tag="clue"):
    """Give a clue to the player at `seat`: ``value`` is a suit letter (colour clue) or a digit
    (rank clue).
    """

    seat: SeatIndex
    value: Annotated[str, Meta(min_length=1, max_length=2)]


class Replace(Versioned, tag="replace"):
    """Replace the agent at `seat` by the agent with this `address`."""

    seat: SeatIndex
    address: Annotated[str, Meta(min_length=1, max_length=300)]


class Delay(Answered, tag="delay"):
    """Set how long agents wait before each move, in milliseconds (`ms`)."""

    ms: Annotated[int, Meta(ge=0, le=10_000)]


class Pause(Answered, tag="pause"):
    """Pause (`paused`) or resume a table at which only agents play."""

    paused: bool


class Step(Versioned, tag="step"):
    """Let the agent whose turn it is make one move at a paused table."""


class TakeOver(Versioned, tag="take_over"):
    """Take the place of the agent at `seat` and play on."""

    seat: SeatIndex


class GiveUp(Versioned, tag="give_up"):
    """End the game; if other people are present, propose it to them."""


class Undo(Versioned, tag="undo"):
    """Take back my last move and all later ones; if other people are present, propose it
    to them.
    """


class Answer(Versioned, tag="answer"):
    """Agree (`agreed`) to the open proposal, or decline it; declining one's own proposal withdraws
    it.

    The version `v` may be any since the proposal was made.
    """

    agreed: bool


class SitIn(Versioned, tag="sit_in"):
    """Let an agent move for the person at `seat`, who has been away for 30 seconds, until they
    return.
    """

    seat: SeatIndex


class ComeBack(Answered, tag="come_back"):
    """Take my seat back from the agent that moves for me."""


class WriteNote(Answered, tag="note"):
    """Write a private note on the card with draw number `order`; an empty text removes the
    note.
    """

    order: Order
    text: Annotated[str, Meta(max_length=200)]


class Say(Answered, tag="say"):
    """Send a chat message to the people at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


Act = (
    Play
    | Discard
    | Clue
    | Replace
    | Delay
    | Pause
    | Step
    | TakeOver
    | GiveUp
    | Undo
    | Answer
    | SitIn
    | ComeBack
)
"""The requests that change the table, or let an agent change it."""
FromClient = Ping | Sync | Look | Act | WriteNote | Say


class Message(Struct, tag_field="t"):
    """Base of all messages from the server to clients."""


class Welcome(Message, tag="welcome"):
    """The first message on a socket, with the protocol's version."""

    protocol: int
    ping_seconds: float
    """The interval in seconds at which to send pings; reconnect if no answer came within twice
    that time."""
    now: float
    """The server's clock, in seconds since 1970."""


class WholeFrame(Message, tag="frame"):
    """The full state of the table at version `v`, log included."""

    v: int
    frame: Frame


class Update(Message, tag="update"):
    """The state of the table at version `v`, for clients that hold version `v - 1`: a frame whose
    log has only the new entries.
    """

    v: int
    frame: Frame


class Past(Message, tag="past"):
    """The table as it was after `turn` moves, from the receiver's viewpoint, without legal
    moves.
    """

    turn: int
    frame: Frame


class CardNote(Struct):
    """A note that the person at `seat` wrote before move `turn` (from 1; 0 if unknown) on the card
    with draw number `order`; an empty `text` means that they removed their note.
    """

    seat: int
    order: int
    turn: int
    text: str


class Notes(Message, tag="notes"):
    """The receiver's notes on cards, oldest first; once the game is over, everybody's notes."""

    notes: list[CardNote]


class ChatLine(Struct):
    """A chat message that the person at `seat` wrote before move `turn` (from 1)."""

    n: int
    """The number of the message; later messages have higher numbers."""
    seat: int
    turn: int
    text: str


class Chat(Message, tag="chat"):
    """The table's chat messages, oldest first; sent only to people who have a seat there."""

    lines: list[ChatLine]


class Ack(Message, tag="ack"):
    """The request `id` was carried out; the table is at version `v`."""

    id: str
    v: int


class Refused(Message, tag="refused"):
    """A request was refused: `reason` is a name in game/tables/refusals.py, such as
    “stale_version”, `text` a sentence for people, `v` the last version sent to the client. `id` is
    null if the message could not be read, came too fast, or too many sockets are open.
    """

    id: str | None
    reason: str
    text: str
    v: int


class Waiting(Message, tag="waiting"):
    """The database is unavailable: send the request with this `id`, if any, again after a second.

    Once it is available again, the client receives a frame or another answer.
    """

    id: str | None
    text: str


class Pong(Message, tag="pong"):
    """The answer to the ping with number `n`; `v` is the last version sent to the client."""

    n: int
    v: int


class Presence(Message, tag="presence"):
    """Who is present, by seat. Not a part of frames, since an arrival does not change the game or
    the table's version.

    `away_since` is when an absent person was last here, in seconds since 1970.
    """

    present: list[bool]
    away_since: list[float | None]
    watching: int
    """The number of spectators."""


FromServer = (
    Welcome | WholeFrame | Update | Past | Notes | Chat | Ack | Refused | Waiting | Pong | Presence
)

_decoder = msgspec.json.Decoder(FromClient)
_encoder = msgspec.json.Encoder()


def decode(text: str | bytes) -> FromClient:
    """Decode a client's message. Raise msgspec.DecodeError if it is invalid."""
    message: FromClient = _decoder.decode(text)
    return message


def encode(message: FromServer) -> str:
    """Encode a message to the client as JSON."""
    return _encoder.encode(message).decode()


def schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of the messages in both directions."""
    title = f"Hanabi Lab table protocol {PROTOCOL_VERSION}"
    return schema_of(title, str(__doc__), from_client=FromClient, from_server=FromServer)
