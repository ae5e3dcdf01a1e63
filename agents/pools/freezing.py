"""Frozen pools: versioned sets of partners, so that results of different days are comparable.

`paper-1@1` is version 1 of the pool paper-1: a file in `frozen/` with its members, the version of
each member's behaviour, and the seeds of the games for the standings (the ranking of evaluated
agents). A frozen pool with a member whose behaviour has changed cannot be used; a new version of
the pool must then be frozen, and the old file stays.
"""

import re
from pathlib import Path

import msgspec

from agents import registry
from agents.contract import AgentError
from agents.runs.storage import replace

FOLDER = Path(__file__).parent / "frozen"
NAME = re.compile(r"(?P<pool>[\w:+.-]{1,80})@(?P<version>[1-9]\d{0,3})", re.ASCII)
SEEDS = tuple(f"standings-{number}" for number in range(1, 6))
GAMES = 200


class Frozen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One version of a frozen pool: a fixed set of partners with the versions of their
    behaviour.
    """

    pool: str
    version: int
    members: tuple[tuple[str, str], ...]
    """For each member, its address and the version of its behaviour."""
    seeds: tuple[str, ...] = SEEDS
    """Seeds of the games for the standings: deals, seats and random choices."""
    games: int = GAMES
    """Games of an evaluated agent with each member, for each seed."""

    @property
    def name(self) -> str:
        """The name of the pool with its version, such as paper-1@2."""
        return f"{self.pool}@{self.version}"


def names() -> list[str]:
    """Return the names of all frozen pools, sorted."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def load(name: str) -> Frozen:
    """Load a frozen pool, named as in paper-1@2. Raise AgentError if there is none of this name."""
    path = FOLDER / f"{name}.json"
    if not NAME.fullmatch(name) or not path.is_file():
        raise AgentError(f"There is no frozen pool {name[:90]}. Frozen are {', '.join(names())}.")
    return msgspec.json.decode(path.read_bytes(), type=Frozen)


def addresses(name: str) -> list[str]:
    """Return the addresses of the members of a frozen pool, named as in paper-1@2.

    Raise AgentError if there is no such pool, or the behaviour of a member has changed since it
    was frozen.
    """
    frozen = load(name)
    for address, version in frozen.members:
        now = registry.find(address).version
        if now != version:
            raise AgentError(
                f"{address} has version {now} now, and {name} was frozen with {version}: its "
                "figures would not compare. Take the version of then, or a newer pool."
            )
    return [address for address, _ in frozen.members]


def freeze(pool: str, members: list[str], version: int) -> Frozen:
    """Freeze the agents at the addresses `members` as version `version` of the pool `pool`: write
    the file, and return its contents.

    Raise AgentError if the version exists, the name is invalid or an agent is unknown.
    """
    frozen = Frozen(pool, version, tuple((one, registry.find(one).version) for one in members))
    if not NAME.fullmatch(frozen.name):
        raise AgentError(f"A frozen pool has a name and a version from 1, not {frozen.name[:90]}.")
    path = FOLDER / f"{frozen.name}.json"
    if path.exists():
        raise AgentError(f"{frozen.name} is frozen already; take version {version + 1}.")
    lines = ",\n".join(msgspec.json.encode(member).decode() for member in frozen.members)
    head = {name: value for name, value in msgspec.to_builtins(frozen).items() if name != "members"}
    text = msgspec.json.encode(head).decode()
    replace(path, f'{text[:-1]},\n"members": [\n{lines}\n]}}\n'.encode())
    return frozen
