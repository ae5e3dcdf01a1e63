"""Whatever is computed from a view stays the same when the cards it hides are others."""

from random import Random

import pytest

from native import Game, Rules
from native.empathy.exact import elimination_steps, empathy, odds
from tests.native.random_games import random_game
from tests.native.twins import twin

pytestmark = pytest.mark.native


@pytest.mark.parametrize("players", range(2, 7))
def test_no_answer_from_a_view_depends_on_hidden_cards(players: int) -> None:
    rng, swapped = Random(players), 0
    for number in range(40):
        game = random_game(Rules(players), seed=number, turns=rng.randint(0, 60))
        if game.end:
            continue
        seat = rng.randrange(players)
        mate = (seat + 1) % players
        changed = twin(game, seat, rng)
        swapped += changed.hands[seat] != game.hands[seat]
        view, other = game.view(seat), changed.view(seat)
        assert view.hands == other.hands
        for group in ([seat], [seat, mate], range(players)):
            assert empathy(view, group) == empathy(other, group)
            assert elimination_steps(view, group) == elimination_steps(other, group)
        assert odds(view) == odds(other)
    assert swapped > 5


def test_a_view_cannot_be_asked_without_its_own_seat() -> None:
    view = Game(Rules(3), seed=1).view(1)
    with pytest.raises(ValueError, match="Seat 1 can only speak for groups that it belongs to"):
        empathy(view, [0, 2])
    with pytest.raises(ValueError, match="Seat 1 can only speak"):
        elimination_steps(view, [0])
