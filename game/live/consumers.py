"""The socket of a player or spectator at a table: it decodes and authenticates requests, carries
them out, and answers them.

Pings are answered immediately. Work that needs the database runs in the order of the requests.
While the database is unavailable sockets stay open: the client is informed and repeats its
request.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
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
from game.live import broadcast, presence, runner
from game.live.database import at_least, checked, in_thread
from game.live.socket import AWAY_TOTAL, REQUEST_SECONDS, Socket, TokenBucket
from game.models import PRESENCE_FADES_AFTER, Player
from game.tables import changes, requests, talk
from game.tables.people import player_of
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, load, memory

logger = logging.getLogger(__name__)

PING_SECONDS = 5.0
WAITING = "The site cannot save just now. Nothing is lost."

Read = Callable[[TableState, Player | None], p.Notes | p.Chat | None]
"""A function that returns the message with a person's notes, or the one with the table's chat;
None if there is nothing to send."""


def _read(text: str | None) -> p.FromClient:
    """Decode a client's message. Raise Refused if it is invalid."""
    if text is None:
        raise Refused(Refusal.GARBAGE, "Messages are text, not bytes.")
    if len(text) > p.MAX_MESSAGE_BYTES:
        raise Refused(Refusal.TOO_LONG)
    try:
        return p.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Refused(Refusal.GARBAGE, f"{Refusal.GARBAGE.sentence} ({error})") from error


class TableConsumer(Socket):
    """The socket of a player or spectator at a table."""

    slug: str
    seat: str
    """The viewpoint that the URL asks for, as text: a seat number or “all”."""
    player: Player | None = None
    sent: int = -1
    """The table's last version that was sent to the client, at first -1. An update must be for the
    next one."""
    basis: messages.Basis | None = None
    """The key of the log lines sent so far (`game.board.messages.basis`): if it changes, they are
    out of date."""
    joined: Sequence[str] = ()
    """The channel groups that this socket has joined; empty if it was refused."""
    watching = False
    """Whether this socket is counted among the table's spectators."""
    marked = 0.0
    shut_out = False
    """Whether this spectator was disconnected, and receives nothing more, because the table is
    closed to spectators."""
    away = False
    """Whether the client was informed that the database is unavailable and has received no frame
    since."""
    working: asyncio.Task[None] | None = None
    """The last task of this socket's queue: each task begins when the one before it has ended."""

    async def connect(self) -> None:
        """Accept the connection, join the table's channel groups and send the first frame. Close
        the socket if there is no such table or too many sockets are open.
        """
        self.slug = self.scope["url_route"]["kwargs"]["slug"]
        asked = parse_qs(self.scope["query_string"].decode("latin-1"))
        self.seat = asked_viewpoint({name: values[0] for name, values in asked.items()})
        limits = settings.LIMITS
        self.request_limit = TokenBucket(limits.messages_at_once, limits.messages_a_second)
        self.ping_limit = TokenBucket(limits.messages_at_once, limits.messages_a_second)
        await self.accept()
        self.player = await in_thread(player_of, self.scope["session"], self.scope.get("user"))
        try:
            self.arrive("table", self.slug, self.player)
        except Refused as refused:
            await self._refuse(None, refused.reason, refused.text)
            await self.close(p.CLOSE_TOO_MANY)
            return
        # Join before reading: a change in between is then announced, not lost.
        own = [] if self.player is None else [broadcast.person_group(self.player.pk)]
        self.joined = [broadcast.table_group(self.slug), *own]
        for group in self.joined:
            await self.channel_layer.group_add(group, self.channel_name)
        await self._answer(p.Welcome(p.PROTOCOL_VERSION, PING_SECONDS, time.time()))
        self._do(self._begin())

    async def _begin(self) -> None:
        await self._look_again()
        if self.shut_out:
            return
        if not await self._set_present(True):
            here = await in_thread(presence.summary, await checked(self.slug))
            await self._send_presence(here)
        runner.wake(self.slug)

    async def disconnect(self, code: int) -> None:
        """Finish the pending work, leave the channel groups and record that the person or
        spectator left.
        """
        if self.working is not None:
            # Finish applying and broadcasting a move even if its sender has disconnected.
            await asyncio.wait({self.working})
        if self.joined:
            for group in self.joined:
                await self.channel_layer.group_discard(group, self.channel_name)
            try:
                await self._set_present(False)
            except Error as error:
                logger.warning("Could not record a departure from table %s: %s", self.slug, error)
            finally:
                self._watch(False)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle one message from the client. Refuse an invalid one, and close the socket if the
        client exceeds its rate limit.
        """
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
                self._do(self._talk(message), message.id)
            else:
                self._do(self._measured(message), message.id)

    async def table_changed(self, event: dict[str, Any]) -> None:
        """Send the client the update to the table version in `event`, which has just been
        announced.
        """
        self._do(self._hear_of(event["version"]))

    async def table_presence(self, event: dict[str, Any]) -> None:
        """Send the client the list in `event` of who is present, after an arrival or departure."""
        self._do(self._send_presence(event))

    async def table_said(self, event: dict[str, str]) -> None:
        """Send the client the table's latest chat messages when there is a new one."""
        self._do(self._send_talk(talk.heard))

    async def person_noted(self, event: dict[str, str]) -> None:
        """Send the client this person's notes on cards, after they changed one in any window."""
        if event["table"] == self.slug:
            self._do(self._send_talk(talk.noted))

    async def person_left(self, event: dict[str, Any]) -> None:
        """Close the socket: this person logged out, here or in another window, or was blocked."""
        await self.close(p.CLOSE_NOT_ALLOWED)

    def _do(self, work: Coroutine[Any, Any, None], request: str | None = None) -> None:
        """Start a task that does `work` when this socket's previous task has ended; `request` is
        the id of the client's request.
        """
        self.working = self.begin(self._in_turn(self.working, work, request))

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
                logger.warning("A socket of table %s waits for the database: %s", self.slug, error)
            self.away = True
            AWAY_TOTAL.inc()
            await self._answer(p.Waiting(request, WAITING))

    async def _catch_up(self) -> None:
        """Send the client any changes of the table that no announcement reported, and refresh its
        presence.
        """
        state = await checked(self.slug)
        await (self._send_frame if self.away else self._send_news)(state)
        if time.monotonic() - self.marked > PRESENCE_FADES_AFTER.total_seconds() / 3:
            await self._set_present(True)
        if state.table.proposal:
            await self._tell_of(await in_thread(changes.settle, self.slug))

    async def _send_presence(self, event: Mapping[str, Any]) -> None:
        state = await at_least(self.slug, self.sent)
        here = p.Presence(event["present"], event["away_since"], event["watching"])
        await self._send_text(p.encode(here), state)
        mine = state.seat_of(self.player.pk) if self.player else None
        if mine is not None and not event["present"][mine]:
            # Another window of this person was closed.
            await self._set_present(True)

    async def _look_again(self) -> None:
        await self._send_frame(await in_thread(load, self.slug))

    async def _look_back(self, turn: int) -> None:
        state = (await checked(self.slug)).as_seen_by(self.player)
        viewpoint = self._viewpoint(state)
        turn = min(turn, max(0, len(state.moves) - viewpoint.behind))
        past = p.Past(turn, frame_at(state, viewpoint, turn))
        await self._send_text(p.encode(past), state)

    async def _hear_of(self, version: int) -> None:
        if version > self.sent:
            await self._send_news(await at_least(self.slug, version))
        runner.wake(self.slug, version)

    async def _within_limit(self, bucket: TokenBucket) -> bool:
        """Take a token from a rate limit; close the socket and return False if none is left."""
        if bucket.take():
            return True
        await self._refuse(None, Refusal.TOO_FAST)
        await self.close(p.CLOSE_TOO_FAST)
        return False

    async def _measured(self, message: p.Act) -> None:
        with REQUEST_SECONDS.labels(str(message.__struct_config__.tag)).time():
            await self._request(message)

    async def _request(self, message: p.Act) -> None:
        try:
            version = await in_thread(requests.carry_out, self.slug, self.player, message)
        except Refused as refused:
            await self._refuse(message.id, refused.reason, refused.text)
            if refused.reason == Refusal.STALE_VERSION:
                await self._look_again()
            return
        if isinstance(message, p.TakeOver):
            await at_least(self.slug, version)
            await self._set_present(True)
        await self._answer(p.Ack(message.id, version))
        if isinstance(message, p.Step):
            runner.step(self.slug, version)
            return
        await self._tell_of(version)

    async def _send_frame(self, state: TableState) -> None:
        """Send the whole table; also the notes and the chat if what this person may read has
        changed (`basis`), as at the first frame and at the end of the game.
        """
        state = state.as_seen_by(self.player)
        viewpoint = self._viewpoint(state)
        self.sent, self.away = state.table.version, False
        await self._send_text(messages.whole(state, viewpoint), state)
        basis = messages.basis(state, viewpoint)
        if basis != self.basis and not self.shut_out:
            await self._send_talk(talk.noted, talk.heard)
            self.basis = basis

    async def _send_news(self, state: TableState) -> None:
        """Send the changes since the last frame: an update if only one version is new and the log
        lines sent before are still right, else a whole frame.
        """
        version = state.table.version
        shown = state.as_seen_by(self.player)
        viewpoint = self._viewpoint(shown)
        if version == self.sent + 1 and messages.basis(shown, viewpoint) == self.basis:
            self.sent = version
            await self._send_text(messages.update(shown, viewpoint), shown)
        elif version > self.sent:
            await self._send_frame(state)

    async def _talk(self, message: p.Say | p.WriteNote) -> None:
        """Store a chat message or a note and notify its readers.

        Only the notification passes between processes, not the text.
        """
        state = await checked(self.slug)
        group, news = broadcast.table_group(self.slug), {"type": "table.said"}
        try:
            if isinstance(message, p.Say):
                await in_thread(talk.say, state, self.player, message.text, message.id)
            else:
                note = (message.order, message.text, message.id)
                await in_thread(talk.write_note, state, self.player, *note)
                assert self.player is not None
                group = broadcast.person_group(self.player.pk)
                news = {"type": "person.noted", "table": self.slug}
        except Refused as refused:
            await self._refuse(message.id, refused.reason, refused.text)
            return
        await self._answer(p.Ack(message.id, self.sent))
        await broadcast.send(group, news)

    async def _send_talk(self, *what: Read) -> None:
        """Send the notes or the chat for this person: each message that a function in `what`
        returns.
        """
        state = await checked(self.slug)
        for message in await in_thread(lambda: [read(state, self.player) for read in what]):
            if message is not None:
                await self._answer(message)

    def _viewpoint(self, state: TableState) -> Viewpoint:
        """Return how this person sees the table. Raise Refused if the URL names no seat, or if they
        may not look on.
        """
        try:
            through = read_viewpoint(self.seat, state.table.players)
            return viewpoint_of(state, self.player, through)
        except ValueError as error:
            raise Refused(Refusal.NOT_ALLOWED, str(error)) from error

    async def _set_present(self, present: bool) -> bool:
        """Record that this person or spectator is here or has left; return whether that was
        announced to the table's sockets.
        """
        self.marked = time.monotonic()
        try:
            state = await checked(self.slug)
        except Refused:
            return False
        if self.player is None or state.seat_of(self.player.pk) is None:
            changed = self._watch(present)
            if not changed:
                await in_thread(presence.store_spectators, state)
        else:
            changed = self._watch(False)
            if present and presence.stood_in_for(state, self.player):
                await self._tell_of(await in_thread(changes.come_back, self.slug, self.player))
                changed = True
            elif await in_thread(presence.mark, state, self.player, present) is not None:
                changed = True
        if changed:
            await broadcast.announce_presence(self.slug)
        return changed

    def _watch(self, watching: bool) -> bool:
        """Set whether this socket is counted as a spectator; return whether that changed."""
        if watching == self.watching:
            return False
        self.watching = watching
        (presence.start_watching if watching else presence.stop_watching)(self.slug)
        return True

    async def _tell_of(self, version: int | None) -> None:
        """Announce a new version to the table's sockets and agents; do nothing if it is None."""
        if version is not None:
            await broadcast.announce(self.slug, version)
            runner.wake(self.slug, version)

    async def _refuse(self, request: str | None, reason: Refusal, text: str = "") -> None:
        await self._answer(p.Refused(request, reason, text or reason.sentence, self.sent))

    async def _answer(self, message: p.FromServer) -> None:
        await self._send_text(p.encode(message))

    async def _send_text(self, text: str, state: TableState | None = None) -> None:
        """Send a message, made from the table's `state` or from no state.

        Close the socket instead if the table has been closed to this person.
        """
        known = state or memory.recall(self.slug)
        if known is not None and is_closed(known, self.player) and not self.shut_out:
            self.shut_out = True
            await self.close(p.CLOSE_NOT_ALLOWED)
        if not self.shut_out:
            await self.send(text)
