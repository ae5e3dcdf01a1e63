"""Agents that dial in to be evaluated: they connect to us, so they need no port of their own.

`ws/agents/` takes a WebSocket from anybody with a token (`manage.py agent_token NAME`). The agent
says hello with what it wants to play, answers every `decide` with a move, and is sent the report.
Messages are those of `agent_protocol`; an answer must come within ANSWER_SECONDS. With `table:NAME`
for its pool an agent sits down at that table instead, with the people there (`game.live.visiting`).
"""

from __future__ import annotations

import asyncio
import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import msgspec
import numpy as np
from django.core import signing
from django.db import Error

from agents.agent_protocol import (
    MOST_BYTES,
    Actions,
    Begin,
    Decide,
    DecideBits,
    DecideMany,
    FromAgent,
    FromServer,
    GameOver,
    Hello,
    MoveMade,
    MovesMade,
    Refused,
    Report,
    seat_view,
)
from agents.contract import AgentError, Decision
from agents.entry import Entry
from analysis.evaluate.evaluation import Plan, evaluate
from analysis.evaluate.pools import pool
from analysis.evaluate.python_agents import PLAYERS
from game.live import announcements, visiting
from game.live.database import connected
from game.live.socket import Socket
from game.tables.changes import Visitor
from native import BadMove, BadRules, Move, Rules, View
from native.environment.observation import bits, observe
from native.environment.observation import move_of as move_of_action

ANSWER_SECONDS = 10.0
HELLO_SECONDS = 30.0
AT_ONCE = 2
"""Evaluations in one process; each takes a thread."""
MOST_GAMES = 20_000
"""In one evaluation, over all members of the pool."""
TABLE = "table:"
"""What a hello names instead of a pool to sit down at a table."""
SLUG = re.compile(r"[a-z0-9-]{1,16}", re.ASCII)
AT_TABLES = 100
"""Lines of this process to agents at tables."""
TOKEN_AGE = 365 * 24 * 3600  # seconds
SALT = "agents that dial in"

GONE = "The agent hung up."

Send = Callable[[FromServer], None]
Ask = Callable[[FromServer], str]
decoder: msgspec.json.Decoder[FromAgent] = msgspec.json.Decoder(FromAgent)


def token_for(name: str) -> str:
    """What lets an agent in for a year, whatever it is called; it names whom it was given to."""
    return signing.dumps(name, salt=SALT)


def owner_of(token: str) -> str:
    """Whom a token was given to. Raises AgentError, in words."""
    try:
        return str(signing.loads(token, salt=SALT, max_age=TOKEN_AGE))
    except signing.BadSignature:
        raise AgentError("The token is none of ours, or too old: manage.py agent_token.") from None


def visitor_of(hello: Hello) -> Visitor:
    """The agent as it is named at a table. Raises AgentError, in words."""
    owner = owner_of(hello.token)
    name, owner = (" ".join(text.split()) for text in (hello.name, owner))
    if not all(text and text.isprintable() for text in (name, owner)):
        raise AgentError("A name at a table is made of letters that can be read.")
    return Visitor(name, owner, hello.version)


def read(text: str) -> FromAgent:
    """A message of an agent. Raises AgentError, in words."""
    try:
        return decoder.decode(text)
    except msgspec.DecodeError as error:
        raise AgentError(f"Your message cannot be read: {error}.") from None


def move_of(text: str) -> str:
    """The move of an answer, as it is written. Raises AgentError, in words."""
    message = read(text)
    if not isinstance(message, MoveMade):
        raise AgentError("The answer to decide is a move.")
    return message.move


class Dialled:
    """One session of an agent at the other end of a line."""

    def __init__(self, hello: Hello, session: int, seed: str, send: Send, ask: Ask) -> None:
        self.address, self.version = address_of(hello), hello.version
        self._session, self._send, self._ask = session, send, ask
        send(Begin(session, seed))

    def decide(self, view: View) -> Decision:
        """Raises AgentError, in words, for an answer that is no move."""
        text = move_of(self._ask(Decide(self._session, seat_view(view))))
        try:
            return Decision(Move.parse(text, view.rules), why="")
        except BadMove as error:
            raise AgentError(f"The answer is no move: {error}") from None

    def game_over(self, view: View) -> None:
        self._send(GameOver(self._session, seat_view(view)))


def address_of(hello: Hello) -> str:
    return f"dialled:{hello.name}"


def deciding_many(hello: Hello, ask: Ask) -> Callable[[Sequence[View]], list[Move]]:
    """What asks in many games at once."""

    def full(views: Sequence[View]) -> list[Move]:
        message = read(ask(DecideMany([seat_view(view) for view in views])))
        if not isinstance(message, MovesMade) or len(message.moves) != len(views):
            raise AgentError(f"The answer to decide_many is {len(views)} moves.")
        try:
            pairs = zip(message.moves, views, strict=True)
            return [Move.parse(text, view.rules) for text, view in pairs]
        except BadMove as error:
            raise AgentError(f"The answer is no move: {error}") from None

    def as_bits(views: Sequence[View]) -> list[Move]:
        seen = [observe(view) for view in views]
        rows = np.stack([one.words for one in seen]).astype("<u8")
        told = DecideBits(
            bits(views[0].rules),
            rows.shape[1] * rows.itemsize,
            b64encode(rows.tobytes()).decode(),
            [one.legal for one in seen],
        )
        message = read(ask(told))
        if not isinstance(message, Actions) or len(message.actions) != len(views):
            raise AgentError(f"The answer to decide_bits is {len(views)} actions.")
        chosen = list(zip(message.actions, seen, views, strict=True))
        if bad := next((action for action, one, _ in chosen if not one.legal >> action & 1), None):
            raise AgentError(f"Action {bad} is not legal in its game.")
        return [move_of_action(view, action) for action, _, view in chosen]

    def in_messages(views: Sequence[View]) -> list[Move]:
        decide = full if hello.view == "full" else as_bits
        starts = range(0, len(views), hello.at_once)
        parts = (decide(views[start : start + hello.at_once]) for start in starts)
        return [move for part in parts for move in part]

    return in_messages


def entry_of(hello: Hello, send: Send, ask: Ask) -> Entry:
    """The agent for an evaluation."""
    sessions = count()
    return Entry(
        address=address_of(hello),
        title=hello.name,
        summary="An agent that runs elsewhere.",
        version=hello.version,
        players=PLAYERS,
        make=lambda seed: Dialled(hello, next(sessions), seed, send, ask),
        decide_many=deciding_many(hello, ask) if hello.at_once > 1 else None,
    )


def played(hello: Hello, send: Send, ask: Ask) -> Report:
    """Play all games. Raises AgentError or BadRules, in words."""
    owner_of(hello.token)
    rules = Rules.standard(hello.players)
    if hello.at_once > 1 and hello.session > 1:
        raise AgentError("Games of a session come one after another: leave at_once out.")
    plan = Plan(rules, hello.games, hello.seed, hello.scoring, hello.session)
    if not hello.pool.startswith("pool:"):
        raise AgentError("Name a pool of ours, such as pool:literature7, or table:<its name>.")
    partners = pool(hello.pool, rules)
    if slow := next((one for one in partners.members if one.thinks_long), None):
        raise AgentError(f"{slow.title} thinks too long over a move to play here.")
    if hello.games * len(partners.members) > MOST_GAMES:
        most = MOST_GAMES // len(partners.members)
        raise AgentError(f"{hello.pool} has so many members that {most} games with each are most.")
    return Report(evaluate(entry_of(hello, send, ask), partners, plan))


class AgentConsumer(Socket):
    """The line to one agent, from its hello to its report. What it says waits in `_said`, and so
    does what is wrong with it, until somebody listens."""

    playing = 0
    """Evaluations of this process that are under way."""
    at_tables = 0
    """Agents at tables."""
    changed: asyncio.Event
    """The table has a new version, or the agent has hung up."""

    async def connect(self) -> None:
        self._loop, self._open = asyncio.get_running_loop(), True
        self._said: asyncio.Queue[str | AgentError] = asyncio.Queue()
        self._listening, self.changed = True, asyncio.Event()
        self._work = asyncio.create_task(self._evaluate())
        await self.accept()

    async def disconnect(self, code: int) -> None:
        self._open = False
        self._said.put_nowait(AgentError(GONE))
        self.changed.set()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Whatever it says must be an answer, and a short one."""
        if text_data is None or len(text_data) > MOST_BYTES:
            self._said.put_nowait(AgentError(f"A message is a text of at most {MOST_BYTES} bytes."))
        elif not self._listening:
            self._said.put_nowait(AgentError("You spoke without being asked."))
        else:
            self._listening = False
            self._said.put_nowait(text_data)

    async def _evaluate(self) -> None:
        try:
            answer: FromServer = await self._report()
        except (AgentError, BadRules, ValueError) as error:
            answer = Refused(str(error))
        except Error:
            answer = Refused("The site cannot save just now. Say hello again in a minute.")
        await self._say(answer)
        if self._open:
            await self.close()

    async def _report(self) -> Report:
        hello = read(await self._heard(HELLO_SECONDS))
        if not isinstance(hello, Hello):
            raise AgentError("Say hello first.")
        if hello.pool.startswith(TABLE):
            return Report(await self._at_table(hello))
        if AgentConsumer.playing >= AT_ONCE:
            raise AgentError("Others are being evaluated; please come back in some minutes.")
        AgentConsumer.playing += 1
        try:
            return await asyncio.to_thread(connected, played, hello, self._send_now, self._ask_now)
        finally:
            AgentConsumer.playing -= 1

    async def _at_table(self, hello: Hello) -> dict[str, Any]:
        visitor, slug = visitor_of(hello), hello.pool.removeprefix(TABLE)
        if not SLUG.fullmatch(slug):
            raise AgentError("A table's name is the end of its address, such as 3k9xw2bqm7hd.")
        if AgentConsumer.at_tables >= AT_TABLES:
            raise AgentError("So many agents sit at tables that there is no room for another.")
        AgentConsumer.at_tables += 1
        group = announcements.table(slug)
        # Join before looking: a change in between is then announced, not lost.
        await self.channel_layer.group_add(group, self.channel_name)
        try:
            return await visiting.play(self, slug, visitor)
        finally:
            AgentConsumer.at_tables -= 1
            await self.channel_layer.group_discard(group, self.channel_name)

    async def table_changed(self, event: dict[str, Any]) -> None:
        """The table has a new version (from the channel layer)."""
        self.changed.set()

    async def table_presence(self, event: dict[str, Any]) -> None:
        """Somebody came or went, which is nothing to an agent."""

    async def table_said(self, event: dict[str, Any]) -> None:
        """Somebody said something, which is nothing to an agent."""

    def refuse_unless_open(self) -> None:
        """Raises AgentError when the agent has hung up."""
        if not self._open:
            raise AgentError(GONE)

    async def say(self, message: FromServer) -> None:
        """Of the table."""
        await self._say(message)

    async def move(self, message: Decide) -> str:
        """Ask for a move, as it is written. Raises AgentError for no answer in time, or none."""
        return move_of(await self._asked(message))

    def _send_now(self, message: FromServer) -> None:
        """Of the thread that plays."""
        asyncio.run_coroutine_threadsafe(self._say(message), self._loop).result()

    def _ask_now(self, message: FromServer) -> str:
        """Of the thread that plays. Raises AgentError."""
        return asyncio.run_coroutine_threadsafe(self._asked(message), self._loop).result()

    async def _asked(self, message: FromServer) -> str:
        self._listening = True
        await self._say(message)
        return await self._heard(ANSWER_SECONDS)

    async def _heard(self, seconds: float) -> str:
        try:
            said = await asyncio.wait_for(self._said.get(), seconds)
        except TimeoutError:
            raise AgentError(f"There was no answer within {seconds:g} seconds.") from None
        if isinstance(said, AgentError):
            raise said
        return said

    async def _say(self, message: FromServer) -> None:
        if self._open:
            await self.send(text_data=msgspec.json.encode(message).decode())
