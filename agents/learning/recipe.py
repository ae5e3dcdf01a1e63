"""The recipe of a training run: every parameter that determines what it learns.

Algorithm `rainbow` is the agent of Bard et al., "The Hanabi challenge" (2020), as in its published
settings and program: a distribution over 51 values (C51), prioritised replay, one-step returns, one
network shared by all seats. `rainbow+` adds what the literature favours at a small budget:
three-step returns, double and dueling networks, a higher learning rate, parallel games that never
stop exploring (Hu and Foerster, "Simplified action decoder", 2020). Its policy is an average of the
network over updates (Polyak and Juditsky, "Acceleration of stochastic approximation by averaging",
1992), since at that learning rate single snapshots vary widely.

Schedule `paper` is the published order of turns and updates. `batched` samples as many transitions
per turn (eight) and nearly as many per copy to the target network, but plays many games at once and
learns in larger batches, which is several times cheaper: eight times fewer updates, each eight
times as large.

The Goal-Oriented Intrinsic Reward (GOIR) is an extra reward for each move during training,
algorithm 2 of the paper of Hanabi_Plugins (docs/references.md). With `paper`, a clue is penalised
for each touched card that already had a clue of its colour or rank, and rewarded for each touched
card that is playable; both terms add up, so repeating a clue about a playable card still pays. A
discard is rewarded if the card is already on its stack, else penalised. A failed play is penalised;
the game itself rewards a good one. Discards and plays are judged by the true card, which only the
trainer sees.

The program of that paper (`program`) differs twice: a repeated card earns its penalty alone, and
the reward is credited to the wrong move, the same seat's previous one (see
`agents.learning.replay`).
"""

from dataclasses import dataclass
from hashlib import blake2b

import msgspec
import numpy as np
import numpy.typing as npt

from agents.learning.network import INITIALS
from agents.runs.errors import BadParameters, check_choice, check_range, check_seed
from agents.runs.storage import NAME
from native import MoveKind, Rules

REPEATED = -0.1
"""The intrinsic reward of a clue for each touched card that already had a clue of this colour or
rank."""
PLAYABLE = 0.2
"""The intrinsic reward of a clue for each touched card that is playable now."""
USELESS = 0.2
"""The intrinsic reward of discarding a card that has already been played to its stack."""
WASTED = -0.2
"""The intrinsic reward of discarding any other card."""
FAILED = -0.3
"""The intrinsic reward of a play that costs a strike."""

GOIRS = ("none", "paper", "program")
CREDITS = ("acting", "previous")


def intrinsic(deeds: npt.NDArray[np.void], goir: str) -> npt.NDArray[np.float32]:
    """Return the goal-oriented intrinsic reward (GOIR) of each move, an extra reward during
    training for good clues, plays and discards; the result has the shape of `deeds`.

    `deeds` has the effects of the moves (dtype `native.environment.environment.DEED`). `goir` is
    `paper` (as in the paper's text), `program` (as in its program, where a card whose clue is
    repeated earns no reward for being playable) or `none`, which gives 0.
    """
    if goir == "none":
        return np.zeros(deeds.shape, np.float32)
    kind = deeds["kind"]
    clue = (
        REPEATED * deeds["repeated"] + PLAYABLE * deeds["playable" if goir == "paper" else "news"]
    )
    discard = np.where(deeds["stacked"], USELESS, WASTED)
    play = np.where(deeds["scored"], 0.0, FAILED)
    earned = np.select([kind == MoveKind.DISCARD, kind == MoveKind.PLAY], [discard, play], clue)
    return earned.astype(np.float32)


ITERATION = 10_000
"""The turns, over all seats, that the literature counts as one iteration of training."""


@dataclass(frozen=True)
class LearnerMethod:
    """The hyperparameters of the learning update and of exploration.

    `gamma` is the discount per turn of a seat, `steps` the n of n-step returns; `double` and
    `dueling` add these two extensions of Q-learning.
    """

    gamma: float = 0.99
    steps: int = 1
    double: bool = False
    dueling: bool = False
    rate: float = 1.0
    """The factor by which the schedule's learning rate is multiplied."""
    epsilon: float = 3.125e-5
    """The optimiser Adam's epsilon, which prevents division by 0."""
    clip: float = 0.0
    """The maximum norm of the gradient; 0 means no clipping."""
    average: float = 0.0
    """The decay per update of the averaged network, which plays; 0 means that the network that is
    trained plays."""
    exploring: tuple[float, float] = (0.0, 0.0)
    """The probability of a random move in the first and in the last lane (parallel game) after the
    schedule's initial exploration; in between it follows a geometric sequence."""


METHODS = {
    "rainbow": LearnerMethod(),
    "rainbow+": LearnerMethod(
        gamma=0.999,
        steps=3,
        double=True,
        dueling=True,
        rate=2.5,
        clip=5.0,
        average=0.9995,
        exploring=(0.1, 1e-4),
    ),
}


@dataclass(frozen=True)
class Schedule:
    """The timing and the sizes of play and updates in a training run. Turns are counted over all
    seats and games.
    """

    lanes: int
    """The number of games played in parallel."""
    batch: int
    """The number of transitions per update."""
    update: int
    """The number of turns between two updates."""
    copy: int
    """The number of turns between two copies of the network that is trained to the target
    network."""
    begin: int
    """The number of turns before the first update."""
    explore: int
    """The number of turns after `begin` over which the probability of a random move falls from 1
    to that of the method (`LearnerMethod.exploring`)."""
    rate: float
    """Adam's learning rate."""


SCHEDULES = {
    "paper": Schedule(1, 32, 4, 500, 500, 1_000, 2.5e-5),
    "batched": Schedule(256, 256, 32, 512, 4_096, 8_192, 2e-4),
}


BELIEFS = ("none", "exact", "hcic")
DEVICES = ("cpu", "cuda")
PRECISIONS = ("float32", "bfloat16")
REWARDS = ("score", "cards")
MAX_TURNS = 1_000_000_000
MOST_KEPT = 4_000_000


class LearningRecipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of a reinforcement learning run: everything that determines its result. Raise
    BadParameters if one is invalid.
    """

    algorithm: str
    players: int
    seed: str
    schedule: str = "batched"
    goir: str | bool = "none"
    """The goal-oriented intrinsic reward: that of the paper's text (`paper`), of its program
    (`program`), or `none`. Records of older runs have a boolean, which is read as `paper` or
    `none`."""
    credit: str = "acting"
    """The move credited with a move's intrinsic reward if `goir` is `paper`: that move (`acting`)
    or, in some older runs, the same seat's move before it (`previous`). With `program` it is
    always the previous move; see `credited`."""
    belief: str = "none"
    """The belief about one's own cards that is appended to the observation: `none`, `exact` or
    `hcic`."""
    hcic: str = ""
    """The name of the run that trained the model for the belief `hcic`; empty with other
    beliefs."""
    reward: str = "score"
    """The reward of a turn: the change of the score, which is 0 after the last strike (`score`),
    or the cards played (`cards`)."""
    kept: int = 50_000
    """The capacity of the replay buffer in transitions: 50,000 in the paper, a million in its
    program."""
    hidden: int = 512
    """The number of units in each of the two hidden layers."""
    device: str = "cpu"
    precision: str = "float32"
    cards: bool = False
    """Whether the network is also trained to predict its own cards, from their true values."""
    colours: bool = False
    """Whether the colours of replayed transitions are randomly permuted."""
    advice: str = ""
    """The address of an adviser: an agent whose move is an input of the network, and can be
    followed by an extra action. Empty for none."""
    initial: str = "narrow"
    """The spread of the initial weights, `published` or `narrow` (see `network.initial`). Older
    runs, whose records do not state it, had `narrow`: hidden layers 1.3 to 1.5 times smaller than
    the published ones."""

    def __post_init__(self) -> None:
        check_choice("algorithm", self.algorithm, METHODS)
        check_choice("schedule", self.schedule, SCHEDULES)
        if isinstance(self.goir, bool):
            msgspec.structs.force_setattr(self, "goir", "paper" if self.goir else "none")
        check_choice("goir", str(self.goir), GOIRS)
        check_choice("credit", self.credit, CREDITS)
        check_choice("initial", self.initial, INITIALS)
        check_choice("belief", self.belief, BELIEFS)
        check_choice("reward", self.reward, REWARDS)
        check_choice("device", self.device, DEVICES)
        check_choice("precision", self.precision, PRECISIONS)
        check_range("players", self.players, 2, 5)
        check_range("hidden", self.hidden, 8, 4_096)
        check_range("kept", self.kept, 1_000, MOST_KEPT)
        check_seed(self.seed)
        if self.credit != "acting" and self.goir != "paper":
            raise BadParameters("credit is a choice of --goir paper alone.")
        if (self.belief == "hcic") != bool(NAME.fullmatch(self.hcic)):
            raise BadParameters("--hcic names the model of the belief hcic: give both or neither.")
        if len(self.advice) > 100:
            raise BadParameters("advice must be the address of an agent.")

    @property
    def rules(self) -> Rules:
        """The rules of the training games."""
        return Rules.standard(self.players)

    @property
    def credited(self) -> str:
        """The move to which a move's intrinsic reward is credited: `acting`, that move itself, or
        `previous`, the same seat's move before it.
        """
        return "previous" if self.goir == "program" else self.credit

    @property
    def extra_inputs(self) -> int:
        """The number of inputs, beliefs and advice, that are appended to an observation."""
        rules = self.rules
        cards = 0 if self.belief == "none" else rules.hand_size * rules.max_score
        return cards + (rules.move_count if self.advice else 0)

    @property
    def method(self) -> LearnerMethod:
        """The hyperparameters of the recipe's algorithm, `rainbow` or `rainbow+`."""
        return METHODS[self.algorithm]

    @property
    def timing(self) -> Schedule:
        """The schedule, `paper` or `batched`: when learning begins, and how often it updates."""
        return SCHEDULES[self.schedule]


def stream(seed: str, purpose: str, turn: int = 0) -> np.random.Generator:
    """Return the random generator of a run with this seed for one purpose, such as "explore", at
    one turn.

    `turn` is the number of a turn, update or training step; 0 for what is drawn once, such as
    initial weights. The generator is determined by the arguments alone: no generator state is
    stored, and a resumed run draws the same numbers.
    """
    key = blake2b(f"{purpose}/{seed}".encode(), digest_size=16, person=b"learning").digest()
    # The counter's low word counts draws; the next word holds the turn.
    return np.random.Generator(
        np.random.Philox(key=int.from_bytes(key, "little"), counter=turn << 64)
    )
