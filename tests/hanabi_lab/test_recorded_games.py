"""Games that others recorded come out the same through every interface."""

import lzma
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from hanabi_lab.environments.hle import pyhanabi
from native import Card, Game, Rules
from native.environment.observation import SeenGame
from tests.recorded import JAXMARL_GAMES, published

ACTIONS = "abcdefghijklmnopqrst"


def jaxmarl() -> Iterator[tuple[list[Card], list[int], int]]:
    """Decks, actions and scores of JaxMARL's own test of its Hanabi."""
    for line in lzma.decompress(JAXMARL_GAMES.read_bytes()).decode().splitlines():
        deck, actions, score = line.split()
        texts = [deck[start : start + 2].lower() for start in range(0, len(deck), 2)]
        cards = [Card.parse(text, "rygwb") for text in texts]
        yield cards, [ACTIONS.index(action) for action in actions], int(score)


@pytest.mark.slow
def test_jaxmarls_games_are_legal_to_the_end_and_score_the_same() -> None:
    rules = Rules(2, suits="rygwb")
    for deck, actions, score in jaxmarl():
        seen, rewards = SeenGame(Game(rules, deck=deck)), 0
        for action in actions:
            assert seen.game.end is None
            assert action in seen.legal
            before = seen.game.score_zero
            seen.play(action)
            rewards += seen.game.score_zero - before
        assert seen.game.end is not None
        assert rewards == seen.game.score_zero == score
        assert {len(seen.observation(seat)) for seat in range(2)} == {658}


def state_of(recorded: dict[str, Any]) -> pyhanabi.HanabiState:
    """The recorded deal, all hands dealt."""
    game = pyhanabi.HanabiGame({"players": recorded["players"]})
    state, rules = game.new_initial_state(), game.rules
    state.seen = SeenGame(Game(rules, deck=[rules.cards[card] for card in recorded["deck"]]))
    return dealt(state)


def dealt(state: pyhanabi.HanabiState) -> pyhanabi.HanabiState:
    while state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
        state.deal_random_card()
    return state


@pytest.mark.long
@pytest.mark.parametrize("number", range(16))
def test_the_published_environments_games_are_the_same_in_its_own_interface(number: int) -> None:
    recorded = published()[number]
    state = state_of(recorded)
    encoder = pyhanabi.ObservationEncoder(state.parent)
    for turn, action in enumerate(recorded["actions"]):
        observation = state.observation(state.cur_player())
        bits = np.flatnonzero(encoder.encode(observation)).tolist()
        assert sum(1 << bit for bit in bits) == int(recorded["observations"][turn], 16)
        moves = [state.parent.get_move_uid(move) for move in observation.legal_moves()]
        assert sum(1 << move for move in moves) == recorded["legal"][turn]
        before = state.score()
        state.apply_move(state.parent.get_move(action))
        assert dealt(state).score() - before == recorded["rewards"][turn]
    assert state.is_terminal()
    assert state.score() == recorded["score"]
