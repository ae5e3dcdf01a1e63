"""How long work is stopped: by a signal to its process, or by a request from any other."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

EXIT_STATUS = 130
"""Of a command that was interrupted, as shells have it."""
SIGNALS = (signal.SIGINT, signal.SIGTERM)
REQUEST = ".stop"


class Stopped(Exception):
    """Somebody asked the work to stop, and it is saved as far as it went."""


def ask(folder: Path) -> None:
    """Let whoever makes the run in this folder stop when what it has is saved."""
    (folder / REQUEST).touch()


def asked(folder: Path) -> bool:
    return (folder / REQUEST).exists()


def forget(folder: Path) -> None:
    """Nobody has asked any more: the run goes on."""
    (folder / REQUEST).unlink(missing_ok=True)


@contextmanager
def on_signal() -> Iterator[None]:
    """Within, either signal raises KeyboardInterrupt; afterwards they do what they did before."""
    with _handled(signal.default_int_handler):
        yield


@contextmanager
def held_back() -> Iterator[None]:
    """Within, a signal waits, so that no state is left half changed."""
    waiting: list[int] = []
    try:
        with _handled(lambda number, _frame: waiting.append(number)):
            yield
    finally:
        for number in waiting[:1]:
            signal.raise_signal(number)


@contextmanager
def leaving_at_once(words: str) -> Iterator[None]:
    """Within, a signal ends the process there and then: for work that keeps nothing and may not
    come back from C for hours."""

    def leave(_number: int, _frame: FrameType | None) -> None:
        os.write(2, f"\n{words}\n".encode())
        os._exit(EXIT_STATUS)

    with _handled(leave):
        yield


@contextmanager
def _handled(handler: signal._HANDLER) -> Iterator[None]:
    """Python hears signals in the main thread alone, so elsewhere there is nothing to do."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number in SIGNALS}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)
