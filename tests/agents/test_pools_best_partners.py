"""Who plays best with whom is chosen among all on few games, and among the best on more."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from django.conf import LazySettings

from agents import registry
from agents.entry import Entry
from agents.pools import crossplay

IGGI, OUTER, EXPERT = (
    registry.find(address) for address in ("rules:iggi", "rules:outer", "conv:expert")
)


class Table:
    """Known points: those of all pairs, and those of each pair's further games."""

    points = np.array([[10.0, 1.0, 5.0], [8.0, 2.0, 4.0], [9.0, 3.0, 6.0]], np.float32)
    lost = np.array([[4.0, 0.0, 1.0], [0.0, 2.0, 0.0], [1.0, 0.0, 0.0]], np.float32)
    further = {(0, 0): 1.0, (2, 0): 3.0, (2, 1): 0.5, (1, 1): 1.0, (2, 2): 1.0, (0, 2): 1.5}
    asked: list[tuple[int, int]]

    def __init__(self, _entries: Sequence[Entry]) -> None:
        type(self).asked = []

    def all_pairs(self, _count: int) -> tuple[crossplay.Floats, crossplay.Floats]:
        return self.points, self.lost

    def play(
        self, pairs: crossplay.Pairs, games: int, first: int
    ) -> tuple[crossplay.Floats, crossplay.Floats]:
        assert (games, first) == (crossplay.FINAL_GAMES, crossplay.GAMES)
        self.asked.extend((i, k) for i, k in pairs.tolist())
        # A quarter of them on the first seat, the rest on the second.
        whole = np.array([self.further[i, k] for i, k in pairs.tolist()], np.float32)
        return np.column_stack([whole / 4, whole * 3 / 4]), np.zeros((len(pairs), 2), np.float32)


def test_each_members_best_few_partners_play_on_and_all_their_games_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crossplay, "_Table", Table)
    monkeypatch.setattr(crossplay, "FINALISTS", 2)
    made = crossplay.make([IGGI, OUTER, EXPERT])
    assert sorted(Table.asked) == sorted(Table.further)
    # With the first 11 against 12, with the second 3.5 against 3, with the third 7 against 6.5.
    assert made.best.tolist() == [2, 2, 2]
    assert made.stacks.tolist() == (Table.points / crossplay.GAMES).tolist()
    assert made.zero.tolist() == ((Table.points - Table.lost) / crossplay.GAMES).tolist()


@pytest.mark.parametrize(("more", "best"), [(0.0, [0, 2, 2]), (1.6, [2, 2, 2])])
def test_the_best_partner_is_chosen_by_the_first_and_the_further_games_together(
    monkeypatch: pytest.MonkeyPatch, more: float, best: list[int]
) -> None:
    further = dict.fromkeys(Table.further, 0.0) | {(2, 0): more, (1, 1): 0.5, (0, 2): 0.5}
    monkeypatch.setattr(Table, "further", further)
    monkeypatch.setattr(crossplay, "_Table", Table)
    monkeypatch.setattr(crossplay, "FINALISTS", 2)
    assert crossplay.make([IGGI, OUTER, EXPERT]).best.tolist() == best


def test_the_score_of_a_pair_does_not_depend_on_other_pairs_or_batch_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entries = [EXPERT, IGGI, OUTER]
    pairs = np.array([(i, k) for i in range(3) for k in range(3)])
    together = crossplay._Table(entries).play(pairs, 4, 3)
    monkeypatch.setattr(crossplay, "CHUNK", 3)
    apart = crossplay._Table(entries).play(pairs, 4, 3)
    for whole, part in zip(together, apart, strict=True):
        assert (whole == part).all()
    for row, (i, k) in enumerate(pairs.tolist()):
        alone = crossplay._Table([entries[i], entries[k]]).play(np.array([(0, 1)]), 4, 3)
        assert (alone[0][0] == together[0][row]).all(), (i, k)
        assert (alone[1][0] == together[1][row]).all(), (i, k)


def test_an_odd_number_of_games_counts_as_the_number_asked_for() -> None:
    table = crossplay._Table([IGGI, OUTER])
    three, four = (table.play(np.array([(0, 1)]), games, 0)[0] for games in (3, 4))
    assert three == pytest.approx(four * 3 / 4)


def test_a_shipped_cross_play_table_is_not_played_again(
    tmp_path: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RUNS_DIR = str(tmp_path / "runs")
    entries = [IGGI, OUTER]
    made = crossplay.of(entries)
    name = f"{crossplay.digest(entries)}-2.npz"
    (file,) = crossplay.folder().iterdir()
    assert file == tmp_path / "runs" / ".pools" / name
    (tmp_path / "with-it").mkdir()
    file.rename(tmp_path / "with-it" / name)
    monkeypatch.setattr(crossplay, "BUNDLED", tmp_path / "with-it")
    monkeypatch.setattr(crossplay, "make", lambda *_: pytest.fail("played again"))
    again = crossplay.of(entries)
    assert again.stacks == pytest.approx(made.stacks, abs=0.5 / crossplay.GAMES)
    assert list(crossplay.folder().iterdir()) == []
