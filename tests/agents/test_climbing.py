"""Climbs by hand: what a step makes of gains that are known, and which changes it tries."""

import json
from dataclasses import replace
from itertools import groupby
from math import sqrt, tanh
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from agents import registry, retuning
from agents.kinds.conv import levels, tuning
from agents.kinds.wary import trust, tuned
from native import Game, Rng, Rules, View
from native.play.blueprint import Blueprint, Choice
from native.rulebase import FULL, RuleList
from native.strategies.conv import Weights

CLIMB = tuning.start(levels.read("expert"), 2, "by hand", pairs=3, games=10)


def gains(_climb: tuning.Ascent, weights: Weights, *_: object) -> float:
    """A worth that only three weights have a part in."""
    return 0.3 * weights[0] - 0.01 * weights[3] + 0.02 * weights[5]


def seen(climb: tuning.Ascent) -> tuple[np.ndarray, float]:
    """The slopes of a step and their error, the long way."""
    at = np.array(climb.at)
    spreads = np.maximum(5.0, 0.22 * abs(at))
    random, rows = Random(f"by hand/{climb.steps}"), []
    for _ in range(3):
        signs = np.array([random.choice((-1, 1)) for _ in at])
        up, down = (
            gains(climb, tuning.whole(tuple(at + way * signs * spreads))) for way in (1, -1)
        )
        rows.append((up - down) / 2 * signs)
    error = sqrt(sum(row[0] ** 2 for row in rows)) / 3
    return np.mean(rows, axis=0), error


def test_a_step_follows_slopes_by_their_certainty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "worth", gains)
    climb, slopes, mean = CLIMB, np.zeros(len(CLIMB.at)), np.array(CLIMB.at)
    for number in range(3):
        now, error = seen(climb)
        slopes = 0.6 * slopes + 0.4 * now
        at = np.array(climb.at)
        sure = error * sqrt(0.4 / 1.6)
        moved = 0.45 / (1 + 0.04 * number) * np.maximum(5.0, 0.22 * abs(at))
        at = at + moved * np.array([tanh(0.6 * slope / sure) for slope in slopes])
        mean = 0.8 * mean + 0.2 * at if number else at
        climb = tuning.step(climb, threads=1)
        assert climb.steps == number + 1
        assert climb.slopes == pytest.approx(tuple(slopes))
        assert climb.at == pytest.approx(tuple(at))
        assert climb.mean == pytest.approx(tuple(mean))
    assert climb.weights == tuning.whole(climb.mean)


def test_without_a_gain_a_step_changes_no_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "worth", lambda *_: 17.0)
    assert tuning.step(CLIMB, threads=1) == replace(CLIMB, steps=1)


def _deck(rng: Rng) -> object:
    return Game(Rules.standard(2), seed=rng).deck


def test_weights_are_rounded_and_clipped_to_the_agents_range() -> None:
    high, low = (tuning.whole((far,) * len(CLIMB.at)) for far in (9e9, -9e9))
    assert set(high) == {3000}
    assert set(low) == {-3000}
    assert tuning.whole((2.6,) * len(CLIMB.at))[0] == 3


@pytest.mark.parametrize("level", levels.LEVELS)
def test_a_climb_without_steps_returns_its_initial_weights(level: str) -> None:
    chosen = levels.read(level)
    for players, weights in chosen.weights.items():
        assert tuning.start(chosen, players, "s", 1, 1).weights == weights


def test_a_climb_is_stored_and_loaded_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "climb.json"
    climb = replace(CLIMB, steps=7, slopes=tuple(range(len(CLIMB.at))))
    retuning.save(file, climb)
    retuning.save(file, climb)
    assert retuning.load(file, tuning.Ascent) == climb
    assert [path.name for path in tmp_path.iterdir()] == ["climb.json"]


def test_a_table_size_without_weights_starts_from_those_of_the_largest_that_has_some() -> None:
    level = levels.read("expert")
    largest = tuple(map(float, level.weights[max(level.weights)]))
    few = replace(level, weights={2: level.weights[2], 3: level.weights[3]})
    assert tuning.start(few, 5, "1", 3, 10).at == tuple(map(float, level.weights[3]))
    assert tuning.start(level, max(level.weights), "1", 3, 10).at == largest


LISTED = (8, 13, 34, 67)


def test_a_change_touches_one_or_two_genes() -> None:
    """Over many lots: as many genes, one or two more, or one or two fewer, at any place."""
    made = [trust.change(LISTED, Random(number)) for number in range(3000)]
    assert {len(genes) for genes in made} == {2, 3, 4, 5, 6}
    assert {gene for genes in made for gene in genes} == set(range(len(FULL)))
    fresh = [genes for genes in made if len(genes) == 5 and set(LISTED) < set(genes)]
    assert {next(i for i, g in enumerate(one) if g not in LISTED) for one in fresh} >= {0, 1, 2, 3}
    moved = {genes for genes in made if sorted(genes) == sorted(LISTED)}
    assert {(13, 34, 67, 8), (67, 8, 13, 34), (13, 8, 34, 67)} < moved


def test_a_list_is_never_empty_nor_too_long() -> None:
    assert trust.MOST_GENES == 24
    one = [trust.change((8,), Random(number)) for number in range(300)]
    assert {len(genes) for genes in one} == {1, 2, 3}
    most = [trust.change((8,) * 24, Random(number)) for number in range(300)]
    assert {len(genes) for genes in most} == {22, 23, 24}


def test_lists_are_judged_by_both_scorings_on_every_seat() -> None:
    partners = [RuleList((13, 34)), RuleList((67, 8))]
    genes, seed = (8, 13, 34), Rng("judged")
    (found,) = trust.means(2, [genes], partners, 5, seed)
    both = trust.means(2, [genes, (67,)], partners, 5, seed)
    assert both[0] == found
    assert both[1] != found
    scores = []
    for partner in partners:
        for seat in range(2):
            lists = [partner] * 2
            lists[seat] = RuleList(genes)
            scores.append(_scores(lists, 5, seed.derive(seat)))
    assert found == pytest.approx(np.mean(scores))


def _scores(lists: list[RuleList], games: int, stream: Rng) -> float:
    result = tuning.table.simulate(
        Rules.standard(2), [Blueprint.of(one) for one in lists], games, stream, threads=1
    )
    return (result.mean_stacks + result.mean_zero) / 2


@pytest.mark.parametrize(
    ("gained", "looks", "taken"),
    [([0.01, 0.01, 0.01], 3, True), ([0.02, 0.009], 2, False), ([0.009], 1, False)],
)
def test_a_change_is_accepted_if_it_gains_at_every_check(
    monkeypatch: pytest.MonkeyPatch, gained: list[float], looks: int, taken: bool
) -> None:
    asked: list[tuple[int, object]] = []

    def means(players: int, lists: object, _partners: object, games: int, seed: Rng) -> list[float]:
        asked.append((games, _deck(seed)))
        return [0.0, gained[len(asked) - 1]]

    monkeypatch.setattr(trust, "means", means)
    assert trust.Climb(2, "s", LISTED) == trust.Climb(2, "s", LISTED, 0, 0)
    before = trust.Climb(2, "s", LISTED, trials=5, accepted=1)
    after = trust.step(before, [])
    stream = Rng("wary/s")
    assert asked == [
        (games, _deck(stream.derive(3 * 5 + look)))
        for look, games in enumerate((100, 400, 1600)[:looks])
    ]
    assert (after.trials, after.accepted) == (6, 1 + taken)
    changed = trust.change(LISTED, Random("s/5"))
    assert after.genes == (changed if taken else LISTED)


def test_evidence_is_the_log_ratio_of_efforts_of_convention_players_and_strangers() -> None:
    """(9+1)/20 against (1+1)/16: log 4 = 1.39 nats; (9+1)/20 against (13+1)/16: log 4/7."""
    keepers, strangers = np.array([[9, 9]]), np.array([[1, 13]])
    assert trust.evidence(keepers, strangers) == ((139, -56),)


def test_the_measured_player_alternates_between_the_seats() -> None:
    wary, piers = (registry.find(f"{who}").in_core(2) for who in ("wary:expert", "rules:piers"))
    seats: list[int] = []

    def decide(view: View, rng: Rng) -> Choice:
        seats.append(view.seat)
        return piers.decide(view, rng)

    watched: Any = SimpleNamespace(decide=decide)
    trust.count(wary, watched, piers, 4, Rng("seats"))
    assert [seat for seat, _ in groupby(seats)] == [0, 1, 0, 1]


@pytest.mark.parametrize("wrong", ["discard", "length"])
def test_a_file_of_learned_trust_with_another_shape_is_refused(
    wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, file = tuned.read(), tmp_path / "tuned.json"
    monkeypatch.setattr(tuned, "PATH", file)
    tuned.write(kept)
    assert tuned.read() == kept
    plain = json.loads(file.read_text())
    assert len(file.read_text().splitlines()) == 2 + len(plain)
    assert plain["prior"] == kept.prior
    if wrong == "length":
        plain["evidence"]["discard"].append(0)
    else:
        del plain["evidence"]["discard"]
    file.write_text(json.dumps(plain))
    with pytest.raises(ValueError, match=r"^Evidence is \d+ numbers for each of .*discard"):
        tuned.read()
