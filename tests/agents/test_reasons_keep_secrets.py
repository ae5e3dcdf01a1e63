"""What an agent says of a move while the game runs is the same for hands that its reader cannot
tell apart: with other cards where the reader cannot look, the same move has the same reason."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from agents import registry
from agents.entry import Entry
from game.tables.state import TableState
from native import Card, Game, Move
from tests.game.positions import random_state, twin

POSITIONS = 30
many = pytest.mark.parametrize(
    "positions",
    [POSITIONS, pytest.param(120, marks=pytest.mark.slow)],
    ids=["some", "many"],
)


def seen(game: Game, move: Move) -> object:
    """What everybody sees of a move: the card used, or the slots touched."""
    assert game.to_move is not None
    if not move.is_clue:
        assert move.slot is not None
        return game.hands[game.to_move][move.slot]
    assert move.target is not None
    rules, mask = game.rules, move.touches(game.rules)
    hand: tuple[Card | None, ...] = game.hands[(game.to_move + move.target) % rules.players]
    return tuple(bool(card and mask >> rules.identity(card) & 1) for card in hand)


def states_of(entry: Entry, random: Random) -> Iterator[TableState]:
    """Tables at which the agent can sit and somebody is to move, without end."""
    while True:
        state = random_state(random)
        assert state.game is not None
        rules = state.game.rules
        seated = rules.players in entry.players and not entry.refusal(rules)
        if seated and state.game.to_move is not None:
            yield state


@pytest.mark.long
@many
@pytest.mark.parametrize("entry", registry.seatable(), ids=lambda entry: entry.address)
def test_the_same_move_has_the_same_reason_for_a_reader_who_sees_the_same(
    entry: Entry, positions: int
) -> None:
    random, compared = Random(entry.address), 0
    agent = entry.agent("seed")
    for state in islice(states_of(entry, random), positions if entry.seconds <= 0.1 else 3):
        game = state.game
        assert game is not None
        mover = game.to_move
        assert mover is not None
        reader = random.choice([None, *(set(range(game.rules.players)) - {mover})])
        other = twin(random, state, reader).game
        assert other is not None
        one, two = agent.decide(game.view(mover)), agent.decide(other.view(mover))
        if one.move == two.move and seen(game, one.move) == seen(other, two.move):
            compared += 1
            assert one.why == two.why
    assert compared or entry.seconds > 0.1
