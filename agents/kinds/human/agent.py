"""An imitation of people at a table; its reasons say what share of people would make the move."""

from dataclasses import dataclass

import numpy as np

from agents.contract import Decision
from agents.kinds.human import learned
from agents.reasons import after, live
from native import Rng, View
from native.strategies.human import look


@dataclass(frozen=True)
class HumanAgent:
    """An imitation of people at a table. Its randomness depends on the seed and the turn alone."""

    address: str
    name: str
    seed: str

    def decide(self, view: View) -> Decision:
        """Return the imitation's move for a seat's view, with its reason."""
        choice = learned.blueprint(self.name).decide(view, Rng(self.seed).derive(view.turn))
        assert choice.move is not None
        number = choice.move.id(view.rules)
        seen = look(learned.likelihood(self.name), view)
        chance = float(seen.chances[np.flatnonzero(seen.moves == number)[0]])
        return Decision(
            move=choice.move,
            why=f"{live.why(view, choice.move)} Most people would do that.",
            detail=f"{after.why(view, choice.move)} Most people would do that.",
            data={
                "how": f"Of a hundred people, about {round(100 * chance)} would do the same.",
                "position": number,
                "chance": round(chance, 4),
                "slot": choice.slot,
            },
        )
