"""Rules that make no game are refused in words, by Python and by the core itself."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from native import BadRules, Colour, Rules
from native._core import ffi, lib

pytestmark = pytest.mark.native

FIELDS = (
    *("players", "suits", "ranks", "hand_size", "max_tokens", "max_strikes"),
    *("options", "colour_clues", "rank_clues"),
)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 1}, "players must be from 2 to 6, not 1"),
        ({"players": 7}, "players must be from 2 to 6"),
        ({"suits": ""}, "suits must be from 1 to 6"),
        ({"suits": "rygbptk"}, "suits must be from 1 to 6, not 7"),
        ({"suits": "rr"}, "different letters"),
        ({"suits": "r1"}, "different letters"),
        ({"ranks": 0}, "ranks must be from 1 to 5"),
        ({"ranks": 6}, "ranks must be from 1 to 5"),
        ({"hand_size": 9}, "hand_size must be from 1 to 8"),
        ({"clue_tokens": 17}, "clue_tokens must be from 0 to 16"),
        ({"strikes": 0}, "strikes must be from 1 to 254"),
        ({"copies": (1, 2)}, "copies are 5 numbers"),
        ({"copies": (3, 2, 2, 2, 0)}, "copies are 5 numbers"),
        ({"copies": (9, 9, 9, 9, 9)}, "at most 63 cards, not 225"),
        ({"suits": "r", "ranks": 2, "copies": (2, 2)}, "need more than 4 cards"),
        ({"colour_clues": (Colour("r", "Red", 1 << 25),)}, "do not have"),
        ({"rank_clues": (-1,)}, "do not have"),
        ({"rank_clues": (1,) * 13}, "At most 12 clues"),
    ],
)
def test_rules_of_an_impossible_game_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRules, match=words):
        Rules(**({"players": 2} | options))


@given(
    st.fixed_dictionaries({name: st.integers(0, 12) for name in FIELDS}),
    st.lists(st.integers(0, 9), max_size=30),
    st.lists(st.integers(0, 2**32 - 1), max_size=12),
)
def test_the_core_refuses_what_it_cannot_play(
    fields: dict[str, int], copies: list[int], masks: list[int]
) -> None:
    rules = ffi.new("hl_rules *", fields)
    rules.copies[0 : len(copies)] = copies
    rules.clue_ids[0 : len(masks)] = masks
    if lib.hl_rules_prepare(rules) != lib.HL_OK:
        assert lib.hl_rules_prepare(rules) == lib.HL_BAD_RULES
        assert rules.deck_size == 0
        return
    game, seed = ffi.new("hl_game *"), ffi.new("hl_rng *")
    assert lib.hl_deal_seed(game, rules, seed) == lib.HL_OK


@pytest.mark.parametrize("field", [*FIELDS, "copies", "clue_ids"])
def test_no_call_of_the_core_plays_by_broken_rules(field: str) -> None:
    rules = ffi.new("hl_rules *", Rules.standard(2).struct[0])
    if field == "copies":
        rules.copies[0] = 200
    elif field == "clue_ids":
        rules.clue_ids[0] = 2**32 - 1
    else:
        setattr(rules, field, 255)
    seed = ffi.new("hl_rng *")
    assert lib.hl_rules_prepare(rules) == lib.HL_BAD_RULES
    assert lib.hl_deal(ffi.new("hl_game *"), rules, bytes(64), 1) == lib.HL_BAD_RULES
    assert lib.hl_deal_seed(ffi.new("hl_game *"), rules, seed) == lib.HL_BAD_RULES
    results = ffi.new("hl_results *")
    arguments = (lib.HL_CAREFUL, lib.HL_OFFICIAL, 0, seed, 0, 1, results)
    assert lib.hl_perfect(rules, *arguments) == lib.HL_BAD_RULES
    assert results.games == 0
