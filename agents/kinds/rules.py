"""Rule lists as agents: named ones of the literature, and any chromosome."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b

from agents.contract import Agent, AgentError, Decision
from agents.kinds import reasons
from agents.rulelists import Keys, Named
from native import Rng, View
from native.rulebase import FULL, VERSION, Mode, RuleList

MAX_GENES = 72


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
        rules = rule_list(self.named.rules_for(view.rules.players))
        choice = rules.decide(view, Rng(self.seed).derive(view.turn))
        if choice.move is None:
            raise RuntimeError(f"{self.named.title} found no move.")
        return Decision(
            move=choice.move,
            why=reasons.why(choice),
            detail=reasons.detail(view, choice),
            data=reasons.data(choice),
        )


def seat(address: str, named: Named, seed: str) -> Agent:
    return RuleAgent(address, named, seed)


@lru_cache(maxsize=512)
def rule_list(keys: Keys, mode: Mode = Mode.CLEAN) -> RuleList:
    """The core's form of a list; clean mode never gives up."""
    return RuleList(keys, mode)


def version_of(named: Named) -> str:
    """Changes with what the rules answer and with the list: «1.3f9c2a»."""
    names = [
        [rule.name for rule in rule_list(named.rules_for(players)).rules]
        for players in named.players
    ]
    return f"{VERSION}.{blake2b(repr(names).encode(), digest_size=3).hexdigest()}"


def from_genes(text: str) -> Named:
    """The chromosome of a ``genes:`` address. Raises AgentError in words."""
    parts = text.split(",")
    if not all(part.isascii() and part.isdecimal() for part in parts) or len(text) > 300:
        raise AgentError("Write genes as numbers with commas, such as genes:67,21,8.")
    genes = tuple(int(part) for part in parts)
    if len(genes) > MAX_GENES:
        raise AgentError(f"A chromosome has at most {MAX_GENES} genes, not {len(genes)}.")
    if max(genes) >= len(FULL):
        raise AgentError(f"Genes go from 0 to {len(FULL) - 1}, so {max(genes)} is none.")
    title = f"Genes {text}" if len(text) <= 24 else f"Genes {text[:20]}…"
    return Named(title, "Asks the rules of its chromosome one after another.", "", genes)
