"""The sockets of the challenge: a game each, played until its end or until the line breaks."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer

from agents import registry
from agents.contract import AgentError
from agents.runs.errors import BadRun
from analysis.evaluate.challenge import progress
from analysis.evaluate.challenge.submission import Submission, opened, schedule
from analysis.evaluate.challenge.table import Table
from analysis.evaluate.dialled import owner_of
from native import BadRules, Game, Rules

ANSWER_SECONDS = 60.0
AT_ONCE = 20
"""Games of one process that are under way."""
MOST_BYTES = 4_096
RANDOM = "rules:legal_random"
TABLE_SIZES = range(2, 6)

Query = Mapping[str, Sequence[str]]


class GameConsumer(AsyncWebsocketConsumer):
    """A game. It begins with a greeting, then says what there is to see; each answer is a turn."""

    under_way = 0

    async def connect(self) -> None:
        self._said: asyncio.Queue[str | None] = asyncio.Queue(maxsize=2)
        self._work = asyncio.create_task(self._played())
        await self.accept()

    async def disconnect(self, code: int) -> None:
        self._work.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Whoever says more than was asked is not listened to."""
        if not self._said.full():
            self._said.put_nowait(text_data)

    async def game(self, query: Query) -> None:
        """Play the game that was asked for. Raises AgentError, BadRules or BadRun, in words."""
        raise NotImplementedError

    async def _played(self) -> None:
        query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        await self._say({"message": "Hanabi Lab"})
        if GameConsumer.under_way >= AT_ONCE:
            await self._refuse("So many games are under way that there is no room for another.")
            return
        GameConsumer.under_way += 1
        try:
            await self.game(query)
        except (AgentError, BadRules, BadRun) as error:
            await self._refuse(str(error))
        finally:
            GameConsumer.under_way -= 1

    async def play(self, table: Table, number: int, *, test: bool) -> int:
        """The score of the game, played to its end. Raises AgentError."""
        about = {
            "num_players": table.game.rules.players,
            "candidate_controlling": table.names,
            "is_debug": test,
            "game_id": number,
        }
        await self._say({"info": about, **table.seen()})
        while True:
            actions = table.refuse(await self._answer())
            told = await asyncio.to_thread(table.turn, actions)
            if told["done"]:
                return await self._ended(told)
            await self._say(told)

    async def _ended(self, told: dict[str, Any]) -> int:
        await self.keep(told["score"])
        await self._say(told)
        await self.close()
        return int(told["score"])

    async def keep(self, score: int) -> None:
        """Before the end of a game is told, so that who hears of it finds it among the played."""

    async def _answer(self) -> object:
        try:
            said = await asyncio.wait_for(self._said.get(), ANSWER_SECONDS)
        except TimeoutError:
            raise AgentError(f"There was no answer within {ANSWER_SECONDS:g} seconds.") from None
        if said is None or len(said) > MOST_BYTES:
            raise AgentError(f"Actions are a text of at most {MOST_BYTES} bytes.")
        try:
            return json.loads(said)
        except (ValueError, RecursionError):
            raise AgentError("Your actions cannot be read: send JSON.") from None

    async def _refuse(self, words: str) -> None:
        await self._say({"error_details": words})
        await self.close()

    async def _say(self, message: dict[str, Any]) -> None:
        await self.send(text_data=json.dumps(message))


class NextGameConsumer(GameConsumer):
    """The next game of a key."""

    async def game(self, query: Query) -> None:
        submission = await asyncio.to_thread(opened, _one(query, "submission_key"))
        await asyncio.to_thread(schedule, submission)
        place = progress.begin_next(submission)
        if place is None:
            raise AgentError("All games of this key are played, or under way.")
        self._game, self._scored = (submission, place), False
        try:
            await self.play(_table(submission, place), place, test=False)
        finally:
            if not self._scored:
                progress.end(submission, place, None)

    async def keep(self, score: int) -> None:
        submission, place = self._game
        progress.end(submission, place, score)
        self._scored = True


class TestGameConsumer(GameConsumer):
    """A game with partners that make any legal move, as often as one likes."""

    async def game(self, query: Query) -> None:
        key = _one(query, "test_submission_key")
        try:
            opened(key)
        except AgentError:
            owner_of(key)
        players, candidates = _wanted(query)
        game = Game(Rules.standard(players), seed=secrets.randbits(64))
        partner = registry.find(RANDOM)
        agents = [partner.agent(secrets.token_hex(8)) for _ in range(players)]
        await self.play(Table(game, candidates, agents), 0, test=True)


def _table(submission: Submission, place: int) -> Table:
    scheduled = schedule(submission)[place]
    seeds = (f"{submission.seed}/{scheduled.deal}/{host}" for host in range(scheduled.players))
    agents = [scheduled.partner.agent(seed) for seed in seeds]
    return Table(submission.deal(scheduled), [scheduled.seat], agents)


def _one(query: Query, name: str) -> str:
    found = query.get(name, ())
    if len(found) != 1:
        raise AgentError(f"Name one {name}.")
    return found[0]


def _wanted(query: Query) -> tuple[int, list[int]]:
    """How many players, and the candidate's seats. Raises AgentError."""
    asked, positions = _one(query, "num_players"), query.get("candidate_positions", ())
    try:
        players, *seats = map(int, (asked, *positions))
    except ValueError:
        raise AgentError("Players and positions are numbers.") from None
    if players not in TABLE_SIZES:
        raise AgentError(f"{TABLE_SIZES[0]} to {TABLE_SIZES[-1]} players can play, not {players}.")
    if not seats or len(set(seats)) < len(seats) or not set(seats) <= set(range(players)):
        raise AgentError(f"Candidates have different positions from 0 to {players - 1}.")
    return players, seats
