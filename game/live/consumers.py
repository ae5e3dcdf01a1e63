"""One socket at one table: decode, find out who asks, hand over, answer."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import parse_qs

import msgspec
from channels.generic.websocket import AsyncWebsocketConsumer

from game import protocol as p
from game.board import messages
from game.board.viewpoint import Viewpoint, asked_viewpoint, read_viewpoint, viewpoint_of
from game.live import announcements, presence, runner
from game.live.current import at_least, checked, in_thread
from game.live.rate_limit import TokenBucket
from game.models import PRESENCE_FADES_AFTER, Player
from game.tables import requests
from game.tables.people import player_of
from game.tables.refusals import SENTENCES, Refusal, Refused
from game.tables.state import TableState, load

PING_SECONDS = 5.0
MESSAGES_AT_ONCE = 40
MESSAGES_PER_SECOND = 5.0


def _read(text: str | None) -> p.FromClient:
    """A client's message. Raises Refused for what is none."""
    if text is None:
        raise Refused(Refusal.GARBAGE, "Messages are text, not bytes.")
    if len(text) > p.MAX_MESSAGE_BYTES:
        raise Refused(Refusal.TOO_LONG)
    try:
        return p.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Refused(Refusal.GARBAGE, f"{SENTENCES[Refusal.GARBAGE]} ({error})") from error


class TableConsumer(AsyncWebsocketConsumer):
    """A person or a spectator looking at a table."""

    slug: str
    seat: str
    """The seat to look from that the address asks for."""
    player: Player | None = None
    sent: int = -1
    """The last version sent; an update may only follow its predecessor."""
    joined = False
    marked = 0.0

    async def connect(self) -> None:
        self.slug = self.scope["url_route"]["kwargs"]["slug"]
        asked = parse_qs(self.scope["query_string"].decode("latin-1"))
        self.seat = asked_viewpoint({name: values[0] for name, values in asked.items()})
        self.request_limit = TokenBucket(MESSAGES_AT_ONCE, MESSAGES_PER_SECOND)
        self.ping_limit = TokenBucket(MESSAGES_AT_ONCE, MESSAGES_PER_SECOND)
        await self.accept()
        self.player = await in_thread(player_of, self.scope["session"], self.scope.get("user"))
        # Join before reading: a change in between is then announced, not lost.
        await self.channel_layer.group_add(announcements.table(self.slug), self.channel_name)
        if self.player is not None:
            await self.channel_layer.group_add(
                announcements.person(self.player.pk), self.channel_name
            )
        self.joined = True
        await self._answer(p.Welcome(p.PROTOCOL_VERSION, PING_SECONDS))
        try:
            state = await in_thread(load, self.slug)
            await self._send_frame(state)
        except (Refused, ValueError) as error:
            await self.close(p.CLOSE_NO_TABLE, reason=str(error))
            return
        await self._set_present(True)
        runner.wake(self.slug)

    async def disconnect(self, code: int) -> None:
        if self.joined:
            await self.channel_layer.group_discard(
                announcements.table(self.slug), self.channel_name
            )
            if self.player is not None:
                group = announcements.person(self.player.pk)
                await self.channel_layer.group_discard(group, self.channel_name)
            await self._set_present(False)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        try:
            message = _read(text_data)
        except Refused as refused:
            if await self._within_limit(self.request_limit):
                await self._refuse(None, refused.reason, refused.text)
            return
        if isinstance(message, p.Ping):
            if await self._within_limit(self.ping_limit):
                await self._answer(p.Pong(message.n, self.sent))
                await self._send_news(await checked(self.slug))
                await self._stay_present()
        elif await self._within_limit(self.request_limit):
            if isinstance(message, p.Sync):
                await self._send_frame(await in_thread(load, self.slug))
            else:
                await self._request(message)

    async def table_changed(self, event: dict[str, Any]) -> None:
        """The table has a new version (from the channel layer)."""
        version = event["version"]
        if version > self.sent:
            await self._send_news(await at_least(self.slug, version))
        runner.wake(self.slug, version)

    async def table_presence(self, event: dict[str, Any]) -> None:
        """Somebody came or went."""
        await self._answer(p.Presence(event["present"]))

    async def person_left(self, event: dict[str, Any]) -> None:
        """This person logged out, here or in another window."""
        await self.close(p.CLOSE_NOT_ALLOWED)

    async def _within_limit(self, bucket: TokenBucket) -> bool:
        """Take a token; without one the socket is closed."""
        if bucket.take():
            return True
        await self._refuse(None, Refusal.TOO_FAST)
        await self.close(p.CLOSE_TOO_FAST)
        return False

    async def _request(self, message: requests.Act) -> None:
        try:
            version = await in_thread(requests.carry_out, self.slug, self.player, message)
        except Refused as refused:
            await self._refuse(message.id, refused.reason, refused.text)
            if refused.reason == Refusal.STALE_VERSION:
                await self._send_frame(await in_thread(load, self.slug))
            return
        if isinstance(message, p.TakeOver):
            await at_least(self.slug, version)
            await self._set_present(True)
        await self._answer(p.Ack(message.id, version))
        await announcements.announce(self.slug, version)
        runner.wake(self.slug, version)

    async def _send_frame(self, state: TableState) -> None:
        """The whole table."""
        self.sent = state.table.version
        await self.send(messages.whole(state, self._viewpoint(state)))

    async def _send_news(self, state: TableState) -> None:
        """What came since the last frame: only that, if it is one version."""
        version = state.table.version
        if version == self.sent + 1:
            self.sent = version
            await self.send(messages.update(state, self._viewpoint(state)))
        elif version > self.sent:
            await self._send_frame(state)

    def _viewpoint(self, state: TableState) -> Viewpoint:
        through = read_viewpoint(self.seat, state.table.players)
        return viewpoint_of(state, self.player, through)

    async def _stay_present(self) -> None:
        if time.monotonic() - self.marked > PRESENCE_FADES_AFTER.total_seconds() / 3:
            await self._set_present(True)

    async def _set_present(self, present: bool) -> None:
        self.marked = time.monotonic()
        if self.player is None:
            return
        try:
            state = await checked(self.slug)
        except Refused:
            return
        seats = await in_thread(presence.mark, state, self.player, present)
        if seats is not None:
            await announcements.tell(
                announcements.table(self.slug), {"type": "table.presence", "present": seats}
            )

    async def _refuse(self, request: str | None, reason: Refusal, text: str = "") -> None:
        await self._answer(p.Refused(request, reason, text or SENTENCES[reason], self.sent))

    async def _answer(self, message: p.FromServer) -> None:
        await self.send(p.encode(message))
