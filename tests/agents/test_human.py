"""The learned person: its weights fit, it plays at any table, and says what people do."""

import numpy as np
import pytest

from agents import registry
from agents.arena import simulate
from agents.contract import AgentError
from agents.kinds.human import learned
from native import Game, Rules
from native.strategies.human import FEATURES


def test_its_weights_are_small_and_know_their_features() -> None:
    assert learned.PATH.stat().st_size < 300_000
    assert learned.read().inwards.shape[0] == len(FEATURES)


def test_weights_of_other_features_are_refused(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = learned.read()
    monkeypatch.setattr(learned, "PATH", tmp_path_factory.mktemp("weights") / "weights.npz")
    learned.write(network)
    assert np.array_equal(learned.read().bias, network.bias)
    with np.load(learned.PATH) as stored:
        parts = dict(stored)
    parts["features"] = parts["features"][::-1]
    np.savez(learned.PATH, **parts)
    with pytest.raises(ValueError, match="train again"):
        learned.read()


@pytest.mark.parametrize("players", [2, 4])
def test_it_plays_a_fair_game_with_who_keeps_the_conventions(players: int) -> None:
    person, expert = registry.find("human:proxy"), registry.find("conv:expert")
    seats = [person] + [expert] * (players - 1)
    result = simulate(Rules.standard(players), seats, 40, "fair", threads=1)
    assert result.mean_stacks > 17


def test_it_says_how_many_people_would_do_the_same() -> None:
    said = (
        registry.find("human:proxy").agent("0").decide(Game(Rules.standard(2), seed="said").view(0))
    )
    assert said.why.endswith(" Most people would do that.")
    assert 0 < float(str(said.data["chance"])) <= 1


def test_another_name_is_refused_in_words() -> None:
    with pytest.raises(AgentError, match="human:proxy and human:newcomer"):
        registry.find("human:nobody")
