"""What the server may send, as typed structs."""

from __future__ import annotations

from msgspec import Struct

from game.protocol.frame import Frame


class Message(Struct, tag_field="t"):
    """Anything the server may send."""


class Welcome(Message, tag="welcome"):
    protocol: int
    ping_seconds: float
    """Ping this often; reconnect when no answer came in twice that time."""
    now: float
    """The server's clock, in seconds since 1970."""


class WholeFrame(Message, tag="frame"):
    v: int
    frame: Frame


class Update(Message, tag="update"):
    """Version ``v``, for a client that holds ``v - 1``; ``frame.log`` has only the new entries."""

    v: int
    frame: Frame


class Past(Message, tag="past"):
    """The table after ``turn`` moves, from where the receiver looks: nothing can be done there."""

    turn: int
    frame: Frame


class CardNote(Struct):
    """What somebody noted on a card, at a turn."""

    seat: int
    order: int
    turn: int
    text: str


class Notes(Message, tag="notes"):
    """The receiver's notes, oldest first; when the game is over, everybody's."""

    notes: list[CardNote]


class ChatLine(Struct):
    n: int
    """Later lines have greater numbers."""
    seat: int
    turn: int
    text: str


class Chat(Message, tag="chat"):
    """What was said at the table, oldest first; only those who sit there hear it."""

    lines: list[ChatLine]


class Ack(Message, tag="ack"):
    id: str
    v: int


class Refused(Message, tag="refused"):
    """``reason`` is one of the names in game/tables/refusals.py, ``text`` a sentence for people."""

    id: str | None
    reason: str
    text: str
    v: int


class Waiting(Message, tag="waiting"):
    """The table cannot be read or written just now. The request ``id``, if it was one, is to be
    sent again after a second; the next frame or answer says that all is well."""

    id: str | None
    text: str


class Pong(Message, tag="pong"):
    n: int
    v: int


class Presence(Message, tag="presence"):
    """Who is here, per seat; says nothing about the game and has no version."""

    present: list[bool]
    away_since: list[float | None]
    watching: int
    """How many look on who do not sit here."""


FromServer = (
    Welcome | WholeFrame | Update | Past | Notes | Chat | Ack | Refused | Waiting | Pong | Presence
)
