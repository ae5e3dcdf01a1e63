"""Agents that learnt by deep reinforcement learning: ``rl:small-2p`` plays the policy of that run.

They need NumPy alone. What such an agent says to everybody follows from the kind of its move; what
it expects of its best moves, it tells those who see all hands.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agents import registry
from agents.contract import AgentError, Decision
from agents.entry import Entry, without_seed
from agents.kinds.learnt_words import (
    Choice,
    counted_of,
    data_of_cards,
    words_of_card,
    words_of_chance,
    words_of_values,
)
from agents.kinds.plain_reasons import why
from agents.kinds.saying import listed
from agents.kinds.whole_reasons import whole
from agents.learning import policies, storage
from agents.learning.advice import taken
from agents.learning.beliefs import Belief
from agents.learning.believing import belief_for
from agents.learning.recipe import Recipe
from agents.learning.run import Run
from agents.learning.weight_files import Array
from agents.runs.errors import BadRun
from native import BadRules, Rules, View
from native.environment import observation

BELIEFS = {
    "exact": "the exact odds of its own cards",
    "hcic": "odds of its own cards that another network learnt (HCIC)",
}
PREFIX = "rl:"
NAMED = ("rl:plus-2p",)
EXAMPLE = "rl:small-2p"

ALONE = "Nobody told it how to play."
ADVISED = "Each turn it is told what {} would do, and learns when to do that and when not."
ABOUT = (
    "It played with itself, turn after turn, and a neural network learnt to predict how many "
    "points each move brings from a position on. That is Rainbow, the learner of the published "
    "Hanabi challenge.",
    "It sees what the published learning environment shows: the other hands, the board, the last "
    "turn, and what clues have told of each card; no earlier turns. Here it always makes the move "
    "that it expects most of.",
    "Its habits come from partners like itself, so it reads strangers less well.",
)

SERVED = "That has served me best in positions like this."


@dataclass(frozen=True)
class Learnt:
    """Decides by a policy; it needs no lots."""

    address: str
    policy: policies.Policy
    belief: Belief

    @property
    def version(self) -> str:
        return _version(self.policy)

    def decide(self, view: View) -> Decision:
        observed, moves = observation.observe(view), view.rules.move_count
        words, told = observed.words[None], self.belief.of_view(view)[None]
        values = self.policy.values(words, told)[0]
        legal = [action for action in range(moves) if observed.legal >> action & 1]
        # After all moves comes the advice, if it has an adviser.
        ranked = sorted([*legal, *range(moves, len(values))], key=lambda a: (-float(values[a]), a))
        chances = self._cards(view, words, told)
        counted = told[:0] if chances is None else counted_of(view)
        choices = [
            Choice(observation.move_of(view, int(meant)), float(values[action]), action >= moves)
            for action, meant in zip(ranked, self._meant(ranked, told, moves), strict=True)
        ]
        move = choices[0].move
        return Decision(
            move=move,
            why=f"{why(view, move)} {SERVED}",
            detail=f"{whole(view, move)} {SERVED}{words_of_card(view, move, chances)}",
            data={
                "how": words_of_values(view, choices)
                + words_of_chance(view, move, chances, counted),
                "position": int(move.kind),
                "kind": move.kind.name.lower(),
                "values": {choice.text(view): round(choice.value, 4) for choice in choices},
                **({"cards": data_of_cards(view, chances, counted)} if chances is not None else {}),
            },
        )

    def _meant(self, actions: list[int], told: Array, moves: int) -> Array:
        rows = np.repeat(told, len(actions), axis=0)
        return np.asarray(taken(np.array(actions), rows, moves))

    def _cards(self, view: View, words: Array, told: Array) -> Array | None:
        """(hand_size, identities) what it takes its cards for, if it tells."""
        cards = self.policy.cards(words, told)
        if cards is not None:
            return np.asarray(cards[0])
        if self.policy.card.recipe.belief == "none":
            return None
        size = view.rules.hand_size * view.rules.max_score
        return np.asarray(told[0, :size].reshape(view.rules.hand_size, -1))


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
        version=_version(policy),
        players=(recipe.players,),
        make=without_seed(Learnt(address, policy, belief)),
        refusal=lambda rules: refusal(recipe, rules),
        self_play_games=50,
        about=(f"{_told(recipe)} {ABOUT[0]}", *ABOUT[1:], _history(run)),
        source="Bard et al., The Hanabi challenge (2020)",
    )


def _version(policy: policies.Policy) -> str:
    """Changes with its adviser's too."""
    advice = policy.card.recipe.advice
    return f"{policy.version}-{registry.find(advice).version}" if advice else policy.version


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
    advice = run.recipe.advice
    by = f", advised by {registry.find(advice).title}" if advice else ""
    return f"Taught itself by deep reinforcement learning{by}{scored}."


def _told(recipe: Recipe) -> str:
    return ADVISED.format(registry.find(recipe.advice).title) if recipe.advice else ALONE


def _history(run: Run) -> str:
    recipe = run.recipe
    extras = [
        *(["rewards for goals that it learns from alone (GOIR)"] if recipe.goir else []),
        *([BELIEFS[recipe.belief]] if recipe.belief in BELIEFS else []),
        *(["the task to name its own cards"] if recipe.cards else []),
        *(["colours renamed by lot"] if recipe.colours else []),
        *([f"the advice of {registry.find(recipe.advice).title}"] if recipe.advice else []),
    ]
    learnt = f"It learnt from {run.turns:,} turns by {recipe.algorithm}"
    return f"{learnt}, with {listed(extras)}." if extras else f"{learnt}."
