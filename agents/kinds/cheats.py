"""Agents that see every hand: not partners, but examples of how far play with open hands gets."""

from dataclasses import dataclass
from functools import lru_cache

from agents.contract import AgentError, Decision
from agents.entry import Entry, Link, without_seed
from native import Game, View
from native.strategies import perfect
from native.strategies.perfect import MAX_COST, STRATEGIES, Strategy

PREFIX = "cheat:"
NAMED = tuple(f"{PREFIX}{slug}" for slug in STRATEGIES)
EXAMPLE = "cheat:priority"

VERSION = "1"
PLAYERS = (2, 3, 4, 5)

ABOUT = (
    "It sees every hand, its own included, but not the deck. The best play with open hands would "
    "score at least as much as this bot, and as much as any convention.",
    "It needs nothing from its partners and tells them nothing: a clue is a pass. It can be "
    "watched and measured, but no person sits at a table with it.",
)

IDEAS = {
    Strategy.PRIORITY: "plays what is playable, else discards the least valuable card of any hand",
    Strategy.OLDEST: "plays what is playable, else discards the oldest card that can be spared",
    Strategy.CLUE_LIMITED: "plays only cards that a clue touched",
    Strategy.COLOUR_FIRST: "plays only cards that a colour clue touched",
    Strategy.NUMBER_FIRST: "plays only cards that a number clue touched",
    Strategy.CLUE_COST: "pays for every play with clue tokens of its own",
    Strategy.CAREFUL: "plays what is playable, and passes rather than waste a card late",
    Strategy.FORESIGHT: "plays carefully, and near the end tries its moves on shuffled decks",
}


@dataclass(frozen=True)
class Cheat:
    """An agent that sees all hands, including its own, but does not use the order of the deck. It
    plays in simulations and at tables without people.
    """

    address: str
    strategy: Strategy
    cost: float = 0.0

    def decide(self, view: View) -> Decision:
        """Raise AgentError: this agent needs the whole game (`decide_seeing`), not a view."""
        raise AgentError(f"{self.address} must see every hand.")

    def decide_seeing(self, game: Game) -> Decision:
        """Return the move of the seat to move, with its reason, given the whole game."""
        move = perfect.choose(game, self.strategy, self.cost)
        said = "I see every hand, mine too, so I need no clues."
        how = f"It {IDEAS[self.strategy]}."
        return Decision(move, said, said, {"how": how})


@lru_cache(maxsize=128)
def entry(address: str) -> Entry:
    """Return the registry entry of the cheating agent at an address such as `cheat:priority`.
    Raise AgentError if there is none.
    """
    cheat = _read(address)
    price = f", {cheat.cost:g} tokens a play" if cheat.cost else ""
    return Entry(
        address=address,
        title=f"Cheat: {cheat.strategy.slug.replace('-', ' ')}{price}",
        summary=f"{IDEAS[cheat.strategy].capitalize()}.",
        version=VERSION,
        players=PLAYERS,
        make=without_seed(cheat),
        sees_everything=True,
        about=ABOUT,
        links=(Link("Perfect information", "perfect"),),
    )


def _read(address: str) -> Cheat:
    slug, _, cost = address.removeprefix(PREFIX).partition(":")
    if slug not in STRATEGIES:
        raise AgentError(f"There is no “{address[:60]}”. Cheats: {', '.join(NAMED)}.")
    if not cost:
        return Cheat(address, STRATEGIES[slug])
    try:
        tokens = float(cost)
    except ValueError:
        tokens = -1.0
    if STRATEGIES[slug] is not Strategy.CLUE_COST or not 0 <= tokens <= MAX_COST:
        raise AgentError(
            f"Only cheat:clue-cost has a price, 0 to {MAX_COST:g}: cheat:clue-cost:0.5."
        )
    return Cheat(address, STRATEGIES[slug], tokens)
