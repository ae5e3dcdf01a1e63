"""Play every agent with every partner, in the C core where it can play them all, else in Python."""

from collections.abc import Sequence
from dataclasses import dataclass

from agents.contract import AgentError
from agents.entry import Entry
from agents.matchups.core_games import PlayedGames, play_in_core
from agents.matchups.python_games import Progress, no_progress, play_in_python, play_side_by_side
from native import Rules
from native.play.threads import MOST_THREADS

MAX_GAMES = 100_000
MOST_SHOWN = 100


def check_scoring(scoring: str) -> None:
    """Raise AgentError unless this is the name of a scoring."""
    if scoring not in ("stacks", "zero"):
        raise AgentError(f"The scorings are stacks and zero, not {scoring}.")


def check_threads(threads: int) -> None:
    """Raise AgentError unless this many threads can be used."""
    if not 1 <= threads <= MOST_THREADS:
        raise AgentError(f"Threads go from 1 to {MOST_THREADS}, not {threads}.")


@dataclass(frozen=True)
class Plan:
    """The games that each pair of agents plays: their number, how many of them form a session
    (consecutive games in which an agent can learn about its partner), and how they are scored.

    Raises AgentError if a number is out of range, the scoring is unknown, or the games cannot be
    divided into sessions.
    """

    rules: Rules
    games: int
    seed: str
    scoring: str = "stacks"
    """`stacks` counts cards played; `zero` does too, but a game lost by strikes scores 0."""
    session: int = 1
    threads: int = 1
    shown: int = 0
    """Number of games that an agent watches before each session, of its partner with copies of
    itself."""

    def __post_init__(self) -> None:
        check_scoring(self.scoring)
        check_threads(self.threads)
        if not 1 <= self.games <= MAX_GAMES:
            raise AgentError(f"Games with each member go from 1 to {MAX_GAMES}, not {self.games}.")
        if self.session < 1 or self.games % self.session:
            raise AgentError(
                f"{self.games} games cannot be played in sessions of {self.session} each."
            )
        if not 0 <= self.shown <= MOST_SHOWN:
            raise AgentError(f"From 0 to {MOST_SHOWN} games can be shown, not {self.shown}.")


def play_games(
    agents: Sequence[Entry],
    partners: Sequence[Entry],
    plan: Plan,
    progress: Progress = no_progress,
    *,
    keep_records: bool = False,
) -> PlayedGames:
    """Play every agent with every partner; return arrays of shape (agents, partners, games).

    A single agent with `decide_many` plays all its games in parallel. Otherwise, if the C core can
    simulate all agents, it plays; `progress` is not called, and records of the games are returned
    only with `keep_records`. If it cannot, Python plays, calls `progress` after each pair with the
    numbers of games done and in all, and always returns records. The plan's `session` and `shown`
    have an effect only in Python.
    """
    rules, games, seed = plan.rules, plan.games, plan.seed
    if len(agents) == 1 and agents[0].decide_many:
        return play_side_by_side(rules, agents[0], partners, games, seed, progress)
    if all(entry.in_core(rules.players) for entry in (*agents, *partners)):
        return play_in_core(
            rules, agents, partners, games, seed, plan.threads, keep_records=keep_records
        )
    return play_in_python(
        rules, agents, partners, games, seed, plan.session, progress, plan.threads, plan.shown
    )
