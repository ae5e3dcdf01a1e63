"""The messages of a shared replay, in which followers see the turn that the leader looks at.

The leader connects to `/ws/replays/?lead=<secret>` and receives the room's code; followers connect
with `?follow=<code>`. The leader sends a `view` whenever it changes; followers receive it, and the
latest one on joining. A view says where to look and contains no cards: each page reads the game
with its own user's rights.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from game.protocol import Message, Ping

Turn = Annotated[int, Meta(ge=0, le=1000)]


class SharedView(Message, tag="view", forbid_unknown_fields=True):
    """The game, turn and viewpoint that the leader looks at; sent by the leader, and to
    followers.
    """

    game: Annotated[str, Meta(pattern=r"^[-\w]{1,80}$")]
    """The name of the replay in its page's address."""
    turn: Turn
    seat: Annotated[str, Meta(pattern=r"^(all|[0-5])$")]
    """The number of the seat whose view is shown, or “all” for open hands."""
    line: Turn | None = None
    """The turn from which the page shows the best possible moves in place of those played; None
    while it shows the game as it was played."""


class Room(Message, tag="room"):
    """The state of a shared replay's room: its code and who is connected; sent after every
    change.
    """

    code: str
    """The room's code, a part of the link for followers."""
    led: bool
    """Whether the leader is present."""
    followers: int = 0
    """The number of followers; 0 in messages to followers."""


FromSharing = SharedView | Ping

_decoder = msgspec.json.Decoder(FromSharing)


def decode(text: str | bytes) -> SharedView | Ping:
    """Decode a client's message in a shared replay. Raise msgspec.DecodeError if it is invalid."""
    message: SharedView | Ping = _decoder.decode(text)
    return message
