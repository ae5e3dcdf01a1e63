"""Whole games as tables, from the command and from the page, with the filters of either."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from analysis.models import Person, Trace
from analysis.traces.importing import import_file
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
