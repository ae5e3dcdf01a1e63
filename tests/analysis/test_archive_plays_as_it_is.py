"""Elites of a faithful archive give games up wherever they play, as where they were bred."""

import numpy as np
import pytest

from agents import registry
from agents.archives import runs
from agents.arena import play_out, simulate
from agents.kinds.elites import address_of
from agents.matchups.python_games import play_in_python
from agents.pools.policies import policies
from analysis.evaluate import archive_evaluation
from analysis.evaluate.pools import pool
from native import End, Game, Rules

RULES = Rules.standard(2)
GIVES_UP = "elite:paper-1/15,0"
"""0.04 points in its archive, 7.5 if it plays on."""

pytestmark = pytest.mark.usefixtures("runs_of_its_own")


@pytest.mark.parametrize("run", ["paper-2", "improved-3"])
def test_elites_play_with_themselves_as_their_archive_says(run: str) -> None:
    archive, far = runs.load(run), []
    mean, sem = (f"{which}_{archive.setting.scoring}" for which in ("mean", "sem"))
    for cell in archive.cells[::6]:
        entry, known = registry.find(address_of(run, cell)), cell.latest
        played = simulate(RULES, [entry, entry], 150, "check")
        gap = abs(getattr(played, mean) - known.objective)
        if gap > 3 * np.hypot(getattr(played, sem), known.error):
            far.append(entry.address)
    assert len(far) <= 1, far


def test_a_list_that_gives_up_does_so_in_every_simulator() -> None:
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


def test_in_clean_mode_a_rule_list_plays_on_and_has_another_version() -> None:
    entry = registry.find(GIVES_UP)
    clean = entry.playing_on()
    assert simulate(RULES, [clean, clean], 200, "1").mean_stacks > 6
    assert entry.version != clean.version
    genes = runs.load("paper-1").by_place[15, 0].genes
    assert clean.version == registry.find("genes:" + ",".join(map(str, genes))).version
    assert clean.playing_on() is clean
    assert "gives the game up" in entry.summary


def test_an_adaptive_agents_pool_never_gives_up() -> None:
    known = policies("paper-1", 2).entries
    assert {entry.version for entry in known}.isdisjoint(
        {registry.find(entry.address).version for entry in known}
    )
