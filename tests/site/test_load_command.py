"""`manage.py load_test`: what may be asked for, and what it tells."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from hanabi_site.load.report import numbers, sentences
from hanabi_site.load.run import Outcome, Plan
from hanabi_site.load.table import Measured
from hanabi_site.management.commands import load_test as command
from tests.kept import as_text, same_as_kept

MEASURED = Measured(
    accepted=[number / 1000 for number in range(1, 201)],
    seen=[number / 500 for number in range(1, 201)],
    moves=157,
    frames=1234,
    refused=3,
    games=17,
    pages=[0.25, 0.5, 1.75],
)
COSTS = Outcome(
    MEASURED,
    cpu_seconds=4.567,
    statements=1111,
    rss_mb=234.56,
    rss_mb_before=123.45,
    database_bytes=7_654_321,
    cpu_seconds_a_connection=0.0123,
    cpu_seconds_a_return=0.0234,
)
PLAN = Plan(tables=7, seconds=12.5, pace=1.5, onlookers=2, crowd=3)


def test_what_a_load_tells_for_programs_and_for_people() -> None:
    flat = Plan(tables=1, seconds=1.0, pace=0, bots=0)
    few = Outcome(Measured(accepted=[0.1, 0.2, 0.3]))
    told = {
        "numbers": numbers(PLAN, COSTS),
        "words": sentences(PLAN, COSTS).splitlines(),
        "numbers of a site that is not ours": numbers(flat, few),
        "words of a site that is not ours": sentences(flat, few).splitlines(),
    }
    assert same_as_kept("site/load", as_text(told))


class Ours:
    """A site that is started for a load; remembers with what."""

    made: list[tuple[bool, int, int]] = []
    url = "http://ours"

    def __init__(self, folder: Path, processes: int, finished: int) -> None:
        self.made.append((folder.is_dir(), processes, finished))

    def __enter__(self) -> Ours:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to end."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What a load is asked to do, and where; nothing is."""
    calls: list[Any] = []

    async def run(plan: Plan, url: str, server: object = None) -> Outcome:
        calls.append((plan, url, type(server).__name__))
        return COSTS

    monkeypatch.setattr(command, "run", run)
    monkeypatch.setattr(command, "Site", Ours)
    monkeypatch.setattr(Ours, "made", [])
    monkeypatch.setenv("LOAD_DATABASE_URL", "postgres://db")
    monkeypatch.setenv("REDIS_URL", "redis://cache")
    return calls


def said(*arguments: object) -> str:
    out = io.StringIO()
    call_command("load_test", *map(str, arguments), stdout=out)
    return out.getvalue().rstrip("\n")


def test_without_an_address_a_site_of_our_own_is_loaded(asked: list[Any]) -> None:
    told = said()
    assert asked == [(Plan(tables=20, seconds=30.0), "http://ours", "Ours")]
    assert Ours.made == [(True, 1, 0)]
    assert told == sentences(asked[0][0], COSTS)
    said("--processes", 64, "--finished", 1_000_000)
    assert Ours.made[1:] == [(True, 64, 1_000_000)]


def test_a_running_site_is_loaded_at_its_address(asked: list[Any]) -> None:
    told = said("--url", "https://hanabi.example.org/", "--json")
    [(plan, url, server)] = asked
    assert (url, server, Ours.made) == ("https://hanabi.example.org", "NoneType", [])
    assert json.loads(told) == numbers(plan, COSTS)


@pytest.mark.parametrize(
    ("option", "least", "most", "refusal"),
    [
        ("tables", 1, 5000, "1 to 5,000 tables can be filled, for 1 s to a day."),
        ("seconds", 1.0, 86400.0, "1 to 5,000 tables can be filled, for 1 s to a day."),
        ("processes", 1, 64, "1 to 64 processes, and up to 1,000,000 finished games."),
        ("finished", 0, 1_000_000, "1 to 64 processes, and up to 1,000,000 finished games."),
        ("crowd", 0, 5000, "A crowd is up to 5,000, and readers are up to 100."),
        ("readers", 0, 100, "A crowd is up to 5,000, and readers are up to 100."),
        ("pace", 0.0, None, "A pace is 0 or more, a share 0 to 1, and onlookers 0 to 1,000."),
        ("bots", 0.0, 1.0, "A pace is 0 or more, a share 0 to 1, and onlookers 0 to 1,000."),
        ("onlookers", 0, 1000, "A pace is 0 or more, a share 0 to 1, and onlookers 0 to 1,000."),
    ],
)
def test_an_option_is_taken_to_its_ends_and_refused_beyond(
    option: str, least: float, most: float | None, refusal: str, asked: list[Any]
) -> None:
    for number in (least, most or 99):
        said(f"--{option}", number)
    if option not in ("processes", "finished"):
        assert [getattr(plan, option) for plan, *_ in asked] == [least, most or 99]
    for number in (least - 1, *([most + 1] if most else [])):
        with pytest.raises(CommandError) as told:
            said(f"--{option}", number)
        assert str(told.value) == refusal
    assert len(asked) == 2


@pytest.mark.parametrize("missing", ["LOAD_DATABASE_URL", "REDIS_URL"])
def test_several_processes_need_both_services(
    missing: str, asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(missing)
    with pytest.raises(CommandError) as told:
        said("--processes", 2)
    assert str(told.value) == "Several processes need LOAD_DATABASE_URL and REDIS_URL."
    said("--processes", 1)
    assert len(asked) == 1


def test_without_its_package_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None if name == "websockets" else name)
    with pytest.raises(CommandError) as told:
        said()
    assert str(told.value) == "A load needs the package websockets: make dev"
