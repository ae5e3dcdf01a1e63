"""The wary agent, ``wary:expert``: it plays by conventions while it trusts that the others follow
them.
"""

from functools import partial

from agents import decision_seconds
from agents.contract import AgentError
from agents.entry import Entry
from agents.kinds import conv
from agents.kinds.conv.lessons import pictures
from agents.kinds.wary import tuned
from agents.kinds.wary.agent import WaryAgent
from agents.persona import Persona
from native.strategies.conv import PLAYERS

NAMED = (f"wary:{tuned.LEVEL}",)
EXAMPLE = NAMED[0]

PLANNED = 0.5
"""Assumed seconds per decision, to estimate how long many games will take."""

ABOUT = (
    "It begins as a convention player and watches how the others move. After each move it deals "
    "all hands again, up to 128 times, by what everybody knew: would the conventions make that "
    "move? If they do on one of the first deals, the move earns trust. If they do on none, it "
    "costs trust.",
    "As long as it trusts everybody, it plays and reads clues by the conventions of conv:expert. "
    "Once it trusts somebody no longer, it plays by rules evolved for unknown partners, until they "
    "earn its trust again. It says which of the two it does.",
    "Its trust depends only on what everybody at the table knows, so anybody could compute it.",
    "With people it says when its trust changes. Six expected moves in a row earn it back, and "
    "the next game starts with half of it, except in experiments and on the daily deal. While "
    "it may play a clued card, it discards no card that it knows to be the last copy.",
)


def entry(address: str) -> Entry:
    """Return the registry entry of the agent at `wary:expert`. Raise AgentError for any other
    address.
    """
    if address not in NAMED:
        raise AgentError(f"There is no agent “{address[:80]}”. The wary player is {EXAMPLE}.")
    return Entry(
        address=address,
        title="Wary",
        summary="Reads your clues like an experienced player. If one puzzles it, it plays by "
        "simple rules for a while.",
        persona=Persona("Any level", "Everybody, from the first game on.", name="Mia"),
        version=tuned.version(),
        players=PLAYERS,
        make=partial(WaryAgent, address),
        refusal=conv.refusal,
        blueprint=lambda _players: tuned.blueprint(),
        about=ABOUT,
        pictures=lambda: pictures(tuned.LEVEL),
        conventions=tuned.LEVEL,
        self_play_games=100,
        seconds=PLANNED,
        seconds_by_players=lambda players: decision_seconds.alone(address, players, PLANNED),
    )
