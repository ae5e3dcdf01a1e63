"""People's moves are learned from recorded games, and foretold for those who were left out."""

from io import StringIO
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from agents.kinds.human import learned
from analysis.imitation import agreement, positions, training
from analysis.imitation.positions import Positions
from native.strategies.human.human import FEATURES, Network

GAMES = "tests/data/hanab_live_mit.tar.xz"


def made_up(count: int = 300) -> Positions:
    """Positions of thirty people who always make the move with the most of one feature."""
    random = np.random.default_rng(3)
    lengths = random.integers(2, 8, count)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    features = random.normal(0, 1, (int(starts[-1]), len(FEATURES))).astype(np.float16)
    chosen = np.array([features[a:b, 7].argmax() for a, b in pairwise(starts)])
    numbers = np.arange(count)
    return Positions(
        features,
        starts,
        chosen,
        (numbers % 3).astype(np.int8),
        numbers % 30,
        (numbers % 30 < 10).astype(np.int8),
        np.full(count, 2, np.int8),
        np.zeros((count, 0), np.bool_),
    )


def test_it_learns_what_people_go_by_and_foretells_it_for_others() -> None:
    recipe = training.Recipe(passes=60, batch=32)
    foretold = agreement.cross_validated(made_up(), recipe, 3)
    assert foretold.top.mean() > 0.7
    assert foretold.three.mean() > 0.9
    assert foretold.surprise.mean() < 0.9


def test_the_same_seed_learns_the_same() -> None:
    recipe = training.Recipe(passes=2)
    one, other = (training.train(made_up(60), recipe) for _ in range(2))
    assert np.array_equal(one.inwards, other.inwards)
    elsewhere = training.train(made_up(60), training.Recipe(seed="2", passes=2))
    assert not np.array_equal(one.inwards, elsewhere.inwards)


def test_a_person_is_left_out_as_a_whole_and_once() -> None:
    games = made_up()
    parts = list(agreement.folds(games, 4, "1"))
    assert np.array_equal(np.sum(parts, axis=0), np.ones(len(games)))
    for out in parts:
        assert not set(games.people[out]) & set(games.people[~out])
        assert set(games.sets[out]) == {0, 1}


def test_the_error_counts_people_not_moves() -> None:
    games = made_up()
    same = np.repeat([0.0, 1.0], 150)[np.argsort(games.people % 2, kind="stable").argsort()]
    value, error, people = agreement.mean(same, games, np.ones(len(games), bool))
    assert value == pytest.approx(0.5)
    assert people == 30
    assert error == pytest.approx(0.5 / np.sqrt(29), rel=0.02)


@pytest.mark.long
def test_the_command_reads_games_of_people_and_reports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learned, "PATH", tmp_path / "weights.npz")
    out = StringIO()
    call_command("train_human", GAMES, passes=1, folds=2, write=True, stdout=out)
    assert "| experienced people: plays |" in out.getvalue()
    assert "HanabiData" not in out.getvalue(), "none of its games were read"
    assert learned.read().bias.any()
    describer = learned.human(Network.empty()).blueprint()
    games = positions.read([GAMES], describer)
    assert len(games) == 2098
    assert len(set(games.people.tolist())) == 48
    assert set(games.players.tolist()) == {2, 3, 4, 5, 6}


def test_what_holds_no_games_is_refused(tmp_path: Path) -> None:
    (tmp_path / "none.json").write_text("[]")
    with pytest.raises(CommandError, match="no games of people"):
        call_command("train_human", str(tmp_path / "none.json"))
