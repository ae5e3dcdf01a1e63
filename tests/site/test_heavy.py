"""Pages of figures wait for each other, never tables for them."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest
from django.conf import LazySettings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from game.live import attendance
from hanabi_site.heavy import HEAVY, Middleware
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
def test_heavy_pages_are_made_one_after_another_with_a_rest_between_while_tables_are_played(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(settings, heavy_pages_at_once=1)
    monkeypatch.setattr(attendance, "tables_open", lambda: 1)
    made: list[float] = []
    assert ask_at_once(page_that_takes(0.05, made), ["a", "b", "c"]) == [200, 200, 200]
    waits = [after - before for before, after in pairwise(made)]
    assert min(waits) >= 0.05 * 4


@pytest.mark.parametrize(("worked", "rest"), [(0.1, 0.3), (0.6, 1.8), (60.0, 2.0)])
def test_it_rests_three_times_as_long_as_it_worked_but_never_long(
    worked: float, rest: float, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(settings, heavy_pages_at_once=1)
    monkeypatch.setattr(attendance, "tables_open", lambda: 1)
    monkeypatch.setattr("hanabi_site.heavy.time", SimpleNamespace(monotonic=lambda: 1000.0))
    page = page_that_takes(0, [])
    page._leave(worked)
    assert page._rested == pytest.approx(1000 + rest)


@pytest.mark.long
def test_a_process_without_tables_makes_them_without_a_rest(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(settings, heavy_pages_at_once=1)
    monkeypatch.setattr(attendance, "tables_open", lambda: 0)
    monkeypatch.setattr("hanabi_site.heavy.RESTS", 1e9)
    page = page_that_takes(0.01, [])
    assert ask_at_once(page, ["a", "b"]) == [200, 200]
    assert page._rested == 0


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
