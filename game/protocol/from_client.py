"""The messages a client may send, as typed structs; anything else is refused."""

from typing import Annotated

from msgspec import Meta, Struct

RequestId = Annotated[str, Meta(min_length=1, max_length=40)]
Version = Annotated[int, Meta(ge=0, le=100_000)]
SeatIndex = Annotated[int, Meta(ge=0, le=5)]
Order = Annotated[int, Meta(ge=0, le=63)]


class Request(Struct, forbid_unknown_fields=True, tag_field="t"):
    """Base of all messages from clients."""


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
    """Replace the agent at a seat by another agent."""

    id: RequestId
    v: Version
    seat: SeatIndex
    address: Annotated[str, Meta(min_length=1, max_length=300)]


class Delay(Request, tag="delay"):
    """Set how long bots wait before each move, in milliseconds."""

    id: RequestId
    ms: Annotated[int, Meta(ge=0, le=10_000)]


class Pause(Request, tag="pause"):
    """Pause or resume the agents of a table without people."""

    id: RequestId
    paused: bool


class Step(Request, tag="step"):
    """Let an agent make one move at a paused table."""

    id: RequestId
    v: Version


class TakeOver(Request, tag="take_over"):
    """Take an agent's seat and play on."""

    id: RequestId
    v: Version
    seat: SeatIndex


class GiveUp(Request, tag="give_up"):
    """End the game, or propose it to the other people present."""

    id: RequestId
    v: Version


class Undo(Request, tag="undo"):
    """Take back my last move and all later ones, or propose it to the other people present."""

    id: RequestId
    v: Version


class Answer(Request, tag="answer"):
    """Agree to a proposal, or decline it; declining one's own proposal withdraws it."""

    id: RequestId
    v: Version
    agreed: bool


class SitIn(Request, tag="sit_in"):
    """Let a bot move for a person who has been away for 30 seconds, until they return."""

    id: RequestId
    v: Version
    seat: SeatIndex


class ComeBack(Request, tag="come_back"):
    """Take my seat back from the bot that sits in for me."""

    id: RequestId


class WriteNote(Request, tag="note"):
    """Write a private note on a card; an empty text removes it."""

    id: RequestId
    order: Order
    text: Annotated[str, Meta(max_length=200)]


class Say(Request, tag="say"):
    """Send a chat message to the people at the table."""

    id: RequestId
    text: Annotated[str, Meta(min_length=1, max_length=200)]


FromClient = (
    Ping
    | Sync
    | Look
    | Play
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
    | WriteNote
    | Say
)
