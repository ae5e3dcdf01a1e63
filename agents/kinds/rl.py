"""Agents trained by deep reinforcement learning: ``rl:small-2p`` plays the run `small-2p`.

They need NumPy alone. The reason shown to all players depends only on the public record and the
move; the values of the agent's best moves are shown only to those who see all hands.
"""

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
from native import BadRules, Move, Rules, View
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


class Choice(NamedTuple):
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


@dataclass(frozen=True)
class Learnt:
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
        chances = self._cards(view, words, told)
        counted = told[:0] if chances is None else counted_of(view)
        meant = taken(np.array(ranked), np.repeat(told, len(ranked), axis=0), moves)
        choices = [
            Choice(observation.move_of(view, int(move)), float(values[action]), action >= moves)
            for action, move in zip(ranked, meant, strict=True)
        ]
        move = choices[0].move
        return Decision(
            move=move,
            why=f"{live.why(view, move)} {SERVED}",
            detail=f"{after.why(view, move)} {SERVED}{words_of_card(view, move, chances)}",
            data={
                "how": words_of_values(view, choices)
                + words_of_chance(view, move, chances, counted),
                "position": int(move.kind),
                "kind": move.kind.name.lower(),
                "values": {choice.text(view): round(choice.value, 4) for choice in choices},
                **({"cards": data_of_cards(view, chances, counted)} if chances is not None else {}),
            },
        )

    def _cards(self, view: View, words: Array, told: Array) -> Array | None:
        """Return the probabilities that the network or the agent's belief gives to its own cards,
        oldest first, shape (hand_size, identities); None if it has neither.

        `words` is the bit-packed observation, (1, words), `told` the belief appended to it,
        (1, width).
        """
        cards = self.policy.cards(words, told)
        if cards is not None:
            return np.asarray(cards[0])
        if self.policy.card.recipe.belief == "none":
            return None
        size = view.rules.hand_size * view.rules.max_score
        return np.asarray(told[0, :size].reshape(view.rules.hand_size, -1))


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
        make=without_seed(Learnt(address, policy, belief)),
        refusal=partial(refusal, recipe.rules),
        self_play_games=50,
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


def words_of_values(view: View, choices: list[Choice]) -> str:
    """Return a sentence that lists the first moves of `choices`, at most MOST_NAMED, with their
    expected points; `choices` are sorted by value, the best first.
    """
    values = [
        f"{named(view, choice.move)}{' as advised' if choice.advised else ''} {choice.value:.2f}"
        for choice in choices[:MOST_NAMED]
    ]
    return f"Points expected from here on: {', '.join(values)}."


def words_of_card(view: View, move: Move, chances: Array | None) -> str:
    """Return a sentence with the identity that the agent assigns to the card that `move` plays or
    discards; empty for a clue, or if `chances` is None.

    `chances` has the agent's probabilities of its own cards, the oldest first, shape
    (hand_size, identities); None if it computes none.
    """
    if chances is None or move.slot is None:
        return ""
    card = view.rules.cards[_likeliest(view, move.slot, chances)[1]]
    return f" I take this card for a {view.rules.colours[card.suit].name.lower()} {card.rank}."


def words_of_chance(view: View, move: Move, chances: Array | None, counted: Array) -> str:
    """Return a sentence with the probability of the identity that the agent assigns to the card
    that `move` plays or discards; empty for a clue, or if `chances` is None.

    It gives the agent's probability, from `chances`, and the exact one, from `counted` (see
    `counted_of`). Both arrays have the probabilities of the own cards, the oldest first, shape
    (hand_size, identities); `chances` is None if the agent computes none.
    """
    if chances is None or move.slot is None:
        return ""
    place, likely = _likeliest(view, move.slot, chances)
    card = view.rules.cards[likely].text(view.rules.suits)
    sure, known = chances[place][likely], counted[place][likely]
    return f" Chance that the card is {card}: {100 * sure:.0f}%, by counting {100 * known:.0f}%."


def _likeliest(view: View, slot: int, chances: Array) -> tuple[int, int]:
    """Return the index of a card among the seat's own, oldest first, and its likeliest identity."""
    place = view.own_slots.index(slot)
    return place, int(chances[place].argmax())


def data_of_cards(view: View, chances: Array, counted: Array) -> list[dict[str, object]]:
    """Return, for each own card from the oldest, its likeliest identity by the agent's
    probabilities, as JSON-ready data.

    `chances` has the agent's probabilities, `counted` the exact ones (`counted_of`), both of shape
    (hand_size, identities), the oldest card first. The keys of the result are `slot`, `card` (the
    identity as text), `chance` (its probability in `chances`) and `counted` (its probability in
    `counted`).
    """
    likely = [int(place) for place in chances.argmax(axis=1)]
    return [
        {
            "slot": view.position(view.seat, slot),
            "card": view.rules.cards[likely[place]].text(view.rules.suits),
            "chance": round(float(chances[place][likely[place]]), 3),
            "counted": round(float(counted[place][likely[place]]), 3),
        }
        for place, slot in enumerate(view.own_slots)
    ]


def counted_of(view: View) -> Array:
    """Return the exact probabilities of the seat's own cards from counting consistent deals, the
    oldest first, shape (hand_size, identities).
    """
    return np.asarray(ExactBelief().of_view(view).reshape(view.rules.hand_size, -1))
