"""The wary agent at a table: its reasons also say when it does not rely on the others'
conventions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.contract import Decision
from agents.kinds.conv import levels
from agents.kinds.wary import tuned
from agents.reasons import after, conventions, live
from native import Move, Rng, View
from native.play.blueprint import Choice
from native.rulebase import find
from native.strategies.conv import Reason, explain
from native.strategies.wary import CONV_REASONS, trust

NO_RULE = "Any legal move, or one that keeps the last copy of a card."


@dataclass(frozen=True)
class WaryAgent:
    """A wary agent at a table: it plays by conventions only with players whose moves have shown
    that they follow them.

    Its randomness depends on the seed and the turn alone.
    """

    address: str
    seed: str
    start: tuple[int | None, ...] = ()
    """The trust in each seat at the beginning, in hundredths of a nat; None: the usual."""

    @property
    def version(self) -> str:
        """The current version of the agent."""
        return tuned.version()

    def starting(self, trust: Sequence[float | None]) -> WaryAgent:
        """Return this agent with the given trust in each seat at the start of the game; None is its
        usual trust.

        Trust is the log odds, in nats, that a player follows the conventions.
        """
        start = tuple(None if one is None else round(100 * one) for one in trust)
        return replace(self, start=start)

    def decide(self, view: View) -> Decision:
        """Return the move for a seat's view, with its reason."""
        blueprint = tuned.blueprint(self.start)
        choice = blueprint.decide(view, Rng(self.seed).derive(view.turn))
        assert choice.move is not None
        earned = trust(blueprint, view)[-1]
        if choice.reason is not None and choice.reason < CONV_REASONS:
            return _by_conventions(view, choice, earned)
        return _by_rules(view, choice, earned)

    def why(self, view: View, move: Move) -> str:
        """Return the reason for a move in words that everybody at the table may read.

        It refers to conventions if the agent trusts all others to follow them, and otherwise to
        facts alone.
        """
        if not self._trusts(view):
            return live.why(view, move)
        blueprint = levels.blueprint(tuned.LEVEL)
        return conventions.why(blueprint, view, move, explain(blueprint, view, move))

    def why_not(self, view: View, move: Move, slot: int) -> str:
        """Return why the agent made `move` instead of playing its clued card in `slot`, in words
        that everybody at the table may read.

        It refers to conventions if the agent trusts all others to follow them, and otherwise to
        facts alone.
        """
        if not self._trusts(view):
            return live.why_not(view, move, slot)
        return conventions.why_not(levels.blueprint(tuned.LEVEL), view, move, slot)

    def _trusts(self, view: View) -> bool:
        earned = trust(tuned.blueprint(self.start), view)[-1]
        return all(one >= 0 for seat, one in enumerate(earned) if seat != view.seat)


def _by_conventions(view: View, choice: Choice, earned: tuple[int, ...]) -> Decision:
    assert choice.move is not None
    assert choice.reason is not None
    blueprint = levels.blueprint(tuned.LEVEL)
    told = explain(blueprint, view, choice.move)
    position = choice.move.id(view.rules) | told.touched << 8
    reason = Reason(choice.reason)
    return Decision(
        move=choice.move,
        why=conventions.why(blueprint, view, choice.move, told),
        detail=conventions.detail(blueprint, view, choice.move, reason, told),
        data={"how": conventions.how(reason), "trusts": True}
        | _data(choice, position, reason.name.lower(), earned),
    )


def _by_rules(view: View, choice: Choice, earned: tuple[int, ...]) -> Decision:
    assert choice.move is not None
    others = [seat for seat in range(view.rules.players) if seat != view.seat]
    stranger = min(others, key=lambda seat: earned[seat])
    moves = "your moves" if len(others) == 1 else f"the moves of seat {stranger + 1}"
    rule = None
    if choice.reason is not None:
        rule = find(tuned.read().fallback[choice.reason - CONV_REASONS])
    what = f"{rule.meaning[0].upper()}{rule.meaning[1:]}." if rule else NO_RULE
    known = f"I could not read some of {moves}, so for now I play by simple rules."
    return Decision(
        move=choice.move,
        why=live.why(view, choice.move),
        detail=f"{known} {after.why(view, choice.move)}",
        data={"how": what, "trusts": False}
        | _data(choice, choice.reason, rule.name if rule else None, earned),
    )


def _data(
    choice: Choice, position: int | None, reason: str | None, earned: tuple[int, ...]
) -> dict[str, object]:
    return {
        "position": position,
        "reason": reason,
        "slot": choice.slot,
        "target": choice.target,
        "trust": [one / 100 for one in earned],
    }
