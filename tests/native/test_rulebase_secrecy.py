"""No rule depends on a card that its seat cannot see."""

from random import Random

import pytest

from native import Rules
from native.rulebase import RULES, answers
from tests.native.random_games import random_game
from tests.native.twins import twin

pytestmark = pytest.mark.native


@pytest.mark.parametrize("players", range(2, 7))
def test_no_rule_depends_on_a_hidden_card(players: int) -> None:
    random, swapped = Random(players), 0
    for number in range(40):
        game = random_game(Rules(players), seed=number, turns=random.randint(0, 60))
        if game.to_move is None:
            continue
        seat = game.to_move
        other = twin(game, seat, random)
        swapped += other.hands[seat] != game.hands[seat]
        for rule in RULES:
            here, there = answers(game.view(seat), rule), answers(other.view(seat), rule)
            assert here == there, rule.name
    assert swapped > 5
