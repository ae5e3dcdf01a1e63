"""How each seat played in one recorded game, and which rule lists would have done the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from native._core import ffi, lib
from native.empathy.position import check
from native.engine.game import Game
from native.engine.rng import Rng
from native.rulebase import RuleList

CERTAIN = 2**32
"""What the core counts for one card played that was sure to be playable."""


@dataclass(frozen=True)
class Style:
    """One seat's moves in counts. The measures of Canaan et al. (2019, 2020) are ratios of them:
    clues / offered, certainty / plays and known / (2 plays)."""

    turns: int
    offered: int
    """Turns with a clue token."""
    clues: int
    plays: int
    certainty: float
    """Over plays: chance to be playable as the seat saw it, each card by itself."""
    known: int
    """Over plays: 1 for a known colour, 1 for a known rank."""
    told: int
    """Over clues: cards that the clue touched and left fewer identities."""
    idle_clues: int
    """Clues that said nothing new of any card."""
    tellings: tuple[int, ...]
    """Clues by how many cards they told in that sense, from 0 to the whole hand."""
    lost_tokens: int
    """Tokens not gained since all were there."""
    risks: tuple[float, ...]
    """Of each misplay: the exact chance to be playable, counted over all deals of the hand."""

    @property
    def misplays(self) -> int:
        return len(self.risks)


def styles(game: Game) -> tuple[Style, ...]:
    """A style for every seat of a game as far as it was played."""
    found = ffi.new("hl_style[6]")
    check(lib.hl_styles(game.struct, found))
    return tuple(
        Style(
            turns=raw.turns,
            offered=raw.offered,
            clues=raw.clues,
            plays=raw.plays,
            certainty=raw.certainty / CERTAIN,
            known=raw.known,
            told=raw.told,
            idle_clues=raw.idle_clues,
            tellings=tuple(raw.tellings[0 : game.rules.hand_size + 1]),
            lost_tokens=raw.lost_token,
            risks=tuple(raw.risks[0 : raw.strikes]),
        )
        for raw in found[0 : game.rules.players]
    )


def agreements(
    game: Game, lists: Sequence[RuleList], seed: str | int | Rng = 0
) -> tuple[tuple[int, ...], ...]:
    """For every list, by seat, the moves of the seat that the list would have made as well."""
    players = game.rules.players
    same = ffi.new("uint32_t[]", max(1, len(lists) * players))
    structs = ffi.new("hl_rulelist *[]", [rules.struct for rules in lists])
    code = lib.hl_agreements(game.struct, structs, len(lists), Rng(seed).struct, same)
    assert code == lib.HL_OK, "RuleList lets nothing through that the core refuses"
    return tuple(tuple(same[i * players : (i + 1) * players]) for i in range(len(lists)))
