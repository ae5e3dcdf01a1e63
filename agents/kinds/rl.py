"""Agents trained by deep reinforcement learning: ``rl:small-2p`` plays the run `small-2p`.

They need NumPy alone. The reason shown to all players depends only on the public record and the
move; the values of the agent's best moves are shown only to those who see all hands.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from agents import registry
from agents.contract import AgentError, Decision
from agents.entry import Entry, without_seed
from agents.learning import policies
from agents.learning.beliefs import Belief, ExactBelief, belief_for, taken
from agents.learning.run import LEARNERS, LearningRun
from agents.learning.weight_files import Array
from agents.persona import Persona
from agents.reasons import after, live
from agents.reasons.names import listed, named
from agents.runs.errors import BadRun
from native import BadRules, Card, Move, Rules, View
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

MOST_NAMED = 3
"""The maximum number of moves that the reason for a decision lists with their values."""
SERVED = "That has served me best in positions like this."


class ValuedMove(NamedTuple):
    """A legal move, and the network's estimate of the points still to come after it."""

    move: Move
    value: float
    advised: bool
    """Whether it stands for the extra action “follow the adviser”, in networks that get another
    agent's move as an input."""

    def text(self, view: View) -> str:
        """Return the move as text such as `p0`, or `advice p0` if the action is to follow the
        adviser.
        """
        text = self.move.text(view.rules)
        return f"advice {text}" if self.advised else text


class OwnCard(NamedTuple):
    """A card of the seat's own hand: its likeliest identity by the agent's probabilities, and the
    probability of this identity by the agent and by counting consistent deals.
    """

    card: Card
    chance: np.float32
    counted: np.float32


@dataclass(frozen=True)
class LearnerAgent:
    """An agent trained by deep reinforcement learning, at a table. It has no randomness."""

    address: str
    policy: policies.Policy
    belief: Belief

    def decide(self, view: View) -> Decision:
        """Return the trained agent's move for a seat's view, with its reason."""
        observed, moves = observation.observe(view), view.rules.move_count
        words, told = observed.words[None], self.belief.of_view(view)[None]
        values = self.policy.values(words, told)[0]
        legal = [action for action in range(moves) if observed.legal >> action & 1]
        # The actions after all moves follow the adviser, if there is one.
        ranked = sorted([*legal, *range(moves, len(values))], key=lambda a: (-float(values[a]), a))
        own = self._own_cards(view, words, told)
        meant = taken(np.array(ranked), np.repeat(told, len(ranked), axis=0), moves)
        choices = [
            ValuedMove(observation.move_of(view, int(move)), float(values[action]), action >= moves)
            for action, move in zip(ranked, meant, strict=True)
        ]
        move = choices[0].move
        card = None if move.slot is None else own.get(move.slot)
        return Decision(
            move=move,
            why=f"{live.why(view, move)} {SERVED}",
            detail=f"{after.why(view, move)} {SERVED}{_taken_for(view, card)}",
            data={
                "how": _values(view, choices) + _chance(view, card),
                "position": int(move.kind),
                "kind": move.kind.name.lower(),
                "values": {choice.text(view): round(choice.value, 4) for choice in choices},
                **({"cards": _data(view, own)} if own else {}),
            },
        )

    def _own_cards(self, view: View, words: Array, told: Array) -> dict[int, OwnCard]:
        """Return the seat's own cards by slot, from the probabilities that the network or the
        agent's belief gives; empty if it has neither.

        `words` is the bit-packed observation, (1, words), `told` the belief appended to it,
        (1, width).
        """
        rules, cards = view.rules, self.policy.cards(words, told)
        if cards is None and self.policy.card.recipe.belief == "none":
            return {}
        if cards is None:
            cards = told[:, : rules.hand_size * rules.max_score]
        chances, counted = (
            array.reshape(rules.hand_size, -1) for array in (cards, ExactBelief().of_view(view))
        )
        cards_of = zip(view.own_slots, chances.argmax(axis=1), chances, counted, strict=False)
        return {
            slot: OwnCard(rules.cards[likely], of_card[likely], by_counting[likely])
            for slot, likely, of_card, by_counting in cards_of
        }


def entry(address: str) -> Entry:
    """Return the registry entry of the agent of a training run, at an address such as
    `rl:small-2p`.

    It plays the run's current policy. Raise AgentError if the run has none.
    """
    # Not cached: the policy changes while its run trains.
    try:
        run = LEARNERS.load(address.removeprefix(PREFIX))
        policy = policies.of_run(run)
        belief = belief_for(policy.card.recipe)
    except BadRun as error:
        raise AgentError(str(error)) from None
    recipe = policy.card.recipe
    advice = registry.find(recipe.advice).title if recipe.advice else ""
    return Entry(
        address=address,
        title=f"Learner: {run.name}",
        summary=_summary(run),
        persona=Persona(suits="Players who want to meet a neural network."),
        version=_version(policy),
        players=(recipe.players,),
        make=without_seed(LearnerAgent(address, policy, belief)),
        refusal=partial(refusal, recipe.rules),
        self_play_games=0,
        about=(
            f"{ADVISED.format(advice) if advice else ALONE} {ABOUT[0]}",
            *ABOUT[1:],
            _history(run),
        ),
        source="Bard et al., The Hanabi challenge (2020)",
    )


def _version(policy: policies.Policy) -> str:
    """Return the policy's version, followed by that of the adviser whose moves it may follow, if
    any.
    """
    advice = policy.card.recipe.advice
    return f"{policy.version}-{registry.find(advice).version}" if advice else policy.version


def refusal(known: Rules, rules: Rules) -> str:
    """Return a sentence on why a network trained with the rules `known` cannot play with `rules`;
    empty if it can.
    """
    try:
        observation.check(rules)
    except BadRules:
        return "It learnt with five plain suits, and this variant has others."
    sizes = [(observation.bits(r), r.move_count, r.copies, r.hand_size) for r in (known, rules)]
    return (
        "" if sizes[0] == sizes[1] else "It learnt with other cards or hands than these rules have."
    )


def _summary(run: LearningRun) -> str:
    test = run.final or (run.curve[-1].test if run.curve else None)
    scored = f"; {test.mean:.1f} points with itself, lost games at 0" if test else ""
    advice = run.recipe.advice
    by = f", advised by {registry.find(advice).title}" if advice else ""
    return f"Taught itself by deep reinforcement learning{by}{scored}."


def _history(run: LearningRun) -> str:
    recipe = run.recipe
    extras = [
        *(["rewards for goals that it learns from alone (GOIR)"] if recipe.goir != "none" else []),
        *([BELIEFS[recipe.belief]] if recipe.belief in BELIEFS else []),
        *(["the task to name its own cards"] if recipe.cards else []),
        *(["colours permuted at random"] if recipe.colours else []),
        *([f"the advice of {registry.find(recipe.advice).title}"] if recipe.advice else []),
    ]
    learnt = f"It learnt from {run.turns:,} turns by {recipe.algorithm}"
    return f"{learnt}, with {listed(extras)}." if extras else f"{learnt}."


def _values(view: View, choices: list[ValuedMove]) -> str:
    """Return a sentence that lists the first moves of `choices`, at most MOST_NAMED, with their
    expected points; `choices` are sorted by value, the best first.
    """
    values = [
        f"{named(view, choice.move)}{' as advised' if choice.advised else ''} {choice.value:.2f}"
        for choice in choices[:MOST_NAMED]
    ]
    return f"Points expected from here on: {', '.join(values)}."


def _taken_for(view: View, own: OwnCard | None) -> str:
    """Return a sentence with the identity that the agent assigns to the card that it plays or
    discards; empty for a clue, or if it computes no probabilities.
    """
    if own is None:
        return ""
    colour = view.rules.colours[own.card.suit].name.lower()
    return f" I take this card for a {colour} {own.card.rank}."


def _chance(view: View, own: OwnCard | None) -> str:
    """Return a sentence with the probabilities of the identity that the agent assigns to the card
    that it plays or discards; empty for a clue, or if it computes none.
    """
    if own is None:
        return ""
    card, sure, known = own.card.text(view.rules.suits), 100 * own.chance, 100 * own.counted
    return f" Chance that the card is {card}: {sure:.0f}%, by counting {known:.0f}%."


def _data(view: View, own: Mapping[int, OwnCard]) -> list[dict[str, object]]:
    """Return the seat's own cards, the oldest first, as JSON-ready data."""
    return [
        {
            "slot": view.position(view.seat, slot),
            "card": one.card.text(view.rules.suits),
            "chance": round(float(one.chance), 3),
            "counted": round(float(one.counted), 3),
        }
        for slot, one in own.items()
    ]
