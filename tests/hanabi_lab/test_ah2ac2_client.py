"""The client of AH2AC2's protocol says what the server sends, and passes its refusals on."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from hanabi_lab.environments.ah2ac2 import EnvironmentInfo, EvaluationEnvironment

INFO = {"num_players": 2, "candidate_controlling": ["agent_1"], "is_debug": False, "game_id": 7}


def turn(legal: list[int], **more: Any) -> dict[str, Any]:
    return {"agent_1": {"obs": [1, 0], "legal_moves": legal}, **more}


def with_a_site(
    answers: list[dict[str, Any]], use: Callable[[EvaluationEnvironment], Coroutine[Any, Any, None]]
) -> list[Any]:
    """Use a game of a site that greets and sends these messages; return what it was sent."""
    heard: list[Any] = []

    async def site(line: ServerConnection) -> None:
        greeting, first, *others = [{"message": "Hanabi Lab"}, *answers]
        await line.send(json.dumps(greeting))
        await line.send(json.dumps(first))
        for answer in others:
            heard.append(json.loads(await line.recv()))
            await line.send(json.dumps(answer))

    async def whole() -> None:
        async with serve(site, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            await use(EvaluationEnvironment(f"127.0.0.1:{port}/ah2ac2/play-next"))

    asyncio.run(whole())
    return heard


def test_a_game_is_played_turn_by_turn_to_its_score() -> None:
    async def game(environment: EvaluationEnvironment) -> None:
        with pytest.raises(RuntimeError, match="Reset the environment first"):
            _ = environment.info
        seen, legal = await environment.reset()
        assert environment.info == EnvironmentInfo(**INFO)
        assert (seen["agent_1"].tolist(), legal["agent_1"].tolist()) == ([1, 0], [0, 1])
        with pytest.raises(RuntimeError, match="active already"):
            await environment.reset()
        _, score, done, legal = await environment.step({"agent_1": 1})
        assert (score, done, legal["agent_1"].tolist()) == (1, False, [1, 1])
        _, score, done, _ = await environment.step({"agent_1": 0})
        assert (score, done, environment.score) == (3, True, 3)
        with pytest.raises(RuntimeError, match="The game is over"):
            await environment.step({"agent_1": 0})

    answers = [
        turn([0, 1], info=INFO),
        turn([1, 1], score=1, done=False),
        turn([0, 0], score=3, done=True),
    ]
    assert with_a_site(answers, game) == [{"agent_1": 1}, {"agent_1": 0}]


def test_a_refusal_of_the_site_is_raised_and_closes_the_connection() -> None:
    async def game(environment: EvaluationEnvironment) -> None:
        await environment.reset()
        with pytest.raises(RuntimeError, match="is not legal"):
            await environment.step({"agent_1": 9})
        with pytest.raises(RuntimeError, match="Reset the environment first"):
            await environment.step({"agent_1": 0})

    with_a_site([turn([0, 1], info=INFO), {"error_details": "Action 9 is not legal."}], game)


def test_after_the_line_broke_the_game_can_be_reset() -> None:
    async def game(environment: EvaluationEnvironment) -> None:
        for _ in range(2):
            await environment.reset()
            with pytest.raises(RuntimeError, match="The line is closed"):
                await environment.step({"agent_1": 1})

    with_a_site([turn([0, 1], info=INFO)], game)
