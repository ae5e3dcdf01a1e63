"""What a client may ask, as typed structs: nothing else is read."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

RequestId = Annotated[str, Meta(min_length=1, max_length=40)]
Version = Annotated[int, Meta(ge=0, le=100_000)]
SeatIndex = Annotated[int, Meta(ge=0, le=5)]
Order = Annotated[int, Meta(ge=0, le=63)]


class Request(Struct, forbid_unknown_fields=True, tag_field="t"):
    """Anything a client may ask."""


class Ping(Request, tag="ping"):
    """“Are you there?” Answered by ``pong``, and by a frame if the client has missed one; it
    has a rate limit of its own."""

    n: Annotated[int, Meta(ge=0)] = 0


class Sync(Request, tag="sync"):
    """“Send me the whole frame.”"""


class Look(Request, tag="look"):
    """“Show me the table as it was after so many moves.” Answered by ``past``."""

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
    """End the game here, or ask the other people present to."""

    id: RequestId
    v: Version


class Undo(Request, tag="undo"):
    """Take back my last move and all after it, or ask the other people present to."""

    id: RequestId
    v: Version


class Answer(Request, tag="answer"):
    """Agree to what somebody proposed, or decline; of one's own proposal: withdraw it."""

    id: RequestId
    v: Version
    agreed: bool


class SitIn(Request, tag="sit_in"):
    """Let a bot move for a person who has been away for 30 seconds, until they are back."""

    id: RequestId
    v: Version
    seat: SeatIndex


class ComeBack(Request, tag="come_back"):
    """Take my seat back from the bot that sits in for me."""

    id: RequestId


class WriteNote(Request, tag="note"):
    """Note something on a card, for myself; an empty text takes the note away."""

    id: RequestId
    order: Order
    text: Annotated[str, Meta(max_length=200)]


class Say(Request, tag="say"):
    """Tell the people at the table something."""

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
