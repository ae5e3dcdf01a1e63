"""Elites of a faithful archive give games up wherever they play, as where they were bred."""

import json
from dataclasses import replace

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from agents import registry
from agents.archives import Cell, Measurement, runs
from agents.arena import play_out, simulate
from agents.matchups.python_games import play_in_python
from agents.pools.policies import policies
from analysis.evaluate import archive_evaluation
from analysis.evaluate.pools import pool
from analysis.statistics import Estimate
from native import End, Game, Rules
from tests.game.conftest import said

RULES = Rules.standard(2)
GIVES_UP = "elite:paper-1/15,0"
"""0.04 points in its archive, 7.5 if it plays on."""

pytestmark = pytest.mark.usefixtures("runs_of_its_own")


@pytest.mark.parametrize("run", ["paper-2", "improved-3"])
def test_elites_play_with_themselves_as_their_archive_says(run: str) -> None:
    archive = runs.load(run)
    checked = archive_evaluation.check(archive, archive.cells[::6], games=150)
    far = [one.address for one in checked if abs(one.z) >= archive_evaluation.FAR]
    assert len(checked) > 50
    assert len(far) <= 1, far


def test_how_far_an_elite_is_from_what_its_archive_says_is_told_in_standard_errors() -> None:
    """A point higher; the archive is sure to 0.2 points, and what was played to 0.3."""
    said = Measurement(100, 10.0, 2.0, (0.5, 0.5))
    played = Estimate(11.0, 0.3, 400)
    cell = Cell(0, 0, (8,), Measurement(50, 15.0, 2.0, (0.5, 0.5)), remeasured=said)
    z = archive_evaluation.Checked(cell, "elite:r/0,0", played).z
    assert z == pytest.approx(1 / np.hypot(0.2, 0.3))
    assert archive_evaluation.Checked(cell, "elite:r/0,0", replace(played, value=9.0)).z == -z
    assert archive_evaluation.Checked(cell, "elite:r/0,0", replace(played, value=10.0)).z == 0


def test_the_command_counts_the_elites_that_play_as_the_archive_says() -> None:
    assert " of 327 elites of paper-1 (" in said("check_archive", "paper-1", games=10)
    told = said("check_archive", "paper-1", games=10, json=True)
    rows = [json.loads(line) for line in told.splitlines()]
    assert len(rows) == 327
    assert abs(rows[0]["z"]) == max(abs(row["z"]) for row in rows)
    for words in (("nobody", 10), ("paper-1", 1)):
        with pytest.raises(CommandError):
            call_command("check_archive", words[0], games=words[1])


def test_three_standard_errors_are_too_far(monkeypatch: pytest.MonkeyPatch) -> None:
    cell = Cell(0, 0, (8,), Measurement(100, 10.0, 2.0, (0.5, 0.5)))
    played = [Estimate(10 + z * np.hypot(0.2, 0.3), 0.3, 400) for z in (2.9, -2.9, 3.1, -3.1)]
    checked = [archive_evaluation.Checked(cell, "elite:r/0,0", one) for one in played]
    monkeypatch.setattr("analysis.management.commands.check_archive.check", lambda *_: [*checked])
    assert said("check_archive", "paper-1").splitlines()[0] == (
        "2 of 4 elites of paper-1 (50.0%) play within 3 standard errors of the archive; "
        "mean difference +0.000"
    )


def test_one_that_gives_up_does_so_in_every_way_of_playing() -> None:
    entry = registry.find(GIVES_UP)
    (member,) = pool(GIVES_UP, RULES).members
    game = Game(RULES, seed="deck")
    play_out(game, [entry.agent("a"), entry.agent("b")])
    assert (game.end, game.score) == (End.TERMINATED, 0)
    assert simulate(RULES, [entry, entry], 200, "1").mean_stacks < 0.3
    assert play_in_python(RULES, [entry], [member], 20, "1").stacks.mean() < 0.5
    archive = runs.load("paper-1")
    number = next(i for i, c in enumerate(archive.valid) if (c.row, c.column) == (15, 0))
    evaluation = archive_evaluation.evaluate_on_archive("rules:piers", archive)
    assert evaluation.means("stacks")[number] < 4


def test_in_clean_mode_it_plays_on_and_is_another_agent() -> None:
    entry = registry.find(GIVES_UP)
    clean = entry.playing_on()
    assert simulate(RULES, [clean, clean], 200, "1").mean_stacks > 6
    assert entry.version != clean.version
    genes = runs.load("paper-1").by_place[15, 0].genes
    assert clean.version == registry.find("genes:" + ",".join(map(str, genes))).version
    assert clean.playing_on() is clean
    assert "gives the game up" in entry.summary


def test_who_recognises_partners_by_a_pool_takes_them_to_play_on() -> None:
    known = policies("paper-1", 2).entries
    assert {entry.version for entry in known}.isdisjoint(
        {registry.find(entry.address).version for entry in known}
    )
