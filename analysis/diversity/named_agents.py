"""The named agents' places on a run's map, and their scores with every elite of the run.

Named agents are those of the menus, such as `rules:piers`. An agent's place is the cell of its
measures in self-play (`agents.profile`). Its games with the elites are in the store of pairs
(`agents.matchups.store`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from agents import profile, registry
from agents.archives import Archive, BadRun, runs
from agents.archives.measuring import bins
from agents.entry import Entry
from agents.kinds.elites import versions
from agents.matchups import store
from agents.matchups.store import Matchups
from agents.runs.life import checkpointed
from analysis.diversity.crossplay import mean_over
from analysis.statistics import Estimate
from native import Rules
from native.play.measures import MEASURES
from native.play.results import Result

GAMES, SLOW_GAMES = 40, 2
"""Games with each elite: of agents that the C core plays quickly, and of all others."""
FEWEST = 10
"""The fewest games with each elite from which an agent's mean over all elites has an interval. All
elites play the same deals, so this is also the number of deals."""
CHUNK = 50
"""Number of elites with which an agent plays before progress is reported and saved."""
SAVE_SECONDS = 10.0

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class NamedAgents:
    """The self-play results of named agents (those of the menus, such as `rules:piers`), and their
    scores with every elite of a run. Agents are in menu order, elites in cell order.

    `pairs` has the games of each agent with each elite; `scoring` is the run's.
    """

    pairs: Matchups
    alone: Sequence[Result]
    """Each agent's self-play results: scores and the tallies from which measures are computed."""
    own_mean: Sequence[float]
    """Each agent's mean score in self-play, under the run's scoring; for cards played it is the
    mean that the agent's page shows."""
    scoring: str

    @property
    def addresses(self) -> Sequence[str]:
        """The addresses of the named agents, such as `rules:piers`."""
        return self.pairs.agents

    def measure(self, name: str) -> Floats:
        """Return the measure called `name`, such as communicativeness, of each of the m named
        agents in self-play, shape (m,); NaN for agents whose measure is undefined.
        """
        found = [MEASURES[name].of(result.all_seats.tallies) for result in self.alone]
        return np.array([np.nan if value is None else value for value in found])

    def places(self, archive: Archive) -> list[tuple[int, int]]:
        """Return the cell (row, column) of the archive's map in which each agent's measures lie,
        whether or not the cell has an elite.
        """
        rows, columns = (
            bins(self.measure(name), side)
            for name, side in zip(archive.setting.measures, archive.setting.grid, strict=True)
        )
        return list(zip(rows.tolist(), columns.tolist(), strict=True))

    def with_all(self, agent: int) -> Estimate:
        """Return the mean score, over all elites of the run as partners, of the named agent with
        index `agent`; without an interval if it has played too few deals (`FEWEST`).

        The interval is over deals: the elites are taken as given, not as a sample.
        """
        elites = np.arange(len(self.pairs.partners))
        found = mean_over(self.pairs, np.full(len(elites), agent), elites, self.scoring)
        few = self.pairs.games[agent].min() < FEWEST
        return Estimate(found.value, None, found.units) if few else found

    @property
    def played(self) -> int:
        """The number of games: the agents' self-play and their games with the elites."""
        return sum(result.games for result in self.alone) + int(self.pairs.games.sum())


def playing(players: int) -> list[Entry]:
    """Return the named agents whose self-play results for this number of players ship with the
    program, in menu order.

    Agents that think long over a move are left out if their decision times are unknown.
    """
    rules = Rules.standard(players)
    return [
        entry
        for entry in registry.seatable()
        if entry.plays_at(rules)
        and players in profile.shipped_tables(entry)
        and (entry.seconds_by_players or not entry.thinks_long)
    ]


def load(run: str) -> NamedAgents | None:
    """Return the stored scores of named agents with the elites of the run called `run`, for those
    agents that have played with every elite; None if no agent has.

    Only agents whose self-play results ship with the program are included. Raises BadArchive if a
    file is damaged.
    """
    setting, entries = runs.load(run).setting, playing(runs.load(run).setting.players)
    table = store.read(store.versions_of(entries), versions(run), setting.players)
    alone = [profile.shipped_of(entry, setting.players) for entry in entries]
    known = np.isfinite(table.mean(setting.scoring)).sum(axis=1) == len(table.partners)
    rows = [place for place, result in enumerate(alone) if result and known[place]]
    if not rows or not table.partners:
        return None
    agents = tuple(table.agents[row] for row in rows)
    pairs = Matchups(agents, table.partners, table.cells[rows])
    results = [one for row in rows if (one := alone[row])]
    if setting.scoring == "stacks":
        profiles = (profile.profile_of(address, setting.players) for address in agents)
        means = [one.mean for one in profiles if one]
    else:
        means = [result.mean_zero for result in results]
    return NamedAgents(pairs, results, means, setting.scoring)


def missing(run: str) -> list[str]:
    """Return the addresses of the named agents that have not yet played with all elites of the run
    called `run`.
    """
    table = load(run)
    there = set(table.addresses) if table else set()
    return [
        entry.address
        for entry in playing(runs.load(run).setting.players)
        if entry.address not in there
    ]


def make(run: str, say: Callable[[str], object] = str) -> None:
    """Play the missing games of named agents with the elites of a run, saving every few seconds.

    After an interruption, another call plays the rest, with the same results. `say` is called with
    a line of progress before each part. Raises BadRun if the run has no valid elites, BadArchive if
    the archive is damaged.
    """
    archive = runs.load(run)
    if not archive.valid:
        raise BadRun(f"{run} has no valid elite yet.")
    # Fastest agents first: an interrupted table then has most of its rows.
    for entry in sorted(playing(archive.setting.players), key=lambda one: one.seconds):
        _make_row(run, entry, say)


def _make_row(run: str, entry: Entry, say: Callable[[str], object]) -> None:
    setting, present = runs.load(run).setting, versions(run)
    own = store.versions_of([entry])
    blueprint = entry.in_core(setting.players)
    games = GAMES if blueprint and not blueprint.thinks else SLOW_GAMES
    table = store.read(own, present, setting.players)
    lacking = np.flatnonzero(table.lacking(games, setting.scoring)[0])
    parts = [lacking[start : start + CHUNK] for start in range(0, len(lacking), CHUNK)]
    cells, listed = table.cells.copy(), list(present)
    rules = Rules.standard(setting.players)

    def played(part: store.Numbers) -> tuple[store.Numbers, store.Cells]:
        say(f"{entry.address} with {len(part)} elites")
        agents = [entry, *(registry.find(listed[place]) for place in part)]
        pairs = np.column_stack([np.zeros(len(part), np.int64), 1 + np.arange(len(part))])
        return part, store.play(rules, agents, pairs, games)

    def take(part: tuple[store.Numbers, store.Cells]) -> None:
        cells[0, part[0]] = part[1]

    if parts:
        save = partial(store.write, own, present, cells, setting.players)
        checkpointed(map(played, parts), take, save, every=SAVE_SECONDS)
