"""Every game of an evaluation as a row of a file."""

import json
from io import StringIO
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from django.core.management import CommandError, call_command

from agents.matchups.core_games import Played, play_in_core
from agents.matchups.playing import Plan
from agents.matchups.python_games import play_in_python
from analysis.evaluate.challengers import challenger
from analysis.evaluate.evaluation import evaluate
from analysis.evaluate.pools import pool
from analysis.evaluate.rows import rows_of
from native import End, Rules

CALCULABLE = "conv:expert;hat:information"
"""They draw no lots, so they play the same games in the core and in Python."""


@pytest.mark.parametrize("form", ["parquet", "csv", "jsonl"])
def test_every_game_can_be_had_as_a_row(form: str, tmp_path: Path) -> None:
    file, out = tmp_path / f"games.{form}", StringIO()
    options = {"pool": "pool:literature7", "games": 6, "rows": str(file), "json": True}
    call_command("evaluate", "rules:piers", stdout=out, **options)
    report = json.loads(out.getvalue())
    frame = {
        "parquet": pd.read_parquet,
        "csv": pd.read_csv,
        "jsonl": lambda path: pd.read_json(path, lines=True),
    }[form](file)
    assert len(frame) == 7 * 6
    assert frame.stacks.mean() == pytest.approx(report["mean"])
    assert set(frame.partner) == {member["agent"] for member in report["members"]}
    assert (frame.strikes[frame.struck == 1] == 3).all()
    assert frame.turns.between(1, 120).all()
    assert set(frame.end) <= {end.name.lower() for end in End}
    assert frame.communicativeness_agent.between(0, 1).all()


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_has_one_record_wherever_it_is_played(players: int) -> None:
    rules = Rules.standard(players)
    members = pool(CALCULABLE, rules).members
    fast = play_in_core(rules, members, members, 4, "8")
    core = play_in_core(rules, members, members, 4, "8", keep_records=True)
    python = play_in_python(rules, members, members, 4, "8")
    assert (fast.stacks == core.stacks).all()
    assert (fast.struck == core.struck).all()
    assert core.records is not None
    assert python.records is not None
    assert (core.records == python.records).all()


def test_measures_are_of_the_agent_of_its_partners_and_of_all() -> None:
    kept: list[Played] = []
    agent, plan = challenger("rules:focus"), Plan(Rules.standard(3), 8, "2", session=4)
    partners = pool("rules:legal_random", plan.rules)
    evaluate(agent, partners, plan, keep=kept.append)
    rows = rows_of(agent, partners, plan, kept[0])
    assert rows["game"].tolist() == [1, 2, 3, 4] * 2
    assert kept[0].records is not None
    own, others = (kept[0].records[0, 0][seats] for seats in ("own", "others"))
    talks = (own["clues"] + others["clues"]) / (own["offered"] + others["offered"])
    assert rows["communicativeness"] == pytest.approx(talks)
    assert rows["communicativeness_agent"] == pytest.approx(own["clues"] / own["offered"])
    # Who plays at random takes risks that a careful agent does not.
    assert np.nanmean(rows["risk_aversion_partner"]) < np.nanmean(rows["risk_aversion_agent"])


def test_a_file_that_cannot_be_written_is_refused_before_anybody_plays(tmp_path: Path) -> None:
    for file, words in (("games.txt", "must end with"), ("no/games.csv", "There is no folder")):
        with pytest.raises(CommandError, match=words):
            call_command("evaluate", "python:nobody:Nobody", rows=str(tmp_path / file))
    assert not list(tmp_path.iterdir())
