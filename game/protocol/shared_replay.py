"""The messages of a shared replay, in which followers see the turn that the leader looks at.

The leader connects to `/ws/replays/?lead=<secret>` and receives the room's code; followers connect
with `?follow=<code>`. The leader sends a `view` whenever it changes; followers receive it, and the
latest one on joining. A view says where to look and contains no cards: each page reads the game
with its own user's rights.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from game.protocol import Message, Ping, Pong, Welcome

Turn = Annotated[int, Meta(ge=0, le=1000)]


class SharedView(Message, tag="view", forbid_unknown_fields=True):
    """The leader's current game, turn and viewpoint; sent in both directions."""

    game: Annotated[str, Meta(pattern=r"^[-\w]{1,80}$")]
    """The replay's name in its URL."""
    turn: Turn
    seat: Annotated[str, Meta(pattern=r"^(all|[0-5])$")]
    """The seat whose view is shown, or all hands."""
    line: Turn | None = None
    """The turn from which the best line is shown instead of the game."""


class Room(Message, tag="room"):
    """The code and attendance of a shared replay's room; sent after every change."""

    code: str
    """The code in the followers' link."""
    led: bool
    """Whether the leader is present."""
    followers: int = 0
    """The number of followers; sent to the leader only."""


FromSharing = SharedView | Ping
ToSharing = Welcome | Room | SharedView | Pong

_decoder = msgspec.json.Decoder(FromSharing)


def decode(text: str | bytes) -> SharedView | Ping:
    """Decode a client's message. Raise msgspec.DecodeError if it is invalid."""
    message: SharedView | Ping = _decoder.decode(text)
    return message
