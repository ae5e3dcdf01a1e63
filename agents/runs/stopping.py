"""Stop long-running work and its worker processes, by a signal or by a request in the run's
folder.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

EXIT_STATUS = 130
"""Exit status of an interrupted command, by the convention of shells."""
SIGNALS = (signal.SIGINT, signal.SIGTERM)
REQUEST = ".stop"


class Stopped(Exception):
    """Raised when work stops on request, after its state has been saved."""


def ask(folder: Path) -> None:
    """Ask the process that works on the run in this folder to save and stop."""
    (folder / REQUEST).touch()


def asked(folder: Path) -> bool:
    """Return whether the run in this folder has been asked to stop."""
    return (folder / REQUEST).exists()


def forget(folder: Path) -> None:
    """Withdraw a stop request, so that the run can continue."""
    (folder / REQUEST).unlink(missing_ok=True)


class Deadline:
    """Kills this process if it does not end by itself soon after a signal.

    Python handles a signal only between two of its own instructions, so work in C, or a pool
    waiting for its workers, can delay it for minutes. Files are replaced atomically, so the process
    may be ended at any moment. Only `manage.py` sets a deadline; tests and notebooks have none.
    """

    seconds: float | None = None
    """Seconds from the signal to the forced end of the process; None means no deadline."""

    @classmethod
    def begin(cls, words: str) -> None:
        """Start the deadline, at the first signal. When it expires, or at a second signal, print
        `words` and end the process.
        """
        if cls.seconds is None:
            return
        clock = threading.Timer(cls.seconds, leave, (words,))
        clock.daemon = True
        clock.start()
        for number in SIGNALS:
            signal.signal(number, lambda _number, _frame: leave(words))


def leave(words: str) -> None:
    """End this process and its worker processes immediately, with exit status 130, after printing
    `words` on standard error.
    """
    for worker in multiprocessing.active_children():
        worker.kill()
    if words:
        os.write(2, f"\n{words}\n".encode())
    os._exit(EXIT_STATUS)


@contextmanager
def on_signal(words: str = "") -> Iterator[None]:
    """Raise KeyboardInterrupt on SIGINT or SIGTERM inside the block; restore the signal handlers
    afterwards.

    If the process has not ended some seconds after the signal (`Deadline`), it is killed. The
    message `words`, if not empty, is printed before.
    """

    with _handled(interrupt_with(words)):
        yield


def interrupt_with(words: str) -> Callable[[int, FrameType | None], None]:
    """Return a signal handler that raises KeyboardInterrupt, and kills the process with the
    message `words` if it has not ended by itself some seconds later.

    Killing is needed because Python drops exceptions raised inside some callbacks, such as those
    of its import locks.
    """

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        Deadline.begin(words)
        raise KeyboardInterrupt

    return interrupt


@contextmanager
def held_back() -> Iterator[None]:
    """Defer SIGINT and SIGTERM until the end of the block, so that no state is left half
    changed.
    """
    waiting: list[int] = []
    try:
        with _handled(lambda number, _frame: waiting.append(number)):
            yield
    finally:
        for number in waiting[:1]:
            signal.raise_signal(number)


@contextmanager
def leaving_at_once(words: str) -> Iterator[None]:
    """End the process immediately, with the message `words`, on SIGINT or SIGTERM inside the
    block.

    It is for work that has nothing to save and may not return from C for hours.
    """

    with _handled(lambda _number, _frame: leave(words)):
        yield


@contextmanager
def worker_processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of `count` forked worker processes, which end with this process, even if it is
    killed: they share its locks.

    Ctrl+C reaches every process of the terminal. The workers ignore it, so that none stops while
    holding a lock of the pool; if the block ends with an exception, they are killed and their work
    is lost.
    """
    context = multiprocessing.get_context("fork")
    pool = ProcessPoolExecutor(count, context, initializer=_follow, initargs=(os.getpid(),))
    try:
        yield pool
    except BaseException:
        for worker in list(pool._processes.values()):
            worker.kill()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def _follow(parent: int) -> None:
    """Leave signals to the parent process, and end within a second after it."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


@contextmanager
def _handled(handler: signal._HANDLER) -> Iterator[None]:
    """Install a handler for both signals inside the block.

    Only the main thread receives signals in Python; in other threads this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number in SIGNALS}
    try:
        yield
    finally:
        for number, earlier in before.items():
            if signal.getsignal(number) is handler:
                signal.signal(number, earlier)
