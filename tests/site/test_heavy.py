"""Pages of figures wait for each other, never tables for them."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from itertools import pairwise
from math import inf
from types import SimpleNamespace

import pytest
from django.conf import LazySettings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from game.live import attendance
from hanabi_site.heavy import HEAVY, SAVED, Allowance, Middleware
from hanabi_site.limits import limits


def limit(settings: LazySettings, **numbers: float) -> None:
    settings.LIMITS = replace(limits("off"), **numbers)


def page_that_takes(seconds: float, made: list[float]) -> Middleware:
    def make(request: HttpRequest) -> HttpResponse:
        made.append(time.monotonic())
        time.sleep(seconds)
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


def test_who_opens_a_page_now_and_then_waits_for_nothing() -> None:
    allowance = Allowance()
    for page in range(10):
        assert allowance.left(0.05, 10.0 * page) > 0
        allowance.spend(0.3, 0.05, 10.0 * page + 0.3)


@pytest.mark.parametrize("share", [0.05, 0.15])
def test_whoever_asks_in_a_loop_gets_a_share_of_the_time(share: float) -> None:
    allowance, now, worked = Allowance(), 1000.0, 0.0
    while now < 1100:
        now += allowance.rest(share, now) + 0.02
        allowance.spend(0.02, share, now)
        worked += 0.02
    assert worked == pytest.approx(SAVED + share * 100, rel=0.01)


@pytest.mark.parametrize(("worked", "rest"), [(0.4, 0), (0.55, 1), (0.59, 1.8), (60.0, 2.0)])
def test_it_rests_when_the_allowance_is_spent_but_never_long(worked: float, rest: float) -> None:
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
    monkeypatch.setattr("hanabi_site.heavy.for_study", study)
    monkeypatch.setattr(attendance, "tables_open", lambda: tables)
    clock = SimpleNamespace(monotonic=lambda: clock.now, now=1000.0)
    monkeypatch.setattr("hanabi_site.heavy.time", clock)

    def make(request: HttpRequest) -> HttpResponse:
        clock.now += 0.55
        return HttpResponse("made")

    page = Middleware(make)
    monkeypatch.setattr(page._turn, "wait", lambda seconds: vars(clock).update(now=clock.now + 0.1))
    assert ask_at_once(page, ["a"]) == [200]
    before = clock.now
    assert ask_at_once(page, ["a"]) == [200]
    assert clock.now - before == pytest.approx(0.55 + rest, abs=0.11)


@pytest.mark.long
def test_one_address_does_not_fill_the_queue(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hanabi_site.errors.render", lambda *_, status: HttpResponse(status=status))
    limit(settings, heavy_pages_at_once=1, heavy_pages_an_address=2)
    assert ask_at_once(page_that_takes(0.05, []), ["a"] * 4 + ["b"]) == [200, 200, 200, 429, 429]


def test_tables_and_the_lobby_wait_for_no_heavy_page() -> None:
    heavy = [
        "/analysis/people/",
        "/agents/",
        "/replays/x/hindsight.json",
        "/replays/x/line/3/",
        "/replays/x/worth/",
        "/replays/x/plays-like.json",
        "/tables/x/plays-like/",
    ]
    light = ["/", "/tables/x/", "/replays/x/", "/replays/x/frames.json", "/static/a.js", "/healthz"]
    assert all(HEAVY.match(path) for path in heavy)
    assert not any(HEAVY.match(path) for path in light)


@pytest.mark.parametrize(
    ("rest", "waited"), [(0.0, [0.005]), (0.05, [0.05]), (5.0, [0.1]), (0.07, [0.07])]
)
def test_who_waits_looks_again_soon_but_not_all_the_time(
    rest: float, waited: list[float], settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(settings, heavy_pages_at_once=1)
    page, waits = Middleware(lambda _: HttpResponse()), list[float]()
    monkeypatch.setattr("hanabi_site.heavy._share", lambda: 0.05)
    monkeypatch.setattr(page._allowance, "rest", lambda *_: 0.0 if waits else rest)
    monkeypatch.setattr(page._turn, "wait", waits.append)
    page._working = 0 if rest else 1
    if not rest:
        monkeypatch.setattr(page._turn, "wait", lambda s: (waits.append(s), page._leave(0)))
    assert page._wait()
    assert waits == waited


def test_who_waited_for_twenty_seconds_is_refused(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(settings, heavy_pages_at_once=0)
    clock = SimpleNamespace(monotonic=lambda: clock.now, now=1000.0)
    monkeypatch.setattr("hanabi_site.heavy.time", clock)
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        clock.now = 1019.96 if len(waits) == 1 else clock.now + 10

    page = Middleware(lambda _: HttpResponse())
    monkeypatch.setattr(page._turn, "wait", wait)
    monkeypatch.setattr("hanabi_site.heavy._share", lambda: 0.05)
    monkeypatch.setattr(page._allowance, "rest", lambda *_: 99.0)
    assert not page._wait()
    assert waits == [0.1, pytest.approx(0.04)]


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("heavy_pages_an_address", "Your other pages are still being made. Try again."),
        ("heavy_pages_at_once", "Many people look at figures now. Try again."),
    ],
)
def test_a_refusal_says_why(
    number: str, said: str, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr("hanabi_site.errors.too_much", lambda _, why: told.append(why))
    monkeypatch.setattr("hanabi_site.heavy.PATIENCE", 0.0)
    limit(settings, **{number: 0})
    page = Middleware(lambda _: HttpResponse())
    page(RequestFactory().get("/analysis/people/"))
    assert told == [said]
    assert not page._asking
