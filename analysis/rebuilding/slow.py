"""Targets of `manage.py rebuild` that take hours: tuned and trained agents, puzzles, long games.

They are rebuilt only when named. The versions that each was made from are recorded, so that a check
can say cheaply which of them a change has made stale.
"""

import os
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path

from agents import registry, retuning, with_people
from agents.kinds import zoo
from agents.kinds.conv import levels
from agents.kinds.conv.agent import version as conv_version
from agents.kinds.human import learned
from agents.kinds.wary.tuned import LEVEL
from agents.learning import shipping
from agents.runs.storage import replace, runs_dir
from analysis.imitation import positions, training
from analysis.papers.map_elites import own_sizes
from analysis.papers.perfect import measured
from analysis.puzzles import drilling, mining
from analysis.rebuilding.target import Say, Target, Versions, outdated, record, rows_target
from analysis.traces.importing import FILE as PUBLISHED
from native.rulebase import VERSION as RULES_VERSION
from native.strategies.conv import VERSION as CONV_VERSION
from native.strategies.human import VERSION as HUMAN_VERSION
from native.strategies.human import Network
from native.strategies.wary import VERSION as WARY_VERSION

GAMES_OF_PEOPLE = (
    Path(__file__).parents[2] / "tests" / "data" / "hanab_live_mit.tar.xz",
    PUBLISHED,
)
"""The files of games that `human:` agents learn from: of experienced people, and of newcomers."""
TUNED = ("expert", "beginner")
"""The levels of the agent `conv` whose weights are tuned in self-play; the level `human` has
weights fitted to people's moves."""


def _slow(
    name: str,
    about: str,
    versions: Callable[[], Versions],
    make: Callable[[Say], object],
    verify: Callable[[Say], Sequence[str]] | None = None,
) -> Target:
    """Return a target that is stale if something that it is made of has another version."""

    def remake(say: Say) -> None:
        make(say)
        record(name, versions())

    return Target(about, lambda: outdated(name, versions()), remake, slow=True, verify=verify)


def _conv_versions() -> dict[str, str]:
    return {
        f"conv:{level} with {players} players": str(CONV_VERSION)
        for level in TUNED
        for players in levels.read(level).weights
    }


def _tune(tuning: retuning.ConvTuning, say: Say) -> None:
    tuning.make(lambda line: say(f"{tuning.level} {tuning.players}: {line}"), os.cpu_count() or 1)


def _tune_all(say: Say) -> None:
    for level in TUNED:
        for players in levels.read(level).weights:
            _tune(retuning.ConvTuning(level, players), say)


def conv(rest: str) -> Target:
    """Return the target of `manage.py rebuild conv:LEVEL:PLAYERS[:SEED]`, which tunes the
    convention agent's weights; `rest` is the text after `conv:`.

    Raise ValueError if there is no such level or number of players.
    """
    level, _, rest = rest.partition(":")
    players, _, seed = rest.partition(":")
    if not players.isdecimal():
        forms = "conv:LEVEL:PLAYERS or conv:LEVEL:PLAYERS:SEED"
        raise ValueError(f"A tuning is named {forms}, not conv:{level}:{players}.")
    people = str(GAMES_OF_PEOPLE[0]) if level == retuning.PROFILE else ""
    tuning = retuning.ConvTuning(level, int(players), seed or "1", people=people)
    return Target(
        f"the weights of conv:{level} with {players} players",
        lambda: [] if tuning.is_done else [tuning.file.stem],
        lambda say: _tune(tuning, say),
        slow=True,
    )


def _wary_versions() -> dict[str, str]:
    partners = {address: registry.find(address).version for address in retuning.PARTNERS}
    return partners | {"wary": str(WARY_VERSION), f"conv:{LEVEL}": conv_version(LEVEL)}


def wary(seed: str) -> Target:
    """Return the target of `manage.py rebuild wary:SEED`, which tunes the parameters of the agent
    `wary` with this seed.
    """
    return _slow(
        "wary",
        "agents/kinds/wary/tuned.json: rules for strangers, and trust",
        _wary_versions,
        retuning.WaryTuning(seed).make,
    )


def _human_versions() -> dict[str, str]:
    files = [*GAMES_OF_PEOPLE, *sorted(learned.CONVENTIONS.iterdir())]
    digests = {
        file.name: blake2b(file.read_bytes(), digest_size=6).hexdigest()
        for file in files
        if file.is_file()
    }
    return {"human": str(HUMAN_VERSION), "conv": str(CONV_VERSION), **digests}


def _train_human(say: Say) -> None:
    describer = learned.human(Network.empty()).blueprint()
    games = positions.read([str(file) for file in GAMES_OF_PEOPLE], describer)
    say(f"{len(games):,} moves")
    learned.write(training.train(games, training.ImitationRecipe()))


def _perfect_versions() -> dict[str, str]:
    return {"strategies": registry.find("cheat:priority").version}


def _stale_perfect() -> list[str]:
    known = measured.load(measured.FILE)
    return [*outdated("perfect", _perfect_versions()), *measured.lacking(known, measured.GAMES)]


def _make_perfect(say: Say) -> None:
    if outdated("perfect", _perfect_versions()):
        measured.FILE.unlink(missing_ok=True)
        record("perfect", _perfect_versions())
    measured.measure(measured.GAMES, measured.SEED, measured.FILE, say)


def _puzzles(files: list[str]) -> Target:
    """Return the target of the puzzles, mined from the games of these files."""
    return _slow(
        "puzzles",
        "game/puzzles/puzzles.json: positions with one best move",
        lambda: mining.versions(files),
        lambda say: mining.write(files, runs_dir() / "puzzles", say),
        verify=mining.doubtful,
    )


def learner(rest: str) -> Target:
    """Return the target of `manage.py rebuild learner:NAME[:small|half]`, which copies a finished
    training run into the program.

    `rest` is the text after `learner:`. `NAME` copies only the training curve; `NAME:small` and
    `NAME:half` copy the weights too, in 8-bit integers or in half precision. Raise ValueError for
    another suffix.
    """
    name, _, form = rest.partition(":")
    known = [each.value for each in shipping.Weights]
    if (form or "none") not in known:
        raise ValueError(f"Weights are shipped as {', '.join(known)}, not {form[:40]}.")
    weights = shipping.Weights(form or "none")

    def make(say: Say) -> None:
        written = shipping.ship(name, weights)
        size = sum(path.stat().st_size for path in written)
        say(f"{size / 1e6:.1f} MB in {written[0].parent}")

    return Target(
        f"the learner {name}, as it was trained here",
        lambda: shipping.differing(name, weights),
        make,
        slow=True,
    )


def zoo_network(name: str) -> Target:
    """Return the target of `manage.py rebuild zoo:NAME`, which copies a network that
    `docs/examples/ppo.py` trained in RUNS_DIR/NAME into the program, as an agent of
    `agents.kinds.zoo`.
    """
    file = zoo.FOLDER / f"{name}{zoo.SUFFIX}"

    def make(say: Say) -> None:
        replace(file, zoo.shipped(name))
        say(f"{file.stat().st_size / 1e6:.2f} MB in {file.name}")

    return Target(
        f"the network {name} of the zoo, as it was trained here",
        lambda: [] if file.is_file() and file.read_bytes() == zoo.shipped(name) else [file.name],
        make,
        slow=True,
    )


SLOW = {
    "conv": _slow(
        "conv",
        "agents/kinds/conv/weights: of the conventions, tuned in self-play",
        _conv_versions,
        _tune_all,
    ),
    "wary": wary("1"),
    "human": _slow(
        "human",
        "agents/kinds/human/weights.npz: the network that imitates people",
        _human_versions,
        _train_human,
    ),
    "people": rows_target(
        "agents/with_people.json and WITH_PEOPLE.md: agents with learned people",
        with_people.missing,
        lambda place: f"{place.agent} with {place.person}, {place.players} players",
        with_people.add,
        lambda: {with_people.TEXT: with_people.text()},
        slow=True,
    ),
    "perfect": Target(
        "analysis/papers/perfect/measured.json: strategies that see every hand",
        _stale_perfect,
        _make_perfect,
        slow=True,
    ),
    "table-1": _slow(
        "table-1",
        "analysis/papers/map_elites/own_sizes.json: runs as long as the paper's second and third",
        lambda: {"rule base": str(RULES_VERSION)},
        own_sizes.make,
    ),
    "puzzles": _puzzles([str(PUBLISHED)]),
    "drills": _slow(
        "drills",
        "game/puzzles/drills.json: questions about conventions",
        drilling.versions,
        lambda say: drilling.write(runs_dir() / "drills", say),
        verify=drilling.doubtful,
    ),
}
"""The targets that take hours, by the name that `manage.py rebuild` takes."""
NAMED: dict[str, Callable[[str], Target]] = {
    "conv": conv,
    "wary": wary,
    "puzzles": lambda file: _puzzles([file]),
    "learner": learner,
    "zoo": zoo_network,
}
"""Slow targets whose names have parameters, such as `wary:SEED`: by the text before the first
colon, a function that returns the target for the text after it."""
