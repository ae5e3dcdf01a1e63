"""Agents that find out with whom they play: ``adaptive:500:paper-1+improved-1``.

The budget may be followed by what a game that ends by strikes is worth to it: `stacks` its cards,
`zero` nothing, `half` (if nothing is said) half of them. ``adaptive:0:`` does not search; `even`
learns nothing from what partners do. Both tell what the other half is worth.
"""

from __future__ import annotations

from functools import partial

from agents.contract import AgentError
from agents.entry import Entry
from agents.kinds.adaptive.about import ABOUT, summary
from agents.kinds.adaptive.agent import DEFAULT, SCORINGS, Adaptive, version
from agents.pools.members import members
from agents.pools.policies import policies
from native import Rules

PREFIX = "adaptive:"
NAMED = ("adaptive:500:paper-1+improved-1",)
EXAMPLE = "adaptive:500:paper-1+improved-1"
MOST_ROLLOUTS = 20_000
PLAYERS = (2, 3, 4, 5)
EVEN = "even"
WORDS = (*SCORINGS, EVEN)


def entry(address: str) -> Entry:
    """The agent with this budget and pool. Raises AgentError, in words."""
    rollouts, words, pool = _parts(address)
    scoring = next((word for word in words if word in SCORINGS), DEFAULT)
    players = tuple(n for n in PLAYERS if any(n in one.players for one in members(pool, 2)))
    policies(pool, players[0])
    return Entry(
        address=address,
        title=f"Adaptive to {pool}{', taken as even' if EVEN in words else ''}",
        summary=summary(pool, rollouts, learns=EVEN not in words),
        version=version(pool),
        players=players,
        make=partial(Adaptive, address, pool, rollouts, scoring, EVEN not in words),
        refusal=refusal,
        pool=pool,
        about=ABOUT,
        self_play_games=0,
        seconds=0.5,
    )


def refusal(rules: Rules) -> str:
    """Why it cannot play by these rules, or nothing."""
    if rules.struct.suits == 5 and rules.struct.ranks == 5:
        return ""
    return "Its pool was evolved with five suits of five ranks, and this variant has others."


def _parts(address: str) -> tuple[int, list[str], str]:
    """Rollouts, the words after them, and the pool. Raises AgentError, in words."""
    budget, _, pool = address.removeprefix(PREFIX).partition(":")
    number, *words = budget.split(",")
    known = number.isascii() and number.isdecimal() and len(number) < 8
    if not known or not pool:
        raise AgentError(f"Write adaptive:ROLLOUTS:POOL, such as {EXAMPLE}, not “{address[:80]}”.")
    if int(number) > MOST_ROLLOUTS:
        raise AgentError(f"Rollouts a move go from 0 to {MOST_ROLLOUTS:,}, not {number}.")
    if wrong := [word for word in words if word not in WORDS or words.count(word) > 1]:
        raise AgentError(f"After the rollouts may stand {', '.join(WORDS)}, not “{wrong[0][:40]}”.")
    if sum(word in SCORINGS for word in words) > 1:
        raise AgentError(f"A lost game is worth one of {', '.join(SCORINGS)}, not several.")
    return int(number), words, pool
