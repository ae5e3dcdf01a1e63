"""Pages of figures wait for each other, never tables for them.

Those of a process are made a few at a time. While somebody is at a table there, they live on an
allowance: who opens a page now and then gets it at once, and however many clients ask in a loop,
nineteen twentieths of the process's time are left for moves. A process for pages of figures alone
has no bounds.
"""

from __future__ import annotations

import re
import threading
import time
from collections import Counter
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from game.live import attendance
from hanabi_site import errors

HEAVY = re.compile(
    r"/(analysis|agents)/|/replays/[^/]+/(line/|hindsight|outlook|trace|worth|plays-like)"
    r"|/tables/[^/]+/plays-like"
)
PATIENCE = 20.0
"""Seconds that a page may wait for its turn."""
SHARE = 0.05
"""Seconds of work on pages that each second allows."""
SAVED = 1.0
"""Seconds of work that can be saved up."""
LONGEST_REST = 2.0
"""Seconds after a page, however long it took."""


class Allowance:
    """Seconds of work that may be spent on pages; `now` is a clock's, which never goes back."""

    def __init__(self) -> None:
        self._saved, self._at = SAVED, 0.0

    def left(self, now: float) -> float:
        """Above 0 if a page may be begun."""
        return min(SAVED, self._saved + SHARE * (now - self._at))

    def spend(self, seconds: float, now: float) -> None:
        """A page took so long."""
        self._saved = max(self.left(now) - seconds, -SHARE * LONGEST_REST)
        self._at = now

    def rest(self, now: float) -> float:
        """Seconds until a page may be begun."""
        return max(0.0, -self.left(now) / SHARE)


class Middleware:
    """Lets through at once what is light."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._turn = threading.Condition()
        self._working = 0
        self._allowance = Allowance()
        self._asking: Counter[str] = Counter()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not HEAVY.match(request.path):
            return self._get_response(request)
        address = str(request.META.get("REMOTE_ADDR", ""))
        if self._asking[address] >= settings.LIMITS.heavy_pages_an_address:
            return errors.too_much(request, "Your other pages are still being made. Try again.")
        self._asking[address] += 1
        try:
            if not self._wait():
                return errors.too_much(request, "Many people look at figures now. Try again.")
            began = time.monotonic()
            try:
                return self._get_response(request)
            finally:
                self._leave(time.monotonic() - began)
        finally:
            self._asking[address] -= 1
            self._asking += Counter()  # forgets addresses without a request

    def _wait(self) -> bool:
        until = time.monotonic() + PATIENCE
        with self._turn:
            while (now := time.monotonic()) < until:
                rest = self._allowance.rest(now) if self._bounded() else 0.0
                if self._working < settings.LIMITS.heavy_pages_at_once and not rest:
                    self._working += 1
                    return True
                self._turn.wait(max(0.005, min(rest, until - now, 0.1)))
        return False

    def _leave(self, worked: float) -> None:
        with self._turn:
            self._working -= 1
            if self._bounded():
                self._allowance.spend(worked, time.monotonic())
            self._turn.notify()

    def _bounded(self) -> bool:
        return settings.LIMITS.heavy_pages_at_once < float("inf") and attendance.tables_open() > 0
