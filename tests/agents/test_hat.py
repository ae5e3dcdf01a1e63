"""The information strategy: strong with itself, harmless with others, blind to its own cards."""

from random import Random

import pytest

from agents import registry
from agents.arena import play_out, simulate
from agents.contract import Decision
from native import BadRules, Game, Rng, Rules
from native.strategies.hat import HatReason, decide, knows
from tests.native.twins import twin

HAT = registry.find("hat:information")


def decide_all(game: Game) -> list[Decision]:
    decided = []
    while (seat := game.to_move) is not None:
        decided.append(HAT.agent("").decide(game.view(seat)))
        game.play(decided[-1].move)
    return decided


@pytest.mark.long
@pytest.mark.parametrize(("players", "floor"), [(2, 23.1), (3, 24.85), (4, 24.9), (5, 24.9)])
def test_the_hat_agent_scores_with_itself_as_published_and_never_strikes_out(
    players: int, floor: float
) -> None:
    result = simulate(Rules.standard(players), [HAT] * players, 3000, "hat", threads=1)
    assert result.mean_zero > floor
    assert result.zero[0] == 0


def test_the_core_simulates_the_hat_agent_as_it_decides_at_a_table() -> None:
    result = simulate(Rules.standard(3), [HAT] * 3, 1, "table", threads=1)
    game = Game(Rules.standard(3), seed=Rng("table").derive(0))
    play_out(game, [HAT.agent("")] * 3)
    assert (result.turns, result.stacks[game.score]) == (game.turn, 1)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4])
def test_a_reason_during_the_game_depends_on_nothing_that_its_reader_cannot_see(
    players: int,
) -> None:
    random, compared = Random(players), 0
    for number in range(6):
        game = Game(Rules.standard(players), seed=Rng("why").derive(number))
        while (seat := game.to_move) is not None:
            one = HAT.agent("").decide(game.view(seat))
            for reader in range(players):
                other = HAT.agent("").decide(twin(game, reader, random).view(seat))
                if one.move == other.move:
                    assert one.why == other.why
                    compared += one.data != other.data
            game.play(one.move)
    assert compared > 10


def test_the_reason_after_the_game_says_what_the_one_during_it_may_not() -> None:
    decided = decide_all(Game(Rules.standard(2), seed=3))
    assert any("certainly playable" in decision.detail for decision in decided)
    assert not any("playable" in decision.why for decision in decided)
    assert {decision.data["reason"] for decision in decided} >= {"play", "clue", "waste"}


def test_a_clue_tells_each_receiver_of_a_card_that_is_playable() -> None:
    told = 0
    for number in range(20):
        game = Game(Rules.standard(4), seed=Rng("told").derive(number))
        while game.to_move is not None:
            found = decide(game.view(game.to_move))
            for seat, slot in found.told.items():
                if slot is not None:
                    card = game.hands[seat][slot]
                    assert game.stacks[card.suit] == card.rank - 1
                    told += 1
            game.play(found.move)
    assert told > 100


def test_cards_that_the_hat_agent_is_sure_of_are_playable() -> None:
    for number in range(20):
        game = Game(Rules.standard(3), seed=Rng("sure").derive(number))
        while game.to_move is not None:
            found, strikes = decide(game.view(game.to_move)), game.strikes
            game.play(found.move)
            if found.reason is HatReason.PLAY:
                assert game.strikes == strikes


def test_variants_whose_cards_have_no_single_colour_are_refused() -> None:
    rainbow = Rules.standard(3, "Rainbow (5 Suits)")
    assert not knows(rainbow)
    with pytest.raises(BadRules, match="one colour and one rank"):
        decide(Game(rainbow, seed=1).view(0))


def test_deciding_on_another_seats_turn_is_refused() -> None:
    with pytest.raises(ValueError, match="Seat 1 is not to move"):
        decide(Game(Rules(3), seed=1).view(1))


def test_six_suits_are_played() -> None:
    result = simulate(Rules.standard(4, "6 Suits"), [HAT] * 4, 30, "six", threads=1)
    assert result.mean_zero > 27
