"""The information strategy as an agent: strong among copies of itself, lost among strangers."""

from __future__ import annotations

from dataclasses import dataclass

from agents.contract import AgentError, Decision
from agents.entry import Entry, without_seed
from native import Rules, View
from native.strategies.hat import hat
from native.strategies.hat.hat import Hat, Reason

ADDRESS = EXAMPLE = "hat:information"
NAMED = (ADDRESS,)

VERSION = "1"
TITLE = "Information"
SUMMARY = (
    "Its clues are sums of answers about all other hands. It assumes that every partner does the "
    "same, and misreads anybody else."
)
PLAYERS = (2, 3, 4, 5)

ABOUT = (
    "All players keep one table of what everybody knows about every card. When a clue is given, "
    "agreed questions are asked of each hand but the giver's: which of these cards is the first "
    "that can be played, and then, what is this card? The answers of all receivers are added up, "
    "and the sum says which clue to give: to whom, colour or rank, and whether it touches one "
    "agreed card. Whoever hears it sees the other hands, subtracts their answers, and is left with "
    "the answer about their own. So one clue speaks to everybody.",
    "It assumes that every other seat does exactly the same. With anybody else it always makes a "
    "legal move, but it takes clues for sums and will misread them.",
    "The idea is that of Cox, De Silva, DeOrsey, Kenter, Retter and Tobin, «How to make the "
    "perfect fireworks display» (2015), who built it on hat-guessing puzzles.",
)

WHY = {
    Reason.CLUE: "A clue to everybody: the answers for all other hands, added up.",
    Reason.PLAY: "Plays a card that it knows to be playable.",
    Reason.RISK: "Plays a card that is probably playable, with a strike to spare.",
    Reason.WASTE: "Discards a card that it knows to be useless.",
    Reason.SEEN: "Discards a card of which another hand holds a copy.",
    Reason.LEAST: "Discards the card that is least to be missed.",
    Reason.LAST_CHANCE: "Plays the likeliest card, since nothing can be lost any more.",
    Reason.STALL: "Had nothing better to do.",
}


@dataclass(frozen=True)
class HatAgent:
    """Decides by the core; it needs no lots."""

    address: str = ADDRESS
    version: str = VERSION

    def decide(self, view: View) -> Decision:
        found = hat.decide(view)
        why = WHY[found.reason]
        return Decision(
            move=found.move,
            why=why,
            detail=f"{why} {_seen(view, found)}".strip(),
            data={
                "position": int(found.reason),
                "reason": found.reason.name.lower(),
                "slot": found.slot,
                "clues": found.clues,
                "code": found.code,
            },
        )


def entry(address: str) -> Entry:
    """The one agent of this kind. Raises AgentError for any other address."""
    if address != ADDRESS:
        raise AgentError(f"There is no agent “{address[:80]}”. The hat player is {ADDRESS}.")
    return Entry(
        address=ADDRESS,
        title=TITLE,
        summary=SUMMARY,
        version=VERSION,
        players=PLAYERS,
        make=without_seed(HatAgent()),
        refusal=refusal,
        about=ABOUT,
    )


def refusal(rules: Rules) -> str:
    """Why it cannot play by these rules, or nothing."""
    if hat.knows(rules):
        return ""
    return f"{TITLE} needs one colour and one rank for each card, which this variant has not."


def _seen(view: View, found: Hat) -> str:
    if found.slot is not None:
        return f"Slot {view.position(view.seat, found.slot)}."
    told = [
        f"seat {number + 1} that slot {view.position(number, slot)} is playable"
        for number, slot in found.told.items()
        if slot is not None
    ]
    number = f"It is number {found.code + 1} of {found.clues}." if found.code is not None else ""
    return f"{number} It tells {', '.join(told)}." if told else number
