"""Evaluate an agent with all elites of an archive within one page request, and check an archive's
scores.

Each elite plays its own deals: this estimates the mean over a given pool more precisely than common
deals would. `manage.py evaluate` uses common deals, which compare members more precisely. The
pool's baselines come from its stored cross-play.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import numpy as np
import numpy.typing as npt

from agents import registry
from agents.archives import Archive, BadArchive, BadRun, Cell, runs
from agents.contract import AgentError
from agents.kinds.elites import address_of, versions
from agents.matchups import store
from agents.matchups.core_games import Played, play_pairs
from agents.matchups.store import Matchups
from analysis.diversity import crossplay, elites
from analysis.evaluate.pools import RUN
from analysis.statistics import Estimate, mean, mean_of_totals, welch
from native import Rng, Rules
from native.play.matches import MATCH, draws, packed, play

GAMES = 12
"""Games with each elite."""
SEED = "page"

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ArchiveEvaluation:
    """Scores of an agent with every elite of an archive.

    The argument `scoring` is `stacks` or `zero` (a game lost by strikes counts 0).
    """

    archive: Archive
    played: Played
    """Array axes: the one challenger, elite, game."""
    known: Matchups | None = None
    """The stored games of the one challenger with the elites."""

    @property
    def games(self) -> int:
        """The total number of games."""
        return int(self.played.struck.size)

    @property
    def struck(self) -> int:
        """The number of games that ended with the last strike."""
        return int(self.played.struck.sum())

    def means(self, scoring: str) -> Floats:
        """Return the mean score with each valid elite, shape (n,), in cell order, under the scoring
        `stacks` or `zero`.

        Stored games with an elite (`agents.matchups.store`), which other pages show, replace those
        of this evaluation, so that all pages agree.
        """
        means: Floats = self.played.scores(scoring)[0].mean(axis=1)
        if self.known is None:
            return means
        known = self.known.mean(scoring)[0]
        return np.where(np.isnan(known), means, known)

    def mean(self, scoring: str) -> Estimate:
        """Return the ad-hoc performance under the scoring `stacks` or `zero`: the mean over the
        elites, which are taken as given, not as a sample.
        """
        scores = self.played.scores(scoring)[0].astype(np.int64)
        return mean_of_totals(scores.sum(axis=1), (scores**2).sum(axis=1), GAMES)

    def distribution(self, scoring: str) -> list[int]:
        """Return the number of games with each score 0, 1, 2 ... under the scoring `stacks` or
        `zero`.
        """
        whole = self.played.scores(scoring).astype(np.int64).ravel()
        counts: list[int] = np.bincount(whole).tolist()
        return counts


def archives(players: int) -> list[Archive]:
    """Return the archives of runs for tables of this size, skipping damaged ones.

    Archives that were bred for a single evaluation (`fresh:`) come last.
    """
    matching = []
    for name in sorted(runs.names(), key=lambda run: run.startswith(RUN)):
        try:
            archive = runs.load(name)
        except (BadRun, BadArchive):
            continue
        if archive.setting.players == players and archive.valid:
            matching.append(archive)
    return matching


def evaluate_on_archive(address: str, archive: Archive) -> ArchiveEvaluation | None:
    """Play `GAMES` games of an agent with each elite and return the scores; return None if the
    agent is not a rule list.

    Raise AgentError if the agent is unknown.
    """
    entry = registry.find(address)
    if entry.rule_list(archive.setting.players) is None:
        return None
    played = _played(address, entry.version, archive.run, archive.digest)
    present = versions(archive.run)
    known = store.read({address: entry.version}, present, archive.setting.players)
    return ArchiveEvaluation(archive, played, known)


@lru_cache(maxsize=512)
def _played(address: str, _version: str, run: str, _elites: str) -> Played:
    """Play the games. Version and digest are part of the cache key, so that changes are
    replayed.
    """
    archive = runs.load(run)
    setting = archive.setting
    rules = Rules.standard(setting.players)
    own = registry.find(address).rule_list(setting.players)
    if own is None:
        raise AgentError(f"{address} is not a rule list.")
    hosts = elites.lists(archive)
    lists = np.concatenate([packed([own]), hosts])
    streams = np.arange(len(hosts) * GAMES, dtype=np.uint64)
    seat = draws(Rng(f"{SEED} seats"), streams, 1)[:, 0] % np.uint64(rules.players)
    matches = np.zeros(len(streams), MATCH)
    matches["stream"], matches["games"] = streams, 1
    matches["lists"][:, : rules.players] = 1 + streams[:, None] // np.uint64(GAMES)
    matches["lists"][np.arange(len(streams)), seat.astype(np.int64)] = 0
    results = play(rules, lists, matches, Rng(SEED)).reshape(1, len(hosts), GAMES)
    return Played(results["points"].astype(np.uint8), results["struck"].astype(bool))


def pool_itself(archive: Archive, scoring: str) -> tuple[float | None, float | None]:
    """Return two baselines over the elites of an archive, under the scoring `stacks` or `zero`: the
    mean score of the one elite that is best on average, and that of each elite's own best partner.

    The one elite is chosen by cross-play and scored by `evaluate_on_archive`; best partners are
    chosen and scored on different games. Either is None if its games have not been played under
    this scoring.
    """
    if archive.setting.scoring != scoring:
        return None, None
    try:
        table, best = crossplay.load(archive.run), crossplay.with_best_partners(archive.run)
    except BadArchive:
        return None, None
    fixed = None
    if table and table.complete:
        chosen = archive.valid[int(table.means_with_all.argmax())]
        found = evaluate_on_archive(address_of(archive.run, chosen), archive)
        fixed = found.mean(scoring).value if found else None
    return fixed, best.value if best else None


CHECK_SEED = "check"
FAR = 3.0
"""In standard errors; three elites in a thousand lie further away by chance."""


@dataclass(frozen=True)
class Checked:
    """An elite's latest stored measurement beside its score in new self-play games."""

    cell: Cell
    address: str
    played: Estimate

    @property
    def z(self) -> float:
        """The new score minus the stored one, in standard errors."""
        said = self.cell.latest
        error = None if said.spread is None else said.spread / sqrt(max(1, said.games))
        gap = welch(self.played, Estimate(said.objective, error or 0.0, said.games))
        if not gap.value:
            return 0.0
        return gap.value / gap.sem if gap.sem else float("inf")


def check(
    archive: Archive, cells: Sequence[Cell], games: int, seed: str = CHECK_SEED, threads: int = 1
) -> list[Checked]:
    """Play `games` new self-play games of each of these elites, and compare their scores with the
    stored ones.

    The elites are looked up in the registry by address, so they play as at a table.
    """
    addresses = [address_of(archive.run, cell) for cell in cells]
    agents = [registry.find(address) for address in addresses]
    pairs = np.repeat(np.arange(len(agents), dtype=np.uint16), 2).reshape(-1, 2)
    played = play_pairs(archive.setting.game, agents, pairs, games, seed, threads)
    scores = played.scores(archive.setting.scoring)
    return [
        Checked(cell, address, mean(row))
        for cell, address, row in zip(cells, addresses, scores, strict=True)
    ]
