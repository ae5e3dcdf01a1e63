"""Evaluate an agent with all elites of an archive within one page request.

Each elite plays its own deals: this estimates the mean over a given pool more precisely than common
deals would. `manage.py evaluate` uses common deals, which compare members more precisely. The
pool's baselines come from its stored cross-play.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from agents import registry
from agents.archives import Archive, BadArchive, BadRun, runs
from agents.kinds.elites import address_of, versions
from agents.matchups import store
from agents.matchups.core_games import PlayedGames
from agents.matchups.store import Matchups
from analysis.diversity import crossplay, elites
from analysis.evaluate.pools import RUN
from analysis.statistics import Estimate, mean_of_totals
from native import Rng, Rules
from native.play.matches import MATCH, draws, packed, play

GAMES = 12
"""Games of the evaluated agent with each elite."""
SEED = "page"

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ArchiveEvaluation:
    """The games of one evaluated agent with every valid elite of an archive.

    The `scoring` of its methods is `stacks` (cards played) or `zero` (a game lost by strikes
    scores 0).
    """

    archive: Archive
    played: PlayedGames
    """Scores and strikeouts as arrays of shape (1, elites, GAMES); the first axis is the evaluated
    agent."""
    known: Matchups | None = None
    """The agent's games with the elites in the store of pairs (`agents.matchups.store`), if any."""

    @property
    def games(self) -> int:
        """The number of games with all elites together."""
        return int(self.played.struck.size)

    @property
    def struck(self) -> int:
        """The number of games that were lost by strikes."""
        return int(self.played.struck.sum())

    def means(self, scoring: str) -> Floats:
        """Return the agent's mean score with each of the n valid elites, in cell order, shape
        (n,), under the scoring `stacks` or `zero`.

        Where the store of pairs (`agents.matchups.store`) has games with an elite, its mean is
        used in place of this evaluation's, so that all pages agree.
        """
        means: Floats = self.played.scores(scoring)[0].mean(axis=1)
        if self.known is None:
            return means
        known = self.known.mean(scoring)[0]
        return np.where(np.isnan(known), means, known)

    def mean(self, scoring: str) -> Estimate:
        """Return the agent's ad-hoc performance with the archive: its mean score over the elites,
        under the scoring `stacks` or `zero`. The elites are taken as given, not as a sample.
        """
        scores = self.played.scores(scoring)[0].astype(np.int64)
        return mean_of_totals(scores.sum(axis=1), (scores**2).sum(axis=1), GAMES)

    def distribution(self, scoring: str) -> list[int]:
        """Return the number of games that end with each score 0, 1, 2 ... up to the highest that
        occurs, under the scoring `stacks` or `zero`.
        """
        whole = self.played.scores(scoring).astype(np.int64).ravel()
        counts: list[int] = np.bincount(whole).tolist()
        return counts


def archives(players: int) -> list[Archive]:
    """Return the archives of all runs whose games have this number of players and that have a
    valid elite, skipping damaged ones.

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
    """Play `GAMES` games of the agent at `address` with each elite of an archive and return the
    scores; return None if the agent is not a rule list.

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
def _played(address: str, _version: str, run: str, _elites: str) -> PlayedGames:
    """Play the games. Version and digest are part of the cache key, so that changes are
    replayed.
    """
    archive = runs.load(run)
    setting = archive.setting
    rules = Rules.standard(setting.players)
    own = registry.find(address).rule_list(setting.players)
    assert own is not None, "evaluate_on_archive refuses other agents"
    hosts = elites.lists(archive)
    lists = np.concatenate([packed([own]), hosts])
    streams = np.arange(len(hosts) * GAMES, dtype=np.uint64)
    seat = draws(Rng(f"{SEED} seats"), streams, 1)[:, 0] % np.uint64(rules.players)
    matches = np.zeros(len(streams), MATCH)
    matches["stream"], matches["games"] = streams, 1
    matches["lists"][:, : rules.players] = 1 + streams[:, None] // np.uint64(GAMES)
    matches["lists"][np.arange(len(streams)), seat.astype(np.int64)] = 0
    results = play(rules, lists, matches, Rng(SEED)).reshape(1, len(hosts), GAMES)
    return PlayedGames(results["points"].astype(np.uint8), results["struck"].astype(bool))


def pool_itself(archive: Archive, scoring: str) -> tuple[float | None, float | None]:
    """Return two baselines for an agent that plays with an archive's elites: the mean score, over
    all elites, of the single elite that is best with them; and the mean score of all elites if each
    plays with its own best partner.

    `scoring` is `stacks` or `zero`. The games that decide which elite is best are not those that
    are scored. A baseline is None if its games have not been played under this scoring, and both
    are None if a file is damaged.
    """
    if archive.setting.scoring != scoring:
        return None, None
    try:
        return _itself(archive.run, archive.digest, crossplay.changed(archive.run))
    except BadArchive:
        return None, None


@lru_cache(maxsize=64)
def _itself(run: str, _elites: str, _games: tuple[int, int]) -> tuple[float | None, float | None]:
    """Return the two baselines of `pool_itself` under the run's own scoring. The archive's digest
    and the times of its stored games are part of the cache key, so that changes are noticed.
    """
    archive = runs.load(run)
    table = crossplay.load(run)
    best = crossplay.with_best_partners(table)
    fixed = None
    if table and table.complete:
        chosen = archive.valid[int(table.means_with_all.argmax())]
        found = evaluate_on_archive(address_of(run, chosen), archive)
        fixed = found.mean(archive.setting.scoring).value if found else None
    return fixed, best.value if best else None
