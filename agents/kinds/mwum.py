"""Agents trained by multiplicative weights: ``mwum:knowing-2`` plays the policy of the training
run `knowing-2`.
"""

from dataclasses import dataclass

from agents.contract import AgentError, Decision
from agents.entry import Entry, without_seed
from agents.mwum import policies
from agents.mwum.run import RUNS
from agents.persona import Persona
from agents.reasons import after, live
from agents.runs.errors import BadRun
from native import Rules, View
from native.strategies import hat
from native.strategies.mwum.policy import Memory, decide
from native.strategies.mwum.words import DISCARD, PLAY, action, kind_of, public, state

PREFIX = "mwum:"
NAMED = ("mwum:knowing-2",)
EXAMPLE = "mwum:knowing-2"
SUITS = 5

ABOUT = (
    "Nobody told it how to play. It began with any legal move and played with itself; every few "
    "moves it asked what had changed: points gained, and what such positions had brought so far. "
    "What went better than usual in its situation became more likely there. That is the "
    "multiplicative weights update method.",
    "Its situations are what a seat really knows, in rough classes: how far the game is, clue "
    "tokens, strikes, whether others have a card to play, what its own cards can be, and what the "
    "next player would lose by discarding. Its actions are what a move would do, such as “play a "
    "card that a rank clue was about” or “tell of a playable card”. What a clue is about is given: "
    "the oldest untouched card if the clue touches it, else the newest. What that should mean it "
    "found out by itself.",
    "Here it always does what weighs most. A clue follows the habits of its own run, so it reads "
    "strangers less well than itself.",
)


SERVED = "That has served me best in such situations."


@dataclass(frozen=True)
class MwumAgent:
    """An agent trained by multiplicative weights, at a table. Its policy has no randomness."""

    address: str
    policy: Memory

    def decide(self, view: View) -> Decision:
        """Return the agent's move for a seat's view, with its reason."""
        choice = decide(view, self.policy)
        seen = "" if choice.known else " A situation that it had hardly met."
        facts = "; ".join(f"{what}: {value}" for what, value in state(choice.state).items())
        return Decision(
            move=choice.move,
            why=f"{live.why(view, choice.move)} {SERVED}",
            detail=f"{after.why(view, choice.move)} {SERVED}",
            data={
                "how": f"Chose to {_verb(choice.code)}.{seen} The situation: {facts}.",
                "position": public(choice.code),
                "kind": choice.move.kind.name.lower(),
                "state": choice.state,
                "action": choice.code,
                "known": choice.known,
            },
        )


def entry(address: str) -> Entry:
    """Return the registry entry of the agent of a training run, at an address such as
    `mwum:knowing-2`.

    It plays the run's current policy. Raise AgentError if the run has none, or trained an agent
    that looks at its own hidden cards.
    """
    # Not cached: the policy changes while its run trains.
    name = address.removeprefix(PREFIX)
    try:
        run = RUNS.load(name)
        if run.recipe.agent != "knowing":
            raise AgentError(
                f"{name} is the paper's agent: it looks at its own hidden cards, so it cannot be a "
                "partner."
            )
        policy, version = policies.load(name), policies.version(name)
    except BadRun as error:
        raise AgentError(str(error)) from None
    return Entry(
        address=address,
        title=f"Self-taught: {name}",
        summary="Taught itself, from any legal move on.",
        persona=Persona(suits="Players who want to meet a self-taught bot."),
        version=version,
        players=(run.recipe.players,),
        make=without_seed(MwumAgent(address, policy)),
        refusal=refusal,
        about=ABOUT,
        self_play_games=0,
    )


def refusal(rules: Rules) -> str:
    """Return a sentence on why an agent trained on five plain suits cannot play by these rules;
    empty if it can.
    """
    if hat.knows(rules) and len(rules.suits) == SUITS:
        return ""
    return "It learnt with five plain suits, and this variant has others."


def _verb(code: int) -> str:
    words = action(code)
    return words if kind_of(code) in (DISCARD, PLAY) else f"give a {words}"
