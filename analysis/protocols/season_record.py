"""The stored record of a sealed season (`analysis.protocols.seasons`): terms, secret, submissions
and results.

A season is a contest in which agents submitted until its end play with a secret pool, a set of
partners bred from a secret seed. Its record is a folder in RUNS_DIR/seasons. Everybody may read
`terms.json`, `submissions.json` and `results.json`; before the end nobody may read `secret.json`
and the folder `responses`.
"""

from datetime import datetime
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
"""The best responses to the members; written when the season is closed."""
CONTESTS = "responses"
"""Folder of the games from which they are chosen; only its owner may read it."""
RELEASE = "season.json"
SCORING = "zero"
"""The scoring of all seasons."""
Kind = TypeVar("Kind")


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public terms of a season, fixed when it opens."""

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
    responses: int = 0
    """Deals on which the candidates for a best response to each member are compared, and again
    those on which the best one is measured; 0: no best responses, as in older files."""
    socket_deals: int = 0
    """Games that an agent elsewhere plays with each member over a socket, each on a deal of its
    own; 0: such agents are not admitted, as in older files."""
    commitment: str = ""
    """The SHA-256 of the secret: of the seed and the members' addresses, one a line."""

    def __post_init__(self) -> None:
        checked(self.name)
        if self.closes <= self.opens:
            raise BadRun("A season closes after it opens.")
        limits = {"players": (2, 5), "members": (1, 100), "deals": (2, 100_000)}
        limits |= {"individuals": (500, 10_000_000), "submissions": (1, 100), "every": (0, 3660)}
        limits |= {"responses": (0, 100_000), "socket_deals": (0, MOST_GAMES)}
        for field, (least, most) in limits.items():
            if not least <= getattr(self, field) <= most:
                raise BadRun(f"{field} goes from {least} to {most:,}.")
        if self.responses % BLOCK:
            raise BadRun(f"responses is a multiple of {BLOCK}, or 0 for no best responses.")
        if self.socket_deals == 1:
            raise BadRun("socket_deals is at least 2, for an interval, or 0.")
        if self.socket_deals * self.members > MOST_GAMES:
            raise BadRun(f"An agent plays at most {MOST_GAMES:,} games over a socket.")

    @property
    def rules(self) -> Rules:
        """The rules of the season's games."""
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
        """The digest of the secret that is published when the season opens."""
        return sha256("\n".join([self.seed, *self.members]).encode()).hexdigest()


class Submission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A submitted agent with its version, before it has played."""

    agent: str
    version: str
    sent: datetime
    by: str = ""
    """A hash of the account that submitted it on the page; empty: the command line."""
    record: str = ""
    """The name of the record of its games, if it plays elsewhere over a socket; a hash of its
    key."""


class Season(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The complete record of a season, as it is released."""

    terms: Terms
    secret: Secret
    submissions: tuple[Submission, ...]
    results: tuple[Standing, ...]
    """The results of the submissions that have played all their games."""
    responses: tuple[BestResponse, ...] = ()
    """The best response found for each member, in the members' order; empty if the terms ask for
    none."""
    games: dict[str, tuple[str | None, ...]] = {}
    """The moves of agents elsewhere, by `Submission.record`: of each game in the order of the
    schedule, as in `native.engine.notation`; None if it was not begun."""


def folder(name: str) -> Path:
    """Return the folder of a season. Raise BadRun if the name is invalid."""
    return runs_dir() / "seasons" / checked(name)


def names() -> list[str]:
    """Return the names of all seasons, the latest opening first."""
    found = [path.parent.name for path in (runs_dir() / "seasons").glob(f"*/{TERMS}")]
    return sorted(found, key=lambda name: terms(name).opens, reverse=True)


def terms(name: str) -> Terms:
    """Return the public terms of the season called `name`. Raise BadRun if there is none of this
    name.
    """
    return read(folder(name) / TERMS, Terms)


def secret_of(name: str) -> Secret:
    """Return the seed and the members of the season called `name`. Raise BadRun if there is none of
    this name or its file is damaged.
    """
    return read(folder(name) / SECRET, Secret)


def submissions(name: str) -> tuple[Submission, ...]:
    """Return the agents submitted to the sealed season called `name`, the earliest first."""
    return read(folder(name) / SENT, tuple[Submission, ...], ())


def results(name: str) -> tuple[Standing, ...]:
    """Return the results of the submissions that have played, in the order in which they played."""
    return read(folder(name) / RESULTS, tuple[Standing, ...], ())


def unfinished(name: str) -> tuple[Submission, ...]:
    """Return the submissions without a result: not played yet, or with games over a socket that are
    not over.
    """
    done = {(one.agent, one.version) for one in results(name)}
    return tuple(one for one in submissions(name) if (one.agent, one.version) not in done)


def responses(name: str) -> tuple[BestResponse, ...]:
    """Return the best responses to a closed season's members; empty before it is closed."""
    return read(folder(name) / RESPONSES, tuple[BestResponse, ...], ())


def read(path: Path, kind: type[Kind], missing: Kind | None = None) -> Kind:
    """Return the decoded content of a season's file, or `missing` if there is no file. Raise BadRun
    if the file is damaged, or there is none and `missing` is None.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        if missing is not None:
            return missing
        raise BadRun(f"There is no season {path.parent.name}.") from None
    except msgspec.DecodeError as error:
        raise BadRun(f"{path.name} of the season {path.parent.name} is damaged: {error}") from None
