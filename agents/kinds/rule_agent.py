"""Rule lists as agents: named lists, chromosomes and elites.

A rule list tries its rules in order; the first that applies makes the move.
"""

from dataclasses import dataclass, replace
from functools import lru_cache, partial

from agents.contract import Decision, GivesUp
from agents.entry import Entry, Link, version_text
from agents.reasons import after, live
from agents.reasons.names import cards, name
from agents.rulelists import Keys, Named
from native import MoveKind, Rng, View
from native.rulebase import VERSION, Mode, RuleChoice, RuleList

SELF_PLAY_GAMES = 5000


@dataclass(frozen=True)
class RuleAgent:
    """A rule list at a table. Its randomness depends on the seed and the turn alone."""

    address: str
    named: Named
    seed: str

    def decide(self, view: View) -> Decision:
        """Return the rule list's move for a seat's view, with its reason. Raise GivesUp if no rule
        applies and the list's mode is to give the game up.
        """
        rules = rule_list(self.named.rules_for(view.rules.players), self.named.mode)
        choice = rules.decide(view, Rng(self.seed).derive(view.turn))
        if choice.move is None:
            raise GivesUp(f"{self.named.title} knows no move here, and gives up.")
        return Decision(
            move=choice.move,
            why=live.why(view, choice.move),
            detail=after.why(
                view,
                choice.move,
                choice.chance,
                compared=choice.rule is not None and choice.rule.compares,
            ),
            data=_data(view, choice),
        )


def entry_of(address: str, named: Named, links: tuple[Link, ...] = ()) -> Entry:
    """Return the registry entry of the rule list `named`.

    `named` has the rules by number of players, the mode, and the texts and persona to show.
    `address`, such as `rules:piers`, identifies the agent; it is not parsed. `links` are the
    buttons on the agent's page.
    """
    return Entry(
        address=address,
        title=named.title,
        summary=named.idea,
        version=version_of(named),
        players=named.players,
        make=partial(RuleAgent, address, named),
        core=lambda players, mode: rule_list(
            named.rules_for(players), named.mode if mode is None else mode
        ),
        clean=None
        if named.mode is Mode.CLEAN
        else partial(entry_of, address, replace(named, mode=Mode.CLEAN), links),
        persona=named.persona,
        source=named.source,
        links=links,
        self_play_games=SELF_PLAY_GAMES,
    )


@lru_cache(maxsize=512)
def rule_list(keys: Keys, mode: Mode = Mode.CLEAN) -> RuleList:
    """Return the list of the rules `keys` (genes or names) in the form that the C code plays,
    cached.

    If no rule applies, the list makes a random legal move in clean mode, and gives up the game in
    faithful mode.
    """
    return RuleList(keys, mode)


def version_of(named: Named) -> str:
    """Return the version text, such as `1.3f9c2a`, of the rule list `named`.

    It changes with the list, its mode and the behaviour of its rules.
    """
    names: list[object] = [
        [rule.name for rule in rule_list(named.rules_for(players)).rules]
        for players in named.players
    ]
    if named.mode is not Mode.CLEAN:
        names.append(named.mode.name)
    return version_text(VERSION, repr(names).encode())


def _rule_text(choice: RuleChoice) -> str:
    """Return the rule that chose a move, as a sentence: “Rule 8: play a card that is …”."""
    if choice.rule is None:
        return "No rule answered, so it made any legal move."
    number = "" if choice.rule.gene is None else f" {choice.rule.gene}"
    return f"Rule{number}: {choice.rule.meaning}."


def _data(view: View, choice: RuleChoice) -> dict[str, object]:
    """Return the reason for a move as data: position in the list, gene, rule, and the card
    concerned.

    It may depend on cards in the reader's hand, so it is only for those who see all hands.
    """
    seen = _own_card(view, choice) or _clued_card(view, choice)
    return {
        "how": f"{_rule_text(choice)} {seen}".rstrip(),
        "position": choice.position,
        "gene": choice.rule.gene if choice.rule else None,
        "rule": choice.rule.name if choice.rule else None,
        "slot": choice.slot,
        "target": choice.target,
        "chance": list(choice.chance) if choice.chance else None,
    }


def _own_card(view: View, choice: RuleChoice) -> str:
    if choice.move is None or choice.move.slot is None or choice.chance is None:
        return ""
    position = view.position(view.seat, choice.move.slot)
    hits, of = choice.chance
    what = "playable" if choice.move.kind is MoveKind.PLAY else "useless"
    if hits < of:
        return f"Slot {position} is {what} in {hits} of {of} cases."
    possible = view.possible(choice.move.slot)
    names = cards(view, possible)
    if possible.bit_count() == 1:
        return f"Slot {position} is certainly a {what} {names}."
    return f"Slot {position} is certainly {what}{f': {names}' if names else ''}."


def _clued_card(view: View, choice: RuleChoice) -> str:
    if choice.slot is None or choice.target is None or choice.move is None:
        return ""
    card = view.hands[choice.target][choice.slot]
    if card is None:
        return ""
    position = view.position(choice.target, choice.slot)
    return f"Slot {position} is a {name(view, card)}."
