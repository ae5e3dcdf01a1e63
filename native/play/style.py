"""How each seat played in one recorded game."""

from __future__ import annotations

from dataclasses import dataclass

from native._core import ffi, lib
from native.empathy.position import check
from native.engine.game import Game
from native.play.measures import Tallies, tallies_of


@dataclass(frozen=True)
class Style:
    """One seat's moves in counts."""

    turns: int
    tallies: Tallies
    """What the measures are ratios of."""
    told: int
    """Over clues: cards that the clue touched and left fewer identities."""
    idle_clues: int
    """Clues that told nothing new of any card."""
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
    seats = ffi.new("hl_style[6]")
    check(lib.hl_styles(game.struct, seats))
    return tuple(
        Style(
            turns=raw.turns,
            tallies=tallies_of(raw.conduct),
            told=raw.told,
            idle_clues=raw.idle_clues,
            tellings=tuple(raw.tellings[0 : game.rules.hand_size + 1]),
            lost_tokens=raw.lost_token,
            risks=tuple(raw.risks[0 : raw.strikes]),
        )
        for raw in seats[0 : game.rules.players]
    )
