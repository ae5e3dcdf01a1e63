"""The messages a client may send, as typed structs; anything else is refused."""

from typing import Annotated

from msgspec import Meta, Struct

RequestId = Annotated[str, Meta(min_length=1, max_length=40)]
Version = Annotated[int, Meta(ge=0, le=100_000)]
SeatIndex = Annotated[int, Meta(ge=0, le=5)]
Order = Annotated[int, Meta(ge=0, le=63)]


class Request(Struct, forbid_unknown_fields=True, tag_field="t"):
    """Base of all messages from clients."""


class Answered(Request):
    """Base of the messages that are answered by `ack` or `refused` with their `id`."""

    id: RequestId


class Versioned(Answered):
    """Base of the requests with the table's version `v` that the player saw."""

    v: Version


class Ping(Request, tag="ping"):
    """Ask for a `pong`, and for the table's state if the client has missed a change.

    Pings have a rate limit of their own.
    """

    n: Annotated[int, Meta(ge=0)] = 0


class Sync(Request, tag="sync"):
    """Ask for the full state of the table."""


class Look(Request, tag="look"):
    """Ask for the table as it was after `turn` moves; answered by `past`."""

    turn: Annotated[int, Meta(ge=0, le=1000)]


class Play(Versioned, tag="play"):
    """Play my card with this draw number."""

    order: Order


class Discard(Versioned, tag="discard"):
    """Discard my card with this draw number."""

    order: Order


class Clue(Versioned, tag="clue"):
    """Clue a seat: ``value`` is a suit letter (colour clue) or a digit (rank clue)."""

    seat: SeatIndex
    value: Annotated[str, Meta(min_length=1, max_length=2)]


class Replace(Versioned, tag="replace"):
    """Replace the agent at a seat by another agent."""

    seat: SeatIndex
    address: Annotated[str, Meta(min_length=1, max_length=300)]


class Delay(Answered, tag="delay"):
    """Set how long bots wait before each move, in milliseconds."""

    ms: Annotated[int, Meta(ge=0, le=10_000)]


class Pause(Answered, tag="pause"):
    """Pause or resume the agents of a table without people."""

    paused: bool


class Step(Versioned, tag="step"):
    """Let an agent make one move at a paused table."""


class TakeOver(Versioned, tag="take_over"):
    """Take an agent's seat and play on."""

    seat: SeatIndex


class GiveUp(Versioned, tag="give_up"):
    """End the game, or propose it to the other people present."""


class Undo(Versioned, tag="undo"):
    """Take back my last move and all later ones, or propose it to the other people present."""


class Answer(Versioned, tag="answer"):
    """Agree to a proposal, or decline it; declining one's own proposal withdraws it."""

    agreed: bool


class SitIn(Versioned, tag="sit_in"):
    """Let a bot move for a person who has been away for 30 seconds, until they return."""

    seat: SeatIndex


class ComeBack(Answered, tag="come_back"):
    """Take my seat back from the bot that sits in for me."""


class WriteNote(Answered, tag="note"):
    """Write a private note on a card; an empty text removes it."""

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
"""The requests that change a table."""
FromClient = Ping | Sync | Look | Act | WriteNote | Say
