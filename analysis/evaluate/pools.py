"""Pools: the partners in an evaluation."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agents import registry
from agents.contract import AgentError
from agents.pools import members as pools
from agents.registry import Entry
from analysis.evaluate.thinning import thinned
from native import Rules

PREFIX = "pool:"


@dataclass(frozen=True)
class Pool:
    """A name and its members, all of which can play at the requested table."""

    name: str
    members: tuple[Entry, ...]


def pool(name: str, rules: Rules) -> Pool:
    """Return the pool of this name; raise AgentError if it is unknown or a member cannot play.

    A name is `pool:<name>` as in `agents.pools` (`pool:literature7`, `pool:paper-1+conv`), a file
    with one address per line, or addresses separated by semicolons.

    `pool:paper-1?least=5&grid=10` keeps the elites that score 5 or more in self-play and, of these,
    the best in each cell of a coarser map with 10 by 10 cells.
    """
    whole, asked, wishes = name.partition("?") if name.startswith(PREFIX) else (name, "", "")
    addresses = _addresses(whole)
    return pool_of(name, thinned(addresses, wishes) if asked else addresses, rules)


def pool_of(name: str, addresses: Sequence[str], rules: Rules) -> Pool:
    """Return the pool of the agents at these addresses; raise AgentError if one cannot play."""
    return pool_of_entries(name, [registry.find(address) for address in addresses], rules)


def pool_of_entries(name: str, members: Sequence[Entry], rules: Rules) -> Pool:
    """Return a pool of registry entries; raise AgentError if it is empty or a member cannot
    play."""
    if not members:
        raise AgentError(f"The pool {name} has no members.")
    if len({member.address for member in members}) < len(members):
        raise AgentError(f"The pool {name} names an agent twice.")
    for member in members:
        member.refuse_unless_seatable(rules, with_people=False)
    return Pool(name, tuple(members))


def _addresses(name: str) -> Sequence[str]:
    if name.startswith(PREFIX):
        return pools.addresses(name.removeprefix(PREFIX))
    if Path(name).is_file():
        return _listed(Path(name))
    if ":" in name:
        return name.split(";")
    raise AgentError(
        f"There is no pool {name[:80]}. Name pool:literature7, pool:<run> or a file of addresses."
    )


def _listed(file: Path) -> list[str]:
    try:
        text = file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise AgentError(f"{file} is not a text file with one address per line.") from None
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]
