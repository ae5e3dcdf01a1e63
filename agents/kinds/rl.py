"""Agents that learnt by deep reinforcement learning: ``rl:small-2p`` plays the policy of that run.

They need NumPy alone. What such an agent says to everybody follows from the kind of its move; what
it expects of its best moves, it tells those who see all hands.
"""

from __future__ import annotations

from dataclasses import dataclass

from agents.contract import AgentError, Decision
from agents.entry import Entry, without_seed
from agents.learning import policies, storage
from agents.learning.beliefs import Belief
from agents.learning.believing import belief_for
from agents.learning.recipe import Recipe
from agents.learning.run import Run
from agents.runs.errors import BadRun
from native import BadRules, Move, MoveKind, Rules, View
from native.environment import observation

PREFIX = "rl:"
NAMED: tuple[str, ...] = ()
EXAMPLE = "rl:small-2p"
TOLD = 3
"""Moves whose values are told."""

ABOUT = (
    "Nobody told it how to play. It played with itself, turn after turn, and a neural network "
    "learnt to foretell how many points each move brings from a position on. That is Rainbow, the "
    "learner of the published Hanabi challenge.",
    "It sees what the published learning environment shows: the other hands, the board, the last "
    "turn, and what clues have told of each card; no earlier turns. Here it always makes the move "
    "that it expects most of.",
    "Its habits come from partners like itself, so it reads strangers less well.",
)

WHY = {
    MoveKind.DISCARD: "Discarding this card is what has served it best in positions like this.",
    MoveKind.PLAY: "Playing this card is what has served it best in positions like this.",
    MoveKind.COLOUR: "A colour clue is what has served it best in positions like this.",
    MoveKind.RANK: "A rank clue is what has served it best in positions like this.",
}
"""For every seat: values hang on hands that not all of them see."""


@dataclass(frozen=True)
class Learnt:
    """Decides by a policy; it needs no lots."""

    address: str
    policy: policies.Policy
    belief: Belief

    @property
    def version(self) -> str:
        return self.policy.version

    def decide(self, view: View) -> Decision:
        observed = observation.observe(view)
        values = self.policy.values(observed.words[None], self.belief.of_view(view)[None])[0]
        legal = [action for action in range(len(values)) if observed.legal >> action & 1]
        ranked = sorted(legal, key=lambda action: (-float(values[action]), action))
        moves = [observation.move_of(view, action) for action in ranked]
        told = [
            f"{_words(view, move)} {float(values[action]):.2f}"
            for move, action in zip(moves[:TOLD], ranked, strict=False)
        ]
        return Decision(
            move=moves[0],
            why=WHY[moves[0].kind],
            detail=f"The points that it expects from here on: {', '.join(told)}.",
            data={
                "position": int(moves[0].kind),
                "kind": moves[0].kind.name.lower(),
                "values": {
                    move.text(view.rules): round(float(values[action]), 4)
                    for move, action in zip(moves, ranked, strict=True)
                },
            },
        )


def entry(address: str) -> Entry:
    """The agent of a run, as far as it has learnt by now. Raises AgentError in words."""
    # Not remembered: while its run goes on, it learns more.
    try:
        run = storage.load(address.removeprefix(PREFIX))
        policy = policies.load(storage.folder(run.name) / policies.FILE)
        belief = belief_for(policy.card.recipe)
    except BadRun as error:
        raise AgentError(str(error)) from None
    recipe = policy.card.recipe
    return Entry(
        address=address,
        title=f"Learner: {run.name}",
        summary=_summary(run),
        version=policy.version,
        players=(recipe.players,),
        make=without_seed(Learnt(address, policy, belief)),
        refusal=lambda rules: refusal(recipe, rules),
        about=(*ABOUT, _history(run)),
        source="Bard et al., The Hanabi challenge (2020)",
    )


def refusal(recipe: Recipe, rules: Rules) -> str:
    """Why it cannot play by these rules, or nothing."""
    known = recipe.rules
    try:
        observation.check(rules)
    except BadRules:
        return "It learnt with five plain suits, and this variant has others."
    sizes = [(observation.bits(r), r.move_count, r.copies, r.hand_size) for r in (known, rules)]
    return (
        "" if sizes[0] == sizes[1] else "It learnt with other cards or hands than these rules have."
    )


def _summary(run: Run) -> str:
    test = run.final or (run.curve[-1].test if run.curve else None)
    scored = f"; {test.mean:.1f} points with itself, lost games at 0" if test else ""
    return f"Taught itself by deep reinforcement learning{scored}."


def _history(run: Run) -> str:
    recipe = run.recipe
    extras = [
        *(["intrinsic rewards for goals (GOIR)"] if recipe.goir else []),
        *([f"beliefs of its cards ({recipe.belief})"] if recipe.belief != "none" else []),
    ]
    learnt = f"It learnt from {run.turns:,} turns by {recipe.algorithm}"
    return f"{learnt}, with {' and '.join(extras)}." if extras else f"{learnt}."


def _words(view: View, move: Move) -> str:
    """play slot 2; clue red to seat 1"""
    if move.slot is not None:
        return f"{move.kind.name.lower()} slot {view.position(view.seat, move.slot)}"
    assert move.target is not None
    assert move.value is not None
    seat = (view.seat + move.target) % view.rules.players + 1
    colour = view.rules.colours[move.value].name if move.kind is MoveKind.COLOUR else move.value
    return f"clue {colour} to seat {seat}"
