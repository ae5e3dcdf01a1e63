"""Targets of `manage.py rebuild` for stored standings, and for the tables of one run's elites."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor

from agents import registry
from agents.generator.executors import executor
from agents.pools import freezing
from analysis.diversity import action_agreement, corresponding, crossplay
from analysis.protocols import protocol as protocols
from analysis.protocols import standing
from analysis.rebuilding.target import Say, Target


def standings(name: str) -> Target:
    """Return the target of `manage.py rebuild standings:PROTOCOL`: it plays the protocol's games
    of the ranked agents whose version or partners have changed. `name` is the protocol's.

    Raise AgentError if there is no such protocol.
    """
    protocol = protocols.find(name)

    def stale() -> Sequence[str]:
        known = {one.agent: one for one in standing.load(protocol).agents}
        entries = [registry.find(address) for address in freezing.addresses(protocols.FIELD)]
        return [
            entry.address
            for entry in entries
            if protocol.players in entry.players and protocol.plans(entry)
            if (one := known.get(entry.address)) is None
            or one.version != entry.version
            or one.met not in ("", protocol.versions)
        ]

    def make(say: Say) -> None:
        for address in stale():
            say(address)
            found = standing.play(protocol, registry.find(address), os.cpu_count() or 1)
            known = standing.load(protocol).with_agents([found] if found else [])
            standing.store(protocol, known)

    return Target(f"standings of the protocol {name}", stale, make, slow=True)


def _of_run(about: str, missing: Callable[[], bool], make: Callable[[Executor], object]) -> Target:
    def remake(_say: Say) -> None:
        with executor() as chosen:
            make(chosen)

    return Target(about, lambda: [about] if missing() else [], remake, slow=True)


def cross_play(run: str) -> Target:
    """Return the target of `manage.py rebuild crossplay:RUN`: it plays all pairs of the run's
    elites, and each elite with its best partner on new deals.
    """

    def missing() -> bool:
        table = crossplay.load(run)
        whole = table is not None and table.complete
        return not whole or crossplay.with_best_partners(table) is None

    def make(chosen: Executor) -> None:
        crossplay.make_best_partners(run, crossplay.make(run, chosen), chosen)

    return _of_run(f"cross-play of {run}", missing, make)


def agreement(run: str) -> Target:
    """Return the target of `manage.py rebuild action_agreement:RUN`: it measures how often the
    run's elites choose the same move.
    """
    return _of_run(
        f"action agreement of {run}",
        lambda: action_agreement.load(run) is None,
        lambda chosen: action_agreement.make(run, chosen),
    )


def same_cells(rest: str) -> Target:
    """Return the target of `manage.py rebuild corresponding:RUN:OTHER`: it compares the elites in
    the same cells of two runs. `rest` is `RUN:OTHER`.
    """
    run, _, other = rest.partition(":")
    return _of_run(
        f"corresponding elites of {run} and {other}",
        lambda: corresponding.load(run, other) is None or not corresponding.scores(run, other),
        lambda chosen: corresponding.make(run, other, chosen),
    )
