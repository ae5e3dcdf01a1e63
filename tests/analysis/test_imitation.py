"""People's moves are learned from recorded games, and foretold for those who were left out."""

from dataclasses import replace
from io import StringIO
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from agents.kinds.human import learned
from analysis.imitation import positions, training
from analysis.imitation.positions import Positions
from analysis.management.commands.train_human import report
from analysis.rebuilding import slow, target
from native.strategies.human import FEATURES, HIDDEN, Network
from tests.analysis.conftest import hanabidata_game
from tests.game.conftest import said
from tests.native.hanabidata_logs import write_log

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


@pytest.mark.long
def test_imitation_predicts_the_choices_of_people_left_out_of_training() -> None:
    recipe = training.ImitationRecipe(passes=60, batch=32)
    foretold = training.cross_validated(made_up(), recipe, 3)
    assert foretold.top.mean() > 0.7
    assert foretold.three.mean() > 0.9
    assert foretold.surprise.mean() < 0.9


def test_the_same_seed_learns_the_same() -> None:
    recipe = training.ImitationRecipe(passes=2)
    one, other = (training.train(made_up(60), recipe) for _ in range(2))
    assert np.array_equal(one.inwards, other.inwards)
    elsewhere = training.train(made_up(60), training.ImitationRecipe(seed="2", passes=2))
    assert not np.array_equal(one.inwards, elsewhere.inwards)


def test_a_step_follows_the_slopes_of_the_likelihood_in_which_experienced_people_count_more() -> (
    None
):
    games, recipe = made_up(12), training.ImitationRecipe(favour=16.0)
    random = np.random.default_rng(4)
    shapes = [(len(FEATURES), HIDDEN), (HIDDEN,), (HIDDEN,)]
    parameters = [random.normal(0, 0.3, shape) for shape in shapes]
    weights = np.where(games.sets == 1, 16.0, 1.0)

    def lost() -> float:
        made = training.chances(games, Network(*parameters))[games.starts[:-1] + games.chosen]
        return float(-(weights * np.log(made)).sum() / weights.sum())

    for values, slopes in zip(parameters, training._slopes(games, parameters, recipe), strict=True):
        place = np.unravel_index(np.abs(slopes).argmax(), slopes.shape)
        values[place] += 0.01
        more = lost()
        values[place] -= 0.02
        assert (more - lost()) / 0.02 == pytest.approx(slopes[place], rel=0.02)
        values[place] += 0.01


def test_in_cross_validation_each_person_is_left_out_whole_and_once() -> None:
    games = made_up()
    parts = list(training.folds(games, 4, "1"))
    assert np.array_equal(np.sum(parts, axis=0), np.ones(len(games)))
    for out in parts:
        assert not set(games.people[out]) & set(games.people[~out])
        assert set(games.sets[out]) == {0, 1}


def test_the_error_of_imitation_has_people_as_units() -> None:
    games = made_up()
    same = np.repeat([0.0, 1.0], 150)[np.argsort(games.people % 2, kind="stable").argsort()]
    found = training.mean(same, games, np.ones(len(games), bool))
    assert found.value == pytest.approx(0.5)
    assert found.units == 30
    assert found.sem == pytest.approx(0.5 / np.sqrt(29), rel=0.02)


@pytest.mark.long
def test_the_command_reads_games_of_people_and_reports() -> None:
    told = said("train_human", GAMES, passes=1, folds=2)
    assert "| experienced people: plays |" in told
    assert "HanabiData" not in told, "none of its games were read"
    describer = learned.human(Network.empty()).blueprint()
    games = positions.read([GAMES], describer)
    assert len(games) == 2098
    assert len(set(games.people.tolist())) == 48
    assert set(games.players.tolist()) == {2, 3, 4, 5, 6}


@pytest.mark.long
def test_the_shipped_network_is_trained_on_people_who_met_the_game_and_who_know_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learned, "PATH", tmp_path / "weights.npz")
    monkeypatch.setattr(target, "RECORD", tmp_path / "made_of.json")
    monkeypatch.setattr(slow, "GAMES_OF_PEOPLE", [Path(GAMES)])
    out, err = StringIO(), StringIO()
    call_command("rebuild", "human", stdout=out, stderr=err)
    assert (out.getvalue(), err.getvalue()) == ("human: made\n", "human: 2,098 moves\n")
    assert learned.read().bias.any()
    call_command("rebuild", "human", "--check")
    target.record("human", {"conv": "0"})
    with pytest.raises(CommandError):
        call_command("rebuild", "human", "--check", stdout=out)
    assert "conv (made with 0, now 3)" in out.getvalue()


@pytest.mark.long
def test_games_of_one_person_are_known_as_theirs_and_anybody_is_not_experienced(
    tmp_path: Path,
) -> None:
    """The second of three games names the first as the person's earlier one."""
    describer = learned.human(Network.empty()).blueprint()
    for seed in (5, 6, 7):
        earlier = f"Old GID: {5:016x}\n" if seed == 6 else ""
        log = write_log(hanabidata_game(seed), seed)
        (tmp_path / f"game{seed:016x}.log").write_text(earlier + log)
    anybody = positions.read([str(tmp_path)], describer)
    assert len(set(anybody.people.tolist())) == 2
    assert not anybody.sets.any()
    assert not anybody.features[:, positions.CROWD].any()
    experienced = positions.read([GAMES], describer)
    assert experienced.sets.all()
    assert experienced.features[:, positions.CROWD].all()


def test_the_report_has_a_line_for_each_kind_of_move_and_of_people() -> None:
    games = replace(
        made_up(60),
        kinds=np.repeat([0, 1], 30).astype(np.int8),
        rivals=np.tile([True, False], 120).reshape(60, 4),
    )
    top = np.arange(60) % 2 == 0
    lines = report(games, training.Foretold(top * 1.0, top * 1.0, np.full(60, 0.5)))
    assert [line.split(" | ")[:3] for line in lines[2:]] == [
        [f"| {who}: {kind}", str(moves), str(people)]
        for who, people, each in (("experienced people", 10, 10), ("people of HanabiData", 20, 20))
        for kind, moves in (("all", 2 * each), ("plays", each), ("discards", each))
    ]
    found = training.mean(top * 1.0, games, games.sets == 1)
    assert f"| {found.value:.3f} ± {found.sem:.3f} |" in lines[2]
    assert lines[2].endswith("| 1.000 ± 0.000 | 0.000 ± 0.000 | 1.000 ± 0.000 | 0.000 ± 0.000 |")


def test_a_file_without_games_is_refused(tmp_path: Path) -> None:
    (tmp_path / "none.json").write_text("[]")
    with pytest.raises(CommandError, match=r"none\.json: there is no game in it$") as refusal:
        call_command("train_human", str(tmp_path / "none.json"))
    assert refusal.value.returncode == 2


def test_a_move_is_among_the_likeliest_three_if_two_at_most_are_likelier() -> None:
    one = made_up(4)
    starts = np.array([0, 4, 8, 12, 16])
    four = replace(one, features=one.features[:0], starts=starts, chosen=np.arange(4))
    told = training.Foretold.by(four, np.tile([0.4, 0.3, 0.2, 0.1], 4))
    assert told.top.tolist() == [1, 0, 0, 0]
    assert told.three.tolist() == [1, 1, 1, 0]
    assert told.surprise == pytest.approx(-np.log([0.4, 0.3, 0.2, 0.1]))


def test_people_are_predicted_by_networks_trained_without_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    learned_from: list[set[int]] = []
    foretold: list[set[int]] = []
    train, chances = training.train, training.chances

    def listening(rest: Positions, recipe: training.ImitationRecipe) -> Network:
        learned_from.append(set(rest.people.tolist()))
        return train(rest, recipe)

    def asking(held: Positions, network: Network) -> training.Floats:
        foretold.append(set(held.people.tolist()))
        return chances(held, network)

    monkeypatch.setattr(training, "train", listening)
    monkeypatch.setattr(training, "chances", asking)
    training.cross_validated(made_up(90), training.ImitationRecipe(passes=1), 3)
    assert len(learned_from) == 3
    for known, asked in zip(learned_from, foretold, strict=True):
        assert asked
        assert known.isdisjoint(asked)


def test_the_first_step_is_as_long_as_the_rate_and_the_next_ones_remember() -> None:
    """Adam by its paper, with the decay of the weights beside it."""
    slopes = [np.array([[2.0, -0.5]], np.float32)]
    parameters = [np.array([[1.0, -1.0]], np.float32)]
    moments = [[np.zeros((1, 2), np.float32)] for _ in range(2)]
    training._adam(parameters, slopes, moments, 0.01, 1, 0.1)
    assert parameters[0] == pytest.approx(np.array([[0.989, -0.989]]), abs=1e-5)
    before = parameters[0].copy()
    training._adam(parameters, [-slopes[0]], moments, 0.01, 2, 0.0)
    first = (0.9 * 0.1 - 0.1) / (1 - 0.9**2)
    assert parameters[0] - before == pytest.approx(
        -0.01 * first * np.array([[1.0, -1.0]]), abs=1e-5
    )
