"""Let an agent that runs elsewhere (a visitor) play a seat at a table.

The agent receives only what its seat knows (`agents.agent_protocol.seat_view`). If it is slow,
silent or sends an invalid move, the default agent takes the seat: nobody waits, and the visitor
may return.
"""

import asyncio
import time
from typing import Any, Protocol

from agents.agent_protocol import Begin, Decide, FromServer, GameOver, seat_view
from agents.contract import AgentError, Decision
from game.live import broadcast, runner
from game.live.database import in_thread
from game.tables import agent_turns, changes
from game.tables.changes import Visitor
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, load
from native import Move

LOOKS_EVERY = 5.0
"""Seconds after which a waiting visitor's table is read again even without a notification."""
SESSION = 0


class AgentConnection(Protocol):
    """Interface of the connection to an agent that runs elsewhere."""

    changed: asyncio.Event
    """Set when the table has a new version, or the agent has disconnected."""

    def refuse_unless_open(self) -> None:
        """Raise AgentError if the agent has disconnected."""

    async def say(self, message: FromServer) -> None:
        """Send the agent a message that needs no answer."""

    async def move(self, message: Decide) -> str:
        """Ask the agent for a move and return the move's text, which may be illegal. Raise
        AgentError if the answer is late or is not a `move` message.
        """


async def play(connection: AgentConnection, slug: str, visitor: Visitor) -> dict[str, Any]:
    """Seat an agent that runs elsewhere, let it play to the end and return the result of the game:
    its `table` (slug), `seat`, `end` (how it ended, such as “strikeout”), `strikes`, and the
    scores `stacks` (cards played) and `zero` (0 after the last strike).

    Raise AgentError if the agent gets no seat, loses its seat or disconnects.
    """
    index, version = await _welcomed(connection, slug, visitor)
    await _announce(slug, version)
    # Use a public seed: the table's secret seed determines the deal.
    await connection.say(Begin(SESSION, f"{slug}/{index}"))
    while True:
        connection.refuse_unless_open()
        connection.changed.clear()
        state = await in_thread(load, slug)
        if state.over:
            return await _ended(connection, state, index)
        if state.seats[index].address != visitor.address:
            raise AgentError("Somebody else has your seat now. Say hello again to ask for it.")
        if state.game and state.game.to_move == index and not state.table.paused:
            await _turn(connection, state, index)
        else:
            await _wait(connection)


async def _welcomed(connection: AgentConnection, slug: str, visitor: Visitor) -> tuple[int, int]:
    """Return the visitor's seat and the table's version. If another agent sits in for a returning
    visitor and is to move, wait for its move first.

    Raise AgentError if the visitor gets no seat.
    """
    while True:
        connection.refuse_unless_open()
        connection.changed.clear()
        try:
            return await in_thread(changes.welcome, slug, visitor)
        except Refused as refused:
            if refused.reason != Refusal.NOT_YOUR_TURN:
                raise AgentError(refused.text) from None
        await _wait(connection)


async def _turn(connection: AgentConnection, state: TableState, index: int) -> None:
    """Play one move of the visitor at seat `index`. Raise AgentError if it loses the seat by a
    missing, invalid or illegal answer.
    """
    slug, version, began = state.table.slug, state.table.version, time.monotonic()
    decide = Decide(SESSION, seat_view(state.position.view(index)))
    try:
        text = await connection.move(decide)
        move = Move.parse(text, state.position.rules)
        await asyncio.sleep(max(0.0, state.table.delay / 1000 - (time.monotonic() - began)))
        decision = Decision(move, why="")
        made = await in_thread(agent_turns.submit, state, state.seats[index], decision, version)
        await _announce(slug, made)
    except Refused as refused:
        if refused.reason == Refusal.ILLEGAL_MOVE:
            await _lose_seat(state, index, f"That move is not legal: {refused.text}")
        # Otherwise the table changed meanwhile: the caller looks again.
    except ValueError as error:
        # No answer, or not a move. A disconnected agent has until the end of the turn to return.
        connection.refuse_unless_open()
        await _lose_seat(state, index, str(error))


async def _lose_seat(state: TableState, index: int, words: str) -> None:
    """Give the visitor's seat to the default agent and raise AgentError with the message `words`.

    Do nothing if the table has changed, so that it is no longer the visitor's turn.
    """
    why = "which answered nothing that is a move"
    version = await in_thread(changes.stand_in, state.table.slug, index, state.table.version, why)
    if version is not None:
        await _announce(state.table.slug, version)
        raise AgentError(words)


async def _wait(connection: AgentConnection) -> None:
    try:
        # Not wait_for, which can swallow a simultaneous cancellation (Python 3.11).
        async with asyncio.timeout(LOOKS_EVERY):
            await connection.changed.wait()
    except TimeoutError:
        return


async def _ended(connection: AgentConnection, state: TableState, index: int) -> dict[str, Any]:
    await connection.say(GameOver(SESSION, seat_view(state.position.view(index))))
    table = state.table
    scores = {"stacks": table.stacks, "zero": table.zero, "strikes": table.strikes}
    return {"table": table.slug, "seat": index, "end": table.ending, **scores}


async def _announce(slug: str, version: int) -> None:
    await broadcast.announce(slug, version)
    runner.wake(slug, version)
