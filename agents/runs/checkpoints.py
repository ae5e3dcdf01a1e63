"""The loop of all long work: take a result, save now and then, stop when asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from agents.runs.stopping import Stopped, held_back

Result = TypeVar("Result")


def never() -> bool:
    """Nobody asks to stop."""
    return False


def nothing() -> None:
    """Nobody listens."""


def checkpointed(
    results: Iterable[Result],
    take: Callable[[Result], None],
    save: Callable[[], object],
    *,
    every: float,
    say: Callable[[], None] = nothing,
    asked_to_stop: Callable[[], bool] = never,
) -> None:
    """Take the results one after another and save what they add up to.

    `save` is called whenever `every` seconds are over, and at the end however that comes: when
    all results are taken, when somebody asks to stop (then Stopped is raised), and when a signal
    or a failure breaks in while the next result is made. A signal waits while a result is taken,
    so what is saved is always whole, and whoever goes on from there comes to the same bytes. A
    `take` that fails has left its state undefined: nothing more is saved then.
    """
    saved, whole = time.monotonic(), True
    try:
        for result in results:
            with held_back():
                whole = False
                take(result)
                whole = True
            say()
            if time.monotonic() - saved >= every:
                save()
                saved = time.monotonic()
            if asked_to_stop():
                raise Stopped
    finally:
        if whole:
            with held_back():
                save()
