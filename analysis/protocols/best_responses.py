"""Best responses: for each partner, the strongest agent found among many candidates.

Candidates are searches that simulate the partner (with several budgets and values of a lost game),
adaptive agents whose pool is this partner alone (`adaptive:`), the partner itself, and the quick
members of a pool. They play the same deals, block by block. A candidate is dropped when a
sequential test shows another one to be stronger. The winner is measured on fresh deals, so its mean
is not biased by the choice; it is a lower bound on the score of a perfect partner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from math import inf, sqrt
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from agents import registry
from agents.contract import AgentError
from agents.entry import Entry
from agents.matchups import store as pairs
from agents.matchups.playing import Plan, play_games
from agents.runs.errors import BadRun
from agents.runs.life import SAVE_SECONDS, checkpointed
from agents.runs.storage import locked, make_folder, read_rows, replace, runs_dir, write_rows
from analysis.evaluate.pools import entries_of
from analysis.protocols.protocol import FIELD, Protocol, is_slow
from analysis.protocols.standing import FOLDER, MOST, Floats
from analysis.statistics import Estimate, mean, welch
from analysis.statistics.estimate import Z
from analysis.statistics.sequential import Watched
from native import Rules
from native.records.json_bytes import decode_json

STORED = FOLDER / "best-responses.json"
BUDGETS = (1_000, 4_000)
"""Default budgets of the candidates that search, in rollouts a move."""
WORTHS = ("", ",zero", ",stacks")
"""Suffixes of a searching agent's address that say how its search values a lost game: half of its
cards played (""), 0, or all its cards played."""
BLOCK = 10
"""Deals that a candidate plays at a time (a block)."""
FEWEST = 40
"""Number of deals before which no candidate is dropped and no measurement ends."""
CHOOSING = 200
"""Default number of deals on which candidates are compared; after them the best one left wins."""
MOST_GAMES = 100_000
USUAL_MARGIN = 0.8
"""Half the width, in points, that the winner's 95% interval is assumed to have after FEWEST games.
It serves to estimate how many games the measurement takes before the real width is known."""
ERROR = 0.05
"""Bound on the probability that the strongest candidate is dropped."""
CHOOSE, MEASURE = "choose", "measure"


class BestResponse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The strongest agent found for one partner (`best`) at tables of one size, with its mean
    score; games lost by strikes score 0.
    """

    partner: str
    players: int
    mean: float
    sem: float
    best: str = msgspec.field(name="with")
    games: int
    struck: int
    """Number of the `games` that the last strike ended."""
    tried: int
    """The number of candidates compared."""
    deals: int
    """Number of deals on which the candidates were compared; the `games` that measure the winner
    are on other deals."""
    seed: str
    partner_version: str
    version: str
    """The version of the agent `best`."""
    command: str = ""
    """The shell command that found the best response and measured its score."""

    @property
    def estimate(self) -> Estimate:
        """The mean score with its interval over games."""
        return Estimate(self.mean, self.sem, self.games).within(0, MOST)

    @property
    def margin(self) -> float:
        """How far the 95% interval reaches from the mean, in points, also if all games scored
        alike; infinite with fewer than two games.
        """
        return _margin(self.estimate)


class Aim(NamedTuple):
    """The budget of a search for a best response: the number of deals on which candidates are
    compared (`choosing`), and the number of games, or the precision, with which the winner is
    measured.
    """

    choosing: int = CHOOSING
    games: int = MOST_GAMES
    """Maximum number of games in which the winner is measured."""
    until: float = 0.0
    """The measurement ends once its 95% interval reaches at most this far from the mean, in
    points; 0: only after `games`."""


class _Part(NamedTuple):
    """One block of deals of one candidate."""

    stage: str
    candidate: Entry
    block: int


def candidates(
    partner: Entry, rules: Rules, pool: str = FIELD, budgets: Sequence[int] = BUDGETS
) -> list[Entry]:
    """Return the agents that are tried as the best response to `partner`: searching agents that
    simulate it, adaptive agents that expect it, the partner itself, and those members of the pool
    named `pool` that the core plays quickly.

    `budgets` are numbers of rollouts per move. For each budget there are several searching and
    adaptive agents, which differ in the value that they give to lost games. Raise AgentError for an
    unknown pool.
    """
    addresses = [
        f"{kind}:{budget}{worth}:{partner.address}"
        for budget in budgets
        for kind, worths in (("search", WORTHS), ("adaptive", WORTHS[:2]))
        for worth in worths
    ]
    # Not every partner can be simulated.
    modelling = [entry for address in addresses if (entry := registry.find_if_any(address))]
    quick = [one for one in entries_of(pool) if not is_slow(one, rules.players)]
    found = {one.address: one for one in (partner, *modelling, *quick)}
    return [one for one in found.values() if one.plays_at(rules) and not one.sees_everything]


class Contest:
    """The search for the best response to one partner: candidates play with the partner until the
    best one is known, which is then measured on fresh deals.

    All games are stored, so that the search can be resumed; they depend on the seed alone.
    """

    def __init__(
        self,
        partner: Entry,
        rules: Rules,
        entrants: Sequence[Entry],
        seed: str,
        aim: Aim,
        folder: Path | None = None,
    ) -> None:
        """Set up the search among the candidates `entrants` with the budget `aim`, and read the
        games stored in `folder` (by default one in RUNS_DIR).

        Raise AgentError if the partner cannot play by the rules, BadRun if the file of stored
        games is damaged.
        """
        partner.refuse_unless_seatable(rules, with_people=False)
        self.partner, self.rules, self.seed, self.aim = partner, rules, seed, aim
        self.entrants = list(entrants)
        key = repr((partner.address, partner.version, rules.players, seed))
        usual = runs_dir() / "best-responses" / blake2b(key.encode(), digest_size=8).hexdigest()
        self.folder = folder or usual
        make_folder(self.folder)
        self.file: Path = self.folder / "games.json"
        self._games: dict[str, list[int]] = {}
        """Cards played in each game, less 100 if the game was lost; by stage, candidate and
        version."""
        if self.file.is_file():
            try:
                self._games = decode_json(self.file.read_bytes(), dict[str, list[int]])
            except (OSError, msgspec.DecodeError) as error:
                raise BadRun(f"{self.file} is damaged: {error}.") from None
        self.best, self.left, self.deals = self.entrants[0], self.entrants, 0
        self._measured = 0
        """Number of the winner's games that count: none beyond the aim, though more may be
        stored."""

    @property
    def done(self) -> int:
        """The number of games played so far, by all candidates in both stages."""
        return sum(map(len, self._games.values()))

    @property
    def of(self) -> int:
        """An estimate of the number of games that the whole search takes."""
        found, lacking = self.result, self.aim.games
        if self.aim.until:
            exact = found.margin if found.games >= FEWEST else USUAL_MARGIN
            needed = max(FEWEST, found.games) * (exact / self.aim.until) ** 2
            lacking = min(lacking, max(FEWEST, int(needed)))
        left = self.aim.choosing - self.deals if len(self.left) > 1 else 0
        return self.done + len(self.left) * left + max(0, lacking - found.games)

    def play(self, say: Callable[[Contest], object]) -> BestResponse:
        """Play the games that are missing, save them as they are played, and return the result.
        `say` is called after each block of games.

        Raise BadRun if another process plays this contest.
        """
        with locked(self.folder):
            checkpointed(
                self.parts(), self.take, self.save, every=SAVE_SECONDS, say=lambda: say(self)
            )
        return self.result

    def parts(self) -> Iterator[_Part]:
        """Yield the blocks of games to play, first to compare the candidates, then to measure the
        best one. The caller passes each to `take` before it asks for the next, which depends on
        the results.
        """
        for block in range(self.aim.choosing // BLOCK):
            for one in self.left:
                if len(self._of(CHOOSE, one)) <= block * BLOCK:
                    yield _Part(CHOOSE, one, block)
            self.deals = (block + 1) * BLOCK
            scores = {one.address: self._zero(CHOOSE, one)[: self.deals] for one in self.left}
            strong = survivors(scores, len(self.entrants))
            self.left = [one for one in self.left if one.address in strong]
            self.best = next(one for one in self.left if one.address == strong[0])
            if len(self.left) == 1:
                break
        while not self._reached():
            yield _Part(MEASURE, self.best, len(self._of(MEASURE, self.best)) // BLOCK)

    def take(self, part: _Part) -> None:
        """Play one block of games, `part`, that `parts` yielded, and add its scores to the
        contest. Raise AgentError if an agent makes an illegal move.
        """
        plan = Plan(self.rules, BLOCK, f"{self.seed}/{part.stage}/{part.block}")
        played = play_games([part.candidate], [self.partner], plan)
        stacks = played.stacks[0, 0].astype(int) - 100 * played.struck[0, 0]
        self._of(part.stage, part.candidate).extend(stacks.tolist())

    def save(self) -> None:
        """Write the games played so far to the contest's file, so that the search can be
        resumed.
        """
        replace(self.file, msgspec.json.encode(self._games, order="sorted"))

    @property
    def note(self) -> str:
        """The state of the search as text: “5 candidates on 20 deals” or, while the winner is
        measured, its address and mean score.
        """
        found = self.result
        among = f"{len(self.left)} candidates on {self.deals} deals"
        return f"{found.best} {found.mean:.2f}" if found.games else among

    @property
    def result(self) -> BestResponse:
        """The best candidate with its mean score, as far as the search has come."""
        counted = self._of(MEASURE, self.best)[: self._measured]
        found = mean(np.maximum(0, np.array(counted, np.float64)))
        return BestResponse(
            self.partner.address,
            self.rules.players,
            found.value or 0.0,
            found.sem or 0.0,
            self.best.address,
            found.units,
            sum(score < 0 for score in counted),
            len(self.entrants),
            self.deals,
            self.seed,
            self.partner.version,
            self.best.version,
        )

    def _reached(self) -> bool:
        """Count further stored games of the winner; return whether they suffice for the aim."""
        scores = self._zero(MEASURE, self.best)
        while self._measured < len(scores):
            self._measured += BLOCK
            exact = _margin(mean(scores[: self._measured]).within(0, MOST)) <= self.aim.until
            if self._measured >= self.aim.games or (self._measured >= FEWEST and exact):
                return True
        return False

    def _of(self, stage: str, one: Entry) -> list[int]:
        return self._games.setdefault(f"{stage} {one.address} {one.version}", [])

    def _zero(self, stage: str, one: Entry) -> Floats:
        return np.maximum(0, np.array(self._of(stage, one), np.float64))


def _margin(found: Estimate) -> float:
    if found.value is None or found.low is None or found.high is None:
        return inf
    return max(found.high - found.value, found.value - found.low)


def better_known(found: Sequence[BestResponse]) -> dict[BestResponse, tuple[str, float]]:
    """Return, for each best response that the store of pairs shows not to be the best, the named
    agent that scores most with the partner, and its mean score (three strikes 0).

    It is shown if the 95% interval of the agent's mean minus that of the best response, corrected
    for the number of named agents, is above 0. Partners whose version has changed are left out.
    """
    known: dict[BestResponse, tuple[str, float]] = {}
    for players in {one.players for one in found}:
        named = [one for one in registry.seatable() if not one.sees_everything]
        mine = {one.partner: one for one in found if one.players == players}
        partners = {name: one.partner_version for name, one in mine.items()}
        table = pairs.read(pairs.versions_of(named), partners, players)
        means, errors = table.mean("zero"), table.sem("zero")
        for (agent, partner), games in np.ndenumerate(table.games):
            mean, response = float(means[agent, partner]), mine[table.partners[partner]]
            if games < 2 or np.isnan(mean) or mean <= known.get(response, ("", response.mean))[1]:
                continue
            scored = Estimate(mean, float(errors[agent, partner]), int(games)).within(0, MOST)
            low = welch(scored, response.estimate).of_family(len(named)).low
            if low is not None and low > 0:
                known[response] = table.agents[agent], mean
    return known


def survivors(scores: Mapping[str, Floats], tried: int) -> list[str]:
    """Return the candidates (the keys of `scores`) that a sequential test does not show to be
    worse than the best one, the best first.

    `scores` has each candidate's scores on the same deals, in the same order; `tried` is the
    number of candidates at the beginning, for which the test's level is corrected.
    """
    ranked = sorted(scores, key=lambda one: -scores[one].sum())
    first, level = scores[ranked[0]], 1 - ERROR / max(1, tried - 1)

    def beaten(other: Floats) -> bool:
        ahead = first - other
        squares = float((ahead**2).sum())
        return Watched(level, len(ahead), float(ahead.sum()), squares, FEWEST, MOST).low > 0

    return [ranked[0], *(one for one in ranked[1:] if not beaten(scores[one]))]


def load() -> tuple[BestResponse, ...]:
    """Return the best responses that ship with the program, stored by `manage.py best_response`;
    () if there is no file.
    """
    return tuple(read_rows(STORED, BestResponse))


def store(found: Sequence[BestResponse]) -> None:
    """Add the best responses `found` to the file that ships with the program. They replace earlier
    ones for the same partner and number of players.
    """
    known = {(one.players, one.partner): one for one in (*load(), *found)}
    write_rows(STORED, [known[key] for key in sorted(known)])


def of_protocol(protocol: Protocol) -> list[BestResponse]:
    """Return the stored best response to each partner under a protocol, in the order of the
    partners in `Protocol.members`.

    Return an empty list if the protocol is self-play, if a member's version has changed, or if the
    best response to a member is not stored.
    """
    known = {(one.players, one.partner, one.partner_version): one for one in load()}
    try:
        partners = protocol.members() if protocol.pool else []
    except AgentError:
        return []
    found = [known.get((protocol.players, one.address, one.version)) for one in partners]
    return [one for one in found if one] if all(found) else []


def together(found: Sequence[BestResponse]) -> Estimate:
    """Return the mean, over partners, of the scores of their best responses in `found`; its error
    is that of the games, which is not 0 where all games scored alike.
    """
    error = sqrt(sum((one.sem or one.margin / Z) ** 2 for one in found)) / len(found)
    value = sum(one.mean for one in found) / len(found)
    return Estimate(value, error, min(one.games for one in found)).within(0, MOST)


def regret(own: Estimate, found: Sequence[BestResponse]) -> Estimate:
    """Return an agent's regret: the mean score of the best responses in `found` minus `own`, the
    agent's mean score with the same partners.

    The two are measured on different deals, so both standard errors count.
    """
    best = together(found)
    error = sqrt((own.sem or 0) ** 2 + (best.sem or 0) ** 2)
    return Estimate((best.value or 0) - (own.value or 0), error, min(own.units, best.units))
