"""The coach's reports on a page: left to the worker, computed once, and in words."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django_tasks_db.models import DBTaskResult

from game.models import CoachReport, Player, Table
from game.replays.coaching import PATIENCE, GameReport, report_on
from game.tables import changes
from game.tables.state import load
from native import Move
from tests.game.conftest import work
from tests.game.played import finished

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def short(table: Table, alice: Player, bob: Player) -> Table:
    """A game in which Alice discards a card she knows to be playable, and gives up."""
    state = load(table.slug)
    for turn, text in enumerate(("c11", "c11", "c12", "p0")):
        state = load(table.slug)
        move = Move.parse(text, state.game.rules)
        if move not in state.game.legal_moves():
            move = state.game.legal_moves()[0]
        changes.submit(table.slug, changes.Actor([alice, bob][turn % 2]), move, turn)
    changes.give_up(table.slug, alice, load(table.slug).table.version)
    return table


def ask(client: Client, slug: str) -> dict[str, object]:
    return client.get(f"/replays/{slug}/coach.json").json()


@pytest.mark.long
def test_the_worker_computes_the_coachs_report_once(client: Client, short: Table) -> None:
    assert ask(client, short.slug)["status"] == "waiting"
    assert ask(client, short.slug)["status"] == "waiting"
    work()
    assert ask(client, short.slug)["status"] == "done"
    assert DBTaskResult.objects.count() == 1
    assert CoachReport.objects.get().done


def test_without_a_worker_the_page_says_so(
    client: Client, short: Table, settings: LazySettings, tmp_path: Path
) -> None:
    settings.RUNS_DIR = str(tmp_path)
    ask(client, short.slug)
    CoachReport.objects.update(asked=CoachReport.objects.get().asked - 2 * PATIENCE)
    assert ask(client, short.slug)["status"] == "away"


def test_a_report_that_was_never_finished_is_asked_for_again(client: Client, short: Table) -> None:
    ask(client, short.slug)
    CoachReport.objects.update(asked=CoachReport.objects.get().asked - timedelta(hours=1))
    assert ask(client, short.slug)["status"] == "waiting"
    assert DBTaskResult.objects.count() == 2


def test_a_page_that_waits_for_the_coach_costs_eight_reads_each_time(
    hers: Client, short: Table, django_assert_num_queries: Callable[..., Any]
) -> None:
    """The table, its seats, their people and the next game; the session and twice its person; the
    report."""
    ask(hers, short.slug)
    for _ in range(2):
        with django_assert_num_queries(8):
            ask(hers, short.slug)


def test_a_finished_game_starts_no_coach_report_by_itself(short: Table) -> None:
    assert not DBTaskResult.objects.exists()
    assert not CoachReport.objects.exists()


def coached(client: Client, **settings: object) -> tuple[Table, GameReport]:
    """A finished game of two agents with `settings` of its table, and the coach's report on it."""
    table = finished("rules:legal_random", "rules:iggi", seed="coached", **settings)
    ask(client, table.slug)
    work()
    report = report_on(load(table.slug), None)
    assert report.status == "done"
    return table, report


@pytest.mark.slow
def test_a_mistake_has_one_price_for_the_coach_and_for_compare_moves(client: Client) -> None:
    table, report = coached(client, scoring="stacks")
    assert CoachReport.objects.get().made_by.startswith("rules:focus "), "no partner keeps them"
    assert report.mistakes
    for one in report.mistakes:
        page = client.get(f"/replays/{table.slug}/worth/?turn={one.turn - 1}")
        best = next(row for row in page.context["told"].moves if row.text == one.instead)
        assert (best.text, best.gain, best.against) == (one.instead, one.cost, f"+{one.points}")
        assert "The move played and the five best others" in page.content.decode()
        assert best.against in page.content.decode()


@pytest.mark.slow
def test_mistakes_name_a_move_with_its_reason_and_something_to_practise(client: Client) -> None:
    table, report = coached(client)
    mine = [one for one in report.mistakes if one.seat == 0]
    assert mine
    for one in mine:
        assert one.instead.split()[0] in ("Clue", "Play", "Discard")
        assert one.why
        assert one.cost > 0.3
    told = report.practise[0]
    for lessons in ("", f"1{told.lesson}"):
        client.cookies["lessons"] = lessons
        assert ask(client, table.slug)["practise"]["0"]["finished"] is bool(lessons)
