"""Action agreement with a recorded game: which moves of its seats a rule list makes too."""

from __future__ import annotations

from collections.abc import Sequence

from native._core import ffi, lib
from native.engine.game import Game
from native.engine.rng import Rng
from native.rulebase import RuleList


def recorded_agreement(
    game: Game, lists: Sequence[RuleList], seed: str | int | Rng = 0
) -> tuple[tuple[int, ...], ...]:
    """For every list, by seat, the moves of the seat that the list would have made as well."""
    players = game.rules.players
    same = ffi.new("uint32_t[]", max(1, len(lists) * players))
    structs = ffi.new("hl_rulelist *[]", [rules.struct for rules in lists])
    code = lib.hl_recorded_agreement(game.struct, structs, len(lists), Rng(seed).struct, same)
    assert code == lib.HL_OK, "RuleList lets nothing through that the core refuses"
    return tuple(tuple(same[i * players : (i + 1) * players]) for i in range(len(lists)))
