"""Once a day, what nobody needs any more goes; what was played stays."""

from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from analysis.models import Trace
from analysis.traces.tables import person_of
from game.management.commands import demo
from game.models import PRESENCE_FADES_AFTER, Player, Table, Upload, Watchers
from game.tables import changes
from hanabi_site.management.commands import prepare
from hanabi_site.management.commands.serve import collect_traces
from hanabi_site.management.commands.tidy import IDLE_GUESTS, TASKS_DAYS, tidy
from tests.game import played
from tests.game.played import finished

pytestmark = pytest.mark.django_db


def made_long_ago(player: Player) -> Player:
    long_ago = timezone.now() - IDLE_GUESTS - timedelta(days=1)
    Player.objects.filter(pk=player.pk).update(created=long_ago)
    return player


def test_tidy_deletes_only_guests_who_never_played(capsys: pytest.CaptureFixture[str]) -> None:
    made_long_ago(Player.objects.create(name="idle"))
    Player.objects.create(name="new")
    seated = made_long_ago(Player.objects.create(name="seated"))
    changes.create([changes.SeatPlan(player=seated), changes.SeatPlan()], seated)
    call_command("tidy")
    assert set(Player.objects.values_list("name", flat=True)) == {"new", "seated"}
    assert "1 idle guests" in capsys.readouterr().out


def test_accounts_and_people_of_studies_stay_though_they_sat_nowhere() -> None:
    user = User.objects.create_user("ana", password="secret")
    made_long_ago(Player.objects.create(name="account", user=user))
    taking_part = made_long_ago(Player.objects.create(name="taking part"))
    person_of(taking_part)
    call_command("tidy")
    assert set(Player.objects.values_list("name", flat=True)) == {"account", "taking part"}
    assert User.objects.filter(username="ana").exists()


def test_an_uploaded_game_stays_for_thirty_days_however_long_its_guest_is_known() -> None:
    for name, age in (("new", IDLE_GUESTS - timedelta(days=1)), ("old", 2 * IDLE_GUESTS)):
        guest = made_long_ago(Player.objects.create(name=name))
        Upload.objects.create(player=guest, title=name, score=0, body=b"")
        Upload.objects.filter(title=name).update(at=timezone.now() - age)
    call_command("tidy")
    assert [upload.title for upload in Upload.objects.all()] == ["new"]
    assert [player.name for player in Player.objects.all()] == ["new"]


def test_finished_games_stay_however_old() -> None:
    over = played.finished("rules:piers", "rules:iggi", slug="over", seed="tidy")
    long_ago = timezone.now() - timedelta(days=4000)
    Table.objects.filter(pk=over.pk).update(created=long_ago, started=long_ago, finished=long_ago)
    call_command("tidy")
    assert Table.objects.get().slug == "over"


def test_old_sessions_and_records_of_tasks_go(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    now = timezone.now()
    for key, days in (("old", -1), ("new", 1)):
        Session.objects.create(
            session_key=key, session_data="", expire_date=now + timedelta(days=days)
        )
    for path, days in (("old", TASKS_DAYS + 1), ("new", TASKS_DAYS - 1)):
        DBTaskResult.objects.create(
            task_path=path, args_kwargs={}, backend_name="default", run_after=now,
            exception_class_path="", traceback="", status="SUCCESSFUL",
            finished_at=now - timedelta(days=days),
        )  # fmt: skip
    with caplog.at_level("DEBUG"):
        call_command("tidy")
    assert "task" not in capsys.readouterr().err + caplog.text
    assert [session.session_key for session in Session.objects.all()] == ["new"]
    assert [task.task_path for task in DBTaskResult.objects.all()] == ["new"]


def test_the_watchers_of_a_killed_process_go() -> None:
    table = played.finished("rules:piers", "rules:iggi", slug="watched", seed="watched")
    now = timezone.now()
    for process, seen in (("alive", now), ("killed", now - 2 * PRESENCE_FADES_AFTER)):
        Watchers.objects.create(table=table, process=process, count=1, seen=seen)
    call_command("tidy")
    assert [row.process for row in Watchers.objects.all()] == ["alive"]


def test_deletions_are_reported_line_by_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    went = {"abandoned tables": 0, "idle guests": 1234}
    monkeypatch.setattr("hanabi_site.management.commands.tidy.tidy", lambda: went)
    call_command("tidy")
    assert capsys.readouterr().out == "0 abandoned tables, 1,234 idle guests\n"


def test_a_finished_game_without_a_trace_gets_one() -> None:
    table = finished("rules:piers", "rules:iggi", seed="killed")
    Trace.objects.filter(table=table).delete()
    assert tidy()["traces made"] == 1
    assert Trace.objects.filter(table=table).count() == 1


@pytest.mark.django_db(transaction=True)
async def test_a_server_that_starts_makes_the_traces_that_a_killed_one_left_out() -> None:
    table = await database_sync_to_async(finished)("rules:piers", "rules:iggi", seed="killed")
    await database_sync_to_async(Trace.objects.all().delete)()
    await collect_traces()
    assert await database_sync_to_async(Trace.objects.filter(table=table).count)() == 1


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
    assert tasks == {"analysis.traces.importing.import_published"}
    call_command("prepare")
    assert capsys.readouterr().out == ""
    assert DBTaskResult.objects.count() == 1


@pytest.mark.long
def test_the_demo_s_games_are_made_once_by_a_host_of_their_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []
    play_out = demo.agent_turns.play_out
    monkeypatch.setattr(
        demo.agent_turns, "play_out", lambda slug: (played.append(slug), play_out(slug))
    )
    Player.objects.create(key="another", name="Hanabi Lab")
    call_command("demo")
    assert capsys.readouterr().out == "3 demo games made, 0 were there already.\n"
    assert set(Table.objects.values_list("status", flat=True)) == {"finished"}
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


def test_a_database_that_is_not_up_to_date_is_refused() -> None:
    MigrationRecorder(connection).migration_qs.filter(app="game").delete()
    with pytest.raises(CommandError, match=r"manage\.py prepare"):
        call_command("tidy")
