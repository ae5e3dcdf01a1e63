"""Many random games in one call: the same games as one by one, and the scores they should have."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from native import End, Game, Move, Rng, Rules
from native.play.arena import RandomGames, play_random
from tests.native.random_games import any_rules
from tests.native.splittable import Stream

pytestmark = pytest.mark.native


def play_in_python(rules: Rules, seed: str, index: int) -> Game:
    """Game `index` of a run: ids are drawn eight at a time, last first, and tried until legal."""
    own = Stream.of(seed).child(index)
    game, stream, ids = Game(rules, seed=Rng(seed).derive(index)), own.child(1), list[int]()
    while legal := game.legal_moves():
        ids = ids or stream.batch([rules.move_count] * 8)
        move = Move.from_id(rules, ids.pop())
        if move in legal:
            game.play(move)
    return game


@settings(max_examples=30)
@given(any_rules(), st.text(max_size=3), st.integers(0, 2**63))
def test_a_run_plays_the_same_games_as_one_by_one(rules: Rules, seed: str, first: int) -> None:
    games = [play_in_python(rules, seed, first + index) for index in range(5)]
    tally = play_random(rules, seed, len(games), first)
    assert tally.games == len(games)
    assert tally.moves == sum(game.turn for game in games)
    assert tally.zero_sum == sum(game.score_zero for game in games)
    scores, ends = Counter(game.score for game in games), Counter(game.end for game in games)
    assert tally.scores == tuple(scores[score] for score in range(rules.max_score + 1))
    assert tally.ends == {end: ends[end] for end in End}


def added(one: RandomGames, other: RandomGames) -> RandomGames:
    return RandomGames(
        one.games + other.games,
        one.moves + other.moves,
        tuple(map(sum, zip(one.scores, other.scores, strict=True))),
        one.zero_sum + other.zero_sum,
        {end: one.ends[end] + other.ends[end] for end in End},
    )


def test_a_run_in_parts_is_the_run() -> None:
    rules = Rules.standard(4)
    parts = added(play_random(rules, "a", 300), play_random(rules, "a", 700, first=300))
    assert parts == play_random(rules, "a", 1000)


def test_two_seeds_play_different_games() -> None:
    rules = Rules.standard(2)
    assert play_random(rules, 1, 1000) != play_random(rules, 2, 1000)


def test_random_play_scores_what_others_measured() -> None:
    """The Hanabi Learning Environment's random play: 12.74-12.78 moves, 1.248 cards."""
    tally = play_random(Rules.standard(2), "mean", 500_000)
    assert abs(tally.moves / tally.games - 12.76) < 0.03
    assert abs(tally.mean_stacks - 1.248) < 0.008
    assert tally.ends[End.STRIKEOUT] > 0.999 * tally.games


@pytest.mark.parametrize(("games", "first"), [(0, 0), (-1, 0), (1, -1)])
def test_a_run_of_no_games_is_refused(games: int, first: int) -> None:
    with pytest.raises(ValueError, match="from number"):
        play_random(Rules.standard(2), "a", games, first)
