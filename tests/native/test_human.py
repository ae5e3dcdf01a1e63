"""The learned person of the core: features, network and chances."""

from random import Random

import numpy as np
import pytest

from agents.kinds.conv import levels
from agents.kinds.human import learned
from native import BadRules, Game, Rng, Rules
from native.strategies.human import FEATURES, HIDDEN, Human, Network, WeighedMoves, look
from tests.native.test_conv import games
from tests.native.twins import twin

pytestmark = pytest.mark.native

EXPERT = levels.blueprint("expert")


def network() -> Network:
    """Any network."""
    random = np.random.default_rng(5)
    shapes = (len(FEATURES), HIDDEN), (HIDDEN,), (HIDDEN,)
    return Network(*(random.normal(0, 0.2, shape).astype(np.float32) for shape in shapes))


def seen(game: Game, person: Human) -> WeighedMoves:
    return look(person.blueprint(), game.view(game.to_move or 0))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_persons_chances_are_the_networks_softmax_over_legal_moves(players: int) -> None:
    person = learned.human(network())
    for game in games(players, 1, "chances")[::9]:
        here = seen(game, person)
        legal = [move.id(game.rules) for move in game.view(game.to_move or 0).legal_moves()]
        assert sorted(here.moves.tolist()) == sorted(legal)
        net = person.network
        weight = np.maximum(here.features @ net.inwards + net.bias, 0) @ net.outwards
        raised = np.exp(weight - weight.max())
        assert np.allclose(here.chances, raised / raised.sum(), atol=1e-4)


def test_the_agent_never_sees_its_own_cards() -> None:
    random, person = Random(1), learned.human(network())
    for game in games(3, 1, "secret")[::5]:
        other = twin(game, game.to_move or 0, random)
        one, two = seen(game, person), seen(other, person)
        assert np.array_equal(one.features, two.features)
        assert np.array_equal(one.chances, two.chances)


def test_features_describe_the_position_and_the_move() -> None:
    for game in games(2, 1, "features")[::7]:
        seat = game.to_move or 0
        here = seen(game, learned.human(Network.empty()))
        column = {name: here.features[:, place] for place, name in enumerate(FEATURES)}
        assert np.allclose(column["tokens"], game.clue_tokens / 8)
        kinds = sum(column[name] for name in ("is_play", "is_discard", "is_colour", "is_rank"))
        assert np.all(kinds == 1)
        own = column["is_play"] + column["is_discard"] == 1
        touched = sum(game.view(seat).touched(seat, slot) for slot in game.view(seat).own_slots)
        assert column["own_touched"][column["is_play"] == 1].sum() == touched
        assert np.all(column["clue_touched"][own] == 0)
        assert np.all(column["clue_touched"][~own] > 0)
        assert column["expert_best"].max() == column["like_best"].max() == 1
        assert np.allclose(here.chances, 1 / len(here.moves))


def test_at_low_temperature_the_likeliest_move_is_made_and_at_1_a_random_one() -> None:
    game = games(2, 1, "warm")[12]
    view = game.view(game.to_move or 0)
    cold = learned.human(network(), warmth=0.001)
    likeliest = seen(game, learned.human(network()))
    best = int(likeliest.moves[likeliest.chances.argmax()])
    moves = [cold.blueprint().decide(view, Rng(number)).move for number in range(9)]
    assert {move.id(game.rules) for move in moves if move} == {best}
    warm = learned.human(Network.empty()).blueprint()
    drawn = {warm.decide(view, Rng(number)).move for number in range(60)}
    assert len(drawn) > 10


def test_the_learned_person_refuses_unsupported_rules_and_weights_of_another_shape() -> None:
    game = Game(Rules.standard(2, empty_clues=True), seed="1")
    with pytest.raises(BadRules):
        seen(game, learned.human(network()))
    with pytest.raises(ValueError, match="not to move"):
        look(learned.human(network()).blueprint(), games(2, 1, "turn")[0].view(1))
    short = Network(network().inwards[:5], network().bias, network().outwards)
    with pytest.raises(ValueError, match="rule lists"):
        learned.human(short).blueprint()
