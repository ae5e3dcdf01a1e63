"""The information strategy: strong with itself, harmless with others, blind to its own cards."""

import pytest

from agents import registry
from agents.arena import simulate
from native import BadRules, Game, Rng, Rules
from native.strategies.hat.hat import Reason, decide, knows

HAT = registry.find("hat:information")


@pytest.mark.long
@pytest.mark.parametrize(("players", "floor"), [(2, 20.0), (3, 24.4), (4, 24.7), (5, 24.7)])
def test_it_scores_with_itself_as_published(players: int, floor: float) -> None:
    result = simulate(Rules.standard(players), [HAT] * players, 200, "hat", threads=1)
    assert result.mean_zero > floor


def test_it_never_strikes_out_with_itself() -> None:
    result = simulate(Rules.standard(4), [HAT] * 4, 100, "hat", threads=1)
    assert result.zero[0] == 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_always_has_a_legal_move_among_strangers(players: int) -> None:
    strangers = [HAT, *[registry.find("rules:legal_random")] * (players - 1)]
    assert simulate(Rules.standard(players), strangers, 30, "strangers", threads=1).games == 30


def test_a_clue_tells_each_receiver_of_a_card_that_is_playable() -> None:
    told = 0
    for number in range(20):
        game = Game(Rules.standard(4), seed=Rng("told").derive(number))
        while game.to_move is not None:
            found = decide(game.view(game.to_move))
            for seat, slot in found.told.items():
                if slot is not None:
                    card = game.hands[seat][slot]
                    assert card is not None
                    assert game.stacks[card.suit] == card.rank - 1
                    told += 1
            game.play(found.move)
    assert told > 100


def test_cards_that_it_is_sure_of_are_playable() -> None:
    for number in range(20):
        game = Game(Rules.standard(3), seed=Rng("sure").derive(number))
        while game.to_move is not None:
            found, strikes = decide(game.view(game.to_move)), game.strikes
            game.play(found.move)
            if found.reason is Reason.PLAY:
                assert game.strikes == strikes


def test_variants_whose_cards_have_no_single_colour_are_refused() -> None:
    rainbow = Rules.standard(3, "Rainbow (5 Suits)")
    assert not knows(rainbow)
    with pytest.raises(BadRules, match="one colour and one rank"):
        decide(Game(rainbow, seed=1).view(0))
    assert "one colour and one rank" in HAT.refusal(rainbow)


def test_another_seats_turn_is_refused() -> None:
    with pytest.raises(ValueError, match="Seat 1 is not to move"):
        decide(Game(Rules(3), seed=1).view(1))


def test_six_suits_are_played() -> None:
    result = simulate(Rules.standard(4, "6 Suits"), [HAT] * 4, 30, "six", threads=1)
    assert result.mean_zero > 27
