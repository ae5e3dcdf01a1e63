"""An agent that infers which policies its partners follow and responds to them.

Its decision is a function of its seed, its view and the games that it has seen: its belief is
recomputed from the record each time. The belief and the values of moves depend on hands that not
every seat sees, so only `Decision.detail` and `Decision.data` mention them, not `Decision.why`.
"""

from dataclasses import dataclass, replace

import numpy as np

from agents.contract import Agent, Decision
from agents.pools import crossplay
from agents.pools.policies import Policies, policies
from agents.reasons import after, live
from agents.reasons.names import named
from native import Move, Rng, View
from native.inference import suspects as evidence
from native.inference.suspects import Weights
from native.search import search
from native.search.search import Scoring, Setting, Thought, Value

VERSION = 1
"""The version of this module's code, incremented when the agent's decisions change; the function
`version` adds the versions of the other parts."""
SCORINGS = {"stacks": Scoring.STACKS, "zero": Scoring.ZERO, "half": Scoring.HALF}
"""How a simulated game lost by strikes is valued, by the option in the agent's address: as the
cards played, as 0, or as half of the cards played."""
DEFAULT = "half"
"""The scoring used if the address names none. Agents that use it score well under the other two
scorings as well."""
WORLDS, STEPS, SLIP, SURE, LEAST = 100, 8, 0.1, 1.5, 0.1
"""The search's `particles`, `steps`, `slip`, `sure` and `least` (see
`native.search.search.Setting`). They were tuned with other partners and on other deals than those
of the reported results."""

MOST_NAMED = 3
"""The maximum number of policies per seat, and of moves, that the reason for a decision lists."""
SWITCHED = "That goes best with what you have done so far."
SEARCHED = "In the games that I imagined with you, that went best."


@dataclass(frozen=True)
class Adaptive:
    """An adaptive agent at a table: it infers its partners' policies and responds to them.

    `pool` names the policies, and `rollouts` is the number of simulated games per move. `scoring`
    sets the score of a simulated game lost by strikes: the cards played (`stacks`) or 0 (`zero`).
    `games` is the number of finished games with the same partners from which the agent has learned.
    `known` has the weights of the policies after these games, shape (players, policies): one row
    per seat, in turn order from the agent's own; None before the first game.
    """

    address: str
    pool: str
    rollouts: int
    scoring: str
    learns: bool
    """Whether the agent infers its partners' policies from their moves; if not, all policies of
    the pool stay equally likely."""
    seed: str
    games: int = 0
    known: Weights | None = None

    def after(self, ended: View) -> Agent:
        """Return the agent after it has also learned from the finished game `ended`, seen from its
        seat.
        """
        known = turned(self.weights(ended), -ended.seat)
        return replace(self, games=self.games + 1, known=known)

    def weights(self, view: View) -> Weights:
        """Return the likelihood of each other seat's moves, in this game and earlier ones, under
        each policy of the pool: shape (players, policies), scaled so that the largest of each seat
        is 1.

        The row of the view's own seat is not meaningful. All are 1 if `learns` is False.
        """
        pool = policies(self.pool, view.rules.players)
        even = pool.suspects.even(view.rules.players)
        if not self.learns:
            return even
        before = even if self.known is None else turned(self.known, view.seat)
        return pool.suspects.weigh(view, Rng(self.seed).derive(self.games), before)

    def decide(self, view: View) -> Decision:
        """Return the agent's move for a seat's view, with its reason."""
        pool = policies(self.pool, view.rules.players)
        belief = shares(self.weights(view))
        member = answer(pool, belief, view.seat)
        rng = Rng(self.seed).derive(self.games).derive(view.turn)
        if not self.rollouts:
            return switched(view, pool, belief, member, _like(pool, member, view, rng))
        thought = pool.among(self.setting).think(view, belief, member, rng)
        return searched(view, pool, belief, member, thought)

    @property
    def setting(self) -> Setting:
        """The settings of the agent's search by simulated games."""
        return Setting(
            self.rollouts,
            particles=WORLDS,
            steps=STEPS,
            scoring=SCORINGS[self.scoring],
            slip=SLIP,
            sure=SURE,
            least=LEAST,
        )


def _like(pool: Policies, member: int, view: View, rng: Rng) -> Move:
    move = pool.blueprints[member].decide(view, rng).move
    assert move is not None, "members are clean: they make a legal move at last"
    return move


def turned(weights: Weights, seats: int) -> Weights:
    """Return `weights`, one row per seat, rotated by `seats` rows: row i becomes row i + `seats`,
    modulo the number of players.
    """
    return np.roll(weights, seats, axis=0)


def shares(weights: Weights) -> Weights:
    """Return the probability of each policy for each seat, shape (players, policies): `weights`
    divided by their sum per seat.
    """
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def answer(pool: Policies, belief: Weights, seat: int) -> int:
    """Return the index in `pool` of the best response to the other seats: the policy with the
    highest expected score with them.

    `belief` has the probability of each policy for each seat, shape (players, policies); `seat` is
    the agent's own. Scores are mean cards played by pairs of policies at tables of two.
    """
    others = [other for other in range(len(belief)) if other != seat]
    return int((pool.table.stacks @ belief[others].mean(axis=0)).argmax())


def version(pool: str) -> str:
    """Return the version text of an adaptive agent whose pool has the name `pool`, for example
    `paper-1+improved-1`.

    It changes with the code of the agent, the search and the inference, and with any member of the
    pool.
    """
    members = crossplay.digest(policies(pool, 2).entries)[:8]
    return f"{VERSION}.{search.VERSION}.{evidence.VERSION}-{members}"


def switched(view: View, pool: Policies, belief: Weights, member: int, move: Move) -> Decision:
    """Return the decision to make `move`, with its reason, for an agent that does not search.

    `move` is what policy number `member` of `pool` would do: the policy with the highest expected
    score with the agent's partners. `belief` has the probability of each policy for each seat,
    shape (players, policies).
    """
    return Decision(
        move=move,
        why=f"{live.why(view, move)} {SWITCHED}",
        detail=f"{after.why(view, move)} {SWITCHED}",
        data={
            "how": f"Moved like {pool.entries[member].title}. {likely(view, pool, belief)}",
            "position": move.id(view.rules),
            "like": pool.entries[member].address,
            "suspects": suspects(view, pool, belief),
        },
    )


def searched(
    view: View, pool: Policies, belief: Weights, member: int, thought: Thought
) -> Decision:
    """Return the decision for the move that a search by simulated games chose, with its reason.

    `thought` is the finished search: its choice, and the mean simulated score of each move.
    `belief` has the probability of each policy for each seat, shape (players, policies). `member`
    is the index in `pool` of the policy whose move the search makes unless another move gains more
    than `LEAST` points and `SURE` standard errors.
    """
    assert thought.move is not None, "members are clean: they make a legal move at last"
    usual = pool.entries[member]
    tried = [one for one in thought.values if one.worlds]
    # Moves tried in fewer worlds were dropped early, so they rank lower.
    tried.sort(key=lambda one: (one.worlds, one.value), reverse=True)
    return Decision(
        move=thought.move,
        why=f"{live.why(view, thought.move)} {SEARCHED}",
        detail=f"{after.why(view, thought.move)} {SEARCHED}",
        data={
            "how": f"{_compared(view, tried)} {likely(view, pool, belief)}".strip(),
            "position": thought.move.id(view.rules),
            "like": usual.address,
            "usual": thought.move == thought.usual,
            "suspects": suspects(view, pool, belief),
            "values": [
                [one.move.text(view.rules), round(one.value, 2), round(one.error, 2), one.worlds]
                for one in tried
            ],
        },
    )


def likely(view: View, pool: Policies, belief: Weights) -> str:
    """Return sentences that name, for each other seat, the MOST_NAMED policies of the pool that it
    most likely follows, with their probabilities.

    `belief` has the probability of each policy for each seat, shape (players, policies).
    """
    said = []
    for seat in range(view.rules.players):
        if seat != view.seat:
            named = [
                f"{pool.entries[i].title} ({100 * belief[seat, i]:.0f}%)"
                for i in best(belief[seat])
            ]
            said.append(f"Took seat {seat + 1} for {', '.join(named)}.")
    return " ".join(said)


def suspects(view: View, pool: Policies, belief: Weights) -> dict[str, list[list[object]]]:
    """Return, for each other seat, the MOST_NAMED policies of the pool that it most likely
    follows, as JSON-ready data.

    The keys are seats as text, from “0”; the values are lists of [address, probability], the
    likeliest first. `belief` has the probability of each policy for each seat, shape
    (players, policies).
    """
    return {
        str(seat): [
            [pool.entries[i].address, round(float(belief[seat, i]), 4)] for i in best(belief[seat])
        ]
        for seat in range(view.rules.players)
        if seat != view.seat
    }


def best(belief: Weights) -> list[int]:
    """Return the indices of the MOST_NAMED likeliest policies, the likeliest first; `belief` has
    the probability of each policy for one seat, shape (policies,).
    """
    order: list[int] = np.argsort(-belief, kind="stable")[:MOST_NAMED].tolist()
    return order


def _compared(view: View, tried: list[Value]) -> str:
    """Return a sentence that lists the tried moves with their mean scores in simulated games."""
    worths = [f"{named(view, one.move)}: {one.value:.1f}" for one in tried[:MOST_NAMED]]
    return f"Imagined games ended like this: {'; '.join(worths)}." if worths else ""
