"""Tune the agents that come with the program again: `manage.py rebuild conv:LEVEL:PLAYERS` and
`rebuild wary`.

Both store their progress in RUNS_DIR, so that an interrupted tuning resumes.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TypeVar

import numpy as np

from agents import registry
from agents.contract import AgentError
from agents.kinds.conv import levels
from agents.kinds.conv import tuning as conv
from agents.kinds.wary import trust, tuned
from agents.kinds.wary.tuned import LEVEL, Tuned
from agents.pools.members import LITERATURE7
from agents.runs import storage
from agents.runs.errors import BadRun
from agents.runs.storage import runs_dir
from native import Rng
from native.play.blueprint import Blueprint
from native.records.json_bytes import decode_json
from native.rulebase import FULL, RuleList
from native.strategies.conv import PLAYERS, Level
from native.strategies.wary import KINDS, NEVER

FOLDER = ".tuning"
"""Name of the folder inside RUNS_DIR for the progress of tunings; no run can have this name."""
PROFILE = "h11"
"""The level of the H-group whose tuning sets the weights that all H-group levels share."""
Say = Callable[[str], object]
Climb = TypeVar("Climb", conv.Ascent, trust.Climb)


def _file(name: str) -> Path:
    """Return the file of a tuning's progress. Raise BadRun if the name is invalid."""
    return runs_dir() / FOLDER / f"{storage.checked(name)}.json"


def load(file: Path, kind: type[Climb]) -> Climb:
    """Load the progress of a tuning from `file`, as an object of the class `kind`, `conv.Climb` or
    `trust.Climb`. Raise BadRun if the file is missing or has other contents.
    """
    try:
        return decode_json(file.read_bytes(), kind)
    except (OSError, ValueError):
        raise BadRun(f"{file} does not hold the state of a tuning.") from None


def save(file: Path, climb: conv.Ascent | trust.Climb) -> None:
    """Write the state of a tuning to a file atomically: an interruption leaves a valid file."""
    storage.make_folder(file.parent)
    storage.replace(file, json.dumps(asdict(climb)).encode())


@dataclass(frozen=True)
class ConvTuning:
    """The tuning of the weights by which the convention agent values positions, for one level and
    number of players, by stochastic gradient ascent.

    `level` is `expert`, `beginner`, `human` or `h11`. The tuning of `h11` (PROFILE) sets the
    weights that all levels of the H-group share; the others, such as `h5`, are refused. `seed`
    determines all randomness and is part of the name of the progress file. Raise ValueError if
    there is no such level, or if the agent cannot play with this number of players.
    """

    level: str
    players: int
    seed: str = "1"
    steps: int = 40
    """Number of steps of the gradient ascent."""
    pairs: int = 150
    """Number of random changes of the weights per step, each of which is tried together with its
    opposite."""
    games: int = 60
    """Number of games with each change, and with its opposite."""
    people: str = ""
    """Path of a file of games of experienced people, whose moves level PROFILE should resemble;
    empty for none."""

    def __post_init__(self) -> None:
        known = (*levels.LEVELS, PROFILE)
        if self.level not in known:
            raise ValueError(f"conv has {', '.join(known)}, not {self.level[:40]}.")
        if self.players not in PLAYERS:
            counts = f"{PLAYERS[0]} to {PLAYERS[-1]}"
            raise ValueError(f"conv plays with {counts} players, not {self.players}.")

    @property
    def file(self) -> Path:
        """The file that stores the progress of the tuning, so that it can be resumed."""
        return _file(f"conv-{self.level}-{self.players}-{self.seed}")

    @property
    def is_done(self) -> bool:
        """Whether the tuning has ended and its weights are in the data file of the convention
        level.
        """
        if not self.file.exists():
            return False
        climb = load(self.file, conv.Ascent)
        written = levels.read(self.level).weights.get(self.players)
        return climb.steps >= self.steps and written == climb.weights

    def make(self, say: Say, threads: int = 1) -> None:
        """Complete the tuning and store the weights in the level's data file; `say` is called with
        progress lines. Raise BadRun if the stored progress is damaged or of another tuning.
        """
        climb = self._begun()
        while climb.steps < self.steps:
            climb = conv.step(climb, threads)
            save(self.file, climb)
            say(f"step {climb.steps} of {self.steps}")
        stored = levels.read(self.level)
        weights = {**stored.weights, self.players: climb.weights}
        levels.write(self.level, Level(stored.finesses, weights))

    def _begun(self) -> conv.Ascent:
        """Return the stored climb, or a new one from the level's weights."""
        level = levels.read(self.level)
        fresh = conv.start(level, self.players, self.seed, self.pairs, self.games, self.people)
        if not self.file.exists():
            return fresh
        stored = load(self.file, conv.Ascent)
        same = ("players", "seed", "pairs", "games", "finesses", "ideas", "people")
        if any(getattr(stored, name) != getattr(fresh, name) for name in same):
            raise BadRun(f"{self.file} holds another climb: take another seed.")
        return stored


MOST = 1000
"""Largest absolute value of the wary agent's trust; with a smaller one, strangers regain trust by
chance."""
AMONG_ITS_OWN = 23.1
"""Score required of the wary agent with partners that keep the conventions, as it does itself;
more counts no better."""
PARTNERS = LITERATURE7
"""Addresses of the partners without conventions for whom the fallback rule list and the initial
trust are tuned."""


@dataclass(frozen=True)
class WaryTuning:
    """The tuning, for two players, of the wary agent, which plays by conventions as long as it
    trusts its partner to do so.

    It improves the rule list for partners without conventions by random changes, counts how well
    the conventions explain the moves of convention players and of strangers, and tries several
    initial values of trust.
    """

    seed: str = "1"
    begin: str = "elite:improved-2/9,19"
    """Address of the rule list to start from."""
    trials: int = 8000
    """Number of random changes of the rule list to try."""
    games: int = 400
    """Number of games in which moves are counted, and of games with each partner for each initial
    trust."""

    @property
    def file(self) -> Path:
        """The file that stores the progress of tuning the rule list, so that it can be resumed."""
        return _file(f"wary-{self.seed}")

    def make(self, say: Say) -> Tuned:
        """Tune the agent, write its parameters to `tuned.json` and return them; `say` is called
        with progress lines.

        Raise AgentError if `begin` names no rule list, BadRun if the stored progress is damaged or
        the seed cannot be part of a file name.
        """
        genes = self._bred(say)
        evidence = self._evidence(genes, say)
        found = self._with_prior(Tuned(genes, 0, MOST, evidence), say)
        tuned.write(found)
        return found

    def _bred(self, say: Say) -> trust.Genes:
        """Return the genes after the trials, continuing the stored climb if there is one."""
        partners = [_list(address) for address in PARTNERS]
        climb = self._begun()
        while climb.trials < self.trials:
            climb = trust.step(climb, partners)
            save(self.file, climb)
            say(f"trial {climb.trials} of {self.trials}, {climb.accepted} accepted")
        return climb.genes

    def _begun(self) -> trust.Climb:
        if not self.file.exists():
            genes = tuple(FULL.index(rule) for rule in _list(self.begin).rules)
            return trust.Climb(2, self.seed, genes)
        return load(self.file, trust.Climb)

    def _evidence(self, genes: trust.Genes, say: Say) -> trust.Evidence:
        conv = levels.blueprint(LEVEL)
        own = Blueprint.of(RuleList(genes))
        nobody = tuple((0,) * (NEVER + 1) for _ in KINDS)
        wary = Tuned(genes, 0, MOST, nobody).wary().blueprint()
        streams = Rng(f"wary/count/{self.seed}")
        keepers, strangers = np.zeros((2, len(KINDS), NEVER + 1), np.int64)
        for place, other in enumerate((conv, own)):
            keepers += trust.count(wary, conv, other, self.games, streams.derive(place))
        for place, (entry, rules) in enumerate(registry.rule_lists(2), start=2):
            say(f"counting {entry.address}")
            for turn, other in enumerate((conv, own)):
                stream = streams.derive(2 * place + turn)
                each = max(2, self.games // 10)
                strangers += trust.count(wary, Blueprint.of(rules), other, each, stream)
        return trust.evidence(keepers, strangers)

    def _with_prior(self, found: Tuned, say: Say) -> Tuned:
        """Choose the prior: AMONG_ITS_OWN first, then the best mean score with the pool."""
        conv = levels.blueprint(LEVEL)
        partners = {address: Blueprint.of(_list(address)) for address in PARTNERS}
        tried = []
        for prior in trust.PRIORS:
            one = replace(found, prior=prior)
            seed = Rng(f"wary/prior/{self.seed}")
            pool, own = trust.worth(one, conv, partners, self.games, seed)
            say(f"prior {prior}: {pool:.2f} with the pool, {own:.2f} among its own")
            tried.append((min(own, AMONG_ITS_OWN), pool, -prior, one))
        return max(tried)[-1]


def _list(address: str) -> RuleList:
    """Return the agent's rule list. Raise AgentError if it has none."""
    rules = registry.find(address).rule_list(2)
    if rules is None:
        raise AgentError(f"{address} is no rule list.")
    return rules
