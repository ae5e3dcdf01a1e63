"""What stands behind a rule list's move: which rule answered, and what it saw. Either may tell of
cards in the hands of those who read it, so this is for whoever sees all hands."""

from __future__ import annotations

from agents.kinds.saying import name
from native import MoveKind, View
from native.rulebase import Choice

MOST_NAMED = 4


def _rule(choice: Choice) -> str:
    """Rule 8: play a card that is certainly playable."""
    if choice.rule is None:
        return "No rule answered, so it made any legal move."
    number = "" if choice.rule.gene is None else f" {choice.rule.gene}"
    return f"Rule{number}: {choice.rule.meaning}."


def how(view: View, choice: Choice) -> str:
    """The same with what the agent saw: ... Slot 2 is playable in 3 of 4 cases."""
    told = _rule(choice)
    seen = _own_card(view, choice) or _clued_card(view, choice)
    return f"{told} {seen}" if seen else told


def data(view: View, choice: Choice) -> dict[str, object]:
    """The reason for programs: position in the list, gene, rule, and what it is about."""
    return {
        "how": how(view, choice),
        "position": choice.position,
        "gene": choice.rule.gene if choice.rule else None,
        "rule": choice.rule.name if choice.rule else None,
        "slot": choice.slot,
        "target": choice.target,
        "chance": list(choice.chance) if choice.chance else None,
    }


def _own_card(view: View, choice: Choice) -> str:
    if choice.move is None or choice.move.is_clue or choice.move.slot is None:
        return ""
    position = view.position(view.seat, choice.move.slot)
    if choice.chance is None:
        return ""
    hits, of = choice.chance
    what = "playable" if choice.move.kind is MoveKind.PLAY else "useless"
    if hits < of:
        return f"Slot {position} is {what} in {hits} of {of} cases."
    possible = view.rules.cards_in(view.possible(choice.move.slot))
    names = [name(view, card) for card in possible]
    if len(names) == 1:
        return f"Slot {position} is certainly a {what} {names[0]}."
    listed = f": {', '.join(names[:-1])} or {names[-1]}" if len(names) <= MOST_NAMED else ""
    return f"Slot {position} is certainly {what}{listed}."


def _clued_card(view: View, choice: Choice) -> str:
    if choice.slot is None or choice.target is None or choice.move is None:
        return ""
    card = view.hands[choice.target][choice.slot]
    if card is None:
        return ""
    position = view.position(choice.target, choice.slot)
    return f"Slot {position} is a {name(view, card)}."
