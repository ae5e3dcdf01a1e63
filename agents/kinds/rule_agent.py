"""Rule lists as agents, whatever address they have: named ones, chromosomes, elites."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from hashlib import blake2b

from agents.contract import Decision, GivesUp
from agents.entry import Entry, Link
from agents.kinds import plain_reasons, reasons
from agents.kinds.whole_reasons import whole
from agents.rulelists import Keys, Named
from native import Rng, View
from native.rulebase import VERSION, Mode, RuleList

SELF_PLAY_GAMES = 5000


@dataclass(frozen=True)
class RuleAgent:
    """A seated rule list. Its draws of lots depend on the seed and the turn alone."""

    address: str
    named: Named
    seed: str

    @cached_property
    def version(self) -> str:
        return version_of(self.named)

    def decide(self, view: View) -> Decision:
        rules = rule_list(self.named.rules_for(view.rules.players), self.named.mode)
        choice = rules.decide(view, Rng(self.seed).derive(view.turn))
        if choice.move is None:
            raise GivesUp(f"{self.named.title} knows no move here, and gives up.")
        return Decision(
            move=choice.move,
            why=plain_reasons.why(view, choice.move),
            detail=whole(view, choice.move, choice.chance),
            data=reasons.data(view, choice),
        )


def entry_of(address: str, named: Named, links: tuple[Link, ...] = ()) -> Entry:
    """What is known about a rule list, for the registry."""
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
        clean=None if named.mode is Mode.CLEAN else partial(_clean, address, named, links),
        source=named.source,
        links=links,
        self_play_games=SELF_PLAY_GAMES,
    )


def _clean(address: str, named: Named, links: tuple[Link, ...]) -> Entry:
    return entry_of(address, replace(named, mode=Mode.CLEAN), links)


@lru_cache(maxsize=512)
def rule_list(keys: Keys, mode: Mode = Mode.CLEAN) -> RuleList:
    """The core's form of a list; clean mode never gives up."""
    return RuleList(keys, mode)


def version_of(named: Named) -> str:
    """Changes with what the rules answer, with the list and with its mode: `1.3f9c2a`."""
    names: list[object] = [
        [rule.name for rule in rule_list(named.rules_for(players)).rules]
        for players in named.players
    ]
    if named.mode is not Mode.CLEAN:
        names.append(named.mode.name)
    return f"{VERSION}.{blake2b(repr(names).encode(), digest_size=3).hexdigest()}"
