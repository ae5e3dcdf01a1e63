"""Reference lines: what the partners of a protocol could achieve themselves on the same deals.

Generalist: the member with the best mean over all partners, itself included.

Best member: with each partner, the pool member that is best with it. An agent from outside the pool
may do better with that partner, so it is no upper bound.

Bayes: knows all partners, sees their moves, and plays like the member that is best with the
partners still possible.

Generalist and best member are chosen on the odd deals and scored on the even ones, and vice versa,
to avoid selection bias. They are chosen by `zero`.
"""

from collections.abc import Callable, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from agents import registry
from agents.contract import AgentError
from agents.entry import Entry
from agents.matchups.playing import play_games
from analysis.protocols.protocol import Protocol
from analysis.protocols.standing import Standing, play, standing_of

GENERALIST, BEST_MEMBER, BAYES = "generalist", "best member", "Bayes"
MOST_GAMES = 4_000_000
"""The most games, over all pairs of members, from which generalist and best member are chosen."""

Points = npt.NDArray[np.int64]
Struck = npt.NDArray[np.bool_]


def measure(
    protocol: Protocol, threads: int = 1, told: Callable[[str], None] = lambda _: None
) -> list[Standing]:
    """Return the reference lines of a protocol.

    `told` is called with each line of progress. Raises AgentError for a protocol without partners.
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
    """Return generalist and best member from two arrays (challengers, members, deals): cards
    played, and whether the last strike ended the game."""
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
    """Play all members with all members: cards played, and games struck out, (members, members,
    deals)."""
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
