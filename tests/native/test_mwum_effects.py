"""The codes of the knowing agent's moves and states, field by field, against a slow witness."""

from collections import Counter

import numpy as np
import pytest

from native import Game, Move, Rng, Rules
from native._core import lib
from native.strategies.mwum.policy import ENTRY, Memory, decide
from tests.native import mwum_effects
from tests.native.answers import game

pytestmark = pytest.mark.native


def read(number: int, name: str) -> int:
    """A field, as the core's header describes it; those of a state stand in the decision alone."""
    field = getattr(lib, f"HL_MWUM_{name}")
    return number >> (field & 0xFF) & ((1 << (field >> 8)) - 1)


def any_order(seed: int) -> Memory:
    """A policy that has met no state, and likes all actions in an order of no sense."""
    entries = np.zeros(1 << 16, ENTRY)
    entries["key"] = np.arange(1 << 16, dtype=np.uint64) | np.uint64(lib.HL_MWUM_ANYWHERE)
    entries["value"] = np.random.default_rng(seed).random(1 << 16)
    return Memory.of(entries)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_code_says_of_a_move_what_a_slow_witness_says(players: int) -> None:
    seen: Counter[tuple[str, int]] = Counter()
    for number in range(20):
        policy = any_order(number)
        played = Game(Rules.standard(players), seed=Rng("effects").derive(number))
        while played.to_move is not None:
            view = played.view(played.to_move)
            choice = decide(view, policy)
            effect = mwum_effects.clue if choice.move.is_clue else mwum_effects.use
            fields = effect(view, choice.move)
            assert {name: read(choice.code, name) for name in fields} == fields, choice.move
            kinds = lib.HL_MWUM_DISCARD, lib.HL_MWUM_PLAY, lib.HL_MWUM_COLOUR, lib.HL_MWUM_RANK
            assert choice.code & lib.HL_MWUM_KINDS == kinds[choice.move.kind]
            seen.update(fields.items())
            played.play(choice.move)
    assert len(seen) > 40, sorted(seen)


@pytest.mark.long
def test_any_move_may_be_what_was_best_anywhere() -> None:
    start = Game(Rules.standard(2), seed=Rng("effects"))
    made = {decide(start.view(0), any_order(number)).move for number in range(40)}
    codes = {decide(start.view(0), any_order(number)).code for number in range(40)}
    assert start.legal_moves()[0] in made
    assert len(made) == len(codes) > 5


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4])
def test_a_state_says_of_a_table_what_a_slow_witness_says(players: int) -> None:
    seen: Counter[tuple[str, int]] = Counter()
    for number in range(24 // players):
        policy = any_order(number)
        played = Game(Rules.standard(players), seed=Rng("states").derive(number))
        while played.to_move is not None:
            view = played.view(played.to_move)
            choice = decide(view, policy)
            fields = mwum_effects.state(view)
            assert {name: read(choice.state, name) for name in fields} == fields, played.turn
            seen.update(fields.items())
            played.play(choice.move)
    assert len(seen) > 12, sorted(seen)


def test_useless_cards_that_a_clue_touches_are_counted_to_two() -> None:
    rules = Rules(2)
    played = game(rules, "y1 y4 y4 g3 g3 b1 y1 y1 r4 r3", "p0", "c14")
    view, clue = played.view(0), Move.parse("c11", rules)
    choices = (decide(view, any_order(seed)) for seed in range(400))
    choice = next(choice for choice in choices if choice.move == clue)
    fields = mwum_effects.clue(view, clue)
    assert fields["WASTE"] == 2
    assert {name: read(choice.code, name) for name in fields} == fields
