"""Imitations of people, learned from their games: ``human:proxy``, ``human:newcomer``."""

from functools import partial

from agents.contract import AgentError
from agents.entry import Entry
from agents.kinds import conv
from agents.kinds.human import learned
from agents.kinds.human.agent import HumanAgent
from agents.persona import EASY, SOME, Persona
from native.strategies.conv import PLAYERS

NAMED = tuple(f"human:{name}" for name in learned.CROWDS)
EXAMPLE = NAMED[0]

TITLES = {"proxy": "Person, experienced", "newcomer": "Person, newcomer"}
SUMMARIES = {
    "proxy": "Makes the move that experienced players most likely would, learned from their games.",
    "newcomer": "Makes the move that newcomers most likely would, learned from their games.",
}
PERSONAS = {
    "proxy": Persona(SOME, "A game as with somebody from hanab.live."),
    "newcomer": Persona(EASY, "A game as with somebody who is new to Hanabi."),
}
ABOUT = (
    "It describes every legal move by some eighty numbers: what the conventions make of it, what "
    "the card may be, what the clue touches and says, and how the game stands. A small network "
    "turns them into how likely people are to make that move, and it makes the likeliest.",
    "It has learned from 2,098 moves of experienced people in 48 games of hanab.live (MIT licence) "
    "and 51,112 moves of 227 people who played with agents on a web page, the games of HanabiData "
    "(CC BY 4.0). Experienced people are rarer, so each of their moves counts sixteenfold.",
    "It takes the likeliest move instead of drawing one: a person who may play a wrong card once "
    "in fifty moves does not do so at random.",
    "It stands in for people where there are none: as a partner in pools and simulations.",
)


def entry(address: str) -> Entry:
    """Return the registry entry of the imitation of people at an address such as `human:proxy`.

    Raise AgentError for an unknown address.
    """
    if address not in NAMED:
        known = " and ".join(NAMED)
        raise AgentError(f"There is no agent “{address[:80]}”. The learned people are {known}.")
    name = address.partition(":")[2]
    return Entry(
        address=address,
        title=TITLES[name],
        summary=SUMMARIES[name],
        persona=PERSONAS[name],
        version=learned.version(),
        players=PLAYERS,
        make=partial(HumanAgent, address, name),
        refusal=conv.refusal,
        blueprint=lambda _players: learned.blueprint(name),
        about=ABOUT,
        source="Games: hanabi-challenges; Eger, Martens and Alfaro Córdoba, CIG 2017",
    )
