"""Frozen pools: partners that stay what they are, so that figures of different days compare.

`paper-1@1` is version 1 of the pool paper-1: a file of `frozen/` with its members, each with the
version of its behaviour, and the seeds that standings take. A member that behaves otherwise today
is refused; a new version of the pool is frozen then, and the old file stays.
"""

from __future__ import annotations

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
    """A version of a pool."""

    pool: str
    version: int
    members: tuple[tuple[str, str], ...]
    """Addresses and versions."""
    seeds: tuple[str, ...] = SEEDS
    """Of the deals, seats and lots of standings."""
    games: int = GAMES
    """With each member, for each seed."""

    @property
    def name(self) -> str:
        return f"{self.pool}@{self.version}"


def names() -> list[str]:
    """Every frozen pool, by name."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def load(name: str) -> Frozen:
    """Raises AgentError, in words, for a name that there is not."""
    path = FOLDER / f"{name}.json"
    if not NAME.fullmatch(name) or not path.is_file():
        raise AgentError(f"There is no frozen pool {name[:90]}. Frozen are {', '.join(names())}.")
    return msgspec.json.decode(path.read_bytes(), type=Frozen)


def addresses(name: str) -> list[str]:
    """The members of a frozen pool. Raises AgentError, in words, if one is not what it was."""
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
    """Write a new version of a pool. Raises AgentError, in words, for one that there is."""
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
