"""`manage.py prepare`: something to look at, and work for the worker, however often it is run."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django_tasks_db.models import DBTaskResult

from game.management.commands import demo
from game.models import Player, Table
from hanabi_site.management.commands import prepare

pytestmark = pytest.mark.django_db


def test_a_new_site_gets_its_database_its_demo_and_work_for_its_worker(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[tuple[str, dict[str, object]]] = []

    def call(name: str, **options: object) -> None:
        called.append((name, options))

    monkeypatch.setattr(prepare, "call_command", call)
    call_command("prepare")
    assert called == [("migrate", {"verbosity": 0}), ("demo", {})]
    assert capsys.readouterr().out == "The worker imports 2,040 published games of people.\n"
    tasks = set(DBTaskResult.objects.values_list("task_path", flat=True))
    assert tasks == {"analysis.traces.published.import_published"}
    call_command("prepare")
    assert capsys.readouterr().out == ""
    assert DBTaskResult.objects.count() == 1


def test_the_demo_s_games_are_made_once_by_a_host_of_their_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []
    monkeypatch.setattr(demo.agent_turns, "play_out", played.append)
    Player.objects.create(key="another", name="Hanabi Lab")
    call_command("demo")
    assert capsys.readouterr().out == "3 demo games made, 0 were there already.\n"
    host = Player.objects.get(key="demo")
    assert host.name == "Hanabi Lab"
    assert set(Table.objects.values_list("slug", "creator", "seed")) == {
        (slug, host.pk, slug) for slug in ("demo-piers", "demo-piers-iggi", "demo-three")
    }
    assert played == ["demo-piers", "demo-piers-iggi", "demo-three"]
    seats = Table.objects.get(slug="demo-three").seatings.order_by("index")
    assert [seat.address for seat in seats] == ["rules:iggi", "rules:piers", "rules:iggi"]
    Table.objects.get(slug="demo-three").delete()
    call_command("demo")
    assert capsys.readouterr().out == "1 demo games made, 2 were there already.\n"
    assert played[3:] == ["demo-three"]
