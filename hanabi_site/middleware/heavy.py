"""Limit the processor time of expensive pages, so that tables never wait for them.

Every page counts as expensive unless `LIGHT` names it, so that no new page is forgotten. A process
renders a few expensive pages at a time. While people are at its tables, these pages share an
allowance of processor time (a token bucket), and each network address gets half of it: an
occasional page is rendered at once, and clients that request pages in a loop leave most of the
time for moves. In a process that serves only such pages (`serve --study`) the allowance always
applies, because the processes that serve tables share its processors and its database.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from math import inf

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from game.live import presence
from hanabi_site.pages import errors

LIGHT = frozenset(
    {
        "lobby", "play_now", "new_table", "table", "sit", "stand_up", "fill", "again", "watch",
        "daily_deal", "play_daily", "daily_deal_of", "history",
        "learn", "lesson", "lesson_tables", "rules_of_the_game", "glossary", "board_figures",
        "showcase",
        "delete_upload", "forget_answers",
        "login", "logout", "naming", "signup",
        "evaluation_info", "favicon", "healthz", "readyz", "metrics",
    }
)  # fmt: skip
"""Names of the URL patterns whose pages take no more processor time than a move."""
PATIENCE = 20.0
"""Seconds that a request for an expensive page may wait for its turn before it is refused."""
SAVED = 0.5
"""The most seconds of processor time that an unused allowance accumulates."""
LONGEST_REST = 2.0
"""The longest time in seconds that the next page must wait after an expensive page, however long
that took; a page for the same network address waits up to twice as long."""
MANY_ADDRESSES = 1000
"""The number of network addresses with a stored allowance from which on full allowances, which
delay no page, are deleted."""

for_study = False
"""Whether this process serves only expensive pages (pages of figures) and no tables; set by `serve
--study`."""


class Allowance:
    """A limit on the processor time of pages: a token bucket that gains `share` seconds per second.

    After a page it is empty for at most `longest_rest` seconds. The parameter `now` of the methods
    is the time in seconds by a monotonic clock.
    """

    def __init__(self, longest_rest: float = LONGEST_REST) -> None:
        self._longest_rest = longest_rest
        self._saved, self._at = SAVED, 0.0

    def left(self, share: float, now: float) -> float:
        """Return the processor seconds available at the time `now`, with a refill of `share`
        seconds per second; a page may begin if the number is not negative.
        """
        return min(SAVED, self._saved + share * (now - self._at))

    def spend(self, seconds: float, share: float, now: float) -> None:
        """Deduct a page's `seconds` of processor time from the allowance, which refills by `share`
        seconds per second.

        Processor time is used because elapsed time includes the work of others.
        """
        self._saved = max(self.left(share, now) - seconds, -share * self._longest_rest)
        self._at = now

    def rest(self, share: float, now: float) -> float:
        """Return the seconds from the time `now` until the next page may begin, if the allowance
        gains `share` seconds of processor time per second; 0 if it may begin at once.
        """
        return max(0.0, -self.left(share, now) / share)


def computes(path: str) -> bool:
    """Return whether the page at a URL path is expensive: any page of the site, except the cheap
    ones in LIGHT and the admin pages. Return False if there is no such page.
    """
    try:
        match = resolve(path)
    except Resolver404:
        return False
    return match.view_name not in LIGHT and "admin" not in match.namespaces


class Middleware:
    """Middleware that makes expensive pages wait for their turn.

    It refuses a page with HTTP 429 if it has waited `PATIENCE` seconds, or if its network address
    has `heavy_pages_an_address` (a limit) waiting or in progress.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._turn = threading.Condition()
        """The lock of the counts and allowances below; it is notified when a page is done."""
        self._working = 0
        self._allowance = Allowance()
        self._allowances: dict[str, Allowance] = {}
        self._asking: Counter[str] = Counter()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request. An expensive page waits for its turn; it is refused with HTTP 429 if
        it has waited too long, or if too many pages for the same network address are waiting or in
        progress.
        """
        if not computes(request.path_info):
            return self._get_response(request)
        address = str(request.META.get("REMOTE_ADDR", ""))
        if not self._arrive(address):
            return errors.too_much(request, "Your other pages are still being made. Try again.")
        try:
            if not self._wait(address):
                return errors.too_much(request, "Many people look at figures now. Try again.")
            began = time.thread_time()
            try:
                return self._get_response(request)
            finally:
                self._leave(address, time.thread_time() - began)
        finally:
            self._depart(address)

    def _arrive(self, address: str) -> bool:
        """Count a request from a network address; return False if the address has too many
        already.
        """
        with self._turn:
            if self._asking.get(address, 0) >= settings.LIMITS.heavy_pages_an_address:
                return False
            self._asking[address] += 1
            return True

    def _depart(self, address: str) -> None:
        with self._turn:
            self._asking[address] -= 1
            if not self._asking[address]:
                del self._asking[address]

    def _wait(self, address: str) -> bool:
        until = time.monotonic() + PATIENCE
        with self._turn:
            while (now := time.monotonic()) < until:
                share = _share()
                rest = self._rest(address, share, now) if share else 0.0
                if self._working < settings.LIMITS.heavy_pages_at_once and not rest:
                    self._working += 1
                    return True
                self._turn.wait(max(0.005, min(rest, until - now, 0.1)))
        return False

    def _rest(self, address: str, share: float, now: float) -> float:
        own = self._allowances.get(address)
        return max(self._allowance.rest(share, now), own.rest(share / 2, now) if own else 0.0)

    def _leave(self, address: str, worked: float) -> None:
        with self._turn:
            self._working -= 1
            if share := _share():
                self._spend(address, worked, share, time.monotonic())
            self._turn.notify_all()

    def _spend(self, address: str, worked: float, share: float, now: float) -> None:
        self._allowance.spend(worked, share, now)
        if len(self._allowances) >= MANY_ADDRESSES:
            known = self._allowances.items()
            self._allowances = {a: own for a, own in known if own.left(share / 2, now) < SAVED}
        own = self._allowances.setdefault(address, Allowance(2 * LONGEST_REST))
        own.spend(worked, share / 2, now)


def _share() -> float | None:
    """Return the share of processor time (0 to 1) that expensive pages may use; None if it is not
    limited now.
    """
    percent = settings.LIMITS.heavy_percent
    tables_wait = for_study or presence.tables_open()
    return max(percent, 1) / 100 if tables_wait and percent < inf else None
