"""Self-play scores of the named agents: `scores.json`, and the table SCORES.md made from it."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from agents import registry
from agents.arena import simulate
from agents.entry import Entry
from agents.runs.storage import read_rows, replace, write_rows
from native import Rules

FILE = Path(__file__).with_name("scores.json")
TABLE = Path(__file__).with_name("SCORES.md")
SEED = "scores"
TABLES = (2, 3, 4, 5)
"""The numbers of players for which self-play is measured."""
IN_CORE, IN_PYTHON, THINKING = 20_000, 2_000, 100
"""Numbers of games of an agent per table size: if it plays in C, if it plays in Python, and if its
decisions take long."""

HEAD = """# Scores of the named agents in self-play

Cards played (scoring `stacks`), mean ± standard error, in clean mode, over {in_core:,} games or \
the number
in brackets. A row is printed again by
`manage.py simulate AGENT --players N --games GAMES --seed {seed}`; `manage.py rebuild scores` \
plays what changed.

"""


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The self-play score of one agent at tables of one size."""

    agent: str
    version: str
    players: int
    games: int
    mean: float
    """Mean number of cards played in a game."""
    sem: float
    """Standard error of the mean over games."""

    @property
    def command(self) -> str:
        """The shell command that prints the score again."""
        played = f"--players {self.players} --games {self.games}"
        return f"manage.py simulate {self.agent} {played} --seed {SEED}"


@cache
def stored() -> dict[tuple[str, int], Score]:
    """Return the stored scores by (address, number of players)."""
    return {(row.agent, row.players): row for row in read_rows(FILE, Score)}


def of(entry: Entry, players: int) -> Score | None:
    """Return the stored score of an agent with this number of players; None if absent or
    outdated.
    """
    row = stored().get((entry.address, players))
    return row if row and row.version == entry.version else None


def missing() -> list[tuple[Entry, int]]:
    """Return the (agent, number of players) for which no score of the agent's present version is
    stored.
    """
    return [(entry, players) for entry, players in wanted() if of(entry, players) is None]


def wanted() -> Iterator[tuple[Entry, int]]:
    """Yield (agent, number of players) for every named agent and each table size at which it
    plays, in menu order.
    """
    for entry in registry.everyone():
        for players in sorted(set(TABLES) & set(entry.players)):
            yield entry, players


def play(entry: Entry, players: int) -> Score:
    """Play self-play games of an agent with this number of players and return its score; slower
    agents play fewer games.
    """
    in_core = entry.in_core(players) is not None
    games = THINKING if entry.thinks_long else IN_CORE if in_core else IN_PYTHON
    result = simulate(Rules.standard(players), [entry] * players, games, SEED)
    mean, sem = round(result.mean_stacks, 4), round(result.sem_stacks, 4)
    return Score(entry.address, entry.version, players, result.games, mean, sem)


def add(entry: Entry, players: int) -> None:
    """Play self-play games of an agent with this number of players, and store its score."""
    save(stored() | {(entry.address, players): play(entry, players)})


def save(rows: dict[tuple[str, int], Score]) -> None:
    """Write `rows`, scores by address and number of players, to scores.json and SCORES.md; rows of
    agents that no longer exist are left out.
    """
    there = [rows[key] for e, n in wanted() if (key := (e.address, n)) in rows]
    write_rows(FILE, there)
    replace(TABLE, table(rows).encode())
    stored.cache_clear()


def table(rows: dict[tuple[str, int], Score]) -> str:
    """Return the text of SCORES.md, made from scores by address and number of players: one row per
    agent, one column per table size.
    """
    lines = [HEAD.format(in_core=IN_CORE, seed=SEED).rstrip("\n"), ""]
    lines += [f"| agent | {' | '.join(f'{players} players' for players in TABLES)} |"]
    lines += [f"|---|{'---|' * len(TABLES)}"]
    for entry in registry.everyone():
        cells = [_cell(rows.get((entry.address, players))) for players in TABLES]
        lines.append(f"| `{entry.address}` {entry.title} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cell(row: Score | None) -> str:
    if row is None:
        return "–"
    games = "" if row.games == IN_CORE else f" ({row.games:,})"
    return f"{row.mean:.2f} ± {row.sem:.2f}{games}"
