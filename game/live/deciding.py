"""Dedicated threads for agents' decisions, in lanes (queues with threads of their own) by expected
duration.

A lane starts the decision with the shortest expected duration first, adding a second for every
decision requested earlier, so that none waits for ever. In the lanes for long decisions each
person has at most one running, so that one person's tables cannot delay everybody else's.
"""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count

from agents.contract import Decision
from agents.entry import QUICK

Work = Callable[[], Decision]

BRIEF = 1.0
"""The longest expected duration, in seconds, of a decision in the lane “brief”; longer ones go to
the lane “slow”."""
NICENESS = 10
"""The nice value (lower priority) of threads for long decisions: sockets and quick replies come
first."""
LATER = 1.0
"""Seconds added to a decision's rank (its expected duration) for each earlier request to its
lane."""


@dataclass(order=True)
class _Waiting:
    """A decision waiting for a thread; the one with the lowest `rank` starts first."""

    rank: float
    person: object = field(compare=False)
    work: Work = field(compare=False)
    answer: Future[Decision] = field(compare=False)


class Lane:
    """A queue of agents' decisions of similar duration, with the `threads` that make them. The
    waiting decision with the lowest rank starts first: its expected duration, plus LATER seconds
    for every earlier request to this queue.

    With `one_each`, at most one decision per person is made at a time. `nice` is the nice value of
    the threads.
    """

    def __init__(self, name: str, threads: int, *, one_each: bool = False, nice: int = 0) -> None:
        self.name, self.threads, self.one_each, self.nice = name, threads, one_each, nice
        self._changed = threading.Condition()
        self._waiting: list[_Waiting] = []
        self._running: list[object] = []
        """The person of each decision that is being made."""
        self._numbers = count()
        self._started = False

    def ask(self, work: Work, seconds: float, person: object) -> Future[Decision]:
        """Queue a decision, made by calling `work`, and return its future. `seconds` is its
        expected duration, and `person` identifies the owner of its table.

        In a lane with `one_each`, decisions for the same person wait for each other. A decision
        cancelled while it waits is never started.
        """
        rank = seconds + LATER * next(self._numbers)
        asked = _Waiting(rank, person, work, Future())
        with self._changed:
            self._start()
            self._waiting.append(asked)
            self._changed.notify()
        return asked.answer

    def _start(self) -> None:
        if not self._started:
            self._started = True
            for number in range(self.threads):
                name = f"{self.name}-{number}"
                threading.Thread(target=self._decide_on, name=name, daemon=True).start()

    def _decide_on(self) -> None:
        if self.nice and hasattr(os, "setpriority"):
            # Linux counts a thread as a process here.
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), self.nice)
        while True:
            with self._changed:
                while (asked := self._next()) is None:
                    self._changed.wait()
            self._decide(asked)
            with self._changed:
                self._running.remove(asked.person)
                self._changed.notify_all()

    def _next(self) -> _Waiting | None:
        """Remove from the queue and return the decision with the lowest rank that may start; None
        if there is none.
        """
        self._waiting = [one for one in self._waiting if not one.answer.cancelled()]
        busy = self._running if self.one_each else []
        ready = [one for one in self._waiting if one.person not in busy]
        if not ready:
            return None
        asked = min(ready)
        self._waiting.remove(asked)
        self._running.append(asked.person)
        return asked

    @staticmethod
    def _decide(asked: _Waiting) -> None:
        if not asked.answer.set_running_or_notify_cancel():
            return
        try:
            asked.answer.set_result(asked.work())
        except BaseException as error:
            asked.answer.set_exception(error)


# The C core releases the GIL while it computes.
_quick = Lane("agent-quick", 2)
_brief = Lane("agent-brief", 1, one_each=True, nice=NICENESS)
_slow = Lane("agent-slow", 2, one_each=True, nice=NICENESS)


def lane(seconds: float) -> Lane:
    """Return the lane (queue with its threads) for decisions expected to take this many
    seconds.
    """
    return _quick if seconds <= QUICK else _brief if seconds <= BRIEF else _slow


async def decided(work: Work, seconds: float, person: object, most: float) -> Decision:
    """Run `work`, expected to take `seconds`, in a thread for decisions of this duration, and
    return its decision.

    `person` identifies the table's owner, so that decisions for one person do not delay those for
    others. Raise TimeoutError if `work` runs for more than `most` seconds, not counting time in
    the queue.
    """
    loop = asyncio.get_running_loop()
    begun = asyncio.Event()

    def begin() -> Decision:
        loop.call_soon_threadsafe(begun.set)
        return work()

    answer = asyncio.wrap_future(lane(seconds).ask(begin, seconds, person))
    try:
        await begun.wait()
        return await asyncio.wait_for(answer, most)
    finally:
        answer.cancel()
