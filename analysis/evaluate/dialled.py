"""Agents that connect to the site to be evaluated, and so need no open port of their own.

`ws/agents/` accepts a WebSocket from the holder of a token (`manage.py agent_token NAME`). The
agent's first message, `hello`, names the games it asks for and their pool, a set of partners; it
then answers every `decide` with a move, and receives the report of its scores. Messages are those
of `agent_protocol`; an answer must arrive within ANSWER_SECONDS. With `table:NAME` as its pool, an
agent joins that table instead, with the people there (`game.live.visiting`).
"""

import asyncio
import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import msgspec
import numpy as np

from agents import agent_protocol as messages
from agents.agent_protocol import MOST_BYTES, FromAgent, FromServer, Hello, ReportMessage, seat_view
from agents.challengers import PLAYERS
from agents.contract import AgentError, Decision
from agents.entry import Entry
from agents.matchups.playing import Plan
from analysis.evaluate.evaluation import evaluate
from analysis.evaluate.keys import owner_of
from analysis.evaluate.pools import PREFIX, named, pool
from game import protocol as p
from game.live import broadcast, visiting
from game.live.database import connected, in_thread
from game.live.socket import Socket
from game.tables.changes import Visitor
from game.tables.refusals import Refused
from native import BadMove, BadRules, Move, Rules, View
from native.environment.observation import bits, observe
from native.environment.observation import move_of as move_of_action

ANSWER_SECONDS = 10.0
HELLO_SECONDS = 5.0
"""Seconds within which an agent must send `hello` before its connection is closed, because many
idle ones could exhaust the site."""
AT_ONCE = 2
"""The largest number of evaluations in one process at a time; each takes a thread."""
MOST_GAMES = 20_000
"""The largest number of games in one evaluation, over all members of the pool."""
TABLE = "table:"
"""Prefix of the `pool` in an agent's `hello` that asks to join a table instead."""
SLUG = re.compile(r"[a-z0-9-]{1,16}", re.ASCII)
AT_TABLES = 100
"""The largest number of connected agents that sit at tables in one process."""

GONE = "The agent disconnected."
UNASKED = "You spoke without being asked."

Send = Callable[[FromServer], None]
Ask = Callable[[FromServer], str]
decoder: msgspec.json.Decoder[FromAgent] = msgspec.json.Decoder(FromAgent)


def visitor_of(hello: Hello, owner: str) -> Visitor:
    """Return the name, owner and version under which a connected agent sits at a table. `hello` is
    the agent's first message, with its name and version; `owner` is the owner of its token.

    Raise AgentError if a name is empty or not printable.
    """
    name, owner = (" ".join(text.split()) for text in (hello.name, owner))
    if not all(text and text.isprintable() for text in (name, owner)):
        raise AgentError("A name at a table must be made of printable characters.")
    return Visitor(name, owner, hello.version)


def read(text: str) -> FromAgent:
    """Decode a message of an agent; raise AgentError if it is invalid."""
    try:
        return decoder.decode(text)
    except msgspec.DecodeError as error:
        raise AgentError(f"Your message cannot be read: {error}.") from None


def move_of(text: str) -> str:
    """Return the text of the move in an agent's answer `text`; raise AgentError if the answer is
    not a move.
    """
    message = read(text)
    if not isinstance(message, messages.MoveMade):
        raise AgentError("The answer to decide must be a move.")
    return message.move


class Dialled:
    """A connected agent in one session (a series of games with one partner). Each decision sends a
    message to the agent and takes its answer.
    """

    def __init__(self, hello: Hello, session: int, seed: str, send: Send, ask: Ask) -> None:
        self.address = address_of(hello)
        self._session, self._send, self._ask = session, send, ask
        send(messages.Begin(session, seed))

    def decide(self, view: View) -> Decision:
        """Send the view to the connected agent and return its move; raise AgentError if the answer
        is not a move.
        """
        text = move_of(self._ask(messages.Decide(self._session, seat_view(view))))
        try:
            return Decision(Move.parse(text, view.rules), why="")
        except BadMove as error:
            raise AgentError(f"The answer is not a move: {error}") from None

    def game_over(self, view: View) -> None:
        """Send the connected agent the final view of a game."""
        self._send(messages.GameOver(self._session, seat_view(view)))


def address_of(hello: Hello) -> str:
    """Return the address under which reports list a connected agent: `dialled:` and the name in
    its `hello`.
    """
    return f"dialled:{hello.name}"


def deciding_many(hello: Hello, ask: Ask) -> Callable[[Sequence[View]], list[Move]]:
    """Return a function that asks a connected agent for its moves in many games: it takes a view
    of each game and returns the agent's moves, in the same order.

    `hello` is the agent's first message, which sets the number of games in one request (`at_once`)
    and the format of views: complete, or as observation bits. `ask` sends the agent a message and
    returns its answer. The returned function raises AgentError for an invalid answer.
    """

    def full(views: Sequence[View]) -> list[Move]:
        message = read(ask(messages.DecideMany([seat_view(view) for view in views])))
        if not isinstance(message, messages.MovesMade) or len(message.moves) != len(views):
            raise AgentError(f"The answer to decide_many must be a list of {len(views)} moves.")
        try:
            pairs = zip(message.moves, views, strict=True)
            return [Move.parse(text, view.rules) for text, view in pairs]
        except BadMove as error:
            raise AgentError(f"The answer is not a move: {error}") from None

    def as_bits(views: Sequence[View]) -> list[Move]:
        seen = [observe(view) for view in views]
        rows = np.stack([one.words for one in seen]).astype("<u8")
        told = messages.DecideBits(
            bits(views[0].rules),
            rows.shape[1] * rows.itemsize,
            b64encode(rows.tobytes()).decode(),
            [one.legal for one in seen],
        )
        message = read(ask(told))
        if not isinstance(message, messages.Actions) or len(message.actions) != len(views):
            raise AgentError(f"The answer to decide_bits must be a list of {len(views)} actions.")
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
    """Return a registry entry for a connected agent, with which it plays like any other agent.

    `hello` is the agent's first message, with its name and version. `send` sends the agent a
    message; `ask` also waits for the answer and returns it.
    """
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


def played(hello: Hello, send: Send, ask: Ask) -> ReportMessage:
    """Play all games that a connected agent asks for in its first message, `hello`, and return the
    report. `send` sends the agent a message; `ask` also waits for the answer and returns it.

    The games count as practice, since the agent chose pool and seed. Raise AgentError or BadRules
    if they cannot be played.
    """
    rules = Rules.standard(hello.players)
    if hello.at_once > 1 and hello.session > 1:
        raise AgentError("Games of a session come one after another: leave at_once out.")
    if hello.at_once == 1 and hello.view != "full":
        raise AgentError("Observations as bits come many at once: set at_once.")
    plan = Plan(rules, hello.games, hello.seed, hello.scoring, hello.session)
    asked = named(hello.pool)
    if not asked.startswith(PREFIX):
        raise AgentError("Name a pool of this site, such as pool:literature7, or table:<its name>.")
    partners = pool(asked, rules)
    if slow := next((one for one in partners.members if one.thinks_long), None):
        raise AgentError(f"{slow.title} thinks too long over a move to play here.")
    if hello.games * len(partners.members) > MOST_GAMES:
        most = MOST_GAMES // len(partners.members)
        raise AgentError(f"{hello.pool} allows at most {most} games with each of its members.")
    report = evaluate(entry_of(hello, send, ask), partners, plan)
    return ReportMessage(msgspec.structs.replace(report, practice=True).as_json())


class AgentConsumer(Socket):
    """A WebSocket connection opened by an external agent. After the agent's `hello`, it plays the
    requested evaluation, or a game at a table, and sends the agent a report: its scores with the
    pool or how the game ended.

    Received messages and protocol errors wait in `_said` until the evaluation reads them.
    """

    playing = 0
    """The number of evaluations in progress in this process."""
    at_tables = 0
    """The number of connected agents that sit at tables in this process."""
    changed: asyncio.Event
    """An event that is set when the agent's table has a new version or the agent has
    disconnected."""

    async def connect(self) -> None:
        """Accept the socket and start to read the agent's messages."""
        self._loop, self._open = asyncio.get_running_loop(), True
        self._said: asyncio.Queue[str | AgentError] = asyncio.Queue()
        self._listening, self.changed = True, asyncio.Event()
        await self.accept()
        self.begin(self._evaluate())

    async def disconnect(self, code: int) -> None:
        """Note that the agent has disconnected, so that a pending or later request for its move
        fails.
        """
        self._open = False
        self._said.put_nowait(AgentError(GONE))
        self.changed.set()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Queue a message from the agent; queue an AgentError instead if it is too long or not
        expected. Close the socket if two messages are waiting already, because more would fill the
        memory.
        """
        if self._said.qsize() > 1:
            await self.refuse(UNASKED, p.CLOSE_TOO_FAST)
        elif text_data is None or len(text_data) > MOST_BYTES:
            self._said.put_nowait(AgentError(f"A message is a text of at most {MOST_BYTES} bytes."))
        elif not self._listening:
            self._said.put_nowait(AgentError(UNASKED))
        else:
            self._listening = False
            self._said.put_nowait(text_data)

    async def _evaluate(self) -> None:
        try:
            self.arrive("agents")
            await self.say(await self._report())
        except (AgentError, BadRules, Refused) as error:
            await self.refuse(str(error), p.CLOSE_NOT_ALLOWED)
        else:
            if self._open:
                await self.close()

    async def refuse(self, words: str, code: int) -> None:
        """Send the error message `words` and close the socket with the close code `code`."""
        await self.say(messages.RefusedMessage(words))
        if self._open:
            self._open = False
            await self.close(code)

    async def _report(self) -> ReportMessage:
        hello = read(await self._heard(HELLO_SECONDS))
        if not isinstance(hello, Hello):
            raise AgentError("Say hello first.")
        owner = await in_thread(owner_of, hello.token)
        if hello.pool.startswith(TABLE):
            return ReportMessage(await self._at_table(hello, owner))
        if AgentConsumer.playing >= AT_ONCE:
            raise AgentError("Other agents are being evaluated; please try again in a few minutes.")
        AgentConsumer.playing += 1
        try:
            return await asyncio.to_thread(connected, played, hello, self._send_now, self._ask_now)
        finally:
            AgentConsumer.playing -= 1

    async def _at_table(self, hello: Hello, owner: str) -> dict[str, Any]:
        visitor, slug = visitor_of(hello, owner), hello.pool.removeprefix(TABLE)
        if not SLUG.fullmatch(slug):
            raise AgentError("A table's name is the end of its address, such as 3k9xw2bqm7hd.")
        if AgentConsumer.at_tables >= AT_TABLES:
            raise AgentError("No more agents can join tables now; please try again later.")
        AgentConsumer.at_tables += 1
        group = broadcast.table_group(slug)
        # Join before reading: a change in between is then announced, not lost.
        await self.channel_layer.group_add(group, self.channel_name)
        try:
            return await visiting.play(self, slug, visitor)
        finally:
            AgentConsumer.at_tables -= 1
            await self.channel_layer.group_discard(group, self.channel_name)

    async def table_changed(self, event: dict[str, Any]) -> None:
        """Handle the channel-layer event of a new version of the agent's table: set `changed`."""
        self.changed.set()

    async def table_presence(self, event: dict[str, Any]) -> None:
        """Ignore the channel-layer event of arrivals and departures, which do not concern an
        agent.
        """

    async def table_said(self, event: dict[str, Any]) -> None:
        """Ignore the channel-layer event of a chat message, which does not concern an agent."""

    def refuse_unless_open(self) -> None:
        """Raise AgentError if the agent has disconnected."""
        if not self._open:
            raise AgentError(GONE)

    async def say(self, message: FromServer) -> None:
        """Send a message to the agent unless it has disconnected."""
        if self._open:
            await self.send(text_data=msgspec.json.encode(message).decode())

    async def move(self, message: messages.Decide) -> str:
        """Send the agent the request `message` for a move and return the text of its move; raise
        AgentError if the answer is late or invalid.
        """
        return move_of(await self._asked(message))

    def _send_now(self, message: FromServer) -> None:
        """Send a message from the evaluation's thread, and wait until it is sent."""
        asyncio.run_coroutine_threadsafe(self.say(message), self._loop).result()

    def _ask_now(self, message: FromServer) -> str:
        """Ask from the evaluation's thread and return the answer; raise AgentError if there is
        none.
        """
        return asyncio.run_coroutine_threadsafe(self._asked(message), self._loop).result()

    async def _asked(self, message: FromServer) -> str:
        self._listening = True
        await self.say(message)
        return await self._heard(ANSWER_SECONDS)

    async def _heard(self, seconds: float) -> str:
        try:
            said = await asyncio.wait_for(self._said.get(), seconds)
        except TimeoutError:
            raise AgentError(f"There was no answer within {seconds:g} seconds.") from None
        if isinstance(said, AgentError):
            raise said
        return said
