"""The learned person at a table: it says that people would do the same, and how many."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agents.contract import Decision
from agents.kinds.human import learned
from native import Move, MoveKind, Rng, View
from native.strategies.human.human import look


@dataclass(frozen=True)
class HumanAgent:
    """Decides by the core. Its lots depend on the seed and the turn alone."""

    address: str
    name: str
    seed: str

    @property
    def version(self) -> str:
        return learned.version()

    def decide(self, view: View) -> Decision:
        choice = learned.blueprint(self.name).decide(view, Rng(self.seed).derive(view.turn))
        assert choice.move is not None
        number = choice.move.id(view.rules)
        seen = look(learned.likelihood(self.name), view)
        chance = float(seen.chances[np.flatnonzero(seen.moves == number)[0]])
        why = f"Most people would {_what(view, choice.move)} here."
        return Decision(
            move=choice.move,
            why=why,
            detail=f"{why} Of a hundred, {round(100 * chance)} would, as far as I learned.",
            data={"position": number, "chance": round(chance, 4), "slot": choice.slot},
        )


def _what(view: View, move: Move) -> str:
    if move.slot is None:
        return "give this clue"
    slot = view.position(view.seat, move.slot)
    return f"{'play' if move.kind is MoveKind.PLAY else 'discard'} slot {slot}"
