"""The store of pairs: one home for each pair, whose games are played once."""

from pathlib import Path

import numpy as np
import pytest
from django.conf import LazySettings

from agents import registry
from agents.archives import runs
from agents.kinds.elites import versions
from agents.matchups import store
from agents.matchups.core_games import play_in_core
from agents.matchups.store import PAIR, UNKNOWN, Wanted, make_missing, missing, table_of
from native import Rules
from tests.agents.small_runs import ready

IGGI, PIERS, FLAWED = "rules:iggi", "rules:piers", "rules:flawed"


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> Path:
    """No pair has played, and there is a small run."""
    monkeypatch.setattr(store, "NAMED", tmp_path / "named.npz")
    settings.RUNS_DIR = str(tmp_path / "runs")
    ready("r")
    return tmp_path


def sums(games: int, score: int) -> store.Cells:
    """Games with this score, in which nobody counted the strikes."""
    return np.array([[(games, games * score, games * score**2, UNKNOWN, UNKNOWN, 0)]], PAIR)


def test_a_pair_has_the_same_games_in_either_order(empty: Path) -> None:
    elite = next(iter(versions("r")))
    make_missing([Wanted(PIERS, IGGI, 6), Wanted(elite, PIERS, 6), Wanted(FLAWED, elite, 6)])
    table = table_of([PIERS, elite, IGGI, FLAWED])
    assert (table.games == table.games.T).all()
    assert table.games.tolist() == [[0, 6, 6, 0], [6, 0, 0, 6], [6, 0, 0, 0], [0, 6, 0, 0]]
    for scoring in ("stacks", "zero"):
        means = table.mean(scoring)
        assert np.array_equal(means, means.T, equal_nan=True)
        played = play_in_core(
            Rules.standard(2), [registry.find(IGGI)], [registry.find(PIERS)], 6, store.DEALS
        ).scores(scoring)[0, 0]
        assert means[0, 2] == played.mean()
        assert table.sem(scoring)[0, 2] == pytest.approx(played.std(ddof=1) / 6**0.5)
    assert [path.name for path in empty.rglob("*.npz")] == ["named.npz"] * 2
    assert (runs.folder("r") / "named.npz").is_file()


def test_adding_an_agent_plays_only_its_own_pairs(empty: Path) -> None:
    old = [Wanted(PIERS, IGGI, 4), Wanted(PIERS, PIERS, 4)]
    make_missing(old)
    new = [Wanted(FLAWED, PIERS, 4), Wanted(FLAWED, FLAWED, 4)]
    assert missing([*old, *new]) == new
    said = list[str]()
    make_missing([*old, *new], say=said.append)
    assert said == [f"{pair.one} and {pair.other}" for pair in new]
    assert missing([*old, *new]) == []
    assert missing([Wanted(PIERS, IGGI, 5)]), "fewer games than wanted"


def test_a_pair_of_another_version_counts_as_not_played(empty: Path) -> None:
    store.write({IGGI: "1"}, {PIERS: "1", FLAWED: "1"}, np.repeat(sums(2, 10), 2, axis=1))
    store.write({IGGI: "2"}, {PIERS: "1"}, sums(2, 20))
    table = store.read({IGGI: "2"}, {PIERS: "1", FLAWED: "1"})
    assert table.games.tolist() == [[2, 0]]
    assert table.mean("stacks")[0, 0] == 20
    assert np.isnan(table.mean("zero")[0, 0]), "it was not counted"
    assert not store.read({IGGI: "1"}, {PIERS: "1"}).games.any()


def test_pairs_at_tables_of_three_or_on_other_deals_are_stored_separately(empty: Path) -> None:
    one, other = {IGGI: "1"}, {PIERS: "1"}
    places = ((2, store.DEALS), (3, store.DEALS), (2, "other"), (3, "other"))
    for games, place in enumerate(places, start=1):
        store.write(one, other, sums(games, 7), *place)
    assert [store.read(one, other, *place).games.item() for place in places] == [1, 2, 3, 4]


def test_the_pairs_of_two_runs_are_stored_in_one_file_for_either_order(empty: Path) -> None:
    ready("a")
    one, other, shipped = (dict([next(iter(versions(x).items()))]) for x in ("a", "r", "paper-1"))
    for agents in (other, shipped):
        store.write(agents, one, sums(3, 7))
        assert store.read(one, agents).mean("stacks").tolist() == [[7]]
        assert store.read(agents, one).mean("stacks").tolist() == [[7]]
    assert [file.parent.name for file in sorted(empty.rglob("crossplay-*.npz"))] == ["a", "r"]
    assert not store.read(one, other, 3).games.any(), "at tables of another size"
    with pytest.raises(ValueError, match="do not play at tables of 3"):
        store.write(one, other, sums(3, 7), 3)


def test_with_three_players_half_the_games_have_copies_of_either_agent() -> None:
    agents, rules = [registry.find(IGGI), registry.find(PIERS)], Rules.standard(3)
    (both,) = store.play(rules, agents, np.array([[1, 0]]), 6)
    halves = [
        play_in_core(rules, [one], [other], 3, store.DEALS).stacks.sum()
        for one, other in (agents, agents[::-1])
    ]
    assert (both["games"], both["stacks"]) == (6, sum(halves))


def test_a_cross_play_file_of_an_earlier_version_is_read(empty: Path) -> None:
    """Its pairs are those above the diagonal, under the run's scoring."""
    archive = runs.load("r")
    count = len(archive.valid)
    points = np.arange(count * (count + 1) // 2)
    arrays = {
        "places": [(cell.row, cell.column) for cell in archive.valid],
        "points": points,
        "squares": points**2,
        "games": 10,
        "done": len(points) - 1,
        "elites": archive.digest,
    }
    np.savez_compressed(runs.folder("r") / "crossplay.npz", **arrays)
    present = versions("r")
    table = store.read(present, present)
    assert table.games[-1, -1] == 0
    assert table.mean("stacks")[0, :3].tolist() == [0, 0.1, 0.2]
    assert table.mean("stacks")[1, :2].tolist() == [0.1, count / 10]
    assert np.isnan(table.mean("zero")).all()
    store.write(dict([next(iter(present.items()))]), {PIERS: "1"}, sums(2, 3))
    first = dict(list(present.items())[:1])
    store.write(first, first, sums(2, 3))
    again = store.read(present, present)
    assert again.mean("stacks")[0, 0] == 3
    assert (again.cells[1:] == table.cells[1:]).all()
