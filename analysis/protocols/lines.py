"""What the partners of a protocol could do themselves, on the same deals, as lines beside all.

generalist: the member with the best mean over all partners, itself included.
oracle: with each partner the member that is best with it.
Bayes: knows all partners, sees their moves, and answers like the member that is best with those who
the partner may then be.

Generalist and oracle are chosen on the odd deals and scored on the even ones, and the other way
round, so that they are not the luckiest. They are chosen by `zero`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from agents import registry
from agents.contract import AgentError
from agents.entry import Entry
from analysis.evaluate.evaluation import play_games
from analysis.protocols.protocol import Protocol
from analysis.protocols.standing import Standing, play, standing_of

GENERALIST, ORACLE, BAYES = "generalist", "oracle", "Bayes"
MOST_GAMES = 4_000_000
"""Of all members with all, over which generalist and oracle are chosen."""

Points = npt.NDArray[np.int64]
Struck = npt.NDArray[np.bool_]


def measure(
    protocol: Protocol, threads: int = 1, told: Callable[[str], None] = lambda _: None
) -> list[Standing]:
    """The lines of a protocol. Raises AgentError for one without partners."""
    if not protocol.pool:
        raise AgentError(f"Under {protocol.name} everybody plays with itself: there are no lines.")
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
    """Generalist and oracle of (challengers, members, deals): cards played, and whether the last
    strike ended the game."""
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

    return [line(GENERALIST, fixed), line(ORACLE, best)]


def _table(protocol: Protocol, members: Sequence[Entry], threads: int) -> tuple[Points, Struck]:
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
