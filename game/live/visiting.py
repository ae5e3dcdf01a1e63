"""An agent that runs elsewhere at a table: what it is told, and what it answers.

It is told what its seat knows (`agents.agent_protocol.seat_view`) and nothing else. Whoever is
slow, silent or answers what is no move loses the seat to the usual agent, and no more: nobody at
the table waits, and it may come back for the seat.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Protocol

from agents.agent_protocol import Begin, Decide, FromServer, GameOver, seat_view
from agents.contract import AgentError, Decision
from game.live import announcements, runner
from game.live.database import in_thread
from game.tables import changes
from game.tables.changes import Visitor
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, load
from native import Move

LOOKS_EVERY = 5.0
"""Seconds after which a table is looked at though nobody told of a change."""
SESSION = 0


class Line(Protocol):
    """A line to an agent."""

    changed: asyncio.Event
    """Set when the table has a new version, or the agent has hung up."""

    def refuse_unless_open(self) -> None:
        """Raises AgentError when the agent has hung up."""
        ...

    async def say(self, message: FromServer) -> None: ...

    async def move(self, message: Decide) -> str:
        """Ask for a move, as it is written. Raises AgentError for no answer in time, or none."""
        ...


async def play(line: Line, slug: str, visitor: Visitor) -> dict[str, Any]:
    """Sit down, or take the seat again, and play to the end: how the game ended. Raises AgentError,
    in words."""
    index, version = await _welcomed(line, slug, visitor)
    await _announce(slug, version)
    # Its chances need no secret of the table's: the deal is made of that.
    await line.say(Begin(SESSION, f"{slug}/{index}"))
    while True:
        line.refuse_unless_open()
        line.changed.clear()
        state = await in_thread(load, slug)
        if state.over:
            return await _ended(line, state, index)
        if state.seats[index].address != visitor.address:
            raise AgentError("Somebody else has your seat now. Say hello again to ask for it.")
        if _to_move(state, index):
            await _turn(line, state, index)
        else:
            await _wait(line)


async def _welcomed(line: Line, slug: str, visitor: Visitor) -> tuple[int, int]:
    """Its seat and the version, once whoever sits in for it has moved. Raises AgentError."""
    while True:
        line.refuse_unless_open()
        line.changed.clear()
        try:
            welcomed: tuple[int, int] = await in_thread(changes.welcome, slug, visitor)
            return welcomed
        except Refused as refused:
            if refused.reason != Refusal.NOT_YOUR_TURN:
                raise AgentError(refused.text) from None
        await _wait(line)


def _to_move(state: TableState, index: int) -> bool:
    game = state.game
    return game is not None and game.to_move == index and not state.table.paused


async def _turn(line: Line, state: TableState, index: int) -> None:
    """One move of the visitor. Raises AgentError where it has lost its seat by its answer."""
    assert state.game is not None
    slug, version, began = state.table.slug, state.table.version, time.monotonic()
    decide = Decide(SESSION, seat_view(state.game.view(index)))
    try:
        text = await line.move(decide)
        move = Move.parse(text, state.game.rules)
        await asyncio.sleep(max(0.0, state.table.delay / 1000 - (time.monotonic() - began)))
        decision = Decision(move, why="")
        actor = changes.Actor(agent_seat=index)
        made = await in_thread(_submitted, slug, actor, decision, version)
        await _announce(slug, made)
    except Refused as refused:
        if refused.reason == Refusal.ILLEGAL_MOVE:
            await _lose_seat(state, index, f"That move is not legal: {refused.text}")
        # Otherwise the table changed meanwhile: look again.
    except ValueError as error:
        # No answer, or none that is a move. Who hung up has until the end of the turn to return.
        line.refuse_unless_open()
        await _lose_seat(state, index, str(error))


def _submitted(slug: str, actor: changes.Actor, decision: Decision, version: int) -> int:
    return changes.submit(slug, actor, decision.move, version, decision=decision)


async def _lose_seat(state: TableState, index: int, words: str) -> None:
    """Raises AgentError with these words, unless the table has changed so that it is not its turn
    any more."""
    why = "which answered nothing that is a move"
    version = await in_thread(changes.stand_in, state.table.slug, index, state.table.version, why)
    if version is not None:
        await _announce(state.table.slug, version)
        raise AgentError(words)


async def _wait(line: Line) -> None:
    try:
        # Not wait_for, which swallows a cancellation that comes just then (Python 3.11).
        async with asyncio.timeout(LOOKS_EVERY):
            await line.changed.wait()
    except TimeoutError:
        return


async def _ended(line: Line, state: TableState, index: int) -> dict[str, Any]:
    assert state.game is not None
    await line.say(GameOver(SESSION, seat_view(state.game.view(index))))
    table = state.table
    scores = {"stacks": table.stacks, "zero": table.zero, "strikes": table.strikes}
    return {"table": table.slug, "seat": index, "end": table.ending, **scores}


async def _announce(slug: str, version: int) -> None:
    await announcements.announce(slug, version)
    runner.wake(slug, version)
