"""The convention agent at a table; its decisions depend only on its view, which contains the
public history.
"""

from dataclasses import dataclass
from functools import lru_cache

from agents.contract import Decision
from agents.entry import version_text
from agents.kinds.conv import levels
from agents.reasons import conventions
from native import Game, Move, Rng, View
from native.play.blueprint import Blueprint, Choice
from native.strategies.conv import (
    GROUP_VERSION,
    VERSION,
    ConvReason,
    Ideas,
    expected,
    expected_blind,
    explain,
)
from native.strategies.conv import reading as read_table

NO_LOTS = Rng(0)


@dataclass(frozen=True)
class ConvAgent:
    """A convention agent at a table. Its decisions are made in C, without randomness."""

    address: str
    level: str

    def decide(self, view: View) -> Decision:
        """Return the agent's move for a seat's view, with its reason."""
        blueprint = levels.blueprint(self.level)
        return by_conventions(blueprint, view, blueprint.decide(view, NO_LOTS))

    def why(self, view: View, move: Move) -> str:
        """Return the reason, by the agent's conventions, for a move of the agent's seat, as
        sentences from public information alone. The agent itself may prefer another move.
        """
        blueprint = levels.blueprint(self.level)
        return conventions.why(blueprint, view, move, explain(blueprint, view, move))

    def why_not(self, view: View, move: Move, slot: int) -> str:
        """Return a sentence on why the agent's seat made `move` instead of playing its clued card
        in `slot`: what the card's clues mean by the agent's conventions.
        """
        return conventions.why_not(levels.blueprint(self.level), view, move, slot)


def by_conventions(blueprint: Blueprint, view: View, choice: Choice) -> Decision:
    """Return the decision for a move that a convention agent chose, with its reason as text and as
    data.

    `blueprint` is the agent as a strategy in C; `choice` is its move for `view` and the code of
    its reason.
    """
    assert choice.move is not None
    assert choice.reason is not None
    told, reason = explain(blueprint, view, choice.move), ConvReason(choice.reason)
    return Decision(
        move=choice.move,
        why=conventions.why(blueprint, view, choice.move, told),
        detail=conventions.detail(blueprint, view, choice.move, reason, told),
        data={
            "how": conventions.how(reason),
            "position": choice.move.id(view.rules) | told.touched << 8,
            "reason": reason.name.lower(),
            "slot": choice.slot,
            "target": choice.target,
        },
    )


def reading(blueprint: Blueprint, game: Game, seat: int, slot: int) -> int:
    """Return the identities (bit set) that `seat` infers for its card in `slot` by an agent's
    conventions; 0 means that the card is useless.

    `blueprint` is the agent as a strategy in C. A clued card has the identities that everybody
    infers from its clues, except those that its holder can exclude: identities ruled out by the
    hands that the holder sees, identities that need a finesse for which nobody has the card,
    identities of which a copy is clued elsewhere and, by the principle of good touch, those of the
    holder's other clued cards. An unclued card has the identities that the conventions assign to
    it, for example if a clue to another hand asks its holder to play it; otherwise all that
    everybody considers possible.
    """
    view = game.view(seat)
    table = read_table(blueprint, view)
    said, asked = table.said[seat], table.asked[seat]
    if (blind := expected_blind(blueprint, view, slot)) is not None:
        return blind
    if not game.touched(seat, slot):
        return said[slot] & expected(blueprint, view, slot) if asked[slot] else said[slot]
    clued = [one for one in view.own_slots if view.touched(seat, one)]
    may_be = {one: said[one] & expected(blueprint, view, one) or said[one] for one in clued}
    known: set[int] = set()
    while alone := {one for one in clued if may_be[one].bit_count() == 1} - known:
        known |= alone
        for one in alone:
            for other in set(clued) - {one}:
                may_be[other] = may_be[other] & ~may_be[one] or may_be[other]
    return may_be[slot]


@lru_cache
def version(level: str) -> str:
    """Return the version text, such as `1.3f9c2a`, of the convention agent of a level such as
    `expert` or `h11:no-bluffs`.

    It changes with the level's weights and conventions, and with the code that interprets clues.
    """
    profile, *without = level.split(":")
    told, code = levels.path(profile).read_bytes(), VERSION
    if profile in levels.PROFILES:
        ideas = levels.ideas_of(level) if without else levels.PROFILES[profile]
        # All of the H-Group's levels had good touch before it became one of the ideas.
        told += str(int(ideas ^ Ideas.TOUCH if ideas & Ideas.GROUP else ideas)).encode()
        if profile in levels.OWN_WEIGHTS:
            told += repr(sorted(levels.OWN_WEIGHTS[profile].items())).encode()
        code = GROUP_VERSION if ideas & Ideas.GROUP else VERSION
    return version_text(code, told)
