"""The targets of `manage.py rebuild`, in the order of their dependencies."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from agents import profile, registry, rule_table, scores, timing
from agents.kinds import mwum, rl, zoo
from agents.learning import policies
from agents.learning.run import LEARNERS as RL_RUNS
from agents.matchups.store import Wanted, make_missing, missing
from agents.mwum import policies as mwum_policies
from agents.mwum.run import RUNS as MWUM_RUNS
from agents.pools import freezing, members
from agents.profile import PROFILES, Key, shipped, written
from agents.runs.storage import replace
from analysis.diversity import named_agents
from analysis.papers.strangers import LEARNERS
from analysis.protocols import families
from analysis.rebuilding import command_list, tables
from analysis.rebuilding.slow import NAMED, SLOW
from analysis.rebuilding.target import Say, Target, rows_target, text_target
from analysis.schemas import SCHEMAS, schema_text
from native.play.measures import TALLIES
from native.play.results import Result

HERE = Path(__file__).parents[2]
MAPPED = ("paper-1",)
"""The shipped runs with whose elites the named agents play, for pages that show them on the run's
map."""
SCHEMA_FILES = HERE / "docs" / "schemas"


def _profiled() -> list[registry.Entry]:
    """Return the named agents and all other learners that come with the program."""
    files = {
        mwum.PREFIX: MWUM_RUNS.bundled.glob(f"*/{mwum_policies.FILE}"),
        rl.PREFIX: RL_RUNS.bundled.glob(f"*/{policies.FILE}"),
    }
    learners = [prefix + file.parent.name for prefix in files for file in sorted(files[prefix])]
    networks = [zoo.PREFIX + name for name in zoo.names()]
    named = [entry.address for entry in registry.seatable()]
    return [registry.find(address) for address in dict.fromkeys(named + learners + networks)]


def _wanted_profiles() -> list[tuple[registry.Entry, Key]]:
    return [
        (entry, (entry.address, entry.version, players, profile.games_of(entry)))
        for entry in _profiled()
        for players in profile.shipped_tables(entry)
    ]


def _fresh_profiles() -> dict[Key, Result]:
    """Return the shipped profiles that stay: without those of fast agents that lack a tally."""
    quick = {entry.address for entry, _ in _wanted_profiles() if entry.self_play_games}
    return {
        key: result
        for key, result in shipped().items()
        if key[0] not in quick or set(TALLIES) <= result.all_seats.tallies.keys()
    }


def _stale_profiles() -> list[str]:
    wanted = {key for _, key in _wanted_profiles()}
    stale = (wanted ^ set(shipped())) | (wanted - set(_fresh_profiles()))
    return [f"{key[0]} with {key[2]}" for key in sorted(stale)]


def _make_profiles(say: Say) -> None:
    results = _fresh_profiles()
    wanted = _wanted_profiles()
    for entry, key in wanted:
        if key not in results:
            say(f"{entry.address} with {key[2]} players")
            results[key] = profile.play_profile_games(entry, key[2])
            _save_profiles({k: results[k] for _, k in wanted if k in results})
    _save_profiles({k: results[k] for _, k in wanted})


def _save_profiles(results: dict[Key, Result]) -> None:
    replace(PROFILES, written(results).encode())
    shipped.cache_clear()


def _named(mapped: Sequence[str], about: str) -> Target:
    """Return a target for the tables of named agents on the maps of these runs."""

    def stale() -> list[str]:
        return [f"{one} on {run}" for run in mapped for one in named_agents.missing(run)]

    def make(say: Say) -> None:
        for run in mapped:
            named_agents.make(run, say)

    return Target(about, stale, make)


def _frozen(name: str) -> Target:
    """Return a target for a new version of a frozen pool, such as `paper-1@2`.

    Raise ValueError if the name has another form.
    """
    pool, _, version = name.partition("@")
    if not version.isdecimal():
        raise ValueError(f"A pool to freeze is named like pool:paper-1@2, not pool:{name}.")

    def make(say: Say) -> None:
        found = freezing.freeze(pool, members.addresses(pool), int(version))
        say(f"{len(found.members)} members")

    return Target(
        f"the frozen pool {name}", lambda: [] if name in freezing.names() else [name], make
    )


def _pairs(about: str, wanted: Callable[[], Sequence[Wanted]]) -> Target:
    """Return a target for pairs of the store."""

    def stale() -> list[str]:
        return [f"{pair.one} and {pair.other}" for pair in missing(wanted())]

    def make(say: Say) -> None:
        make_missing(wanted(), os.cpu_count() or 1, say)

    return Target(about, stale, make)


TARGETS = {
    "rules": text_target(
        "agents/RULES.md: every rule that an agent can be made of",
        lambda: {rule_table.FILE: rule_table.text()},
    ),
    "commands": text_target(
        "docs/commands.md: every command with its help",
        lambda: {command_list.FILE: command_list.text()},
    ),
    "schemas": text_target(
        "docs/schemas: the JSON Schemas of files and messages",
        lambda: {SCHEMA_FILES / f"{name}.json": schema_text(name) for name in SCHEMAS},
    ),
    "scores": rows_target(
        "agents/scores.json and SCORES.md: named agents with copies of themselves",
        scores.missing,
        lambda key: f"{key[0].address} with {key[1]} players",
        lambda key: scores.add(*key),
        lambda: {scores.TABLE: scores.table(scores.stored())},
    ),
    "seconds": rows_target(
        "agents/decision_seconds.json: how long agents take to decide at tables",
        timing.missing,
        lambda key: f"{key[0]} with {key[1]} players",
        lambda key: timing.add(*key),
    ),
    "profiles": Target(
        "agents/profiles.json: the self-play that agents' pages show",
        _stale_profiles,
        _make_profiles,
    ),
    "named": _named(
        MAPPED,
        "agents/archives/demo/*/named.npz: named agents with every elite of the shipped runs",
    ),
    "families": _pairs(
        "agents/matchups/named.npz: families of agents with each other", families.wanted
    ),
    "strangers": _pairs(
        "agents/matchups/named.npz: learners with other runs and other agents",
        lambda: [pair for each in LEARNERS.values() for pair in each.wanted()],
    ),
}
"""The targets that `manage.py rebuild` rebuilds without being named, by name."""
PATTERNS = {
    "named:RUN": "named agents with every elite of a run",
    "pool:NAME@VERSION": "a new version of a frozen pool",
    "standings:PROTOCOL": "standings of the agents that changed, or whose partners did",
    "crossplay:RUN": "the elites of a run with each other, and with their best partners",
    "action_agreement:RUN": "how often the elites of a run make the same move",
    "corresponding:RUN:OTHER": "the elites of the same cells of two runs",
    "conv:LEVEL:PLAYERS[:SEED]": "the weights of conv at tables of one size",
    "wary:SEED": "the wary agent, tuned with another seed",
    "puzzles:FILE": "the puzzles, mined from other games",
    "learner:NAME[:small|half]": "a learner trained here, with its weights in 8 bits or 16",
    "zoo:NAME": "a network trained here by docs/examples/ppo.py",
}
"""Descriptions of the targets whose names have parameters, such as a run, by the pattern of the
name."""
OF_NAME = NAMED | {
    "standings": tables.standings,
    "crossplay": tables.cross_play,
    "action_agreement": tables.agreement,
    "corresponding": tables.same_cells,
}


def find(name: str) -> Target:
    """Return the target of `manage.py rebuild` called `name`.

    `TARGETS` has the quick ones, `SLOW` those that take hours, and `PATTERNS` those whose names
    have a parameter, such as a run. Raise ValueError for any other name.
    """
    kind, _, rest = name.partition(":")
    if name in TARGETS:
        return TARGETS[name]
    if name in SLOW:
        return SLOW[name]
    if kind == "named" and rest:
        return _named([rest], f"named agents with every elite of {rest}")
    if kind == "pool" and rest:
        return _frozen(rest)
    if kind in OF_NAME and rest:
        return OF_NAME[kind](rest)
    known = ", ".join([*TARGETS, *SLOW, *PATTERNS])
    raise ValueError(f"There is no target {name}. Targets: {known}.")
