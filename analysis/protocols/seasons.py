"""Sealed seasons: agents submitted to a pool that nobody knows before the season's end.

The pool's members are rule lists bred by the generator from a secret seed, which also draws the
deals. At the opening only a commitment to seed and members is published. While a season runs, pages
and files name the members by number. At its end seed, members and results are released, and
`verify` makes the whole season again from the seed and compares every number.

A season is a folder in RUNS_DIR/seasons: `terms.json`, `submissions.json` and `results.json` may be
read by everybody, `secret.json` by nobody before the end.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from agents import registry
from agents.archives.setting import Recipe, Setting
from agents.contract import AgentError
from agents.entry import Entry
from agents.generator.evaluation import Evaluator
from agents.generator.population import Population
from agents.generator.run import State, batches
from agents.matchups.playing import Plan, play_games
from agents.runs.errors import BadRun
from agents.runs.storage import checked, locked, make_folder, replace, runs_dir
from analysis import checksums
from analysis.protocols.standing import Standing, ahead, standing_of
from analysis.statistics import Estimate, ranks
from native import Rules
from native.rulebase import FULL

TERMS, SECRET, SENT, RESULTS = "terms.json", "secret.json", "submissions.json", "results.json"
RELEASE = "season.json"
SCORING = "zero"
GENES = "genes:"
LEAST_SHARE = 0.5
"""Members are drawn from this share of the elites, those that score most in self-play."""
Say = Callable[[str], object]
Kind = TypeVar("Kind")


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody knows of a season from its opening on."""

    name: str
    opens: datetime
    closes: datetime
    players: int = 2
    members: int = 8
    deals: int = 1000
    """Deals that a submission plays with each member, the same for all."""
    individuals: int = 20_000
    """Individuals that the generator makes from the secret seed."""
    submissions: int = 3
    """Submissions of one agent at most, each a version; on the page, of one account."""
    every: int = 0
    """Days that the next season lasts, which opens when this one ends; 0: none does."""
    commitment: str = ""
    """The SHA-256 of the secret: of the seed and the members' addresses, one a line."""

    def __post_init__(self) -> None:
        checked(self.name)
        if self.closes <= self.opens:
            raise BadRun("A season closes after it opens.")
        limits = {"players": (2, 5), "members": (1, 100), "deals": (2, 100_000)}
        limits |= {"individuals": (500, 10_000_000), "submissions": (1, 100), "every": (0, 3660)}
        for field, (least, most) in limits.items():
            if not least <= getattr(self, field) <= most:
                raise BadRun(f"{field} goes from {least} to {most:,}.")

    @property
    def rules(self) -> Rules:
        """The rules of its games."""
        return Rules.standard(self.players)


class Secret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seed of a season, and the members' addresses in their order."""

    seed: str
    members: tuple[str, ...] = ()

    @property
    def commitment(self) -> str:
        """The digest by which the secret was announced."""
        return sha256("\n".join([self.seed, *self.members]).encode()).hexdigest()


class Submission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An agent as it was submitted, before it has played."""

    agent: str
    version: str
    sent: datetime
    by: str = ""
    """A hash of the account that submitted it on the page; empty: the command line."""


class Season(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole season, as it is released."""

    terms: Terms
    secret: Secret
    submissions: tuple[Submission, ...]
    results: tuple[Standing, ...]
    """The results of the submissions, in their order."""


class Row(NamedTuple):
    """A submission in a season's table."""

    place: tuple[int, int]
    """The best and the worst place that its interval allows."""
    agent: str
    version: str
    mean: Estimate
    regret: float
    """Points behind the best submission with each member, on average."""
    worst: float
    worst_member: int
    """The lowest mean with a member, and the member's number, from 1."""


def folder(name: str) -> Path:
    """Return the folder of a season. Raise BadRun if the name is invalid."""
    return runs_dir() / "seasons" / checked(name)


def names() -> list[str]:
    """Return the names of all seasons, the latest opening first."""
    found = [path.parent.name for path in (runs_dir() / "seasons").glob(f"*/{TERMS}")]
    return sorted(found, key=lambda name: terms(name).opens, reverse=True)


def terms(name: str) -> Terms:
    """Return what is public of a season. Raise BadRun if there is none of this name."""
    return _read(folder(name) / TERMS, Terms)


def submissions(name: str) -> tuple[Submission, ...]:
    """Return a season's submissions in the order in which they came."""
    return _read(folder(name) / SENT, tuple[Submission, ...], ())


def results(name: str) -> tuple[Standing, ...]:
    """Return the results of the submissions that have played, in their order."""
    return _read(folder(name) / RESULTS, tuple[Standing, ...], ())


def open_season(wanted: Terms, say: Say = lambda _: None) -> Terms:
    """Breed the pool of a new season and publish its terms. Interrupted, it goes on with the same
    seed. Raise BadRun if the season is open already."""
    home = folder(wanted.name)
    make_folder(home)
    with locked(home):
        if (home / TERMS).exists():
            raise BadRun(f"The season {wanted.name} is open already.")
        secret = _read(home / SECRET, Secret, Secret(secrets.token_hex(16)))
        _write_secret(home / SECRET, secret)
        secret = Secret(secret.seed, bred(wanted, secret.seed, say))
        _write_secret(home / SECRET, secret)
        opened = msgspec.structs.replace(wanted, commitment=secret.commitment)
        replace(home / TERMS, msgspec.json.encode(opened))
    return opened


def bred(wanted: Terms, seed: str, say: Say = lambda _: None) -> tuple[str, ...]:
    """Return the addresses of a season's members: the generator's elites from this seed, drawn from
    those that score most in self-play. Raise BadRun if there are too few."""
    setting = Setting(players=wanted.players, mode="clean")
    recipe = Recipe(seed, wanted.individuals, max(1, wanted.individuals // 5), "improved")
    population = Population.empty(setting)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for state in batches(State(population), recipe, Evaluator(setting, seed, pool)):
            population = state.population
            say(f"{state.individuals:,} of {wanted.individuals:,} individuals")
    cells = [cell for cell in population.cells(setting) if cell.stored.objective > 0]
    cells.sort(key=lambda cell: -cell.stored.objective)
    strong = cells[: max(wanted.members, round(LEAST_SHARE * len(cells)))]
    if len(strong) < wanted.members:
        raise BadRun(f"The generator found {len(strong)} members, not {wanted.members}.")
    chosen = Random(f"{seed}/members").sample(strong, wanted.members)
    return tuple(
        GENES + ",".join(str(FULL.index(setting.rules[gene])) for gene in cell.genes)
        for cell in chosen
    )


def submit(name: str, address: str, now: datetime, by: str = "") -> Submission:
    """Submit an agent: its address and version count from now on, whatever it scores. `by` is a
    hash of the account that does so on the page.

    Raise BadRun if the season is not open or the agent or account has no submission left,
    AgentError if there is no such agent or it does not play at such tables.
    """
    known = terms(name)
    if not known.opens <= now < known.closes:
        raise BadRun(
            f"The season {name} is open from {known.opens:%-d %B} to {known.closes:%-d %B %Y}."
        )
    entry = registry.find(address)
    entry.refuse_unless_seatable(known.rules, with_people=False)
    with locked(folder(name)):
        before = submissions(name)
        own = [one for one in before if one.agent == entry.address]
        if any(one.version == entry.version for one in own):
            raise BadRun(f"{entry.address} was submitted in this version already.")
        if len(own) >= known.submissions:
            raise BadRun(f"{entry.address} has had its {known.submissions} submissions.")
        if by and sum(one.by == by for one in before) >= known.submissions:
            raise BadRun(f"You have had your {known.submissions} submissions.")
        sent = Submission(entry.address, entry.version, now, by)
        replace(folder(name) / SENT, msgspec.json.encode((*before, sent)))
    return sent


def play(name: str, threads: int = 1, say: Say = lambda _: None) -> tuple[Standing, ...]:
    """Play the submissions that have no result, store each, and return all results.

    Raise AgentError if an agent is no longer the version that was submitted.
    """
    known, secret = terms(name), _secret(name)
    with locked(folder(name)):
        done = results(name)
        for sent in submissions(name)[len(done) :]:
            say(f"{sent.agent}, version {sent.version}")
            done = (*done, _played(known, secret, sent, threads))
            replace(folder(name) / RESULTS, msgspec.json.encode(done))
    return done


def _played(known: Terms, secret: Secret, sent: Submission, threads: int) -> Standing:
    agent = registry.find(sent.agent)
    if agent.version != sent.version:
        raise AgentError(
            f"{sent.agent} was submitted as version {sent.version}; this is {agent.version}."
        )
    members = [_member(address) for address in secret.members]
    plan = Plan(known.rules, known.deals, f"{secret.seed}/deals", SCORING, threads=threads)
    games = play_games([agent], members, plan)
    points = games.stacks[0].astype(np.int64)
    return standing_of(sent.agent, sent.version, 1, points, games.struck[0])


def _member(address: str) -> Entry:
    return registry.find(address)


def table(done: Iterable[Standing]) -> list[Row]:
    """Return the rows of a season's table, the best first."""
    standings = list(done)
    if not standings:
        return []
    by_member: npt.NDArray[np.float64] = np.array([one.by_member(SCORING) for one in standings])
    behind = (by_member.max(axis=0) - by_member).mean(axis=1)
    places = ranks(standings, lambda one, other: ahead(one, other, SCORING))
    rows = [
        Row(
            place=places[at],
            agent=one.agent,
            version=one.version,
            mean=one.mean(SCORING),
            regret=float(behind[at]),
            worst=float(by_member[at].min()),
            worst_member=int(by_member[at].argmin()) + 1,
        )
        for at, one in enumerate(standings)
    ]
    return sorted(rows, key=lambda row: -(row.mean.value or 0))


def close(
    name: str, to: Path, now: datetime, threads: int = 1, say: Say = lambda _: None
) -> Season:
    """Play what is left and release the season into a new folder, the secret included.

    Raise BadRun if the season has not ended or the folder exists.
    """
    known = terms(name)
    if now < known.closes:
        raise BadRun(f"The season {name} ends on {known.closes:%-d %B %Y at %H:%M} UTC.")
    if to.exists():
        raise BadRun(f"{to} exists already.")
    done = play(name, threads, say)
    season = Season(known, _secret(name), submissions(name), done)
    to.mkdir(parents=True)
    data = msgspec.json.format(msgspec.json.encode(season))
    (to / RELEASE).write_bytes(data)
    checksums.write(to, {RELEASE: sha256(data).hexdigest()})
    return season


def verify(released: Path, threads: int = 1, say: Say = lambda _: None) -> list[str]:
    """Make a released season again and return what differs: nothing, if it is as it says.

    The pool is bred from the seed, every game is played again. Raise BadRun if the folder holds no
    release, AgentError if an agent is not here in the submitted version.
    """
    data = released / RELEASE
    season = _read(data, Season)
    wrong = []
    if dict(checksums.read(released)) != {RELEASE: checksums.sha256_of(data)}:
        wrong.append(f"{checksums.SUMS} does not fit {RELEASE}")
    if season.secret.commitment != season.terms.commitment:
        wrong.append("the secret is not the one that was announced at the opening")
    if bred(season.terms, season.secret.seed, say) != season.secret.members:
        wrong.append("the seed breeds other members")
    for sent, standing in zip(season.submissions, season.results, strict=True):
        say(f"{sent.agent}, version {sent.version}")
        if _played(season.terms, season.secret, sent, threads) != standing:
            wrong.append(f"{sent.agent}, version {sent.version}, plays otherwise")
    return wrong


def _secret(name: str) -> Secret:
    return _read(folder(name) / SECRET, Secret)


def _write_secret(path: Path, secret: Secret) -> None:
    replace(path, msgspec.json.encode(secret))
    path.chmod(0o600)


def _read(path: Path, kind: type[Kind], missing: Kind | None = None) -> Kind:
    """Return what a file of a season holds. Raise BadRun if it is damaged, or missing and no value
    stands for that."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        if missing is not None:
            return missing
        raise BadRun(f"There is no season {path.parent.name}.") from None
    except msgspec.DecodeError as error:
        raise BadRun(f"{path.name} of the season {path.parent.name} is damaged: {error}") from None
