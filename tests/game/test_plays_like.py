"""Whom a player plays like: a function of what the player may know."""

from random import Random

import pytest

from agents import registry
from agents.arena import play_out
from game.replays.plays_like import plays_like
from native import Game, Rng, Rules
from tests.native.twins import twin

ELITE = "elite:paper-1/9,16"


def played(seed: str) -> Game:
    game = Game(Rules(2), seed=Rng(seed))
    play_out(game, [registry.find(ELITE).agent("a"), registry.find("rules:piers").agent("b")])
    return game


def test_an_elite_plays_like_itself() -> None:
    found = plays_like("paper-1", played("like").view(0))
    assert ELITE in [one.address for one in found.likely]
    assert found.moves == sum(event.seat == 0 for event in played("like").history)
    assert found.map is not None
    likeliest = max(found.map.squares, key=lambda square: square.share)
    assert found.likely[0].share == likeliest.share
    assert abs(likeliest.row - 9) + abs(likeliest.column - 16) <= 4
    assert 0.9 < sum(square.share for square in found.map.squares) <= 1.01


def test_the_member_of_another_pool_has_no_map() -> None:
    found = plays_like("literature7", played("like").view(1))
    assert found.likely[0].address == "rules:piers"
    assert found.likely[0].title == registry.find("rules:piers").title
    assert found.likely[0].share > 0.9
    assert found.map is None


def test_my_hidden_cards_change_not_a_byte_of_it() -> None:
    whole, random = played("twins"), Random(4)
    game = Game(whole.rules, deck=whole.deck)
    for event in whole.history[:40]:
        game.play(event.move)
        for seat in range(2):
            other = twin(game, seat, random)
            mine, theirs = game.view(seat), other.view(seat)
            assert plays_like("literature7", mine) == plays_like("literature7", theirs)


def test_a_pool_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="There is no pool nobody"):
        plays_like("nobody", played("like").view(0))
