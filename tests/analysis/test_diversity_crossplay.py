"""Cross-play of a run's elites: exact, repeatable, and never lost."""

from concurrent.futures import Future, ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest

from agents import registry
from agents.archives import BadArchive, runs
from agents.matchups import store
from agents.matchups.core_games import play_in_core
from analysis.diversity import action_agreement, crossplay
from analysis.diversity.crossplay import EliteCrossPlay
from analysis.maps.layers import layer
from native import Rules
from tests.agents.small_runs import ready
from tests.game.conftest import said
from tests.matchups import matchups
from tests.serial import Serial

pytestmark = pytest.mark.usefixtures("runs_of_its_own")
FILE = "crossplay.npz"


def bytes_of(run: str) -> bytes:
    return (runs.folder(run) / FILE).read_bytes()


def test_a_pair_plays_the_stored_games_in_either_order() -> None:
    ready("r")
    found = crossplay.make("r", Serial(), games=8)
    one, other = sorted((found.pairs.agents[0], found.pairs.agents[-1]))
    agents = [registry.find(one)], [registry.find(other)]
    played = play_in_core(Rules.standard(2), *agents, 8, store.DEALS)
    assert found.mean[0, -1] == found.mean[-1, 0] == played.scores("stacks").mean()
    assert found.pairs.mean("zero")[0, -1] == played.scores("zero").mean()


def test_threads_and_interruptions_change_no_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    ready("r")
    monkeypatch.setattr(crossplay, "CHUNK_GAMES", 40)
    crossplay.make("r", Serial(), games=8)
    whole = bytes_of("r")
    (runs.folder("r") / FILE).unlink()

    class Stopping(Serial):
        left = 3

        def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
            self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt
            return super().submit(fn, *args, **kwargs)

        def map(self, fn, *iterables, **_):  # type: ignore[no-untyped-def]
            return (self.submit(fn, *args).result() for args in zip(*iterables, strict=True))

    with pytest.raises(KeyboardInterrupt):
        crossplay.make("r", Stopping(), games=8)
    begun = crossplay.load("r")
    assert 0 < begun.done < len(begun.games)
    with ThreadPoolExecutor(3) as pool:
        crossplay.make("r", pool, games=8)
    assert bytes_of("r") == whole


def test_only_an_elite_that_changed_plays_again() -> None:
    archive = ready("r")
    before = crossplay.make("r", Serial(), games=4)
    other = msgspec.structs.replace(archive.valid[0], genes=archive.valid[1].genes)
    cells = tuple(other if cell is archive.valid[0] else cell for cell in archive.cells)
    runs.save(msgspec.structs.replace(archive, cells=cells))
    assert (crossplay.load("r").pairs.games == 0).sum() == 2 * len(archive.valid) - 1
    played = []

    class Listening(Serial):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            played.append(len(args[0]))
            return super().submit(fn, *args, **kwargs)

    after = crossplay.make("r", Listening(), games=4)
    assert sum(played) == len(archive.valid)
    assert (after.mean[1:, 1:] == before.mean[1:, 1:]).all()
    assert after.mean[0, 2] == after.mean[1, 2]


def test_a_cross_play_of_more_games_replaces_one_of_fewer_but_not_the_reverse() -> None:
    ready("r")
    crossplay.make("r", Serial(), games=4)
    kept = bytes_of("r")
    crossplay.make("r", Serial(), games=2)
    assert bytes_of("r") == kept
    assert (crossplay.make("r", Serial(), games=6).games == 6).all()


@pytest.mark.parametrize("table", [crossplay, action_agreement])
def test_a_table_of_earlier_elites_is_ignored(table: Any) -> None:
    ready("r")
    table.make("r", Serial(), games=1)
    ready("other", individuals=350)
    file = f"{table.__name__.rpartition('.')[2]}.npz"
    (runs.folder("other") / file).write_bytes((runs.folder("r") / file).read_bytes())
    assert table.load("r") is not None
    assert table.load("other") is None
    assert table.load("paper-1") is not None, "the run that comes with the program"


def test_the_errors_of_cross_play_are_standard_errors_of_means() -> None:
    ready("r")
    found = crossplay.make("r", Serial(), games=8)
    assert (found.sem >= 0).all()
    assert np.isfinite(found.mean).all()
    assert found.index(*found.places[2]) == 2
    assert found.index(19, 0) is None


def test_the_command_reports_its_work() -> None:
    ready("r")
    assert '"games_a_pair": 4' in said("crossplay", "r", games=4, json=True)


def test_progress_and_duration_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[int, float]] = []
    clock = iter(range(1000, 2000))
    monkeypatch.setattr(crossplay, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    ready("r")
    made = crossplay.make("r", Serial(), 2, lambda table, took: heard.append((table.done, took)))
    assert heard[-1] == (made.done, len(heard))


def test_the_best_partners_score_is_measured_on_fresh_games_without_selection_bias() -> None:
    archive = ready("r")
    found = crossplay.make("r", Serial(), games=8)
    assert crossplay.with_best_partners(crossplay.load("r")) is None
    assert layer("partner", archive, found) is None
    best = crossplay.make_best_partners("r", found, Serial(), games=400)
    assert best.value + best.margin < found.mean.max(axis=1).mean()
    assert crossplay.with_best_partners(crossplay.load("r")) == best
    drawn = layer("partner", archive, crossplay.load("r"))
    assert np.mean(list(drawn.values.values())) == pytest.approx(best.value)


def test_the_best_partner_is_measured_on_games_that_did_not_choose_it() -> None:
    ready("r")
    found = crossplay.make("r", Serial(), games=8)
    kept = bytes_of("r")
    crossplay.make_best_partners("r", found, Serial(), games=8)
    assert bytes_of("r") == kept
    file = runs.folder("r") / "crossplay@fresh.npz"
    with np.load(file) as fresh, np.load(runs.folder("r") / FILE) as first:
        there = fresh["games"] > 0
        assert (fresh["stacks"][there] != first["stacks"][there]).any()
    file.write_bytes(b"no zip")
    with pytest.raises(BadArchive, match=r"crossplay@fresh\.npz of r is damaged"):
        crossplay.with_best_partners(crossplay.load("r"))


GAMES = 10
SPREAD = 5
"""Squares above the least possible, in every pair."""

FOUND = EliteCrossPlay(
    run="r",
    places=np.array([[0, 0], [0, 1], [2, 1]], np.int16),
    pairs=matchups(["a", "b", "c"], [[4, 6, 1], [6, 2, 0], [1, 0, 3]], GAMES, SPREAD),
    scoring="stacks",
)
SEM = (SPREAD / (GAMES - 1) / GAMES) ** 0.5


def test_each_elite_plays_with_all_and_itself() -> None:
    assert FOUND.means_with_all == pytest.approx([11 / 3, 8 / 3, 4 / 3])


def test_the_mean_of_all_counts_both_orders_of_two_elites() -> None:
    found = FOUND.mean_of_all
    assert found.value == pytest.approx((4 + 2 + 3 + 2 * (6 + 1 + 0)) / 9)
    assert found.sem == pytest.approx(SEM * (3 + 3 * 4) ** 0.5 / 9)
    assert found.units == FOUND.played == 6 * GAMES


def test_pairs_on_the_same_deals_are_not_treated_as_independent() -> None:
    shared = FOUND.pairs.cells.copy()
    shared["apart"] = 0
    found = EliteCrossPlay("r", FOUND.places, matchups(["a", "b", "c"], np.zeros((3, 3))), "stacks")
    found.pairs.cells[:] = shared
    assert found.mean_of_all.value == FOUND.mean_of_all.value
    assert found.mean_of_all.sem == pytest.approx(SEM)


def test_the_best_partner_may_be_the_elite_itself() -> None:
    assert FOUND.best_partners.tolist() == [1, 0, 2]
    assert FOUND.times_best.tolist() == [1, 1, 1]
    assert FOUND.ranked_partners(0).tolist() == [1, 0, 2]


def test_pairs_are_grouped_by_the_distance_of_their_cells() -> None:
    found = dict(crossplay.score_by_distance(FOUND))
    assert {far: estimate.value for far, estimate in found.items()} == {0: 3, 1: 6, 2: 0, 3: 1}
    assert found[0].sem == pytest.approx(SEM / 3**0.5)
    assert found[1].units == GAMES
    values = dict(crossplay.by_distance(FOUND.places, FOUND.mean))
    assert values[0].value == 3
    assert values[0].sem == pytest.approx(1 / 3**0.5)


def test_genes_differ_place_by_place() -> None:
    genes = np.array([[1, 2, 3], [1, 3, 2], [1, 2, 3]], np.uint8)
    assert crossplay.hamming(genes).tolist() == [[0, 2, 0], [2, 0, 2], [0, 2, 0]]
