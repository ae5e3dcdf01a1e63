"""The wary agent at a table: its reasons also say when it does not rely on the others'
conventions.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from agents.contract import Decision
from agents.kinds.conv import levels
from agents.kinds.conv.agent import by_conventions
from agents.kinds.wary import tuned
from agents.reasons import after, conventions, live
from native import Move, Rng, View
from native.play.blueprint import Choice
from native.rulebase import find
from native.strategies.conv import explain
from native.strategies.wary import CONV_REASONS, trust

NO_RULE = "Any legal move, or one that keeps the last copy of a card."


@dataclass(frozen=True)
class WaryAgent:
    """A wary agent at a table: it plays by conventions while it trusts all other players to follow
    them (log odds of at least 0), and otherwise by the rule list `Tuned.fallback`.

    The moves of the others raise or lower its trust in them. Its randomness depends on the seed
    and the turn alone.
    """

    address: str
    seed: str
    start: tuple[int | None, ...] = ()
    """By seat, the trust before the first move: the log odds, in hundredths of a nat, that the
    player follows the conventions. None, or an empty tuple for all seats, stands for the usual
    trust."""

    def starting(self, trust: Sequence[float | None]) -> Self:
        """Return this agent with another initial `trust`: by seat, the log odds in nats that the
        player follows the conventions; None stands for the usual trust.
        """
        start = tuple(None if one is None else round(100 * one) for one in trust)
        return replace(self, start=start)

    def decide(self, view: View) -> Decision:
        """Return the wary agent's move for a seat's view, with its reason."""
        blueprint = tuned.blueprint(self.start)
        choice = blueprint.decide(view, Rng(self.seed).derive(view.turn))
        earned = trust(blueprint, view)[-1]
        trusts = choice.reason is not None and choice.reason < CONV_REASONS
        if trusts:
            decision = by_conventions(levels.blueprint(tuned.LEVEL), view, choice)
        else:
            decision = _by_rules(view, choice, earned)
        trusted = {"trusts": trusts, "trust": [one / 100 for one in earned]}
        return replace(decision, data={**decision.data, **trusted})

    def why(self, view: View, move: Move) -> str:
        """Return the reason for a move of the agent's seat, as sentences from public information
        alone.

        The reason refers to conventions if the agent trusts all others to follow them, and
        otherwise only to what the clues literally say.
        """
        if not self._trusts(view):
            return live.why(view, move)
        blueprint = levels.blueprint(tuned.LEVEL)
        return conventions.why(blueprint, view, move, explain(blueprint, view, move))

    def why_not(self, view: View, move: Move, slot: int) -> str:
        """Return a sentence on why the agent made `move` instead of playing its clued card in
        `slot`, from public information alone.

        It refers to conventions if the agent trusts all others to follow them, and otherwise only
        to what the clues literally say.
        """
        if not self._trusts(view):
            return live.why_not(view, move, slot)
        return conventions.why_not(levels.blueprint(tuned.LEVEL), view, move, slot)

    def _trusts(self, view: View) -> bool:
        earned = trust(tuned.blueprint(self.start), view)[-1]
        return all(one >= 0 for seat, one in enumerate(earned) if seat != view.seat)


def _by_rules(view: View, choice: Choice, earned: tuple[int, ...]) -> Decision:
    assert choice.move is not None
    others = [seat for seat in range(view.rules.players) if seat != view.seat]
    stranger = min(others, key=lambda seat: earned[seat])
    moves = "your moves" if len(others) == 1 else f"the moves of seat {stranger + 1}"
    rule = None
    if choice.reason is not None:
        rule = find(tuned.read().fallback[choice.reason - CONV_REASONS])
    known = f"I could not read some of {moves}, so for now I play by simple rules."
    return Decision(
        move=choice.move,
        why=live.why(view, choice.move),
        detail=f"{known} {after.why(view, choice.move)}",
        data={
            "how": f"{rule.meaning[0].upper()}{rule.meaning[1:]}." if rule else NO_RULE,
            "position": choice.reason,
            "reason": rule.name if rule else None,
            "slot": choice.slot,
            "target": choice.target,
        },
    )
