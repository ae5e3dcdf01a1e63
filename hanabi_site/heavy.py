"""Pages of figures wait for each other, never tables for them.

Those of a process are made a few at a time. While somebody is at a table there, they live on an
allowance: who opens a page now and then gets it at once, and however many clients ask in a loop,
most of the process's time is left for moves. A process for pages of figures alone always lives on
one: tables share its processors and its database.
"""

from __future__ import annotations

import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from math import inf

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
SAVED = 0.5
"""Seconds of work that can be saved up."""
LONGEST_REST = 2.0
"""Seconds after a page, however long it took."""

for_study = False
"""Whether this process makes pages of figures alone; `serve --study` says so."""


class Allowance:
    """Seconds of work that may be spent on pages: each second allows a share of it more. `now` is
    a clock's, which never goes back."""

    def __init__(self) -> None:
        self._saved, self._at = SAVED, 0.0

    def left(self, share: float, now: float) -> float:
        """Above 0 if a page may be begun."""
        return min(SAVED, self._saved + share * (now - self._at))

    def spend(self, seconds: float, share: float, now: float) -> None:
        """A page took so long."""
        self._saved = max(self.left(share, now) - seconds, -share * LONGEST_REST)
        self._at = now

    def rest(self, share: float, now: float) -> float:
        """Seconds until a page may be begun."""
        return max(0.0, -self.left(share, now) / share)


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
                share = _share()
                rest = self._allowance.rest(share, now) if share else 0.0
                if self._working < settings.LIMITS.heavy_pages_at_once and not rest:
                    self._working += 1
                    return True
                self._turn.wait(max(0.005, min(rest, until - now, 0.1)))
        return False

    def _leave(self, worked: float) -> None:
        with self._turn:
            self._working -= 1
            if share := _share():
                self._allowance.spend(worked, share, time.monotonic())
            self._turn.notify()


def _share() -> float | None:
    """Of the time, for pages of figures; None for all of it."""
    percent = settings.LIMITS.heavy_percent
    tables_wait = for_study or attendance.tables_open()
    return max(percent, 1) / 100 if tables_wait and percent < inf else None
