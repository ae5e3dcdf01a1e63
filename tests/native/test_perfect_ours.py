"""Our strategies that see every hand: an oracle, no look at the deck, and better than they were."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from native import BadRules, Game, Rng, Rules
from native.strategies.perfect import Reading, Strategy, choose, simulate
from tests.native.careful_oracle import allowed, told
from tests.native.random_games import any_rules

pytestmark = pytest.mark.native

OURS = [strategy for strategy in Strategy if strategy.ours]
PUBLIC_PERFECT = {2: 0.951, 3: 0.987, 4: 0.983, 5: 0.971}
"""Share of perfect games of the best public program, perfect_information.md, section 3."""
PUBLIC_MEANS = {2: 24.8209, 3: 24.9781, 4: 24.9734, 5: 24.9618}
"""Of the best one that publishes means, over 20,000 games."""


def positions(players: int, seed: int, strategy: Strategy = Strategy.CAREFUL) -> list[Game]:
    """A game of one strategy with some random moves in it, turn by turn."""
    chance = random.Random(seed)
    game, found = Game(Rules.standard(players), seed=seed), []
    while game.end is None:
        found.append(game.copy())
        legal = game.legal_moves()
        game.play(chance.choice(legal) if chance.random() < 0.1 else choose(game, strategy))
    return found


def with_another_deck(game: Game, seed: int) -> Game:
    """The same moves from a deck whose cards to come lie in another order."""
    deck, drawn = game.deck, game.rules.deck_size - game.deck_left
    rest = deck[drawn:]
    random.Random(seed).shuffle(rest)
    twin = Game(game.rules, deck=[*deck[:drawn], *rest])
    for event in game.history:
        twin.play(event.move)
    return twin


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("seed", range(8))
def test_the_careful_strategy_does_what_a_second_writing_of_it_does(
    players: int, seed: int
) -> None:
    for game in positions(players, seed):
        assert told(game, choose(game, Strategy.CAREFUL)) in allowed(game), game.turn


@pytest.mark.long
@pytest.mark.parametrize("strategy", OURS, ids=lambda s: s.slug)
@pytest.mark.parametrize("players", [2, 5])
def test_what_the_deck_hides_moves_nobody(strategy: Strategy, players: int) -> None:
    for seed in range(24):
        for game in positions(players, seed):
            if 2 <= game.deck_left <= 16:
                assert choose(with_another_deck(game, seed), strategy) == choose(game, strategy)


@settings(max_examples=60, deadline=None)
@given(any_rules(), st.integers(0, 2**32), st.sampled_from(OURS))
def test_they_move_legally_in_any_game(rules: Rules, seed: int, strategy: Strategy) -> None:
    game, chance = Game(rules, seed=seed), random.Random(seed)
    while game.end is None and (legal := game.legal_moves()):
        move = choose(game, strategy)
        assert move in legal
        game.play(chance.choice(legal) if chance.random() < 0.2 else move)


@pytest.mark.parametrize("players", PUBLIC_MEANS)
def test_care_alone_scores_like_the_public_program_or_better(players: int) -> None:
    found = simulate(Strategy.CAREFUL, Rules.standard(players), 20_000, "care")
    assert found.mean > PUBLIC_MEANS[players] - 4 * found.sem


@pytest.mark.slow
@pytest.mark.parametrize("players", PUBLIC_PERFECT)
def test_foresight_wins_more_games_than_care_and_than_the_best_public_program(
    players: int,
) -> None:
    rules, games = Rules.standard(players), 2_000
    care, seen = (simulate(s, rules, games, "ahead") for s in OURS)
    assert seen.perfect > care.perfect
    error = (PUBLIC_PERFECT[players] * (1 - PUBLIC_PERFECT[players]) / games) ** 0.5
    assert seen.perfect > PUBLIC_PERFECT[players] - 3 * error


def test_foresight_sees_a_move_that_care_misses() -> None:
    changed = 0
    for seed in range(12):
        game = Game(Rules.standard(5), seed=Rng("missed").derive(seed))
        while game.end is None:
            move = choose(game, Strategy.FORESIGHT)
            differs = move != choose(game, Strategy.CAREFUL)
            assert not differs or game.deck_left <= 16
            changed += differs
            game.play(move)
    assert changed


@pytest.mark.parametrize("strategy", OURS, ids=lambda s: s.slug)
def test_they_have_no_reading_of_the_papers(strategy: Strategy) -> None:
    with pytest.raises(BadRules, match="strategies of their own"):
        simulate(strategy, Rules.standard(2), 1, 1, reading=Reading.SEED)
