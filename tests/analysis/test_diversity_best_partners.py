"""Best partners are measured over games other than those that made them the best."""

from concurrent.futures import Future
from typing import Any

import numpy as np
import pytest

from agents.archives import BadArchive, runs
from analysis.diversity import best_partners, crossplay
from tests.agents.small_runs import ready
from tests.serial import Serial

pytestmark = pytest.mark.usefixtures("runs_of_its_own")


def test_the_luck_of_the_best_is_gone_when_it_plays_again() -> None:
    ready("r")
    found = crossplay.make("r", Serial(), games=8)
    best = best_partners.make("r", found, Serial(), games=400)
    assert (found.mean[np.arange(len(best.partner)), best.partner] == found.mean.max(axis=1)).all()
    assert best.score.value is not None
    assert best.score.margin is not None
    assert best.score.value + best.score.margin < found.mean.max(axis=1).mean()
    assert best.score.units == 400 * len(best.partner)


def test_it_is_kept_until_the_elites_change() -> None:
    ready("r")
    assert best_partners.load("r") is None
    made_now = best_partners.make("r", crossplay.make("r", Serial(), games=2), Serial(), games=2)
    kept = best_partners.load("r")
    assert kept is not None
    assert kept.points.tolist() == made_now.points.tolist()
    ready("other", individuals=350)
    data = (runs.folder("r") / best_partners.FILE).read_bytes()
    (runs.folder("other") / best_partners.FILE).write_bytes(data)
    assert best_partners.load("other") is None


def test_a_damaged_table_is_refused_in_words() -> None:
    ready("r")
    (runs.folder("r") / best_partners.FILE).write_bytes(b"no zip")
    with pytest.raises(BadArchive, match=r"best_partners\.npz of r is damaged"):
        best_partners.load("r")


def test_no_game_that_chose_a_partner_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ready("r")
    seeds = []

    class Listening(Serial):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            seeds.append(args[0].seed)
            return super().submit(fn, *args, **kwargs)

    chosen = crossplay.make("r", Listening(), games=2)
    choosing = set(seeds)
    seeds.clear()
    best_partners.make("r", chosen, Listening(), games=2)
    assert seeds
    assert choosing.isdisjoint(seeds)
