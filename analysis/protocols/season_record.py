"""The stored record of a sealed season (`analysis.protocols.seasons`): terms, secret, submissions
and results.

A season is a contest in which agents submitted until its end play with a secret pool, a set of
partners bred from a secret seed. Its record is a folder in RUNS_DIR/seasons. Everybody may read
`terms.json`, `submissions.json` and `results.json`; before the end nobody may read `secret.json`
and the folder `responses`.
"""

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec

from agents.runs.errors import BadRun
from agents.runs.storage import checked, runs_dir
from analysis.evaluate.challenge.submission import MOST_GAMES
from analysis.protocols.best_responses import BLOCK, BestResponse
from analysis.protocols.standing import Standing
from native import Rules

TERMS, SECRET, SENT, RESULTS = "terms.json", "secret.json", "submissions.json", "results.json"
RESPONSES = "responses.json"
"""File of the best responses to the members; written when the season is closed."""
CONTESTS = "responses"
"""Folder of the games from which the best responses are chosen; only its owner may read it."""
RELEASE = "season.json"
SCORING = "zero"
"""The scoring of all seasons: games lost by strikes score 0."""
Kind = TypeVar("Kind")


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public terms of a sealed season, fixed when it opens. Raises BadRun if the name is
    invalid, a number is out of range, or the season closes before it opens.
    """

    name: str
    opens: datetime
    closes: datetime
    players: int = 2
    members: int = 8
    deals: int = 1000
    """Number of deals that a submission plays with each member; all submissions play the same
    ones."""
    individuals: int = 20_000
    """Number of individuals (rule lists) that the generator makes from the secret seed to choose
    members from."""
    submissions: int = 3
    """Maximum number of submissions of one agent, each in another version. An account that submits
    on the page may also make at most this many submissions, over all its agents."""
    every: int = 0
    """Length, in days, of the next season, which opens when this one ends; 0: there is no next
    one."""
    responses: int = 0
    """Number of deals on which the candidates for a best response to each member are compared, and
    of further deals on which the best one is measured; 0: no best responses, as in older files."""
    socket_deals: int = 0
    """Number of games that an agent on its owner's machine plays with each member over a socket,
    each on a deal of its own; 0: such agents are not admitted, as in older files."""
    commitment: str = ""
    """The SHA-256 of the secret: the seed and the members' addresses, one a line. Empty before the
    season opens."""

    def __post_init__(self) -> None:
        checked(self.name, "season")
        if self.closes <= self.opens:
            raise BadRun(f"A season that opens on {self.opens:%Y-%m-%d} must close later.")
        limits = {"players": (2, 5), "members": (1, 100), "deals": (2, 100_000)}
        limits |= {"individuals": (500, 10_000_000), "submissions": (1, 100), "every": (0, 3660)}
        limits |= {"responses": (0, 100_000), "socket_deals": (0, MOST_GAMES)}
        for field, (least, most) in limits.items():
            if not least <= (value := getattr(self, field)) <= most:
                raise BadRun(f"{field} goes from {least} to {most:,}, not {value:,}.")
        if self.responses % BLOCK:
            raise BadRun(f"responses is 0 or a multiple of {BLOCK}, not {self.responses}.")
        if self.socket_deals == 1:
            raise BadRun("socket_deals is at least 2, for an interval, or 0, not 1.")
        if self.socket_deals * self.members > MOST_GAMES:
            raise BadRun(f"An agent plays at most {MOST_GAMES:,} games over a socket.")

    @property
    def rules(self) -> Rules:
        """The rules of the season's games: the standard ones for its number of players."""
        return Rules.standard(self.players)


class Secret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seed of a season, and the addresses of the pool's members, its secret partners, in order.

    The seed determines the members, which the generator breeds from it, and the deals. Until
    `seasons.close` releases the secret, after the season's end, only its hash is public.
    """

    seed: str
    members: tuple[str, ...] = ()

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, in hexadecimal, which is published when the season opens."""
        return sha256("\n".join([self.seed, *self.members]).encode()).hexdigest()


class Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An agent submitted to a season in one version, without its results."""

    agent: str
    version: str
    sent: datetime
    by: str = ""
    """A hash of the account that submitted it on the page; empty if it came by the command line."""
    record: str = ""
    """The name of the record of its games, a hash of its key, if the agent runs on its owner's
    machine and plays over a socket; otherwise empty."""


class Season(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The complete record of a season, as it is released after its end."""

    terms: Terms
    secret: Secret
    submissions: tuple[Entrant, ...]
    results: tuple[Standing, ...]
    """The results of the submissions that have played all their games."""
    responses: tuple[BestResponse, ...] = ()
    """The best response found for each member of the pool, in the members' order; empty if the
    terms ask for none."""
    games: dict[str, tuple[str | None, ...]] = {}
    """Games of the agents that played over a socket, by `Entrant.record`: the moves of each
    game in the order of the schedule, in the notation of `native.engine.notation`; None for a game
    that was never begun."""


def folder(name: str) -> Path:
    """Return the path of the folder of the season called `name`, which may not exist. Raise BadRun
    if the name is invalid.
    """
    return runs_dir() / "seasons" / checked(name, "season")


def names() -> list[str]:
    """Return the names of all seasons, those that opened last first and damaged ones last."""
    found = [path.parent.name for path in (runs_dir() / "seasons").glob(f"*/{TERMS}")]
    return sorted(found, key=_opened, reverse=True)


def _opened(name: str) -> datetime:
    try:
        return terms(name).opens
    except BadRun:
        return datetime.min.replace(tzinfo=UTC)


def terms(name: str) -> Terms:
    """Return the public terms of the season called `name`. Raise BadRun if there is no such season
    or its file is damaged.
    """
    return read(folder(name) / TERMS, Terms)


def secret_of(name: str) -> Secret:
    """Return the secret (seed and members) of the season called `name`. Raise BadRun if there is
    no such season or its file is damaged.
    """
    return read(folder(name) / SECRET, Secret)


def submissions(name: str) -> tuple[Entrant, ...]:
    """Return the agents submitted to the season called `name`, the earliest first. Raise BadRun if
    the file is damaged.
    """
    return read(folder(name) / SENT, tuple[Entrant, ...], ())


def results(name: str) -> tuple[Standing, ...]:
    """Return the results of the submissions to the season called `name` that have played, in the
    order in which they played. Raise BadRun if the file is damaged.
    """
    return read(folder(name) / RESULTS, tuple[Standing, ...], ())


def unfinished(name: str) -> tuple[Entrant, ...]:
    """Return the submissions to the season called `name` that have no result: they have not played
    yet, or they play over a socket and have not finished all games.
    """
    done = {(one.agent, one.version) for one in results(name)}
    return tuple(one for one in submissions(name) if (one.agent, one.version) not in done)


def responses(name: str) -> tuple[BestResponse, ...]:
    """Return the best responses to the members of the season called `name`; () before it is
    closed.
    """
    return read(folder(name) / RESPONSES, tuple[BestResponse, ...], ())


def read(path: Path, kind: type[Kind], missing: Kind | None = None) -> Kind:
    """Return the content of a season's file, decoded as the type `kind`, or `missing` if there is
    no file. Raise BadRun if the file is damaged, or if there is none and `missing` is None.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        if missing is not None:
            return missing
        raise BadRun(f"There is no season {path.parent.name}.") from None
    except msgspec.DecodeError as error:
        raise BadRun(f"{Path(*path.parts[-2:])} is damaged: {error}") from None
