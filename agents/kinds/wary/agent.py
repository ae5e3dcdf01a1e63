"""The wary agent at a table: it says whose conventions it counts on, and what follows."""

from __future__ import annotations

from dataclasses import dataclass

from agents.contract import Decision
from agents.kinds import plain_reasons
from agents.kinds.conv import levels, words
from agents.kinds.wary import tuned
from agents.kinds.whole_reasons import whole
from native import Rng, View
from native.play.blueprint import Choice
from native.rulebase import find
from native.strategies.conv.conv import Reason, explain
from native.strategies.wary.wary import CONV_REASONS, trust


@dataclass(frozen=True)
class WaryAgent:
    """Decides by the core. Its lots depend on the seed and the turn alone."""

    address: str
    seed: str

    @property
    def version(self) -> str:
        return tuned.version()

    def decide(self, view: View) -> Decision:
        choice = tuned.blueprint().decide(view, Rng(self.seed).derive(view.turn))
        assert choice.move is not None
        earned = trust(tuned.blueprint(), view)
        if choice.reason is not None and choice.reason < CONV_REASONS:
            return _by_conventions(view, choice, earned)
        return _by_rules(view, choice, earned)


def _by_conventions(view: View, choice: Choice, earned: tuple[int, ...]) -> Decision:
    assert choice.move is not None
    assert choice.reason is not None
    told = explain(levels.blueprint(tuned.LEVEL), view, choice.move)
    known = f"{_who(view)} by the conventions, so I do too."
    position = choice.move.id(view.rules) | told.touched << 8
    reason = Reason(choice.reason)
    return Decision(
        move=choice.move,
        why=words.why(view, choice.move, told),
        detail=f"{known} {words.detail(view, choice.move, reason, told)}",
        data={"how": words.how(reason)} | _data(choice, position, reason.name.lower(), earned),
    )


def _by_rules(view: View, choice: Choice, earned: tuple[int, ...]) -> Decision:
    assert choice.move is not None
    others = [seat for seat in range(view.rules.players) if seat != view.seat]
    stranger = min(others, key=lambda seat: earned[seat])
    who = "You don't" if len(others) == 1 else f"Seat {stranger + 1} doesn't"
    rule = None
    if choice.reason is not None:
        rule = find(tuned.read().fallback[choice.reason - CONV_REASONS])
    what = f"{rule.meaning[0].upper()}{rule.meaning[1:]}." if rule else "Any legal move."
    known = f"{who} follow the conventions that I know, so I go by simple rules."
    return Decision(
        move=choice.move,
        why=plain_reasons.why(view, choice.move),
        detail=f"{known} {whole(view, choice.move)}",
        data={"how": what} | _data(choice, choice.reason, rule.name if rule else None, earned),
    )


def _who(view: View) -> str:
    return "You play" if view.rules.players == 2 else "All play"


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
