"""A searching agent at a table. Its decision is a function of its seed and its view, which has all
past moves.

Whether it makes its base agent's move, and its values of the moves, depend on the hands that it
sees. So they appear only in `Decision.detail` and `Decision.data`, which are for replays and open
tables.
"""

from collections.abc import Callable
from dataclasses import dataclass

from agents.contract import Decision, Explainer
from agents.entry import Entry
from agents.reasons import after, live
from agents.reasons.names import named
from native import Move, MoveKind, Rng, View
from native.search.search import Search, Thought

MOST_NAMED = 4
"""The maximum number of moves that the reason for a decision lists with their values."""


@dataclass(frozen=True)
class SearchAgent:
    """A searching agent at a table. Its randomness depends on the seed and the turn alone."""

    address: str
    searcher: Callable[[int], tuple[Search, Entry]]
    """Returns, given the number of players, the search and its base agent, whose move the search
    makes unless it finds a better one."""
    seed: str

    def decide(self, view: View) -> Decision:
        """Return the searching agent's move for a seat's view, with its reason. Raise RuntimeError
        if the search returns no move.
        """
        search, base = self.searcher(view.rules.players)
        thought = search.think(view, Rng(self.seed))
        if thought.move is None:
            raise RuntimeError(f"{base.title} found no move.")
        if thought.move != thought.usual:
            return departure(view, thought, base)
        return usual(view, thought, base, base.agent(self.seed).decide(view))


def departure(view: View, thought: Thought, base: Entry) -> Decision:
    """Return the decision, with its reason, for a move that the search prefers to that of its base
    agent `base`.

    `thought` is the finished search: its move, and the estimated values of all moves tried.
    """
    assert thought.move is not None
    what = {MoveKind.PLAY: "to play", MoveKind.DISCARD: "to discard"}
    better = f"{what[thought.move.kind]} this card" if thought.move.kind in what else "this clue"
    told = (
        f"{after.why(view, thought.move)} I looked ahead and preferred {better} to what "
        f"{base.title} would do."
    )
    return _decision(view, thought, base, told, ["better", thought.move.id(view.rules)])


def usual(view: View, thought: Thought, base: Entry, told: Decision) -> Decision:
    """Return the decision, with its reason, for a search that found no better move than that of
    its base agent `base`.

    `thought` is the finished search: its move, and the estimated values of all moves tried. `told`
    is the decision of `base` at the table; its reason is used if its move is the search's.
    """
    assert thought.move is not None
    if told.move == thought.move:
        reason = f"{told.detail or told.why} I looked ahead, and nothing was better."
        return _decision(view, thought, base, reason, ["usual", told.data.get("position")])
    reason = (
        f"{after.why(view, thought.move)} I looked ahead, and nothing was better than what "
        f"{base.title} would do."
    )
    return _decision(view, thought, base, reason, ["usual", thought.move.id(view.rules)])


def _decision(
    view: View, thought: Thought, base: Entry, told: str, position: list[object]
) -> Decision:
    assert thought.move is not None
    tried = sorted(
        (value for value in thought.values if value.worlds),
        key=lambda value: (value.move != thought.move, -value.worlds, -value.value),
    )
    values = ", ".join(f"{named(view, one.move)} {one.value:.1f}" for one in tried[:MOST_NAMED])
    return Decision(
        move=thought.move,
        why=_why(view, thought.move, base),
        detail=told,
        data={
            "how": f"Points expected: {values}." if values else "",
            "position": position,
            "rollouts": thought.rollouts,
            "usual": None if thought.usual is None else thought.usual.text(view.rules),
            "values": [
                {
                    "move": one.move.text(view.rules),
                    "value": round(one.value, 3),
                    "gain": round(one.gain, 3),
                    "error": round(one.error, 3),
                    "worlds": one.worlds,
                }
                for one in tried
            ],
        },
    )


def _why(view: View, move: Move, base: Entry) -> str:
    """Return the reason for a move, from public information alone; by the conventions of the base
    agent if it has any.
    """
    partner = base.agent("")
    return partner.why(view, move) if isinstance(partner, Explainer) else live.why(view, move)
