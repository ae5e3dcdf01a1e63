"""How the runs do with each other and with agents that they never met: stored, since it takes
minutes to play."""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path

import msgspec

from agents import registry
from agents.archives.files import replace
from agents.arena import simulate
from agents.kinds.mwum import PREFIX
from analysis.charts import dots, rows_height
from analysis.figures import Column, Figure
from analysis.papers.mwum.series import KNOWING, SEEDS
from analysis.statistics import Estimate, mean_of_counts
from native import Rules

FILE = Path(__file__).with_name("strangers.json")
COMMAND = "manage.py mwum_strangers"
GAMES = 1_000
SEED = "strangers"
RUNS = tuple(f"mwum:{KNOWING.run(seed)}" for seed in SEEDS)
OTHERS = ("rules:piers", "rules:iggi", "hat:information")


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two agents at a table of two."""

    one: str
    other: str
    zero: tuple[int, ...]
    """Games by score, where a lost game has none."""

    @property
    def mean(self) -> Estimate:
        return mean_of_counts(dict(enumerate(self.zero)))


class Strangers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    games: int
    seed: str
    pairs: tuple[Pair, ...]

    @property
    def alone(self) -> float:
        """Mean over the runs, each with itself."""
        return _mean([pair for pair in self.pairs if pair.one == pair.other])

    @property
    def apart(self) -> float:
        """Mean over pairs of two runs."""
        runs = [p for p in self.pairs if p.one != p.other and {p.one, p.other} <= set(RUNS)]
        return _mean(runs)


def load() -> Strangers | None:
    """What was stored, or nothing."""
    return msgspec.json.decode(FILE.read_bytes(), type=Strangers) if FILE.exists() else None


def measure(games: int, seed: str) -> Strangers:
    """Each run with each run, and with the others."""
    places = [*combinations_with_replacement(RUNS, 2), *((a, b) for a in RUNS for b in OTHERS)]
    rules, pairs = Rules.standard(2), []
    for one, other in places:
        entries = [registry.find(one), registry.find(other)]
        found = simulate(rules, entries, games, seed, threads=1)
        pairs.append(Pair(one, other, found.zero))
    return Strangers(games, seed, tuple(pairs))


def save(found: Strangers) -> None:
    replace(FILE, msgspec.json.encode(found) + b"\n")


def figure(found: Strangers) -> Figure:
    """All pairs, those of one run first."""
    rows = [(_named(pair), pair.mean) for pair in found.pairs]
    rows.sort(key=lambda row: -(row[1].value or 0))
    traces, layout = dots({"": rows}, "points (zero)")
    return Figure(
        name="strangers",
        title="With itself, with another run, with a stranger",
        columns=[Column("pair"), *(Column(text) for text in ("mean", "low", "high"))],
        rows=[(name, e.value, e.low, e.high) for name, e in rows],
        games=found.games * len(found.pairs),
        seed=found.seed,
        command=f"{COMMAND} --games {found.games} --seed {found.seed}",
        note="Tables of two, the second sits second; a lost game counts nothing. 95 % intervals "
        "over games.",
        traces=traces,
        layout=layout,
        height=rows_height(len(rows)),
    )


def _named(pair: Pair) -> str:
    one, other = (_short(address) for address in (pair.one, pair.other))
    return f"{one} with itself" if one == other else f"{one} and {other}"


def _short(address: str) -> str:
    run = address.removeprefix(PREFIX)
    return registry.find(address).title if run == address else run


def _mean(pairs: list[Pair]) -> float:
    return sum(pair.mean.value or 0.0 for pair in pairs) / len(pairs)
