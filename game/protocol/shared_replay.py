"""The messages of a shared replay: one person leads, others see what that person looks at.

Who leads connects to ``/ws/replays/?lead=<secret>`` and is told the room's code; who follows
connects with ``?follow=<code>``. Who leads sends a ``view`` whenever it changes; who follows gets
it, and the latest one on coming. A view says where to look, never what is there: each page reads
the game with the rights of who sits before it.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from game.protocol.from_client import Ping
from game.protocol.from_server import Message, Pong, Welcome

Turn = Annotated[int, Meta(ge=0, le=1000)]


class View(Message, tag="view", forbid_unknown_fields=True):
    """Where who leads looks, in either direction."""

    game: Annotated[str, Meta(pattern=r"^[-\w]{1,80}$")]
    """The replay's name in its address."""
    turn: Turn
    seat: Annotated[str, Meta(pattern=r"^(all|[0-5])$")]
    """The seat that is looked from, or all hands."""
    line: Turn | None = None
    """The turn from which the best line is shown, in place of the game."""


class Room(Message, tag="room"):
    """Who is here; sent on coming and whenever it changes."""

    code: str
    """What others follow by."""
    led: bool
    """Whether who leads is here."""
    followers: int = 0
    """How many follow; only who leads is told."""


FromSharing = View | Ping
ToSharing = Welcome | Room | View | Pong

_decoder = msgspec.json.Decoder(FromSharing)


def decode(text: str | bytes) -> View | Ping:
    """A client's message. Raises msgspec.DecodeError in words."""
    message: View | Ping = _decoder.decode(text)
    return message
