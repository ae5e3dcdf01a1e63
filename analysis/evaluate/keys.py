"""Tokens and keys for agents that run elsewhere: random texts that reveal nothing about their use.

A token lets an agent connect (`analysis.evaluate.dialled`); a key gives access to the games of one
evaluation (`analysis.evaluate.challenge`). A key's pool and seed stay in the database.
"""

import secrets
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

from django.utils import timezone

from agents.contract import AgentError
from analysis.evaluate.challenge.submission import Submission, schedule
from analysis.models import AgentKey

LASTS = timedelta(days=365)
TOKEN_COMMAND = "manage.py agent_token NAME"
KEY_COMMAND = "manage.py agent_token NAME --pool POOL"
MOST_LETTERS = 200
"""The most characters in the name of an owner or a pool."""
MOST_IN_SEED = 100
SHARED = ("pool", "games", "season", "until")
"""The fields that the database row of a key and its Submission have in common."""


def token_for(owner: str) -> str:
    """Create a token, a secret text with which an agent may connect to the site, for the owner
    called `owner`. Return it; raise AgentError if the name is empty or too long.
    """
    return _stored(AgentKey(owner=owner))


def key_for(submission: Submission) -> str:
    """Create an evaluation key for a submission's games and return it: a secret text by which an
    external agent asks for its games.

    A submission with a seed gets a key for practice, unless its games belong to a season. Without a
    seed, a random one is chosen, which stays secret until all games are played. Raise AgentError or
    BadRules if the games cannot be played.
    """
    seed = submission.seed or secrets.token_hex(16)
    schedule(replace(submission, seed=seed))
    return _stored(
        AgentKey(
            owner=submission.name,
            players=list(submission.players),
            seed=seed,
            practice=bool(submission.seed) and not submission.season,
            **{name: getattr(submission, name) for name in SHARED},
        )
    )


def owner_of(token: str) -> str:
    """Return the name of a token's owner; raise AgentError if the token is unknown, withdrawn or
    more than a year old.
    """
    return _valid(token, TOKEN_COMMAND, is_key=False).owner


def opened(key: str) -> Submission:
    """Return the submission whose games an evaluation key gives access to; raise AgentError if the
    key is unknown, withdrawn or more than a year old.
    """
    row = _valid(key, KEY_COMMAND, is_key=True)
    return Submission(
        name=row.owner,
        players=tuple(row.players),
        seed=row.seed,
        practice=row.practice,
        record=row.digest[:24],
        **{name: getattr(row, name) for name in SHARED},
    )


def withdraw(number: int) -> AgentKey:
    """Revoke the token or key with this number and return its database row; raise AgentError if
    there is none.
    """
    row = AgentKey.objects.filter(pk=number).first()
    if row is None:
        raise AgentError(f"There is no token or key {number}: manage.py agent_tokens lists all.")
    if row.withdrawn is None:
        row.withdrawn = timezone.now()
        row.save(update_fields=["withdrawn"])
    return row


def withdraw_of(record: str) -> None:
    """Revoke the key of the submission whose games have this `record` (`Submission.record`)."""
    rows = AgentKey.objects.filter(digest__startswith=record, withdrawn=None)
    rows.update(withdrawn=timezone.now())


def numbered(secret: str) -> int:
    """Return the number that identifies the token or key `secret` in lists and as the argument of
    `withdraw`. Raise AgentKey.DoesNotExist if the secret is unknown.
    """
    return AgentKey.objects.get(digest=_digest(secret)).pk


def _valid(secret: str, command: str, *, is_key: bool) -> AgentKey:
    kind = "key" if is_key else "token"
    row = AgentKey.objects.filter(digest=_digest(secret)).first()
    if row is None and ":" in secret:
        raise AgentError(
            f"This {kind} has an older form, which anyone could read, and is no longer valid. "
            f"The site's operator can make a new one: {command}."
        )
    if row is None or bool(row.pool) is not is_key:
        raise AgentError(f"This site has no such {kind}. Make one with {command}.")
    if row.withdrawn is not None:
        raise AgentError(f"This {kind} was withdrawn. Make a new one with {command}.")
    if timezone.now() - row.made > LASTS:
        raise AgentError(f"This {kind} is more than a year old. Make a new one with {command}.")
    return row


def _stored(row: AgentKey) -> str:
    if not row.owner.strip():
        raise AgentError("Give the name of its owner.")
    limits = {"owner": MOST_LETTERS, "pool": MOST_LETTERS, "seed": MOST_IN_SEED}
    if row.season:
        del limits["pool"]
    for name, most in limits.items():
        if (letters := len(getattr(row, name))) > most:
            raise AgentError(f"The {name} has at most {most} letters, not {letters}.")
    secret = secrets.token_urlsafe(24)
    row.digest = _digest(secret)
    row.save()
    return secret


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
