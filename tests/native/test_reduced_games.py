"""The best score of a reduced deal, against a search that shares nothing with the core."""

from functools import cache
from io import StringIO
from itertools import product

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from native import BadRules, Rng
from native.solver.reduced_games import DEVIATIONS, Deviation, ReducedGame, missed_points
from native.strategies.perfect import Ruleset

pytestmark = pytest.mark.native

SEED_TABLE = (96.729, 98.785, 99.360, 99.454, 99.506, 99.496)
"""Published shares of winnable deals with 0 to 5 hints, of 100,000 each."""
OFFICIAL_TABLE = (98.021, 99.078, 99.402, 99.431, 99.436, 99.440)
"""The same under real rules, by the prototype of the reference, section 2.1, row 5."""


def by_hand(game: ReducedGame, deck: list[int]) -> int:
    """The best score by plain recursion over everything that may be done."""
    ranks, seed = len(game.copies), game.reading is Ruleset.SEED
    dealt = game.players * game.hand_size
    size = len(deck) + (2 if seed else 0)
    whole = (*deck, *([-1] * (size - len(deck))))

    @cache
    def best(
        hands: tuple[tuple[int, ...], ...],
        stacks: tuple[int, ...],
        drawn: int,
        hints: int,
        mover: int,
        turns: int | None,
    ) -> int:
        score = sum(stacks)
        if turns == 0 or (seed and drawn == size):
            return score
        left = None if turns is None else turns - 1
        after = (mover + 1) % game.players
        found = score
        plays = [c for c in hands[mover] if c >= 0 and stacks[c // ranks] == c % ranks]
        if hints and not (seed and plays):
            found = max(found, best(hands, stacks, drawn, hints - 1, after, left))
        for card in set(hands[mover]):
            scores = card in plays
            if seed and plays and not scores:
                continue
            for play in (True, False):
                if play and not scores:
                    continue
                if not play and ((hints >= 8 and not seed) or (seed and plays)):
                    continue
                hand = list(hands[mover])
                hand.remove(card)
                more, then = drawn, left
                if drawn < size:
                    hand.append(whole[drawn])
                    more += 1
                    if more == size and not seed:
                        then = game.players
                new = list(stacks)
                gained = 1
                if play:
                    new[card // ranks] += 1
                    gained = int(not seed and new[card // ranks] == ranks and hints < 8)
                others = (*hands[:mover], tuple(sorted(hand)), *hands[mover + 1 :])
                found = max(found, best(others, tuple(new), more, hints + gained, after, then))
        return found

    hands = tuple(
        tuple(sorted(deck[seat * game.hand_size : (seat + 1) * game.hand_size]))
        for seat in range(game.players)
    )
    last = game.players if not seed and dealt == size else None
    return best(hands, (0,) * game.suits, dealt, game.hints, 0, last)


def dealt_deck(game: ReducedGame, seed: str, deal: int) -> list[int]:
    """The deck of one deal of a run, shuffled from the last card down."""
    ranks = enumerate(game.copies)
    suit = [rank for rank, copies in ranks for _ in range(copies)]
    deck = [number * len(game.copies) + rank for number in range(game.suits) for rank in suit]
    stream = Rng(seed).derive(deal)
    for last in range(len(deck) - 1, 0, -1):
        other = stream.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reading", "hints", "players"), list(product(Ruleset, (0, 1, 2, 7, 8), (2, 3)))
)
def test_every_reduced_deal_has_the_score_that_a_plain_search_finds(
    reading: Ruleset, hints: int, players: int
) -> None:
    game = ReducedGame(players, 2, (2, 2, 1), 2, hints, reading)
    missed = np.diff([missed_points(game, deals, "plain") for deals in range(1, 8)], axis=0)
    for deal, one in enumerate(missed.tolist(), start=1):
        deck = dealt_deck(game, "plain", deal)
        assert game.max_score - one.index(1) == by_hand(game, deck), deck


@pytest.mark.parametrize(
    ("hints", "copies", "missed"), [(7, (2, 2, 1), 18), (8, (2, 2, 1), 18), (8, (3, 2, 1), 4)]
)
def test_a_whole_round_of_passes_may_help_where_all_hints_keep_everybody_from_discarding(
    hints: int, copies: tuple[int, ...], missed: int
) -> None:
    """Without such a round one to 32 deals more are missed."""
    game = ReducedGame(2, 2, copies, 2, hints, Ruleset.OFFICIAL)
    assert missed_points(game, 2000, "quick")[:2] == (2000 - missed, missed)


@pytest.mark.slow
@pytest.mark.parametrize("reading", Ruleset)
def test_the_published_table_and_the_official_one_come_out(reading: Ruleset) -> None:
    table = SEED_TABLE if reading is Ruleset.SEED else OFFICIAL_TABLE
    for hints, published in enumerate(table):
        missed = missed_points(
            ReducedGame(hints=hints, reading=reading), 10_000, "table", perfect_only=True
        )
        share = 100 * missed[0] / 10_000
        error = (published * (100 - published) * (1 / 10_000 + 1 / 100_000)) ** 0.5
        assert abs(share - published) < 4 * error, hints


def test_neither_threads_nor_perfect_only_change_the_number_of_won_deals() -> None:
    game = ReducedGame(hints=1)
    assert missed_points(game, 9000, "t", threads=3) == missed_points(game, 9000, "t")
    assert missed_points(game, 9000, "t", perfect_only=True)[0] == missed_points(game, 9000, "t")[0]


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 1}, {"suits": 7}, {"copies": ()}, {"copies": (1,) * 6}, {"copies": (0,)},
        {"suits": 1, "copies": (11,)}, {"copies": (3, 0, 3)},
        {"hand_size": 9}, {"hints": 9}, {"players": 6, "suits": 1}, {"hints": -1},
    ],
)  # fmt: skip
def test_numbers_of_an_impossible_reduced_game_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(BadRules, match="A reduced game has"):
        ReducedGame(**wrong)  # type: ignore[arg-type]


def test_hints_have_no_limit_as_the_seeds_program_plays() -> None:
    """So many passes are possible that trying them all would never end."""
    many = ReducedGame(hints=100, reading=Ruleset.SEED)
    assert missed_points(many, 2_000, "m") == missed_points(
        ReducedGame(hints=20, reading=Ruleset.SEED), 2_000, "m"
    )
    with pytest.raises(BadRules, match="A reduced game has"):
        ReducedGame(hints=101, reading=Ruleset.SEED)


def test_one_reduced_game_can_be_counted_and_zero_is_refused() -> None:
    game = ReducedGame(suits=2)
    assert sum(missed_points(game, 1, "p")) == 1
    for games, threads in ((0, 1), (-1, 1), (1, 0)):
        words = f"^{games} games on {threads} threads cannot be dealt"
        with pytest.raises(ValueError, match=words):
            missed_points(game, games, "p", threads=threads)


@pytest.mark.long
def test_progress_is_reported_and_a_large_game_is_abandoned_on_request() -> None:
    told: list[int] = []
    missed_points(ReducedGame(hints=0), 5_000, "p", say=told.append)
    assert told == [2048, 4096, 5000]

    def stop(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        missed_points(ReducedGame(hints=0), 10**7, "p", say=stop)


def test_a_deal_may_be_solved_by_the_last_position_of_its_budget() -> None:
    game = ReducedGame(players=2, suits=1, copies=(2,), hand_size=1)
    assert missed_points(game, 1, "x", budget=1) == (1, 0), "the first card played wins"
    with pytest.raises(BadRules, match="more than 1 positions"):
        missed_points(ReducedGame(players=2, suits=1, copies=(2, 2), hand_size=1), 1, "x", budget=1)


def test_the_command_prints_counts_and_refuses_with_a_message() -> None:
    out = StringIO()
    call_command("reduced_games", games=1000, seed="1", reading="seed", json=True, stdout=out)
    assert '"games": 1000, "perfect": 9' in out.getvalue()
    for wrong, words in (
        ({"reading": "mine"}, "reading must be"),
        ({"copies": "2,x"}, "copies must be numbers"),
        ({"ranks": 5}, "copies must have 5 numbers"),
        ({"deviations": "must-play,luck"}, "deviations must be"),
        ({"games": 0}, "0 games"),
        ({"players": 9}, "2 to 6 players, not 9"),
    ):
        with pytest.raises(CommandError, match=words):
            call_command("reduced_games", **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("hints", range(3))
def test_restrictions_win_fewer_reduced_deals_and_freedoms_more(hints: int) -> None:
    def won(deviations: Deviation) -> int:
        return missed_points(
            ReducedGame(hints=hints, deviations=deviations), 3_000, "s", perfect_only=True
        )[0]

    free = won(Deviation(0))
    for deviation in (Deviation.MUST_PLAY, Deviation.NO_SUIT_HINT):
        assert won(deviation) <= free
    for deviation in (Deviation.TWO_MORE_USES, Deviation.HINTS_UNCAPPED):
        assert won(deviation) >= free
    assert won(Deviation.MUST_PLAY) < free < won(Deviation.TWO_MORE_USES)


def test_the_papers_reading_and_the_official_one_are_sets_of_deviations() -> None:
    for reading in Ruleset:
        named = ReducedGame(hints=1, deviations=DEVIATIONS[reading])
        assert missed_points(named, 500, "r") == missed_points(
            ReducedGame(hints=1, reading=reading), 500, "r"
        )
