"""Standings: the results of agents under an evaluation protocol, played, stored, and compared on
their shared deals; and reference lines.

The standings are stored in `stored/`, one file per protocol; `manage.py standings` makes them.
Reference lines are scores for comparison, with the same partners on the same deals:

Generalist: the member with the best mean over all partners, itself included.

Best member: with each partner, the pool member that is best with it. An agent from outside the
pool may do better with that partner, so it is no upper bound.

Bayes: knows all partners, sees their moves, and plays like the member that is best with the
partners still possible.

Generalist and best member are chosen on the odd deals and scored on the even ones, and vice versa,
to avoid selection bias. The choice is by scores under `zero`.
"""

import gzip
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

import msgspec
import numpy as np
import numpy.typing as npt

from agents import registry
from agents.contract import AgentError
from agents.entry import Entry
from agents.matchups.playing import play_games
from agents.runs.storage import replace
from analysis.protocols.protocol import Protocol
from analysis.statistics import Estimate, mean, ranks

FOLDER = Path(__file__).parent / "stored"
MOST = 25
"""The maximum score of a game: all protocols use the standard deck."""

Floats = npt.NDArray[np.float64]
Tell = Callable[[str], None]


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results of one agent under an evaluation protocol. Its methods take a `scoring`:
    "stacks" (cards played) or "zero" (0 if lost by strikes).
    """

    agent: str
    version: str
    session: int
    points: tuple[int, ...]
    """For each deal, the cards played, summed over the games with all members of the pool."""
    lost: tuple[int, ...]
    """For each deal, the part of `points` from games lost by strikes, which score 0 under
    `zero`."""
    members: tuple[tuple[int, int], ...]
    """For each member of the pool, the sums of cards played and of cards played in lost games,
    over all deals."""
    struck: int
    """Number of games that the last strike ended."""
    met: str = ""
    """A digest of the partners' versions; "" in files from before it was recorded, and for
    self-play."""

    @property
    def games(self) -> int:
        """The total number of games, over all members of the pool."""
        return len(self.points) * len(self.members)

    def values(self, scoring: str) -> Floats:
        """Return the agent's score on each deal, averaged over its partners, of shape (deals,).

        `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
        """
        return _scored(self.points, self.lost, scoring) / len(self.members)

    def units(self, scoring: str) -> Floats:
        """Return the agent's mean score in each statistically independent unit, of shape (units,).
        A unit is a deal or, if the agent plays several games in a row with a partner, a session.

        `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
        """
        means: Floats = self.values(scoring).reshape(-1, self.session).mean(axis=1)
        return means

    def mean(self, scoring: str) -> Estimate:
        """Return the agent's mean score, with its interval over deals or, if it plays several
        games in a row with a partner, over sessions.

        `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
        """
        return mean(self.units(scoring)).within(0, MOST)

    def by_member(self, scoring: str) -> Floats:
        """Return the agent's mean score with each member of the pool, of shape (members,).

        `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
        """
        points, lost = np.array(self.members).T
        return _scored(points, lost, scoring) / len(self.points)

    def by_game(self, scoring: str) -> list[Estimate]:
        """Return the agent's mean score in the first, second ... game of its sessions (games in a
        row with one partner), with intervals over sessions.

        `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
        """
        places = self.values(scoring).reshape(-1, self.session)
        return [mean(places[:, place]) for place in range(self.session)]


class Standings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stored results of all agents that were measured under one evaluation protocol, with its
    reference lines (scores for comparison).
    """

    protocol: str
    pool: str
    agents: tuple[Standing, ...] = ()
    lines: tuple[Standing, ...] = ()
    """The protocol's reference lines on the same deals: generalist, best member and Bayes (see the
    module)."""

    def with_agents(self, others: Sequence[Standing]) -> Self:
        """Return a copy with the results `others` added; they replace earlier results of the same
        agents, by address.
        """
        return msgspec.structs.replace(self, agents=_replaced(self.agents, others))

    def with_lines(self, lines: Sequence[Standing]) -> Self:
        """Return a copy with the reference lines `lines` added; they replace earlier lines of the
        same names.
        """
        return msgspec.structs.replace(self, lines=_replaced(self.lines, lines))

    def best_first(self, scoring: str) -> list[tuple[Standing, tuple[int, int]]]:
        """Return pairs (results of one agent, its ranks), the highest mean score first.

        The ranks are the best and the worst that the agent may have, from 1: agents are compared
        on the deals that both played, and those without a significant difference may swap ranks.
        `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
        """
        ordered = sorted(self.agents, key=lambda one: -(one.mean(scoring).value or 0))
        places = ranks([one.units(scoring) for one in ordered], ahead)
        return list(zip(ordered, places, strict=True))


def ahead(one: Floats, other: Floats) -> Estimate:
    """Return the mean score of one agent minus that of another on their shared deals, with its
    interval, from `Standing.units` of both.

    All agents play the same deals in the same order, so the shared ones are the first deals, as
    many as the agent with fewer deals has.
    """
    shared = min(len(one), len(other))
    return mean(one[:shared] - other[:shared])


def play(protocol: Protocol, agent: Entry, threads: int = 1) -> Standing | None:
    """Play an agent's games under a protocol and return its results; None if it is too slow to
    play enough games or does not play with the protocol's number of players.

    Raises AgentError if the version of one of the protocol's partners has changed, or if an agent
    cannot play by the rules.
    """
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
    """Return the results of the agent with this address (`agent`) and version, summed from its
    games with each member of a pool on each deal.

    `points` and `struck` have shape (members, deals): the cards played in each game, and whether
    the last strike ended it, so that it scores 0 under the scoring "zero". `session` is the number
    of games in a row with a partner.
    """
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
    """Return the stored standings of a protocol; empty ones if there is no file, or if the file
    was made with another pool.
    """
    empty = Standings(protocol.name, protocol.pool)
    path = _path(protocol)
    if not path.is_file():
        return empty
    stored = msgspec.json.decode(gzip.decompress(path.read_bytes()), type=Standings)
    return stored if stored.pool == protocol.pool else empty


def store(protocol: Protocol, standings: Standings) -> None:
    """Write `standings` to the protocol's file, in place of its content."""
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


GENERALIST, BEST_MEMBER, BAYES = "generalist", "best member", "Bayes"
MOST_GAMES = 4_000_000
"""Maximum number of games, over all pairs of members, from which generalist and best member are
chosen."""

Points = npt.NDArray[np.int64]
Struck = npt.NDArray[np.bool_]


def measure(protocol: Protocol, threads: int = 1, told: Tell = lambda _: None) -> list[Standing]:
    """Play the members of a protocol's pool with each other, and return its reference lines, scores
    to compare agents with: those of the best single member (generalist), of the best member for
    each partner (best member), and of an adaptive agent that knows all partners (Bayes), if it
    plays enough games.

    `told` is called with each line of progress. Raises AgentError for self-play, which has no pool,
    or if a member's version has changed.
    """
    if not protocol.pool:
        raise AgentError(f"Protocol {protocol.name} is self-play: it has no reference lines.")
    members = protocol.members()
    told(f"{len(members)} members with each other ...")
    points, struck = _table(protocol, members, threads)
    told(f"{BAYES} ...")
    adaptive = registry.find(protocol.adaptive)
    bayes = play(protocol, adaptive, threads)
    known = [msgspec.structs.replace(bayes, agent=BAYES)] if bayes else []
    found = chosen(points, struck, protocol.session)
    return [msgspec.structs.replace(one, met=protocol.versions) for one in [*found, *known]]


def chosen(points: Points, struck: Struck, session: int) -> list[Standing]:
    """Return two reference lines, for which agents are chosen by their scores: "generalist" has
    the scores of the agent with the best mean over all members of a pool; "best member" has, with
    each member, the scores of the agent that is best with it.

    Each choice is made by mean scores under "zero" (0 if lost by strikes) on half of the deals,
    and scored on the other half. `points` (cards played) and `struck` (whether the last strike
    ended the game) have shape (agents to choose from, members, deals); `session` is the number of
    games in a row with a partner.
    """
    zero, numbers = np.where(struck, 0, points), np.arange(points.shape[1])
    halves = [slice(0, None, 2), slice(1, None, 2)]
    fixed, best = np.zeros(points.shape[1:], np.int64), np.zeros(points.shape[1:], np.int64)
    for scored, seen in (halves, halves[::-1]):
        means = zero[:, :, seen].mean(axis=2)
        fixed[:, scored] = int(means.mean(axis=1).argmax())
        best[:, scored] = means.argmax(axis=0)[:, None]

    def line(name: str, who: Points) -> Standing:
        places = who, numbers[:, None], np.arange(points.shape[2])
        return standing_of(name, "", session, points[places], struck[places])

    return [line(GENERALIST, fixed), line(BEST_MEMBER, best)]


def _table(protocol: Protocol, members: Sequence[Entry], threads: int) -> tuple[Points, Struck]:
    """Play all members with all members; return the cards played, and whether the last strike
    ended the game, both of shape (members, members, deals).
    """
    most = max(2, MOST_GAMES // len(members) ** 2)
    points, struck, deals = [], [], 0
    for plan in protocol.plans(members[0], threads):
        if deals + plan.games > most and deals:
            break
        played = play_games(members, members, plan)
        points.append(played.stacks)
        struck.append(played.struck)
        deals += plan.games
    return np.concatenate(points, axis=2).astype(np.int64), np.concatenate(struck, axis=2)
