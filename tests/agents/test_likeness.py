"""Whom a player plays like: a function of what the player may know."""

from random import Random

import pytest

from agents import registry
from agents.arena import play_out
from agents.contract import AgentError
from agents.pools.likeness import likeness
from native import Game, Rng, Rules
from tests.native.twins import twin

ELITE = "elite:paper-1/9,16"


def played(seed: str) -> Game:
    game = Game(Rules(2), seed=Rng(seed))
    play_out(game, [registry.find(ELITE).agent("a"), registry.find("rules:piers").agent("b")])
    return game


def test_an_elite_plays_like_itself() -> None:
    found = likeness("paper-1", played("like").view(0))
    assert ELITE in [address for address, *_ in found.best]
    row, column, share = max(found.map, key=lambda cell: cell[2])
    assert found.best[0][2] == share
    assert abs(row - 9) + abs(column - 16) <= 4
    assert 0.9 < sum(cell[2] for cell in found.map) <= 1.01


def test_the_member_of_another_pool_has_no_map() -> None:
    found = likeness("literature7", played("like").view(1))
    assert found.best[0][:2] == ("rules:piers", registry.find("rules:piers").title)
    assert found.best[0][2] > 0.9
    assert found.map == ()


def test_my_hidden_cards_change_not_a_byte_of_it() -> None:
    whole, random = played("twins"), Random(4)
    game = Game(whole.rules, deck=whole.deck)
    for event in whole.history[:40]:
        game.play(event.move)
        for seat in range(2):
            other = twin(game, seat, random)
            assert likeness("literature7", game.view(seat)) == likeness(
                "literature7", other.view(seat)
            )


def test_a_pool_that_there_is_not_is_refused() -> None:
    with pytest.raises(AgentError, match="There is no pool nobody"):
        likeness("nobody", played("like").view(0))
