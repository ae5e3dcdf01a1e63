"""The information strategy of Cox et al. (2015), based on hat-guessing puzzles, as an agent.

It is strong with copies of itself and poor with strangers.
"""

from dataclasses import dataclass

from agents.contract import AgentError, Decision
from agents.entry import Entry, without_seed
from agents.persona import Persona
from agents.reasons.names import place
from native import Move, MoveKind, Rules, View
from native.strategies import hat
from native.strategies.hat import Hat, HatReason

ADDRESS = EXAMPLE = "hat:information"
NAMED = (ADDRESS,)

VERSION = "2"
TITLE = "Information"
SUMMARY = (
    "Its clues are a code about all hands at once. Nearly perfect with copies of itself, lost "
    "with anybody else."
)
PLAYERS = (2, 3, 4, 5, 6)

ABOUT = (
    "All players keep one table of what everybody knows about every card. When somebody gives a "
    "clue, agreed questions are asked of each hand but the giver's: which of these cards is the "
    "first that can be played, the least likely one asked first, and then, what is each of the "
    "others good for? Useless, critical, playable, or none of these. The answers of all receivers "
    "are added up, and the sum says which clue to give: to whom, colour or rank, and whether it "
    "touches one agreed card. You hear it, see the other hands, subtract their answers, and are "
    "left with the answer about your own. So one clue speaks to everybody.",
    "A discard or a play speaks too. Cards of which everybody knows the same are as good as each "
    "other, so which of them goes is a sum of answers as well. And while cards can be spared, a "
    "useless card is discarded rather than a clue given, unless somebody has a playable card and "
    "knows of none. So a discard with clue tokens left tells you that nobody has.",
    "It assumes that every other seat does exactly the same. With anybody else it always makes a "
    "legal move, but it takes clues for sums and will misread them.",
    "The idea is that of Cox, De Silva, DeOrsey, Kenter, Retter and Tobin, “How to make the "
    "perfect fireworks display” (2015), who built it on hat-guessing puzzles.",
)

SUM = "My clue is a code for everybody: it adds up the answers for all other hands."

SEEN = {
    HatReason.CLUE: "Somebody had a playable card and knew of none, or all clue tokens were there.",
    HatReason.PLAY: "It was certainly playable.",
    HatReason.RISK: "It was probably playable and otherwise useless, and I had a strike to spare.",
    HatReason.WASTE: "It was certainly useless.",
    HatReason.SEEN: "Another hand held a copy.",
    HatReason.LEAST: "I could spare it best.",
    HatReason.LAST_CHANCE: "It was the likeliest card, and nothing could be lost any more.",
    HatReason.STALL: "I had nothing better to do.",
}


@dataclass(frozen=True)
class HatAgent:
    """An agent that plays the information strategy (hat guessing) at a table. It decides in C,
    without randomness.
    """

    address: str = ADDRESS

    def decide(self, view: View) -> Decision:
        """Return the agent's move for a seat's view, with its reason."""
        decision = hat.decide(view)
        said = _said(view, decision.move)
        return Decision(
            move=decision.move,
            why=said,
            detail=f"{said} {SEEN[decision.reason]}",
            data={
                "how": _told(view, decision),
                "position": int(decision.reason),
                "reason": decision.reason.name.lower(),
                "slot": decision.slot,
                "clues": decision.clues,
                "code": decision.code,
            },
        )


def _said(view: View, move: Move) -> str:
    """Return the reason for a move, from public information alone.

    It omits the answers in the code, which depend on hands that not every seat sees.
    """
    if move.slot is None:
        return SUM
    slot = place(view, view.seat, move.slot)
    if move.kind is MoveKind.PLAY:
        return f"By the coded clues so far, I played {slot}."
    return f"I discarded {slot}. Which card I discard is a part of the code, too."


def entry(address: str) -> Entry:
    """Return the registry entry of the agent at `hat:information`. Raise AgentError for any other
    address.
    """
    if address != ADDRESS:
        raise AgentError(f"There is no agent “{address[:80]}”. The hat player is {ADDRESS}.")
    return Entry(
        address=ADDRESS,
        title=TITLE,
        summary=SUMMARY,
        persona=Persona(suits="Copies of itself: its clues are a code."),
        version=VERSION,
        players=PLAYERS,
        make=without_seed(HatAgent()),
        refusal=refusal,
        about=ABOUT,
        blueprint=lambda _players: hat.blueprint(),
    )


def refusal(rules: Rules) -> str:
    """Return a sentence on why the information strategy cannot be played by these rules; empty if
    it can.
    """
    if hat.knows(rules):
        return ""
    return f"{TITLE} needs one colour and one rank for each card, which this variant has not."


def _told(view: View, decision: Hat) -> str:
    """Return the slot, the code's number, and which seats learn of a playable card, as
    sentences.
    """
    slot = "" if decision.slot is None else f"Slot {view.position(view.seat, decision.slot)}."
    if decision.code is None:
        return slot
    told = [
        f"seat {number + 1} that slot {view.position(number, slot)} is playable"
        for number, slot in decision.told.items()
        if slot is not None
    ]
    number = f"{slot} It is number {decision.code + 1} of {decision.clues}.".strip()
    return f"{number} It tells {', '.join(told)}." if told else number
