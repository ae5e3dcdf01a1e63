"""Scores of agents with imitations of people (bots trained on people's games): `with_people.json`,
and the tables of WITH_PEOPLE.md.

One imitation sits with copies of the agent: on the first seat in half of the games, on the last
seat in the other half.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import msgspec

from agents import registry
from agents.arena import simulate
from agents.runs.storage import read_rows, replace, write_rows
from native import Rules

FILE = Path(__file__).with_name("with_people.json")
TEXT = Path(__file__).with_name("WITH_PEOPLE.md")
SEED = "with-people"
PEOPLE = ("human:proxy", "human:newcomer")
"""Addresses of the imitation of experienced people and of that of newcomers."""
AT_TWO = (
    "conv:human",
    "conv:expert",
    "conv:beginner",
    "conv:h1",
    "partner:unknown",
    "partner:new",
    "wary:expert",
    "rules:focus",
    "search:1000:rules:focus",
    "elite:improved-2/9,19",
    "adaptive:500:paper-1+improved-1",
    "rules:elite_045_080",
    "rules:mirror_situational",
    "rules:iggi",
    "rules:nyu_2019",
    "rules:piers",
    "mwum:knowing-2",
    "rl:plus-2p",
    "rules:outer",
    "hat:information",
    "human:proxy",
)
AT_MORE = (
    *("conv:expert", "conv:beginner", "conv:h1", "conv:h1:no-finesses"),
    *("rules:focus", "wary:expert", "conv:human"),
)
GAMES = {2: 1_000, 3: 300, 4: 300, 5: 300}
"""Number of games with each imitation, by number of players."""


class Place(NamedTuple):
    """The key of a row in the tables of WITH_PEOPLE.md: agent, imitation of people, and number of
    players.
    """

    agent: str
    person: str
    players: int


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scores of an agent with one imitation of people at tables of one size."""

    agent: str
    version: str
    person: str
    person_version: str
    players: int
    games: int
    stacks: float
    """Mean number of cards played in a game."""
    stacks_sem: float
    zero: float
    """Mean score of a game, where a game lost by strikes counts 0."""
    zero_sem: float

    @property
    def place(self) -> Place:
        """The row's key: agent, imitation of people, and number of players."""
        return Place(self.agent, self.person, self.players)


@cache
def stored() -> dict[Place, Row]:
    """Return the stored scores of agents with imitations of people, by (agent, imitation, number
    of players).
    """
    return {row.place: row for row in read_rows(FILE, Row)}


def wanted() -> Iterator[Place]:
    """Yield (agent, imitation of people, number of players) for every row that WITH_PEOPLE.md
    should have.
    """
    for players in GAMES:
        for agent in AT_TWO if players == 2 else AT_MORE:
            for person in PEOPLE:
                yield Place(agent, person, players)


def missing() -> list[Place]:
    """Return the (agent, imitation of people, number of players) whose games have to be played: no
    score is stored, or only one of an earlier version of the agent or the imitation.
    """
    rows = stored()
    return [place for place in wanted() if not _is_fresh(rows.get(place))]


def _is_fresh(row: Row | None) -> bool:
    return row is not None and (row.version, row.person_version) == (
        registry.find(row.agent).version,
        registry.find(row.person).version,
    )


def play(place: Place) -> Row:
    """Play the games for one row of WITH_PEOPLE.md and return their scores. `place`, the row's
    key, names the agent, the imitation of people and the number of players; GAMES has the number
    of games.
    """
    agent, person = registry.find(place.agent), registry.find(place.person)
    mates = [agent] * (place.players - 1)
    games = GAMES[place.players]
    results = [
        simulate(Rules.standard(place.players), seats, games // 2, f"{SEED}/{order}")
        for order, seats in enumerate(([person, *mates], [*mates, person]))
    ]
    numbers = [
        value
        for scoring in ("stacks", "zero")
        for value in (
            sum(getattr(result, f"mean_{scoring}") for result in results) / 2,
            sqrt(sum(getattr(result, f"sem_{scoring}") ** 2 for result in results)) / 2,
        )
    ]
    versions = (agent.address, agent.version, person.address, person.version)
    return Row(*versions, place.players, games, *(round(number, 4) for number in numbers))


def add(place: Place) -> None:
    """Play the games for one row of WITH_PEOPLE.md, and store the row."""
    save(stored() | {place: play(place)})


def save(rows: dict[Place, Row]) -> None:
    """Store `rows` in `with_people.json`, and write the tables of WITH_PEOPLE.md from them; rows
    that `wanted` does not yield are left out.
    """
    write_rows(FILE, [rows[place] for place in wanted() if place in rows])
    stored.cache_clear()
    replace(TEXT, text().encode())


def text() -> str:
    """Return the text of WITH_PEOPLE.md with its two tables (for two players, and for more)
    regenerated from the stored rows.
    """
    prose = TEXT.read_text()
    for table in (_at_two(), _at_more()):
        head = re.escape(table[0])
        prose = re.sub(rf"^{head}\n(\|.*\n)*", "\n".join(table) + "\n", prose, flags=re.MULTILINE)
    return prose


def _at_two() -> list[str]:
    heads = [f"{person}, {scoring}" for person in PEOPLE for scoring in ("stacks", "zero")]
    return _table(
        heads,
        {
            agent: [
                cell for person in PEOPLE for cell in _both(stored().get(Place(agent, person, 2)))
            ]
            for agent in AT_TWO
        },
    )


def _at_more() -> list[str]:
    columns = [(players, person) for players in (3, 4, 5) for person in PEOPLE]
    return _table(
        [f"{players}, {person.partition(':')[2]}" for players, person in columns],
        {
            agent: [
                _both(stored().get(Place(agent, person, players)))[1] for players, person in columns
            ]
            for agent in AT_MORE
        },
    )


def _table(heads: Sequence[str], rows: dict[str, list[str]]) -> list[str]:
    lines = [f"| agent | {' | '.join(heads)} |", f"|{'---|' * (1 + len(heads))}"]
    return lines + [f"| `{agent}` | {' | '.join(cells)} |" for agent, cells in rows.items()]


def _both(row: Row | None) -> tuple[str, str]:
    """Return the cells of both scorings; a star marks games of an earlier version."""
    if row is None:
        return "–", "–"
    mark = "" if _is_fresh(row) else " *"
    return (
        f"{row.stacks:.2f} ± {row.stacks_sem:.2f}{mark}",
        f"{row.zero:.2f} ± {row.zero_sem:.2f}{mark}",
    )
