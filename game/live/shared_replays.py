"""Sockets of a shared replay: one person leads, and everyone with the link follows.

Nothing is stored. The room's code is derived from a secret that only the leading page has, so
nobody else can lead. Followers ask for the current view (game, turn and seat) and the leader's
socket answers. No names and no cards pass through here.
"""

import re
import time
from hashlib import blake2b
from typing import Any
from urllib.parse import parse_qs

import msgspec
from django.conf import settings

from game import protocol as p
from game.live import broadcast
from game.live.socket import Socket, TokenBucket
from game.protocol.shared_replay import Room, SharedView, decode
from game.tables.refusals import Refused

PING_SECONDS = 5.0
SECRET, CODE = re.compile(r"[0-9a-f]{32}"), re.compile(r"[0-9a-f]{12}")


def code_of(secret: str) -> str:
    """Return the public code of a shared replay's room, a hash of the leader's `secret`."""
    return blake2b(secret.encode(), digest_size=6).hexdigest()


class SharedReplayConsumer(Socket):
    """The socket of a page that leads or follows a shared replay."""

    leads = False
    code = ""
    view: SharedView | None = None
    """In the leader's socket, the view (game, turn and seat) last sent by the leader."""
    joined = False

    async def connect(self) -> None:
        """Join the room of a shared replay, as its leader (with `?lead=<secret>` in the URL) or as
        a follower (`?follow=<code>`).
        """
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        lead, follow = (query.get(name, [""])[0] for name in ("lead", "follow"))
        self.limit = TokenBucket(
            settings.LIMITS.messages_at_once, settings.LIMITS.messages_a_second
        )
        self.followers: set[str] = set()
        await self.accept()
        if not (SECRET.fullmatch(lead) or CODE.fullmatch(follow)):
            await self.close(p.CLOSE_NO_TABLE)
            return
        self.leads, self.code = bool(lead), code_of(lead) if lead else follow
        self.room = f"replay.{self.code}"
        try:
            self.arrive("replay", self.code)
        except Refused as refused:
            await self.refuse(refused.text, p.CLOSE_TOO_MANY)
            return
        self.joined = True
        await self.channel_layer.group_add(self.room, self.channel_name)
        await self._answer(p.Welcome(p.PROTOCOL_VERSION, PING_SECONDS, time.time()))
        await self._answer(Room(self.code, led=self.leads))
        await self._tell("replay.led" if self.leads else "replay.came")

    async def disconnect(self, code: int) -> None:
        """Leave the room and notify its other sockets."""
        if not self.joined:
            return
        await self.channel_layer.group_discard(self.room, self.channel_name)
        await self._tell("replay.left" if self.leads else "replay.went")

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a ping, or send the view in a leader's message to all followers.

        Close the socket if a message is invalid, comes too fast, or is a view from a follower.
        """
        if not self.limit.take():
            await self.close(p.CLOSE_TOO_FAST)
            return
        try:
            message = decode((text_data or "")[: p.MAX_MESSAGE_BYTES])
        except msgspec.DecodeError:
            await self.close(p.CLOSE_GARBAGE)
            return
        if isinstance(message, p.Ping):
            await self._answer(p.Pong(message.n, 0))
        elif self.leads:
            self.view = message
            await self._tell("replay.moved", view=msgspec.to_builtins(message))
        else:
            await self.close(p.CLOSE_NOT_ALLOWED)

    async def replay_moved(self, event: dict[str, Any]) -> None:
        """In a follower's socket: send the client the leader's new view, unless the message is
        `to` another follower.
        """
        if not self.leads and event.get("to") in (None, self.channel_name):
            await self._answer(msgspec.convert(event["view"], SharedView))

    async def replay_led(self, event: dict[str, Any]) -> None:
        """In a follower's socket: report to the client that the leader has arrived, and register
        with the leader.
        """
        if not self.leads:
            await self._answer(Room(self.code, led=True))
            await self._tell("replay.came")

    async def replay_left(self, event: dict[str, Any]) -> None:
        """In a follower's socket: report to the client that the leader has left."""
        if not self.leads:
            await self._answer(Room(self.code, led=False))

    async def replay_came(self, event: dict[str, Any]) -> None:
        """In the leader's socket: register a new follower and send it the current view."""
        if not self.leads:
            return
        self.followers.add(event["who"])
        await self._answer(Room(self.code, led=True, followers=len(self.followers)))
        # To the room: the follower's socket may be in another process, which only groups reach.
        await self._tell("replay.here", to=event["who"])
        if self.view is not None:
            view = msgspec.to_builtins(self.view)
            await self._tell("replay.moved", to=event["who"], view=view)

    async def replay_here(self, event: dict[str, Any]) -> None:
        """In the socket of the follower that joined: report to the client that the leader is
        present.
        """
        if event["to"] == self.channel_name:
            await self._answer(Room(self.code, led=True))

    async def replay_went(self, event: dict[str, Any]) -> None:
        """In the leader's socket: remove a follower who has left, and report the number of
        followers.
        """
        if self.leads:
            self.followers.discard(event["who"])
            await self._answer(Room(self.code, led=True, followers=len(self.followers)))

    async def _tell(self, kind: str, **more: object) -> None:
        await broadcast.send(self.room, {"type": kind, "who": self.channel_name, **more})

    async def _answer(self, message: Room | SharedView | p.Welcome | p.Pong) -> None:
        await self.send(msgspec.json.encode(message).decode())
