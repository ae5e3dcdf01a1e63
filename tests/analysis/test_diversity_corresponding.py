"""Elites of the same cells in two runs: their scores together, moves and genes."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import msgspec
import numpy as np
import pytest

from agents import registry
from agents.archives import BadArchive, BadRun, Recipe, Setting, runs
from agents.generator.run import make, started
from agents.matchups import store
from agents.matchups.core_games import play_in_core
from analysis.diversity import action_agreement, corresponding, crossplay, elites
from analysis.diversity.corresponding import Lineup
from native import Rules
from native.play.matches import Moment
from tests.agents.small_runs import ready
from tests.game.conftest import said
from tests.serial import Serial

FILE = "corresponding-b.npz"

pytestmark = pytest.mark.usefixtures("runs_of_its_own")


def two_runs() -> None:
    ready("a")
    ready("b", individuals=350)


def test_the_agents_of_a_cell_play_together_and_alone() -> None:
    two_runs()
    found = corresponding.make("a", "b", Serial(), games=8, recorded=1)
    places = [f"{row},{column}" for row, column in found.places.tolist()]
    scores, rules = corresponding.scores("a", "b"), Rules.standard(2)
    for seating, names in ((Lineup.PAIR, "ab"), (Lineup.ITSELF, "aa"), (Lineup.OTHER, "bb")):
        means = [
            play_in_core(
                rules, *([registry.find(f"elite:{run}/{at}")] for run in names), 8, store.DEALS
            ).stacks.mean()
            for at in places
        ]
        assert scores[seating].value == pytest.approx(np.mean(means))
        assert scores[seating].units == 8 * len(places)


def test_a_run_is_like_itself_and_shares_all_genes() -> None:
    ready("a")
    (runs.folder("a").parent / "b").mkdir()
    (runs.folder("b") / runs.ARCHIVE).write_bytes((runs.folder("a") / runs.ARCHIVE).read_bytes())
    found = corresponding.make("a", "b", Serial(), games=2, recorded=2)
    table = action_agreement.make("a", Serial(), games=2)
    assert found.differing == 0
    assert found.agreement(Moment.AS_PLAYED) == pytest.approx(
        np.diag(table.shares()).mean(), abs=0.02
    )


def test_threads_change_no_byte() -> None:
    two_runs()
    corresponding.make("a", "b", Serial(), games=6, recorded=1)
    alone = (runs.folder("a") / FILE).read_bytes()
    with ThreadPoolExecutor(3) as pool:
        corresponding.make("a", "b", pool, games=6, recorded=1)
    assert (runs.folder("a") / FILE).read_bytes() == alone


def test_a_table_of_earlier_elites_is_ignored() -> None:
    two_runs()
    assert corresponding.load("a", "b") is None
    corresponding.make("a", "b", Serial(), games=2, recorded=1)
    assert corresponding.load("a", "b") is not None
    changed = msgspec.structs.replace(runs.load("b"), cells=runs.load("b").cells[1:])
    runs.save(changed)
    assert corresponding.load("a", "b") is None
    assert corresponding.load("paper-1", "paper-2") is not None, "they come with the program"


@pytest.mark.parametrize("damage", [b"", b"no zip", b"PK\x03\x04 and then nothing", None])
def test_a_damaged_table_is_refused_with_a_message(damage: bytes | None) -> None:
    two_runs()
    whole = (runs.folder("paper-1") / "crossplay.npz").read_bytes()
    damage = whole[:199] + bytes(9) + whole[208:] if damage is None else damage
    for file, load, names in (
        (FILE, corresponding.load, "ab"),
        ("crossplay.npz", crossplay.load, "a"),
        ("action_agreement.npz", action_agreement.load, "a"),
    ):
        (runs.folder("a") / file).write_bytes(damage)
        with pytest.raises(BadArchive, match=f"{file} of a is damaged"):
            load(*names)


def test_runs_whose_cells_mean_different_things_are_refused_with_a_message() -> None:
    ready("a")
    recipe = Recipe("7", 100, initial=100, algorithm="paper", games=8, batch=50)
    with started("b", Setting(grid=(4, 5)), recipe) as run:
        make(run, Serial())
    with pytest.raises(BadRun, match="differ in players, measures, grid or scoring"):
        corresponding.make("a", "b", Serial())


def test_the_command_prints_its_results() -> None:
    two_runs()
    told = json.loads(said("corresponding", "a", "b", games=4, recorded=1, json=True))
    assert 0 <= told["genes_differing"] <= 15
    assert told["score_pair"] > 0


def test_an_elite_is_compared_with_the_elite_of_the_same_cell_in_the_other_run() -> None:
    one = ready("a")
    other = msgspec.structs.replace(one, run="b", cells=one.valid[1:])
    runs.save(other)
    found = corresponding.make("a", "b", Serial(), games=2, recorded=2)
    assert found.places.tolist() == elites.places(other).tolist()
    equal, _, _ = action_agreement.judge(one, elites.lists(one), 2, "1", Moment.AS_PLAYED, Serial())
    assert found.equal[Moment.AS_PLAYED].tolist() == equal.diagonal()[1:].tolist()
    assert found.differing == 0


def test_chromosomes_of_different_lengths_have_no_distance() -> None:
    two_runs()
    found = corresponding.make("a", "b", Serial(), games=2, recorded=1)
    assert replace(found, genes=np.array([-1, 3, 5, -1])).differing == 4
    assert replace(found, genes=np.array([-1])).differing is None
