"""Everybody with everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.archives import runs
from agents.contract import AgentError
from analysis.diversity import crossplay as stored
from analysis.evaluate.core_games import play_in_core
from analysis.evaluate.python_games import play_in_python
from analysis.tables import Table, needed
from hanabi_lab.seats import Player, find
from hanabi_lab.settings import configure
from native import Rules

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class CrossPlay:
    """Mean scores of all pairs of agents.

    `mean[i, k]` is of agent i with copies of agent k on all other seats, `sem` its standard error.
    The columns of a row are `agent`, `partner`, `mean` and `sem`.
    """

    agents: tuple[str, ...]
    mean: Floats
    sem: Floats
    games: int
    """Of each pair."""

    def __repr__(self) -> str:
        return f"<{len(self.agents)} agents with each other: {self.mean.mean():.2f} on average>"

    @property
    def table(self) -> Table:
        """The columns, a row a pair."""
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
        """A pandas.DataFrame of the means, agents down and partners across. Raises BadTable where
        pandas is not installed."""
        names = list(self.agents)
        return needed("pandas", "pandas").DataFrame(self.mean, index=names, columns=names)


def crossplay(
    agents: str | Sequence[Player],
    *,
    games: int = 100,
    seed: str | int = 1,
    players: int = 2,
    scoring: str = "stacks",
    threads: int = 1,
) -> CrossPlay:
    """Let all agents play with each other on the same deals, each on a random seat; or, given the
    name of a run, read the table that `manage.py crossplay` made of its elites.

    Raises AgentError, BadRun or BadRules, in words.
    """
    if isinstance(agents, str):
        return _of_run(agents)
    entries, rules = [find(agent) for agent in agents], Rules.standard(players)
    for entry in entries:
        entry.refuse_unless_seatable(rules, with_people=False)
    if games < 2:
        raise AgentError(f"Each pair plays 2 games or more, not {games}.")
    if all(entry.in_core(players) for entry in entries):
        played = play_in_core(rules, entries, entries, games, str(seed), threads)
    else:
        played = play_in_python(rules, entries, entries, games, str(seed), threads=threads)
    scores = played.scores(scoring)
    spread = scores.std(axis=2, ddof=1)
    names = tuple(entry.address for entry in entries)
    return CrossPlay(names, scores.mean(axis=2), spread / np.sqrt(games), games)


def _of_run(run: str) -> CrossPlay:
    configure()
    table = stored.load(run) if runs.exists(run) else None
    if table is None or not table.complete:
        raise AgentError(
            f"There is no table of {run}: name a run and make one with manage.py crossplay {run}, "
            "or give a list of agents."
        )
    return CrossPlay(
        tuple(f"elite:{run}/{row},{column}" for row, column in table.places.tolist()),
        table.mean,
        table.sem,
        table.games,
    )
