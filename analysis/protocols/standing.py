"""Where agents stand under a protocol: played, stored, and compared on the deals that they share.

What is stored lies in `stored/`, a file a protocol; `manage.py standings` makes it.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from agents.entry import Entry
from agents.runs.storage import replace
from analysis.evaluate.evaluation import play_games
from analysis.protocols.protocol import Protocol
from analysis.statistics import Estimate, mean, ranks

FOLDER = Path(__file__).parent / "stored"

Floats = npt.NDArray[np.float64]
Tell = Callable[[str], None]


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an agent reached."""

    agent: str
    version: str
    session: int
    points: tuple[int, ...]
    """Cards played, by deal, over all members."""
    lost: tuple[int, ...]
    """Of them those that the last strike took, under `zero`."""
    members: tuple[tuple[int, int], ...]
    """The same two by member, over all deals."""
    struck: int
    """Games that the last strike ended."""
    met: str = ""
    """Which versions of the partners; empty where that was not noted yet."""

    @property
    def games(self) -> int:
        return len(self.points) * len(self.members)

    def values(self, scoring: str) -> Floats:
        """(deals,): the mean over the members."""
        return _scored(self.points, self.lost, scoring) / len(self.members)

    def units(self, scoring: str) -> Floats:
        """Means of deals, or of sessions: what is independent."""
        means: Floats = self.values(scoring).reshape(-1, self.session).mean(axis=1)
        return means

    def mean(self, scoring: str) -> Estimate:
        return mean(self.units(scoring))

    def by_member(self, scoring: str) -> Floats:
        """(members,): the mean with each."""
        points, lost = np.array(self.members).T
        return _scored(points, lost, scoring) / len(self.points)

    def by_game(self, scoring: str) -> list[Estimate]:
        """By the game's place in a session, over sessions."""
        places = self.values(scoring).reshape(-1, self.session)
        return [mean(places[:, place]) for place in range(self.session)]


class Standings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of one protocol."""

    protocol: str
    pool: str
    agents: tuple[Standing, ...] = ()
    lines: tuple[Standing, ...] = ()
    """What the pool itself can do on the same deals (`analysis.protocols.lines`)."""

    def with_agents(self, others: Sequence[Standing]) -> Standings:
        """With these too, in place of earlier ones of the same agents."""
        return msgspec.structs.replace(self, agents=_replaced(self.agents, others))

    def with_lines(self, lines: Sequence[Standing]) -> Standings:
        """With these lines, in place of earlier ones of the same names."""
        return msgspec.structs.replace(self, lines=_replaced(self.lines, lines))

    def best_first(self, scoring: str) -> list[tuple[Standing, tuple[int, int]]]:
        """With the best and the worst place that each may have."""
        ordered = sorted(self.agents, key=lambda one: -(one.mean(scoring).value or 0))
        places = ranks(ordered, lambda one, other: ahead(one, other, scoring))
        return list(zip(ordered, places, strict=True))


def ahead(one: Standing, other: Standing, scoring: str) -> Estimate:
    """How much higher the first is on the deals that both played: seeds come in the same order, so
    a slow agent's few games are the first of everybody's."""
    first, second = one.units(scoring), other.units(scoring)
    shared = min(len(first), len(second))
    return mean(first[:shared] - second[:shared])


def play(protocol: Protocol, agent: Entry, threads: int = 1) -> Standing | None:
    """None if it is too slow for so many partners, or does not sit at such tables.

    Raises AgentError where a member of the pool is not what it was."""
    plans = protocol.plans(agent, threads)
    if not plans or protocol.players not in agent.players:
        return None
    partners = protocol.partners(agent)
    for one in (agent, *partners):
        one.refuse_unless_seatable(protocol.rules, with_people=False)
    played = [play_games([agent], partners, plan) for plan in plans]
    points = np.concatenate([games.stacks[0] for games in played], axis=1).astype(np.int64)
    struck = np.concatenate([games.struck[0] for games in played], axis=1)
    found = standing_of(agent.address, agent.version, protocol.session, points, struck)
    return msgspec.structs.replace(found, met=protocol.versions)


def standing_of(
    agent: str,
    version: str,
    session: int,
    points: npt.NDArray[np.int64],
    struck: npt.NDArray[np.bool_],
) -> Standing:
    """Of cards played and of games that the last strike ended, (members, deals)."""
    lost = np.where(struck, points, 0)
    members = np.column_stack([points.sum(axis=1), lost.sum(axis=1)])
    return Standing(
        agent,
        version,
        session,
        tuple(points.sum(axis=0).tolist()),
        tuple(lost.sum(axis=0).tolist()),
        tuple((first, second) for first, second in members.tolist()),
        int(struck.sum()),
    )


def load(protocol: Protocol) -> Standings:
    """What is stored; without agents if that is nothing, or of another pool."""
    empty = Standings(protocol.name, protocol.pool)
    path = _path(protocol)
    if not path.is_file():
        return empty
    stored = msgspec.json.decode(gzip.decompress(path.read_bytes()), type=Standings)
    return stored if stored.pool == protocol.pool else empty


def store(protocol: Protocol, standings: Standings) -> None:
    FOLDER.mkdir(exist_ok=True)
    replace(_path(protocol), gzip.compress(msgspec.json.encode(standings), mtime=0))


def _path(protocol: Protocol) -> Path:
    return FOLDER / f"{protocol.name}.json.gz"


def _replaced(known: Sequence[Standing], others: Sequence[Standing]) -> tuple[Standing, ...]:
    return tuple({one.agent: one for one in (*known, *others)}.values())


def _scored(
    points: Sequence[int] | npt.NDArray[np.int64],
    lost: Sequence[int] | npt.NDArray[np.int64],
    scoring: str,
) -> Floats:
    kept = np.array(points, np.float64)
    return kept - np.array(lost, np.float64) if scoring == "zero" else kept
