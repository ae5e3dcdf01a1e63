"""Pages of figures wait for each other, never tables for them."""

import re
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import inf
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import LazySettings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import URLResolver, get_resolver

from game.live import presence
from hanabi_site.middleware.heavy import LIGHT, SAVED, Allowance, Middleware, computes
from hanabi_site.settings.limits import limits
from tests.sockets import PATIENCE


def limit(settings: LazySettings, **numbers: float) -> None:
    settings.LIMITS = replace(limits("off"), **numbers)


def page_that_takes(seconds: float, made: list[float]) -> Middleware:
    def make(request: HttpRequest) -> HttpResponse:
        made.append(time.monotonic())
        time.sleep(seconds)
        return HttpResponse("made")

    return Middleware(make)


def page_that_waits(for_refused: int, refused: threading.Semaphore) -> Middleware:
    """Its first page is made once so many requests were refused."""

    def make(request: HttpRequest) -> HttpResponse:
        for _ in range(for_refused):
            assert refused.acquire(timeout=PATIENCE)
        for _ in range(for_refused):
            refused.release()
        return HttpResponse("made")

    return Middleware(make)


def ask_at_once(page: Middleware, addresses: list[str]) -> list[int]:
    """The status that each address gets when all ask for a heavy page at the same time."""
    statuses: list[int] = []

    def ask(address: str) -> None:
        request = RequestFactory().get("/analysis/people/", REMOTE_ADDR=address)
        statuses.append(page(request).status_code)

    threads = [threading.Thread(target=ask, args=(address,)) for address in addresses]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(statuses)


@pytest.mark.long
def test_heavy_pages_are_made_one_after_another(settings: LazySettings) -> None:
    limit(settings, heavy_pages_at_once=1)
    made: list[float] = []
    assert ask_at_once(page_that_takes(0.05, made), ["a", "b", "c"]) == [200, 200, 200]
    assert min(after - before for before, after in pairwise(made)) >= 0.05


def test_an_occasional_request_for_a_heavy_page_is_not_delayed() -> None:
    allowance = Allowance()
    for page in range(10):
        assert allowance.left(0.05, 10.0 * page) > 0
        allowance.spend(0.3, 0.05, 10.0 * page + 0.3)


@pytest.mark.parametrize("share", [0.05, 0.15])
def test_an_address_that_requests_in_a_loop_gets_a_share_of_the_time(share: float) -> None:
    allowance, now, worked = Allowance(), 1000.0, 0.0
    while now < 1100:
        now += allowance.rest(share, now) + 0.02
        allowance.spend(0.02, share, now)
        worked += 0.02
    assert worked == pytest.approx(SAVED + share * 100, rel=0.01)


@pytest.mark.parametrize(("worked", "rest"), [(0.4, 0), (0.55, 1), (0.59, 1.8), (60.0, 2.0)])
def test_a_process_pauses_briefly_when_its_allowance_is_spent(worked: float, rest: float) -> None:
    allowance = Allowance()
    allowance.spend(worked, 0.05, 1000)
    assert allowance.rest(0.05, 1000) == pytest.approx(rest)
    assert allowance.rest(0.05, 1000 + rest / 2) == pytest.approx(rest / 2)
    assert allowance.rest(0.05, 1003) == 0


@pytest.mark.parametrize(
    ("tables", "study", "percent", "rest"),
    [(0, False, 5, 0), (1, False, 5, 1), (1, False, 0, 2), (1, False, inf, 0), (0, True, 5, 1)],
)
def test_only_a_process_with_tables_or_one_that_gives_way_to_them_rests(
    tables: int,
    study: bool,
    percent: float,
    rest: float,
    settings: LazySettings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limit(settings, heavy_pages_at_once=1, heavy_percent=percent)
    monkeypatch.setattr("hanabi_site.middleware.heavy.for_study", study)
    monkeypatch.setattr(presence, "tables_open", lambda: tables)
    clock = SimpleNamespace(monotonic=lambda: clock.now, thread_time=lambda: clock.now, now=1000.0)
    monkeypatch.setattr("hanabi_site.middleware.heavy.time", clock)

    def make(request: HttpRequest) -> HttpResponse:
        clock.now += 0.55
        return HttpResponse("made")

    page = Middleware(make)
    monkeypatch.setattr(page._turn, "wait", lambda seconds: vars(clock).update(now=clock.now + 0.1))
    assert ask_at_once(page, ["a"]) == [200]
    before = clock.now
    assert ask_at_once(page, ["b"]) == [200]
    assert clock.now - before == pytest.approx(0.55 + rest, abs=0.11)


@pytest.mark.long
def test_a_page_is_charged_for_its_own_work_and_not_for_a_busy_machine(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(settings, heavy_percent=5)
    monkeypatch.setattr(presence, "tables_open", lambda: 1)
    page = page_that_takes(2 * SAVED, [])
    assert ask_at_once(page, ["a"]) == [200]
    assert page._allowance.rest(0.05, time.monotonic()) == 0


@pytest.mark.long
def test_one_address_does_not_fill_the_queue(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = threading.Semaphore(0)

    def refuse(*_: object, status: int) -> HttpResponse:
        refused.release()
        return HttpResponse(status=status)

    monkeypatch.setattr("hanabi_site.pages.errors.render", refuse)
    limit(settings, heavy_pages_at_once=1, heavy_pages_an_address=2)
    page = page_that_waits(2, refused)
    assert ask_at_once(page, ["a"] * 4 + ["b"]) == [200, 200, 200, 429, 429]


EXAMPLES = {"int": "1", "slug": "x", "str": "x", "path": "rules:piers"}
"""A value for each kind of parameter of an address."""


def addresses(patterns: list[Any], before: str = "/") -> Iterator[tuple[str, str | None]]:
    """An example of every address of the site but its administration's, with its name."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.namespace != "admin":
                yield from addresses(pattern.url_patterns, route)
        else:
            yield re.sub(r"<(\w+):\w+>", lambda found: EXAMPLES[found[1]], route), pattern.name


def test_every_page_waits_for_its_turn_unless_it_is_named_as_light(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "hanabi_site.pages.errors.render", lambda *_, status: HttpResponse(status=status)
    )
    limit(settings, heavy_pages_an_address=0)
    page = Middleware(lambda _: HttpResponse())
    site = list(addresses(get_resolver().url_patterns))
    refused = {name for at, name in site if page(RequestFactory().get(at)).status_code == 429}
    names = {name for _, name in site}
    assert refused == names - LIGHT
    assert names >= LIGHT


@pytest.mark.parametrize(
    "address",
    ["frames.json", "how-known/", "play-on/", "hindsight.json", "coach.json", "outlook.json"],
)
def test_whatever_a_replay_computes_waits_for_its_turn(address: str) -> None:
    assert computes(f"/replays/x/{address}")


@pytest.mark.parametrize("path", ["/", "/tables/x/", "/healthz", "/static/a.js", "/admin/"])
def test_tables_and_the_lobby_never_wait_for_heavy_pages(path: str) -> None:
    assert not computes(path)


def test_an_address_that_asks_in_a_loop_leaves_half_of_the_allowance_to_others() -> None:
    page, share, now, worked = Middleware(lambda _: HttpResponse()), 0.1, 1000.0, 0.0
    while now < 1100:
        now += page._rest("greedy", share, now) + 0.02
        page._spend("greedy", 0.02, share, now)
        worked += 0.02
        assert page._rest("modest", share, now) == 0
    assert worked == pytest.approx(SAVED + share / 2 * 100, rel=0.02)


def test_after_a_long_page_others_come_before_the_address_that_asked_for_it() -> None:
    page = Middleware(lambda _: HttpResponse())
    page._spend("greedy", 60.0, 0.1, 1000.0)
    assert page._rest("greedy", 0.1, 1000.0) > page._rest("modest", 0.1, 1000.0)


def test_addresses_with_a_whole_allowance_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanabi_site.middleware.heavy.MANY_ADDRESSES", 10)
    page = Middleware(lambda _: HttpResponse())
    for second in range(100):
        page._spend(f"address {second}", 0.1, 0.1, 1000.0 + second)
    assert len(page._allowances) <= 10


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("heavy_pages_an_address", "Your other pages are still being made. Try again."),
        ("heavy_pages_at_once", "Many people look at figures now. Try again."),
    ],
)
def test_a_refusal_of_a_heavy_page_says_why(
    number: str, said: str, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr("hanabi_site.pages.errors.too_much", lambda _, why: told.append(why))
    monkeypatch.setattr("hanabi_site.middleware.heavy.PATIENCE", 0.0)
    limit(settings, **{number: 0})
    page = Middleware(lambda _: HttpResponse())
    page(RequestFactory().get("/analysis/people/"))
    assert told == [said]
    assert not page._asking
