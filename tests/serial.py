"""An executor without threads, so that a test is over when its call is."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class Serial(Executor):
    """Does everything at once in the caller's thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future
