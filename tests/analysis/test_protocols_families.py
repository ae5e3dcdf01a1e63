"""Cross-play of families as it is measured, kept, and printed by the command."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents import registry
from agents.entry import Entry
from agents.matchups.core_games import play_in_core
from agents.pools import freezing
from agents.pools.freezing import Frozen
from analysis.protocols import families
from analysis.protocols.families import CrossPlay, Pair, games_of, mean_of_means
from analysis.protocols.protocol import FIELD, SLOW_SECONDS
from analysis.statistics import Estimate
from native import Rules

NAMES = ["rules:iggi", "rules:flawed", "rules:piers"]
PAIRS = [(one, other) for place, one in enumerate(NAMES) for other in NAMES[place:]]


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> Frozen:
    """A frozen list of three agents, thirty games a pair."""
    frozen = Frozen("three", 1, tuple((name, f"v-{name}") for name in NAMES), ("a",), 6)
    monkeypatch.setattr(freezing, "load", lambda _: frozen)
    monkeypatch.setattr(freezing, "addresses", lambda _: NAMES)
    monkeypatch.setattr(families, "GAMES", 30)
    return frozen


def test_every_member_plays_with_every_other_and_with_itself(three: Frozen) -> None:
    told: list[tuple[str, str]] = []
    crossplay = families.measure(told=lambda one, other: told.append((one, other)))
    assert told == [(pair.one, pair.other) for pair in crossplay.pairs] == PAIRS
    assert (crossplay.pool, crossplay.seed) == (FIELD, "families")
    assert crossplay.members == three.members
    for pair in crossplay.pairs:
        entries = registry.find(pair.one), registry.find(pair.other)
        played = play_in_core(Rules.standard(2), entries[:1], entries[1:], 30, "families")
        for counts, scoring in ((pair.stacks, "stacks"), (pair.zero, "zero")):
            scores = played.scores(scoring).ravel().tolist()
            assert counts == tuple(scores.count(points) for points in range(26))
        assert pair.games == 30
    assert crossplay.pairs[3].zero[0] > crossplay.pairs[3].stacks[0]


def test_a_pair_is_played_again_when_one_of_its_members_plays_otherwise(three: Frozen) -> None:
    games = (7, *[0] * 25)
    kept = tuple(Pair(one, other, games, games) for one, other in PAIRS)
    of_old = (*three.members[:2], (NAMES[2], "of old"))
    told: list[tuple[str, str]] = []
    again = families.measure(
        told=lambda one, other: told.append((one, other)),
        known=CrossPlay(FIELD, "families", of_old, kept),
    )
    assert told == [pair for pair in PAIRS if NAMES[2] in pair]
    unchanged = [pair for pair in again.pairs if pair.stacks == games]
    assert [(pair.one, pair.other) for pair in unchanged] == [
        pair for pair in PAIRS if NAMES[2] not in pair
    ]


def test_a_slow_agent_has_fewer_games_but_never_fewer_than_forty() -> None:
    def taking(seconds: float) -> Entry:
        return replace(registry.find("search:1000:rules:focus"), seconds=seconds)

    quick = registry.find("rules:iggi")
    assert games_of(quick, quick) == 2_000
    slow, slower = SLOW_SECONDS / 7 / 100, SLOW_SECONDS / 7 / 50
    assert games_of(quick, taking(slow)) == games_of(taking(slow), quick) == 100
    assert games_of(taking(slow), taking(slower)) == 50
    assert games_of(taking(SLOW_SECONDS), quick) == 40


def test_the_mean_of_means_weighs_each_alike_and_its_error_is_of_their_errors() -> None:
    one, other = Estimate(10.0, 0.3, 100), Estimate(14.0, 0.4, 900)
    found = mean_of_means([one, other])
    assert (found.value, found.units) == (12.0, 1000)
    assert found.sem == pytest.approx(0.25)
    assert found.degrees == 2 * 99
    without = mean_of_means([one, Estimate(14.0, None, 1)])
    assert (without.value, without.sem, without.units) == (12.0, None, 101)
    assert mean_of_means([]) == Estimate(None, None, 0)


def test_the_mean_of_a_pair_is_of_the_scoring_that_is_asked_for() -> None:
    pair = Pair("rules:a", "rules:b", (0, 1, 3), (2, 0, 2))
    assert [pair.mean(scoring).value for scoring in ("stacks", "zero")] == [1.75, 1.0]
    assert pair.games == 4
