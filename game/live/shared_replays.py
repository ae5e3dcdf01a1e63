"""Sockets of a shared replay: one person leads, and whoever has the link sees what they look at.

Nothing is stored. The room's code comes from a secret that the leading page keeps, so that nobody
else can lead; who follows asks for the view, and the leader's socket answers. No names and no
cards pass through here.
"""

from __future__ import annotations

import re
import time
from hashlib import blake2b
from typing import Any
from urllib.parse import parse_qs

import msgspec
from django.conf import settings

from game import protocol as p
from game.live import announcements, attendance
from game.live.rate_limit import TokenBucket
from game.live.socket import Socket
from game.protocol.shared_replay import Room, View, decode
from game.tables.refusals import Refused

PING_SECONDS = 5.0
SECRET, CODE = re.compile(r"[0-9a-f]{32}"), re.compile(r"[0-9a-f]{12}")


def code_of(secret: str) -> str:
    """What a room is followed by; it tells nothing of the secret that leads it."""
    return blake2b(secret.encode(), digest_size=6).hexdigest()


class SharedReplayConsumer(Socket):
    """A page that leads a replay, or follows one."""

    leads = False
    code = ""
    view: View | None = None
    """The last one, of who leads."""
    ticket: attendance.Ticket | None = None

    async def connect(self) -> None:
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
            address = (self.scope.get("client") or [""])[0]
            self.ticket = attendance.arrive(self.code, None, address, place="replay")
        except Refused:
            await self.close(p.CLOSE_TOO_MANY)
            return
        await self.channel_layer.group_add(self.room, self.channel_name)
        await self._answer(p.Welcome(p.PROTOCOL_VERSION, PING_SECONDS, time.time()))
        await self._answer(Room(self.code, led=self.leads))
        await self._tell("replay.led" if self.leads else "replay.came")

    async def disconnect(self, code: int) -> None:
        if self.ticket is None:
            return
        attendance.leave(self.ticket)
        await self.channel_layer.group_discard(self.room, self.channel_name)
        await self._tell("replay.left" if self.leads else "replay.went")

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
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
        """Who leads looks elsewhere."""
        if not self.leads:
            await self._answer(msgspec.convert(event["view"], View))

    async def replay_led(self, event: dict[str, Any]) -> None:
        """Who leads is here, and asks who follows."""
        if not self.leads:
            await self._answer(Room(self.code, led=True))
            await self._tell("replay.came")

    async def replay_left(self, event: dict[str, Any]) -> None:
        if not self.leads:
            await self._answer(Room(self.code, led=False))

    async def replay_came(self, event: dict[str, Any]) -> None:
        """Somebody follows: they are told where to look."""
        if not self.leads:
            return
        self.followers.add(event["who"])
        await self._answer(Room(self.code, led=True, followers=len(self.followers)))
        layer = self.channel_layer
        await layer.send(event["who"], {"type": "replay.here"})
        if self.view is not None:
            view = msgspec.to_builtins(self.view)
            await layer.send(event["who"], {"type": "replay.moved", "view": view})

    async def replay_here(self, event: dict[str, Any]) -> None:
        """Who leads was here before."""
        await self._answer(Room(self.code, led=True))

    async def replay_went(self, event: dict[str, Any]) -> None:
        if self.leads:
            self.followers.discard(event["who"])
            await self._answer(Room(self.code, led=True, followers=len(self.followers)))

    async def _tell(self, kind: str, **more: object) -> None:
        await announcements.tell(self.room, {"type": kind, "who": self.channel_name, **more})

    async def _answer(self, message: Room | View | p.Welcome | p.Pong) -> None:
        await self.send(msgspec.json.encode(message).decode())
