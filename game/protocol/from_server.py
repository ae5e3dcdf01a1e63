"""The messages the server may send, as typed structs."""

from msgspec import Struct

from game.protocol.frame import Frame


class Message(Struct, tag_field="t"):
    """Base of all messages from the server."""


class Welcome(Message, tag="welcome"):
    """The first message on a socket."""

    protocol: int
    ping_seconds: float
    """The interval between pings; reconnect if no answer came within twice that time."""
    now: float
    """The server's clock, in seconds since 1970."""


class WholeFrame(Message, tag="frame"):
    """The full state of the table at version `v`."""

    v: int
    frame: Frame


class Update(Message, tag="update"):
    """The changes from version `v - 1` of the table to version `v`; `frame.log` has new entries
    only.
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
    """A note on a card, and the turn at which it was written."""

    seat: int
    order: int
    turn: int
    text: str


class Notes(Message, tag="notes"):
    """The receiver's notes, oldest first; once the game is over, everybody's."""

    notes: list[CardNote]


class ChatLine(Struct):
    """A chat message."""

    n: int
    """Increases with every message."""
    seat: int
    turn: int
    text: str


class Chat(Message, tag="chat"):
    """The table's chat messages, oldest first, for those who sit there."""

    lines: list[ChatLine]


class Ack(Message, tag="ack"):
    """The request `id` was carried out; the table is at version `v`."""

    id: str
    v: int


class Refused(Message, tag="refused"):
    """A request was refused; `reason` is a name in game/tables/refusals.py, `text` a sentence for
    people."""

    id: str | None
    reason: str
    text: str
    v: int


class Waiting(Message, tag="waiting"):
    """The database is unavailable. Send the request `id`, if any, again after a second.

    The next frame or answer means that all is well.
    """

    id: str | None
    text: str


class Pong(Message, tag="pong"):
    """The answer to ping `n`; `v` is the last version sent to the client."""

    n: int
    v: int


class Presence(Message, tag="presence"):
    """Who is present, by seat. It is sent apart from frames: an arrival does not change the game or
    the table's version.
    """

    present: list[bool]
    away_since: list[float | None]
    watching: int
    """The number of spectators."""


FromServer = (
    Welcome | WholeFrame | Update | Past | Notes | Chat | Ack | Refused | Waiting | Pong | Presence
)
