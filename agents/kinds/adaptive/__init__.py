"""Agents that infer the policies of their partners: ``adaptive:500:paper-1+improved-1``.

The partners are assumed to be members of a pool, here the elites of two runs. 500 is the number of
simulated games per move. Options may follow it, separated by commas: the value of a game lost by
strikes, which is its cards (`stacks`), nothing (`zero`) or half of its cards (`half`, the default);
and `even`, with which the agent learns nothing from its partners' moves. ``adaptive:0:`` does not
search. The variants `even` and 0 show how much inference and search contribute.
"""

from functools import partial

from agents import decision_seconds
from agents.contract import AgentError
from agents.entry import Entry
from agents.kinds.adaptive.agent import DEFAULT, SCORINGS, Adaptive, version
from agents.persona import SOME, Persona
from agents.pools.members import members
from agents.pools.policies import policies
from native import Rules

PREFIX = "adaptive:"
NAMED = ("adaptive:500:paper-1+improved-1",)
EXAMPLE = "adaptive:500:paper-1+improved-1"
MOST_ROLLOUTS = 20_000
PLAYERS = (2, 3, 4, 5)
EVEN = "even"
PLANNED = 0.5
"""Assumed seconds per decision, to estimate how long many games will take."""
WORDS = (*SCORINGS, EVEN)

ABOUT = (
    "It has a pool of strategies that it knows, hundreds of them, and asks after every move of "
    "yours: which of them would have done that, seeing what you saw? Your cards it sees; its own, "
    "which you saw, it imagines in several ways. A strategy that chooses at random counts by the "
    "probability of your move. After a few moves most are out of the question.",
    "Then it imagines the rest of the game, again and again: its own hand, a strategy from those "
    "still likely for you, the deck. In each it tries every move it has, plays on as the best "
    "partner of that strategy would, and makes the move that comes out best on average. With a "
    "budget of 0 it imagines nothing and plays like whatever member of its pool does best with "
    "those you may be.",
    "Over games in a row with the same partners it remembers what it found out.",
)


def entry(address: str) -> Entry:
    """Return the registry entry of the adaptive agent at an address such as
    `adaptive:500:paper-1`: 500 simulated games per move, and a pool of policies.

    Raise AgentError if the address is invalid.
    """
    rollouts, words, pool = _parts(address)
    scoring = next((word for word in words if word in SCORINGS), DEFAULT)
    players = tuple(n for n in PLAYERS if any(n in one.players for one in members(pool, 2)))
    policies(pool, players[0])
    return Entry(
        address=address,
        title=f"Adaptive to {pool}{', taken as even' if EVEN in words else ''}",
        summary=summary(pool, rollouts, learns=EVEN not in words),
        persona=Persona(SOME, "Players who keep their style all game."),
        version=version(pool),
        players=players,
        make=partial(Adaptive, address, pool, rollouts, scoring, EVEN not in words),
        refusal=refusal,
        pool=pool,
        about=ABOUT,
        self_play_games=0,
        seconds=PLANNED,
        seconds_by_players=partial(_seconds, rollouts),
        largest_within=partial(_largest, words, pool),
    )


def _seconds(rollouts: int, players: int) -> float:
    return decision_seconds.of_search(PREFIX, players, rollouts, 0, PLANNED)


def _largest(words: list[str], pool: str, players: int, seconds: float) -> str:
    budgets = range(0, MOST_ROLLOUTS + 1, 100)
    rollouts = decision_seconds.largest(budgets, seconds, lambda one: _seconds(one, players))
    return f"{PREFIX}{','.join([str(rollouts), *words])}:{pool}"


def refusal(rules: Rules) -> str:
    """Return a sentence on why an adaptive agent cannot play by these rules; empty if it can."""
    if rules.struct.suits == 5 and rules.struct.ranks == 5:
        return ""
    return "Its pool was evolved with five suits of five ranks, and this variant has others."


def _parts(address: str) -> tuple[int, list[str], str]:
    """Return the number of rollouts, the options and the pool that an address names.

    Raise AgentError for a malformed address.
    """
    budget, _, pool = address.removeprefix(PREFIX).partition(":")
    number, *words = budget.split(",")
    known = number.isascii() and number.isdecimal() and len(number) < 8
    if not known or not pool:
        raise AgentError(f"Write adaptive:ROLLOUTS:POOL, such as {EXAMPLE}, not “{address[:80]}”.")
    if int(number) > MOST_ROLLOUTS:
        raise AgentError(f"Rollouts a move go from 0 to {MOST_ROLLOUTS:,}, not {number}.")
    if wrong := [word for word in words if word not in WORDS or words.count(word) > 1]:
        raise AgentError(f"After the rollouts may stand {', '.join(WORDS)}, not “{wrong[0][:40]}”.")
    if sum(word in SCORINGS for word in words) > 1:
        raise AgentError(f"A lost game is worth one of {', '.join(SCORINGS)}, not several.")
    return int(number), words, pool


def summary(pool: str, rollouts: int, *, learns: bool) -> str:
    """Return a sentence for players that describes an adaptive agent.

    `pool` names the policies that its partners may follow, such as `paper-1+improved-1`.
    `rollouts` is the number of simulated games per move. `learns` is False for the option `even`,
    with which the agent infers nothing from its partners' moves.
    """
    named = pool.replace("+", " and ")
    if not learns:
        how = "Looks ahead" if rollouts else "Plays what goes best on average"
        return f"{how} as if you could be any bot of {named}, whatever you do."
    how = "looks ahead with that in mind" if rollouts else "plays what goes best with it"
    return f"Finds out which bot of {named} you play like, and {how}."
