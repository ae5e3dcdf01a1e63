"""Everything that what a run learns hangs on."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from agents.archives.errors import BadParameters
from agents.archives.setting import check_range
from agents.learning.goir import CREDITS
from agents.learning.methods import METHODS, SCHEDULES, Method, Schedule
from agents.runs.storage import NAME
from native import Rules

BELIEFS = ("none", "exact", "hcic")
DEVICES = ("cpu", "cuda")
PRECISIONS = ("float32", "bfloat16")
REWARDS = ("score", "cards")
MAX_TURNS = 1_000_000_000
MOST_KEPT = 4_000_000


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a run is made. Raises BadParameters, in words."""

    algorithm: str
    players: int
    seed: str
    schedule: str = "batched"
    goir: bool = False
    credit: str = "acting"
    """Which move an intrinsic reward is added to; `previous` is the published program's slip."""
    belief: str = "none"
    """What is added to the observation of one's own cards."""
    hcic: str = ""
    """The model that the belief `hcic` takes."""
    reward: str = "score"
    """`score`: the change of a score that is 0 after the last strike; `cards`: cards played."""
    kept: int = 50_000
    """Transitions of the replay: 50,000 in the paper, a million in the program it came with."""
    hidden: int = 512
    """Units of each of the two hidden layers."""
    device: str = "cpu"
    precision: str = "float32"
    cards: bool = False
    """Whether it also learns to tell its own cards, which it is shown for that while it learns."""
    colours: bool = False
    """Whether what it goes over again has its colours renamed by lot."""
    advice: str = ""
    """An agent whose move it is told, and may make as an action of its own."""

    def __post_init__(self) -> None:
        check_choice("algorithm", self.algorithm, METHODS)
        check_choice("schedule", self.schedule, SCHEDULES)
        check_choice("credit", self.credit, CREDITS)
        check_choice("belief", self.belief, BELIEFS)
        check_choice("reward", self.reward, REWARDS)
        check_choice("device", self.device, DEVICES)
        check_choice("precision", self.precision, PRECISIONS)
        check_range("players", self.players, 2, 5)
        check_range("hidden", self.hidden, 8, 4_096)
        check_range("kept", self.kept, 1_000, MOST_KEPT)
        check_seed(self.seed)
        if self.credit != "acting" and not self.goir:
            raise BadParameters("credit says whose an intrinsic reward is, so it needs --goir.")
        if (self.belief == "hcic") != bool(NAME.fullmatch(self.hcic)):
            raise BadParameters("belief hcic needs --hcic with the name of a model, no other does.")
        if len(self.advice) > 100:
            raise BadParameters("advice is the address of an agent.")

    @property
    def rules(self) -> Rules:
        return Rules.standard(self.players)

    @property
    def told(self) -> int:
        """Numbers added to an observation: of one's own cards, and what is advised."""
        rules = self.rules
        cards = 0 if self.belief == "none" else rules.hand_size * rules.max_score
        return cards + (rules.move_count if self.advice else 0)

    @property
    def method(self) -> Method:
        return METHODS[self.algorithm]

    @property
    def timing(self) -> Schedule:
        return SCHEDULES[self.schedule]


def check_choice(name: str, value: str, choices: Collection[str]) -> None:
    if value not in choices:
        raise BadParameters(f"{name} must be one of {', '.join(choices)}, not {value[:40]}.")


def check_seed(seed: str) -> None:
    if not 1 <= len(seed) <= 100 or not seed.isprintable():
        raise BadParameters("seed must be 1 to 100 printable characters.")
