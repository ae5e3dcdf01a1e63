"""One socket at one table: decode, find out who asks, hand over, answer.

A pong waits for nothing. What needs the database is done in the order in which it was asked, and a
database that is away for a while closes no socket: it is said, and asked for again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any
from urllib.parse import parse_qs

import msgspec
from django.conf import settings
from django.db import Error

from game import protocol as p
from game.board import messages
from game.board.perspective import frame_at
from game.board.viewpoint import (
    Viewpoint,
    asked_viewpoint,
    is_closed,
    read_viewpoint,
    viewpoint_of,
)
from game.live import announcements, arrivals, attendance, metrics, presence, runner, watchers
from game.live.current import at_least, checked
from game.live.database import in_thread
from game.live.rate_limit import TokenBucket
from game.live.socket import Socket
from game.live.talking import Talking
from game.models import PRESENCE_FADES_AFTER, Player
from game.tables import changes, requests, talk
from game.tables.people import player_of
from game.tables.refusals import SENTENCES, Refusal, Refused
from game.tables.state import TableState, load, memory

logger = logging.getLogger(__name__)

PING_SECONDS = 5.0
WAITING = "The site cannot save just now. Nothing is lost."


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


class TableConsumer(Talking, Socket):
    """A person or a spectator looking at a table."""

    slug: str
    seat: str
    """The seat to look from that the address asks for."""
    player: Player | None = None
    ticket: attendance.Ticket
    sent: int = -1
    """The last version sent; an update may only follow its predecessor."""
    joined = False
    watching = False
    """Without a seat."""
    marked = 0.0
    away = False
    """The database did not answer, and the client was told."""
    working: asyncio.Task[None] | None = None
    """What was asked for last."""

    async def connect(self) -> None:
        self.slug = self.scope["url_route"]["kwargs"]["slug"]
        asked = parse_qs(self.scope["query_string"].decode("latin-1"))
        self.seat = asked_viewpoint({name: values[0] for name, values in asked.items()})
        limits = settings.LIMITS
        self.request_limit = TokenBucket(limits.messages_at_once, limits.messages_a_second)
        self.ping_limit = TokenBucket(limits.messages_at_once, limits.messages_a_second)
        await self.accept()
        self.player = await in_thread(player_of, self.scope["session"], self.scope.get("user"))
        address = (self.scope.get("client") or [""])[0]
        try:
            self.ticket = attendance.arrive(self.slug, self.player, address)
        except Refused as refused:
            await self._refuse(None, refused.reason, refused.text)
            await self.close(p.CLOSE_TOO_MANY)
            return
        self.joined = True
        # Join before reading: a change in between is then announced, not lost.
        await self.channel_layer.group_add(announcements.table(self.slug), self.channel_name)
        if self.player is not None:
            await self.channel_layer.group_add(
                announcements.person(self.player.pk), self.channel_name
            )
        await self._answer(p.Welcome(p.PROTOCOL_VERSION, PING_SECONDS, time.time()))
        self._do(self._begin())

    async def _begin(self) -> None:
        try:
            state = await in_thread(load, self.slug)
            if is_closed(state, self.player):
                await self.close(p.CLOSE_NOT_ALLOWED)
                return
            await self._send_frame(state)
        except ValueError as error:
            await self.close(p.CLOSE_NO_TABLE, reason=str(error))
            return
        await self._set_present(True)
        await self.send_talk(talk.noted, talk.heard)
        runner.wake(self.slug)

    async def disconnect(self, code: int) -> None:
        if self.working is not None:
            # A move that was sent is made and told, though its sender is gone.
            await asyncio.wait({self.working})
        if self.joined:
            attendance.leave(self.ticket)
            await self.channel_layer.group_discard(
                announcements.table(self.slug), self.channel_name
            )
            if self.player is not None:
                group = announcements.person(self.player.pk)
                await self.channel_layer.group_discard(group, self.channel_name)
            try:
                await self._set_present(False)
            except Error as error:
                logger.warning("Nobody noted who left table %s: %s", self.slug, error)
            finally:
                self._watch(False)

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
                self._do(self._catch_up())
        elif await self._within_limit(self.request_limit):
            if isinstance(message, p.Sync):
                self._do(self._look_again())
            elif isinstance(message, p.Look):
                self._do(self._look_back(message.turn))
            elif isinstance(message, p.Say | p.WriteNote):
                self._do(self.talk(message), message.id)
            else:
                self._do(self._measured(message), message.id)

    async def table_changed(self, event: dict[str, Any]) -> None:
        """The table has a new version (from the channel layer)."""
        self._do(self._hear_of(event["version"]))

    async def table_presence(self, event: dict[str, Any]) -> None:
        """Somebody came or went."""
        here = (event["present"], event["away_since"], event["watching"])
        await self._answer(p.Presence(*here))
        known = memory.recall(self.slug)
        mine = known.seat_of(self.player.pk) if known and self.player else None
        if mine is not None and not event["present"][mine]:
            # Another window of this person was closed.
            self._do(self._set_present(True))

    async def person_left(self, event: dict[str, Any]) -> None:
        """This person logged out, here or in another window."""
        await self.close(p.CLOSE_NOT_ALLOWED)

    def _do(self, work: Coroutine[Any, Any, None], request: str | None = None) -> None:
        """Begin a work when the one before has ended."""
        self.working = asyncio.create_task(self._in_turn(self.working, work, request))

    async def _in_turn(
        self,
        before: asyncio.Task[None] | None,
        work: Coroutine[Any, Any, None],
        request: str | None,
    ) -> None:
        if before is not None and not before.done():
            await asyncio.wait({before})
        try:
            await work
        except Refused as refused:
            await self.close(p.CLOSE_NO_TABLE, reason=refused.text)
        except Error as error:
            if not self.away:
                logger.warning("Table %s waits for the database: %s", self.slug, error)
            self.away = True
            metrics.AWAY.inc()
            await self._answer(p.Waiting(request, WAITING))
        except Exception:
            logger.exception("A socket at table %s failed.", self.slug)
            metrics.FAULTS.inc()
            await self.close(p.CLOSE_FAULT)

    async def _catch_up(self) -> None:
        """Send what no announcement told of."""
        state = await checked(self.slug)
        await (self._send_frame if self.away else self._send_news)(state)
        if time.monotonic() - self.marked > PRESENCE_FADES_AFTER.total_seconds() / 3:
            await self._set_present(True)
        if state.table.proposal:
            await self._tell_of(await in_thread(changes.settle, self.slug))

    async def _look_again(self) -> None:
        await self._send_frame(await in_thread(load, self.slug))

    async def _look_back(self, turn: int) -> None:
        state = (await checked(self.slug)).as_seen_by(self.player)
        viewpoint = self._viewpoint(state)
        turn = min(turn, max(0, len(state.moves) - viewpoint.behind))
        await self._answer(p.Past(turn, frame_at(state, viewpoint, turn)))

    async def _hear_of(self, version: int) -> None:
        if version > self.sent:
            await self._send_news(await at_least(self.slug, version))
        runner.wake(self.slug, version)

    async def _within_limit(self, bucket: TokenBucket) -> bool:
        """Take a token; without one the socket is closed."""
        if bucket.take():
            return True
        await self._refuse(None, Refusal.TOO_FAST)
        await self.close(p.CLOSE_TOO_FAST)
        return False

    async def _measured(self, message: requests.Act) -> None:
        with metrics.REQUESTS.labels(str(message.__struct_config__.tag)).time():
            await self._request(message)

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
        state = state.as_seen_by(self.player)
        self.sent, self.away = state.table.version, False
        await self.send(messages.whole(state, self._viewpoint(state)))

    async def _send_news(self, state: TableState) -> None:
        """What came since the last frame: only that, if it is one version."""
        version = state.table.version
        if version == self.sent + 1:
            state = state.as_seen_by(self.player)
            self.sent = version
            await self.send(messages.update(state, self._viewpoint(state)))
        elif version > self.sent:
            await self._send_frame(state)

    def _viewpoint(self, state: TableState) -> Viewpoint:
        through = read_viewpoint(self.seat, state.table.players)
        return viewpoint_of(state, self.player, through)

    async def _set_present(self, present: bool) -> None:
        self.marked = time.monotonic()
        try:
            state = await checked(self.slug)
        except Refused:
            return
        if self.player is None or state.seat_of(self.player.pk) is None:
            if self._watch(present):
                await arrivals.announce(self.slug)
            else:
                await in_thread(watchers.note, state)
            return
        changed = self._watch(False)
        if present and presence.stood_in_for(state, self.player):
            await self._tell_of(await in_thread(changes.come_back, self.slug, self.player))
            return
        if await in_thread(presence.mark, state, self.player, present) is not None or changed:
            await arrivals.announce(self.slug)

    def _watch(self, watching: bool) -> bool:
        """Count this window among those that watch, or no more; whether that is new."""
        if watching == self.watching:
            return False
        self.watching = watching
        (watchers.came if watching else watchers.went)(self.slug)
        return True

    async def _tell_of(self, version: int | None) -> None:
        """Announce a change that nobody asked for in a message."""
        if version is not None:
            await announcements.announce(self.slug, version)
            runner.wake(self.slug, version)

    async def _refuse(self, request: str | None, reason: Refusal, text: str = "") -> None:
        await self._answer(p.Refused(request, reason, text or SENTENCES[reason], self.sent))

    async def _answer(self, message: p.FromServer) -> None:
        await self.send(p.encode(message))
