"""The sockets of the AH2AC2 challenge: each plays one game until it ends or the connection
breaks.
"""

import asyncio
import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs

from agents import registry
from agents.contract import AgentError
from agents.runs.errors import BadRun
from analysis.evaluate.challenge import progress
from analysis.evaluate.challenge.game import ChallengeGame
from analysis.evaluate.challenge.submission import Submission, schedule
from analysis.evaluate.keys import opened, owner_of
from game import protocol as p
from game.live.database import in_thread
from game.live.socket import Socket
from game.tables.refusals import Refused
from native import BadRules, Game, Rules

ANSWER_SECONDS = 60.0
AT_ONCE = 20
"""The largest number of games that one process plays at a time."""
MOST_BYTES = 4_096
RANDOM = "rules:legal_random"
TABLE_SIZES = range(2, 6)

Query = Mapping[str, Sequence[str]]


class GameConsumer(Socket):
    """The socket of one game of the challenge: it sends a greeting, then observations, and takes
    each answer as the actions of one turn.
    """

    under_way = 0

    async def connect(self) -> None:
        """Accept the socket and start the game in the background."""
        self._said: asyncio.Queue[str | None] = asyncio.Queue(maxsize=2)
        await self.accept()
        self._work = self.begin(self._played())

    async def disconnect(self, code: int) -> None:
        """Stop the game because the agent has disconnected."""
        self._work.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Queue `text_data`, an answer of the agent in JSON; drop it if two are waiting already. A
        binary message counts as an invalid answer.
        """
        if not self._said.full():
            self._said.put_nowait(text_data)

    async def game(self, query: Query) -> None:
        """Play the game that the socket's URL asks for; `query` is its parsed query string. Raise
        AgentError, BadRules or BadRun if it cannot be played. Subclasses implement it.
        """
        raise NotImplementedError

    async def _played(self) -> None:
        query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        await self._say({"message": "Hanabi Lab"})
        try:
            self.arrive("challenge")
            if GameConsumer.under_way >= AT_ONCE:
                raise AgentError("The site plays as many games as it can; please try again later.")
            GameConsumer.under_way += 1
            try:
                await self.game(query)
            finally:
                GameConsumer.under_way -= 1
        except (AgentError, BadRules, BadRun, Refused) as error:
            await self.refuse(str(error), p.CLOSE_NOT_ALLOWED)

    async def play(self, table: ChallengeGame, number: int, *, test: bool) -> None:
        """Play the game `table` to its end over the socket. Raise AgentError if an answer is late
        or invalid.

        `number` is the game's place in the schedule and `test` whether it is a test game; both are
        sent to the agent.
        """
        about = {
            "num_players": table.game.rules.players,
            "candidate_controlling": table.names,
            "is_debug": test,
            "game_id": number,
        }
        await self._say({"info": about, **table.seen()})
        over = False
        while not over:
            actions = table.validated(await self._answer())
            update = await asyncio.to_thread(table.turn, actions)
            if over := update["done"]:
                await self.keep(update["score"], update.get("gave_up"))
            await self._say(update)
        await self.close()

    async def keep(self, score: int, gave_up: str | None) -> None:
        """Record the score of the finished game; the base class records nothing. It is called
        before the message that ends the game is sent, so that a later status request includes the
        score.

        `gave_up` is the message of the partner that ended the game by giving up; None if none did.
        """

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

    async def refuse(self, words: str, code: int) -> None:
        """Send the error message `words`, in the format of the challenge's own server, and close
        the socket with the close code `code`.
        """
        await self._say({"error_details": words})
        await self.close(code)

    async def _say(self, message: dict[str, Any]) -> None:
        await self.send(text_data=json.dumps(message))


class NextGameConsumer(GameConsumer):
    """The socket that plays the next unplayed game of an evaluation key (a secret that gives an
    external agent access to a list of games).
    """

    async def game(self, query: Query) -> None:
        """Play the next game of the evaluation key in the URL (`submission_key`), and store its
        score. Raise AgentError if the key is invalid or has no game left.
        """
        submission = await in_thread(opened, _one(query, "submission_key"))
        await asyncio.to_thread(schedule, submission)
        place = progress.begin_next(submission)
        if place is None:
            raise AgentError("All games of this key are played, or under way.")
        self._game, self._scored = (submission, place), False
        self._table = _table(submission, place)
        try:
            await self.play(self._table, place, test=False)
        finally:
            if not self._scored:
                progress.end(submission, place, None, None, self._table.moves)

    async def keep(self, score: int, gave_up: str | None) -> None:
        """Store the score and the moves of the finished game in the progress file of the
        submission, the list of games that this socket's evaluation key gives access to.

        `gave_up` is the message of the partner that ended the game by giving up; None if none did.
        """
        submission, place = self._game
        progress.end(submission, place, score, gave_up, self._table.moves)
        self._scored = True


class TestGameConsumer(GameConsumer):
    """The socket of a test game with partners that make random legal moves; it is not recorded."""

    async def game(self, query: Query) -> None:
        """Play a test game. Its URL has an evaluation key, whose own games are not affected, or an
        agent token. Raise AgentError if neither is valid.
        """
        key = _one(query, "test_submission_key")
        try:
            await in_thread(opened, key)
        except AgentError:
            await in_thread(owner_of, key)
        players, candidates = _wanted(query)
        game = Game(Rules.standard(players), seed=secrets.randbits(64))
        partner = registry.find(RANDOM)
        agents = [partner.agent(secrets.token_hex(8)) for _ in range(players)]
        await self.play(ChallengeGame(game, candidates, agents), 0, test=True)


def _table(submission: Submission, place: int) -> ChallengeGame:
    scheduled = schedule(submission)[place]
    game = submission.deal(scheduled)
    return ChallengeGame(game, [scheduled.seat], submission.partners(scheduled))


def _one(query: Query, name: str) -> str:
    found = query.get(name, ())
    if len(found) != 1:
        raise AgentError(f"Name one {name} in the address; it has {len(found)}.")
    return found[0]


def _wanted(query: Query) -> tuple[int, list[int]]:
    """Return the number of players and the candidate's seats; raise AgentError if they are
    invalid.
    """
    asked, positions = _one(query, "num_players"), query.get("candidate_positions", ())
    try:
        players, *seats = map(int, (asked, *positions))
    except ValueError:
        given = ", ".join((asked, *positions))[:60]
        raise AgentError(f"Players and positions are numbers, not “{given}”.") from None
    if players not in TABLE_SIZES:
        raise AgentError(f"{TABLE_SIZES[0]} to {TABLE_SIZES[-1]} players can play, not {players}.")
    if not seats or len(set(seats)) < len(seats) or not set(seats) <= set(range(players)):
        raise AgentError(f"Candidates have different positions from 0 to {players - 1}.")
    return players, seats
