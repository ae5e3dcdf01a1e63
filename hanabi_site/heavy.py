"""Pages of figures wait for each other, never tables for them.

Those of a process are made a few at a time. While somebody is at a table there, it rests after each
for three times as long as it worked: however many clients ask in a loop, three quarters of its time
are left for moves. A process for pages of figures alone never rests.
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
RESTS = 3.0
"""Times as long as the page took."""
LONGEST_REST = 2.0


class Middleware:
    """Lets through at once what is light."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._turn = threading.Condition()
        self._working = 0
        self._rested = 0.0
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
                if self._working < settings.LIMITS.heavy_pages_at_once and now >= self._rested:
                    self._working += 1
                    return True
                self._turn.wait(max(0.005, min(self._rested - now, until - now, 0.1)))
        return False

    def _leave(self, worked: float) -> None:
        with self._turn:
            self._working -= 1
            if settings.LIMITS.heavy_pages_at_once < float("inf") and attendance.tables_open():
                self._rested = time.monotonic() + min(RESTS * worked, LONGEST_REST)
            self._turn.notify()
