"""Whole games as tables, from the command and from the page, with the filters of either."""

import json
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from analysis.models import Person, Trace
from analysis.traces.importing import import_file
from tests.analysis.conftest import play, trace
from tests.recorded import HANAB_LIVE

pytestmark = pytest.mark.django_db


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
    again = READERS[form](BytesIO(download.content))
    assert sorted(again.id) == sorted(frame.id)


def test_nothing_to_write_is_said_and_leaves_no_file(client: Client, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is nothing to write"):
        call_command("export_traces", str(tmp_path / "games.parquet"))
    assert not list(tmp_path.iterdir())
    answer = client.get("/analysis/games/", {"format": "csv"})
    assert answer.status_code == 404


def test_a_table_of_games_has_these_columns(
    write_lines: Callable[..., str], tmp_path: Path
) -> None:
    game = play(["rules:iggi", "rules:piers"], 3)
    import_file(write_lines(trace(game, ["I", "P"], ["rules:iggi", "rules:piers"])))
    call_command("export_traces", str(tmp_path / "games.csv"))
    (row,) = pd.read_csv(tmp_path / "games.csv").to_dict("records")
    assert list(row) == [
        *("id", "collection", "players", "variant", "started", "stacks", "zero", "strikes"),
        *("turns", "end", "seat_0", "seat_1", "seat_2", "seat_3", "seat_4", "seat_5", "trace"),
    ]
    assert (row["variant"], row["players"], row["turns"]) == ("No Variant", 2, game.turn)
    assert (row["stacks"], row["zero"], row["strikes"]) == (
        game.score,
        game.score_zero,
        game.strikes,
    )
    assert (row["seat_0"], row["seat_1"]) == ("rules:iggi", "rules:piers")


def test_a_dash_is_standard_output(
    write_lines: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for seed in (3, 4):
        game = play(["rules:iggi", "rules:piers"], seed)
        import_file(write_lines(trace(game, ["I", "P"], ["rules:iggi", "rules:piers"])))
    out = BytesIO()
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=out))
    call_command("export_traces", "-")
    assert [len(json.loads(line)["players"]) for line in out.getvalue().splitlines()] == [2, 2]
    assert capsys.readouterr().err == "games: 2\n"
