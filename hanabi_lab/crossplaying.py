"""Cross-play: the scores of every pair of agents in a list."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.archives import runs
from agents.contract import AgentError
from agents.matchups import store
from agents.matchups.playing import Plan, check_scoring, check_threads, play_games
from agents.runs.errors import seed_text, whole
from analysis.diversity import crossplay as stored
from analysis.tables import Table, needed
from hanabi_lab.agent import Player, find
from native import Rules

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class CrossPlay:
    """Cross-play: the mean scores of all ordered pairs of n agents.

    Attributes:
        agents: Addresses of the n agents.
        mean: Array of shape (n, n), in points: `mean[i, k]` is the mean score of agent i with
            copies of agent k on all other seats.
        sem: Array of shape (n, n): the standard errors of `mean`.
        games: Array of shape (n, n): the number of games of each pair.
    """

    agents: tuple[str, ...]
    mean: Floats
    sem: Floats
    games: npt.NDArray[np.int64]

    def __repr__(self) -> str:
        return f"<{len(self.agents)} agents with each other: {self.mean.mean():.2f} on average>"

    @property
    def table(self) -> Table:
        """A table with one row per ordered pair. Columns: the addresses of `agent` and `partner`,
        their `mean` score in points, and its standard error `sem`.
        """
        count = len(self.agents)
        return Table(
            {
                "agent": [agent for agent in self.agents for _ in range(count)],
                "partner": list(self.agents) * count,
                "mean": self.mean.ravel(),
                "sem": self.sem.ravel(),
            }
        )

    def to_frame(self) -> Any:
        """Return the means as a pandas.DataFrame, agents down and partners across.

        Raises:
            BadTable: If pandas is not installed.
        """
        names = list(self.agents)
        return needed("pandas", "pandas").DataFrame(self.mean, index=names, columns=names)


def crossplay(
    agents: str | Sequence[Player],
    *,
    games: int = 100,
    seed: str | int | None = None,
    players: int = 2,
    scoring: str = "stacks",
    threads: int = 1,
) -> CrossPlay:
    """Return the mean score of every pair of agents, each agent with itself included.

    All pairs play the same deals. The first agent of a pair takes a random seat and copies of the
    second take all others; with two players the pairs (A, B) and (B, A) share their games.

    The program has stored results of two-player games of some pairs, which the site's pages show.
    Without a seed, a pair with at least `games` such games is not played: its stored results are
    returned, and may be of more games.

    Args:
        agents: Different agents, as addresses or Agent subclasses. Or the name of a MAP-Elites
            run: then the table that `manage.py crossplay` stored for the elites of the run is
            loaded, and the other arguments are ignored.
        games: Number of games per pair, at least 2.
        seed: Seed of the deals and seats; None for the deals of the stored results.
        players: Number of seats.
        scoring: `stacks` (cards played) or `zero` (0 after a strikeout).
        threads: Number of threads; results do not depend on it.

    Returns:
        The means and standard errors of all pairs.

    Raises:
        AgentError: If an agent is unknown, cannot take a seat or is named twice, `agents` is empty,
            `games` is below 2, `threads` is out of range, the scoring is unknown, or the run has no
            complete cross-play table.
        BadRun: If the name of the run is invalid.
        BadArchive: If the run's stored table is damaged.
        BadRules: If the game cannot be played with that number of `players`.
        TypeError: If a number is not whole, or the seed is no number and no text.
    """
    if isinstance(agents, str):
        return _of_run(agents)
    players, threads = whole("players", players), whole("threads", threads)
    entries, rules = [find(agent) for agent in agents], Rules.standard(players)
    for entry in entries:
        entry.refuse_unless_seatable(rules, with_people=False)
    check_scoring(scoring)
    check_threads(threads)
    games = whole("games", games)
    if not entries:
        raise AgentError("Name one agent or more.")
    if games < 2:
        raise AgentError(f"Each pair plays 2 games or more, not {games}.")
    present, deals = store.versions_of(entries), store.DEALS if seed is None else seed_text(seed)
    if len(present) < len(entries):
        raise AgentError("Name each agent once.")
    if players > 2:
        plan = Plan(rules, games, deals, threads=threads)
        scores = play_games(entries, entries, plan).scores(scoring)
        error = scores.std(axis=2, ddof=1) / np.sqrt(games)
        return CrossPlay(tuple(present), scores.mean(axis=2), error, np.full(error.shape, games))
    table = store.read(present, present)
    if seed is not None:
        table = replace(table, cells=np.zeros_like(table.cells))
    pairs = np.argwhere(np.triu(table.lacking(games, scoring)))
    if len(pairs):
        first, second = pairs.T
        played = store.play(rules, entries, pairs, games, deals, threads)
        table.cells[first, second] = table.cells[second, first] = played
    return CrossPlay(tuple(present), table.mean(scoring), table.sem(scoring), table.games)


def _of_run(run: str) -> CrossPlay:
    table = stored.load(run) if runs.exists(run) else None
    if table is None or not table.complete:
        raise AgentError(
            f"There is no table of {run}: name a run and make one with manage.py crossplay {run}, "
            "or give a list of agents."
        )
    return CrossPlay(table.pairs.agents, table.mean, table.sem, table.pairs.games)
