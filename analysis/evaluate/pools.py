"""Pools: the partners in an evaluation.

A pool has a name of this site, is read from a file, or is derived: `thinned` drops weak elites or
keeps the best of each cell of a coarser map (both proposed by Canaan et al. 2019, section VII), and
`generated` evolves a fresh pool for one evaluation from a new seed, so that no agent can be tuned
to it.
"""

import os
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agents import registry
from agents.archives import BadArchive, BadParameters, BadRun, Recipe, Setting, runs
from agents.contract import AgentError
from agents.entry import Entry
from agents.generator.executors import executor
from agents.generator.run import make, started
from agents.kinds import elites
from agents.pools import members as pools
from native import Rules

PREFIX = "pool:"
NAME = re.compile(r"[\w@+-]+(\?|$)", re.ASCII)
"""A pool's name without the prefix, as agents and files are not named."""


@dataclass(frozen=True)
class Pool:
    """A pool of partners: its name and its members, which can all play under the pool's rules."""

    name: str
    members: tuple[Entry, ...]


def pool(name: str, rules: Rules) -> Pool:
    """Return the pool called `name`; raise AgentError if it is unknown or a member cannot play
    under `rules`.

    `name` is a list of agents and pools separated by semicolons (see `addresses`), such as
    `pool:literature7` or `pool:paper-1+conv`, or the path of a file with one address per line.

    `pool:paper-1?least=5&grid=10` keeps the elites that score 5 or more in self-play and, of these,
    the best in each cell of a coarser map with 10 by 10 cells.
    """
    whole = name if os.path.isfile(name) else named(name)
    return pool_of_entries(whole, entries_of(name), rules)


def entries_of(name: str) -> list[Entry]:
    """Look up the agents of the pool called `name` (see `pool`). Raise AgentError if it is
    unknown.
    """
    if os.path.isfile(name):
        return _listed(Path(name))
    name = named(name)
    whole, asked, wishes = name.partition("?") if name.startswith(PREFIX) else (name, "", "")
    members = thinned(addresses(whole), wishes) if asked else addresses(whole)
    return [registry.find(address) for address in members]


def pool_of_entries(name: str, members: Sequence[Entry], rules: Rules) -> Pool:
    """Return a pool called `name` with these registry entries as members; raise AgentError if it
    is empty, has an agent twice, or a member cannot play under `rules`.
    """
    if not members:
        raise AgentError(f"The pool “{name}” has no members.")
    if len({member.address for member in members}) < len(members):
        raise AgentError(f"The pool “{name}” names an agent twice.")
    for member in members:
        member.refuse_unless_seatable(rules, with_people=False)
    return Pool(name, tuple(members))


def named(text: str) -> str:
    """Return the list `text` of agents and pools, separated by semicolons, with the full address of
    every pool: `pool:literature7` for `literature7`.
    """
    return ";".join(f"{PREFIX}{one}" if NAME.match(one) else one for one in text.split(";"))


def listed(text: str) -> str:
    """Convert a visitor's list of agents and pools, separated by spaces or semicolons, to one that
    is separated by semicolons, without repeats and with the full address of every pool
    (`pool:literature7` for `literature7`).
    """
    return named(";".join(dict.fromkeys(text.replace(";", " ").split())))


def addresses(text: str) -> list[str]:
    """Return the addresses of the agents in the list `text`, separated by semicolons: agents
    (`rules:piers`), and pools as in `agents.pools` (`pool:literature7` or `literature7`), which
    stand for all their members. Raise AgentError if an entry is neither, or names an unknown pool;
    agents are not looked up.
    """
    found: list[str] = []
    for one in named(text).split(";"):
        if ":" not in one:
            raise AgentError(
                f"There is no pool {one[:80]}. Pools have names such as pool:literature7 and "
                "pool:<run>, agents addresses such as rules:piers."
            )
        is_pool = one.startswith(PREFIX)
        found += pools.addresses(one.removeprefix(PREFIX)) if is_pool else [one]
    return found


def _listed(file: Path) -> list[Entry]:
    try:
        text = file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise AgentError(f"{file} is not a text file with one address per line.") from None
    found = []
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if line and not line.startswith("#"):
            try:
                found.append(registry.find(line))
            except AgentError as error:
                raise AgentError(f"{file}, line {number}: {error}") from None
    return found


WISH = re.compile(r"least=(?P<least>\d{1,2}(?:\.\d{1,2})?)|grid=(?P<grid>[1-9]\d?)", re.ASCII)
Niche = tuple[str, int, int]


def thinned(addresses: Sequence[str], wishes: str) -> list[str]:
    """Return those of the elites at `addresses` that satisfy the conditions `wishes`, in the given
    order. Raise AgentError if none does, or a condition or an address is invalid.

    `wishes` is text: `least=5` keeps elites that score 5 or more in self-play; `grid=10` keeps the
    best elite in each cell of a coarser map with 10 by 10 cells; `least=5&grid=10` applies both.
    """
    least, grid = 0.0, 0
    for wish in wishes.split("&"):
        found = WISH.fullmatch(wish)
        if not found:
            raise AgentError(f"Write ?least=5, ?grid=10 or ?least=5&grid=10, not ?{wishes[:40]}.")
        least, grid = float(found["least"] or least), int(found["grid"] or grid)
    best: dict[Niche, tuple[float, str]] = {}
    for address in addresses:
        niche, score = _elite(address, grid)
        if score >= least and score > best.get(niche, (-1.0, ""))[0]:
            best[niche] = (score, address)
    if not best:
        raise AgentError(f"None of these elites scores {least:g} or more.")
    kept = {address for _, address in best.values()}
    return [address for address in addresses if address in kept]


def _elite(address: str, grid: int) -> tuple[Niche, float]:
    """Return an elite's cell on a map with `grid` cells a side (0: its own map), and its score."""
    match = elites.PLACE.fullmatch(address.removeprefix(elites.PREFIX))
    if not address.startswith(elites.PREFIX) or not match:
        raise AgentError(f"{address[:60]} has no place on a map: only elites can be thinned out.")
    run, place = match[1], (int(match[2]), int(match[3]))
    try:
        archive = runs.load(run)
    except (BadRun, BadArchive) as error:
        raise AgentError(str(error)) from None
    rows, columns = archive.setting.grid
    if grid > min(rows, columns):
        raise AgentError(
            f"The map of {run} has {rows} by {columns} cells, so a grid of {grid} is not coarser."
        )
    row, column = place
    niche = (run, row * grid // rows, column * grid // columns) if grid else (run, row, column)
    return niche, archive.by_place[place].latest.objective


FRESH = "fresh:"
RUN = "fresh-"
"""Prefix of the names of the runs that `generated` makes."""
INITIAL_SHARE = 5
"""In a run of `generated`, one in this many individuals is created at random before breeding
begins."""


def generated(name: str, players: int, threads: int) -> str:
    """Evolve a fresh pool if `name` is `fresh:<individuals>`, with that many individuals in games
    of `players`, and return its name `pool:<run>`; return any other name unchanged.

    The run's archive records its seed. `threads` is the number of threads to use. Raise AgentError
    if the number or the run is invalid.
    """
    if not name.startswith(FRESH):
        return name
    count = name.removeprefix(FRESH)
    if not (count.isascii() and count.isdecimal() and len(count) < 10):
        raise AgentError(f"Write fresh:<individuals>, such as fresh:20000, not {name[:40]}.")
    run_name = f"{RUN}{secrets.token_hex(6)}"
    individuals = int(count)
    try:
        recipe = Recipe(
            seed=secrets.token_hex(16),
            individuals=individuals,
            initial=max(1, individuals // INITIAL_SHARE),
        )
        with (
            executor("threads", threads, "") as pool,
            started(run_name, Setting(players=players), recipe) as run,
        ):
            make(run, pool)
    except (BadParameters, BadRun) as error:
        raise AgentError(str(error)) from None
    return f"{PREFIX}{run_name}"
