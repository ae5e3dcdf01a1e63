"""Pools by name, and who of a pool plays best with whom."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from agents import registry
from agents.archives import runs
from agents.contract import AgentError
from agents.pools import crossplay
from agents.pools.members import LITERATURE7, addresses, members
from agents.pools.policies import policies
from native import Rules
from native.play import table

FOUR = "rules:iggi+rules:flawed+rules:outer+conv:expert"


@pytest.fixture
def elsewhere(tmp_path: Path, settings: object) -> Path:
    """An installation without runs of its own."""
    settings.RUNS_DIR = tmp_path  # type: ignore[attr-defined]
    return tmp_path


def test_a_union_has_the_members_of_all_parts_once() -> None:
    union = addresses("paper-1+literature7+conv+rules:piers")
    valid = len(runs.load("paper-1").valid)
    conv = [one for one in registry.everyone() if one.address.startswith("conv:")]
    assert len(union) == len(set(union)) == valid + len(LITERATURE7) + len(conv)
    assert union[0].startswith("elite:paper-1/")


@pytest.mark.parametrize(
    ("pool", "why"),
    [
        ("no-such-run", "There is no pool no-such-run. Pools: literature7, "),
        ("", "here is an empty one"),
        ("paper-1+", "here is an empty one"),
        ("paper-1+paper-1", "names a part twice"),
        ("rules:nobody", "There is no agent “rules:nobody”"),
        ("Paper/../1", "A run's name is"),
    ],
)
def test_an_invalid_pool_is_refused_with_a_message(pool: str, why: str) -> None:
    with pytest.raises(AgentError, match=why):
        addresses(pool)


def test_members_that_do_not_play_at_the_table_size_are_left_out() -> None:
    pair = "rules:nyu_2019+rules:iggi"
    assert [entry.address for entry in members(pair, 6)] == ["rules:iggi"]
    with pytest.raises(AgentError, match="Nobody of the pool rules:nyu_2019 plays with 6 players"):
        members("rules:nyu_2019", 6)


@pytest.mark.parametrize("pool", ["mwum", "cheat", "rules:iggi+mwum:knowing-2", "search"])
def test_an_agent_that_cannot_be_simulated_is_refused(pool: str) -> None:
    with pytest.raises(AgentError, match="cannot be simulated"):
        policies(pool, 2)


@pytest.mark.usefixtures("elsewhere")
def test_the_cross_play_table_has_the_score_of_every_pair_of_a_pool() -> None:
    pool = policies(FOUR, 2)
    expected = np.zeros((4, 4))
    for i, first in enumerate(pool.blueprints):
        for k, second in enumerate(pool.blueprints):
            for seat, seating in enumerate(((first, second), (second, first))):
                seed = crossplay.Rng(crossplay.SEED).derive(seat)
                half = table.simulate(Rules(2), seating, crossplay.GAMES // 2, seed, threads=1)
                expected[i, k] += half.mean_stacks / 2
    above = np.triu_indices(4)
    assert pool.table.stacks[above] == pytest.approx(expected[above])
    assert pool.table.stacks == pytest.approx(pool.table.stacks.T), "of two, both score the same"
    assert pool.table.zero.max() <= pool.table.stacks.max()


@pytest.mark.usefixtures("elsewhere")
def test_the_convention_agent_is_its_own_best_partner() -> None:
    pool = policies(FOUR, 2)
    titles = [entry.address for entry in pool.entries]
    assert titles[-1] == "conv:expert", "rule lists come first"
    assert titles[pool.table.best[-1]] == "conv:expert"
    assert titles[pool.table.stacks.mean(axis=1).argmax()] in ("rules:iggi", "conv:expert")


def test_a_table_is_played_once_and_again_when_it_is_damaged(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [registry.find(address) for address in ("rules:iggi", "rules:outer")]
    made = crossplay.of(entries)
    (file,) = (elsewhere / crossplay.FOLDER).iterdir()
    monkeypatch.setattr(crossplay, "make", lambda *_: pytest.fail("played twice"))
    again = crossplay.of(entries)
    assert again.stacks == pytest.approx(made.stacks, abs=0.5 / crossplay.GAMES)
    assert (again.best == made.best).all()
    monkeypatch.undo()
    file.write_bytes(file.read_bytes()[:100])
    assert (crossplay.make(entries).stacks == made.stacks).all()
    assert crossplay.of(entries).best.tolist() == made.best.tolist()


def stored(path: Path, **sums: object) -> None:
    with path.open("wb") as file:
        np.savez_compressed(file, **sums)


@pytest.mark.parametrize(
    "sums",
    [
        {"other": [1]},
        {"stacks": [32] * 3, "zero": [16] * 3},
        {"stacks": [32] * 4, "best": [0, 0]},
        {"stacks": [32] * 5, "zero": [16] * 5, "best": [0, 0]},
        {"stacks": [32] * 3, "zero": [16] * 3, "best": [0, 0, 0]},
    ],
)
def test_an_invalid_cached_table_is_replaced_by_new_games(
    elsewhere: Path, sums: dict[str, list[int]]
) -> None:
    entries = [registry.find(address) for address in ("rules:iggi", "rules:outer")]
    made = crossplay.of(entries)
    (file,) = (elsewhere / crossplay.FOLDER).iterdir()
    kept = file.read_bytes()
    stored(file, **sums)
    assert (crossplay.of(entries).stacks == made.stacks).all()
    assert file.read_bytes() == kept


def test_only_half_of_a_symmetric_cross_play_table_is_stored(tmp_path: Path) -> None:
    file = tmp_path / "table.npz"
    stored(file, stacks=[16, 32, 48], zero=[8, 16, 24], best=[1, 0])
    half = crossplay._read(file, 2)
    assert half.stacks.tolist() == [[1.0, 2.0], [2.0, 3.0]]
    assert half.zero.tolist() == [[0.5, 1.0], [1.0, 1.5]]
    assert half.best.tolist() == [1, 0]
    file.write_bytes(crossplay._packed(half))
    with np.load(file) as kept:
        assert kept["stacks"].tolist() == [16, 32, 48]
        assert kept["zero"].tolist() == [8, 16, 24]


def test_a_change_of_members_order_or_version_needs_another_cross_play_table() -> None:
    iggi, outer = (registry.find(address) for address in ("rules:iggi", "rules:outer"))
    tables = [[iggi, outer], [outer, iggi], [iggi], [outer], [replace(iggi, version="another")]]
    assert len({crossplay.digest(members) for members in tables}) == len(tables)


@pytest.mark.usefixtures("elsewhere")
def test_finalists_are_compared_on_games_that_chose_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    played, play = [], crossplay._Table.play

    def listening(
        table: crossplay._Table, pairs: crossplay.Pairs, games: int, first: int
    ) -> tuple[crossplay.Floats, crossplay.Floats]:
        played.append((first, first + games))
        return play(table, pairs, games, first)

    monkeypatch.setattr(crossplay._Table, "play", listening)
    entries = [registry.find(address) for address in ("rules:iggi", "rules:outer")]
    crossplay.make(entries)
    (_, chosen), (again, _) = played
    assert again >= chosen
