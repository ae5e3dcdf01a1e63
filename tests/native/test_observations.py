"""Observations are those of the published environment, bit for bit, in games that it replayed."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from native import BadRules, Card, Game, IllegalMove, Rules
from native.environment.observation import bits, move_of, observe, unpacked, word_count
from tests.recorded import published

pytestmark = pytest.mark.native


def replayed(recorded: dict[str, Any]) -> Iterator[tuple[int, Game]]:
    """The game before each turn, and after the last one."""
    rules = Rules.standard(recorded["players"])
    game = Game(rules, deck=[rules.cards[identity] for identity in recorded["deck"]])
    for turn, action in enumerate(recorded["actions"]):
        yield turn, game
        game.play(move_of(game.view(game.to_move), action))
    yield len(recorded["actions"]), game


@pytest.mark.parametrize("number", range(16))
def test_observations_and_legal_actions_are_the_published_ones(number: int) -> None:
    recorded = published()[number]
    *turns, (_, last) = [(turn, game.copy()) for turn, game in replayed(recorded)]
    for turn, game in turns:
        observed = observe(game.view(game.to_move or 0))
        ours = int.from_bytes(observed.words.astype("<u8").tobytes(), "little")
        assert ours == int(recorded["observations"][turn], 16), turn
        assert observed.legal == recorded["legal"][turn], turn
    assert last.to_move is None
    assert last.score_zero == recorded["score"] == sum(recorded["rewards"])


def test_the_recorded_games_have_every_kind_of_end_and_short_hands() -> None:
    ends = {game.end for recorded in published() for _, game in replayed(recorded)}
    assert len(ends - {None}) >= 2
    assert any(
        game.order(seat, slot) is None
        for recorded in published()
        for _, game in replayed(recorded)
        for seat in range(game.rules.players)
        for slot in range(game.rules.hand_size)
    )


@pytest.mark.parametrize(("players", "length"), [(2, 658), (3, 956), (4, 1041), (5, 1280)])
def test_an_observation_has_the_published_length(players: int, length: int) -> None:
    assert bits(Rules.standard(players)) == length


def test_observation_words_unpack_to_bits_in_order() -> None:
    words = np.array([1 | 1 << 63, 2], np.uint64)
    assert np.flatnonzero(unpacked(words, 70)).tolist() == [0, 63, 65]


def test_a_smaller_game_has_a_shorter_observation() -> None:
    rules = Rules(2, suits="rg", ranks=2, copies=(2, 1), hand_size=2, clue_tokens=3, strikes=1)
    cards = ((0, 1), (1, 1), (1, 2), (0, 2), (0, 1), (1, 1))
    game = Game(rules, deck=[Card(suit, rank) for suit, rank in cards])
    seen = unpacked(observe(game.view(0)).words, bits(rules)).tolist()
    hands = [0, 0, 0, 1, 0, 1, 0, 0, 0, 0]  # g2 and r2, no hand short
    board = [1, 1] + 4 * [0] + 3 * [1] + [1]
    knowledge = 4 * (4 * [1] + 4 * [0])
    assert seen == hands + board + 6 * [0] + 22 * [0] + knowledge
    assert word_count(rules) == 2


def test_only_the_seat_to_move_observes() -> None:
    game = Game(Rules.standard(2), seed=1)
    with pytest.raises(IllegalMove, match="another seat"):
        observe(game.view(1))


@pytest.mark.parametrize("variant", ["Rainbow (5 Suits)", "Muddy Rainbow & Omni (5 Suits)"])
def test_a_variant_whose_clues_touch_other_cards_has_no_observation(variant: str) -> None:
    with pytest.raises(BadRules, match="one clue per suit"):
        observe(Game(Rules.standard(2, variant), seed=1).view(0))
