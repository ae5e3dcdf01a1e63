"""Our own tables become traces, without the names and addresses of those who sat there."""

import json
import sys
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from analysis.models import Person, Survey, Trace
from analysis.traces import tables as traces_of_tables
from analysis.traces.documents import unpack
from analysis.traces.exporting import lines
from analysis.traces.importing import import_file
from game.models import Move, Player, Table
from game.tables import agent_turns, changes
from game.tables.state import load, memory
from tests.analysis.conftest import Write, finished_table, play, trace
from tests.game.conftest import seated
from tests.game.played import finished, play_out
from tests.recorded import HANAB_LIVE

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)
def test_a_table_that_finishes_is_a_trace_at_once(alice: Player) -> None:
    table = seated(alice, "rules:piers", seed="the rest", delay=0)
    play_out(table.slug, leave=1)
    assert not Trace.objects.exists()
    agent_turns.play_out(table.slug)
    table.refresh_from_db()
    trace = Trace.objects.get(table=table)
    assert (trace.stacks, trace.zero, trace.ending) == (table.stacks, table.zero, table.ending)
    person, agent = trace.seats.order_by("index")
    assert person.person == Person.objects.get(player=alice)
    assert (agent.address, agent.company) == ("rules:piers", "people")
    assert agent.version


@pytest.mark.django_db(transaction=True)
def test_a_finished_table_that_is_saved_again_keeps_its_trace_and_the_answers(
    alice: Player,
) -> None:
    table = finished_table(alice)
    Survey.objects.create(trace=Trace.objects.get(table=table), skill=4)
    Table.objects.get(pk=table.pk).save()
    assert Survey.objects.get().trace == Trace.objects.get(table=table)


def test_the_same_moves_on_the_same_deal_at_three_tables_are_three_games(alice: Player) -> None:
    for slug in ("one", "two"):
        finished("rules:piers", "rules:iggi", slug=slug, seed="same")
        table = seated(alice, "rules:piers", seed="same")
        changes.give_up(table.slug, alice, 0)
    assert traces_of_tables.collect() == Trace.objects.filter(table__isnull=False).count() == 4


@pytest.mark.django_db(transaction=True)
def test_a_failure_to_store_a_trace_does_not_disturb_the_player(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_slug: str) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr("analysis.traces.tables.store_table", full)
    table = seated(alice, "rules:piers", seed="kept or not")
    changes.give_up(table.slug, alice, table.version)
    assert load(table.slug).over
    assert not Trace.objects.exists()


def test_collecting_a_table_twice_makes_one_trace(alice: Player) -> None:
    finished_table(alice)
    assert (traces_of_tables.collect(), traces_of_tables.collect()) == (1, 0)
    call_command("import_traces", "--tables", "--json")
    assert Trace.objects.count() == 1


def test_neither_names_nor_the_tables_address_are_in_document_and_export(alice: Player) -> None:
    table = finished_table(alice)
    traces_of_tables.collect()
    trace = Trace.objects.get()
    document, (line,) = unpack(trace.document.body), lines(Trace.objects.all())
    assert document.players == ("Player 1", "Piers")
    for told in (str(document), line.decode()):
        assert "Alice" not in told
        assert table.slug not in told
    assert json.loads(line)["lab"]["id"] == trace.digest
    assert all(turn.why for turn in document.lab.turns if turn.seat == 1)


def test_a_note_names_the_event_and_not_the_person(alice: Player, bob: Player) -> None:
    table = seated(alice, bob)
    changes.give_up(table.slug, bob, table.version)
    document = traces_of_tables.trace_of_table(load(table.slug)).document
    assert [note.text for note in document.lab.notes] == ["Player 2 ended the game."]


def test_a_downloaded_trace_is_recognised_as_the_stored_one(
    alice: Player, client: Client, tmp_path: object
) -> None:
    table = finished_table(alice)
    traces_of_tables.collect()
    file = f"{tmp_path}/trace.json"
    with open(file, "wb") as out:
        out.write(client.get(f"/replays/{table.slug}/trace.json").content)
    assert import_file(file).known == 1


def test_a_table_left_alone_for_a_day_is_a_trace_that_says_so(alice: Player) -> None:
    table = seated(alice, "rules:piers")
    move = load(table.slug).game.view(0).legal_moves()[0]  # type: ignore[union-attr]
    changes.submit(table.slug, changes.Actor(player=alice), move, table.version)
    assert traces_of_tables.collect() == 0
    Move.objects.update(at=timezone.now() - timedelta(days=2))
    assert traces_of_tables.collect() == 1
    assert Trace.objects.get().ending == "running"
    assert not Trace.objects.get().seats.filter(finished=True).exists()
    changes.give_up(table.slug, alice, Table.objects.get().version)
    traces_of_tables.store_table(table.slug)
    assert Trace.objects.get().ending == "terminated"


def test_a_game_that_was_left_alone_was_played_when_its_last_move_was_made(alice: Player) -> None:
    table = seated(alice, "rules:piers", seed="left", delay=0)
    play_out(table.slug, leave=5)
    last, long_ago = (timezone.now() - timedelta(days=days) for days in (2, 9))
    Move.objects.update(at=long_ago)
    Move.objects.filter(pk=Move.objects.latest("pk").pk).update(at=last)
    memory.forget(table.slug)
    assert traces_of_tables.collect() == 1
    trace = Trace.objects.get()
    assert (trace.ending, trace.played) == ("running", last)


@pytest.fixture
def _games() -> None:
    import_file(str(HANAB_LIVE))
    Person.objects.update(public=True)


READERS: dict[str, Any] = {"parquet": pd.read_parquet, "csv": pd.read_csv}


@pytest.mark.long
@pytest.mark.usefixtures("_games")
@pytest.mark.parametrize("form", READERS)
def test_every_game_is_a_row_with_its_whole_trace(
    form: str, client: Client, tmp_path: Path
) -> None:
    file = tmp_path / f"games.{form}"
    call_command("export_traces", str(file), players="3")
    frame = READERS[form](file)
    assert len(frame) == Trace.objects.filter(players=3).count() > 0
    for row in frame.itertuples():
        trace = json.loads(row.trace)
        assert row.stacks == trace["lab"]["stacks"]
        assert len(trace["players"]) == row.players == 3
        assert row.seat_2
        assert row.turns == sum(action["type"] < 4 for action in trace["actions"])
    download = client.get("/analysis/games/", {"format": form, "players": "3"})
    assert "attachment" in download["Content-Disposition"]
    assert sorted(READERS[form](BytesIO(download.content)).id) == sorted(frame.id)


def test_an_export_without_games_leaves_no_file(client: Client, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is nothing to write"):
        call_command("export_traces", str(tmp_path / "games.parquet"))
    assert not list(tmp_path.iterdir())
    assert client.get("/analysis/games/", {"format": "csv"}).status_code == 404


def test_an_export_to_a_dash_goes_to_standard_output(
    write_lines: Write, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in (3, 4):
        game = play(["rules:iggi", "rules:piers"], seed)
        import_file(write_lines(trace(game, ["I", "P"], ["rules:iggi", "rules:piers"])))
    out = BytesIO()
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=out))
    call_command("export_traces", "-")
    assert [len(json.loads(line)["players"]) for line in out.getvalue().splitlines()] == [2, 2]
    assert capsys.readouterr().err == "games: 2\n"
