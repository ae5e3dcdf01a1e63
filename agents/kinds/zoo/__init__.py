"""The zoo: networks trained by policy gradients beside partners, such as ``zoo:ppo-improved-1``.

`docs/examples/ppo.py` and `docs/examples/imitation.py` train them. A network in RUNS_DIR/NAME plays
as `zoo:NAME`; `manage.py rebuild zoo:NAME` copies it into the program, with its curve and its
command. They play with NumPy alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise, product
from pathlib import Path

import msgspec
import numpy as np

from agents.contract import AgentError, Decision
from agents.entry import Entry, without_seed
from agents.kinds.rl import refusal
from agents.learning import weight_files
from agents.learning.weight_files import Array
from agents.persona import Persona
from agents.reasons import after, live
from agents.reasons.names import listed, named
from agents.runs.errors import BadRun
from agents.runs.storage import arrays_in, checked, runs_dir
from native import Move, Rules, View
from native.environment import observation
from native.records.json_bytes import decode_json

PREFIX = "zoo:"
NAMED: tuple[str, ...] = ()
EXAMPLE = "zoo:ppo-improved-1"

FOLDER = Path(__file__).parent
SUFFIX = ".npz"
LAYERS = ("first", "second", "actions")
PARTS = tuple(product(LAYERS, ("weight", "bias")))
MOST_NAMED = 3
"""The maximum number of moves that the reason for a decision lists with their probabilities."""


class ZooPoint(msgspec.Struct, frozen=True):
    """A point of a network's training curve, after `steps` of its own turns in training.

    `mean` is its mean score, with the standard error `sem`, in games with the training partners on
    deals that are not used in training; the network always makes its likeliest move.
    """

    steps: int
    mean: float
    sem: float
    entropy: float
    """The mean entropy of the policy, in nats."""
    seconds: float
    """Seconds of one processor since the start of training."""


class ZooCard(msgspec.Struct, frozen=True):
    """How a network of the zoo was trained: its partners, its budget, its command and its training
    curve.
    """

    command: str
    players: int
    partners: str
    """The pool or agents beside which the network was trained; empty if it trained with copies of
    itself."""
    scoring: str
    steps: int
    """The number of the network's own turns in training, the partners' turns excluded."""
    clone: str = ""
    """The agent that the network first learned to imitate, and from which it was then penalised
    for moving away; empty if there was none."""
    curve: tuple[ZooPoint, ...] = ()

    @property
    def beside(self) -> str:
        """The network's training partners, as a phrase such as “partners from pool:improved-1”."""
        return f"partners from {self.partners}" if self.partners else "copies of itself"


@dataclass(frozen=True)
class ZooNetwork:
    """A trained network, with two hidden layers and a logit for each action."""

    card: ZooCard
    weights: dict[str, Array]
    version: str

    def chances(self, views: Sequence[View]) -> Array:
        """Return the network's probability of each action for the seat to move in each view, shape
        (views, actions); 0 for illegal actions.
        """
        seen = [observation.observe(view) for view in views]
        words = np.stack([one.words for one in seen])
        values = observation.unpacked(words, len(self.weights["first.weight"])).astype(np.float32)
        for layer in LAYERS:
            values = values @ self.weights[f"{layer}.weight"] + self.weights[f"{layer}.bias"]
            if layer != LAYERS[-1]:
                values = values.clip(0)
        bits = np.array([[one.legal] for one in seen], np.uint64)
        legal = observation.unpacked(bits, values.shape[1]).astype(bool)
        values = np.where(legal, values, -np.inf)
        values = np.exp(values - values.max(axis=1, keepdims=True))
        return np.asarray(values / values.sum(axis=1, keepdims=True))

    def moves(self, views: Sequence[View]) -> list[Move]:
        """Return the likeliest legal move for each view."""
        best = self.chances(views).argmax(axis=1)
        return [observation.move_of(*one) for one in zip(views, map(int, best), strict=True)]


@dataclass(frozen=True)
class Trained:
    """A network of the zoo at a table. It makes its likeliest move, without randomness."""

    address: str
    network: ZooNetwork

    def decide(self, view: View) -> Decision:
        """Return the network's likeliest legal move for a seat's view, with its reason."""
        chances = self.network.chances([view])[0]
        ranked = sorted(range(len(chances)), key=lambda action: -chances[action])[:MOST_NAMED]
        moves = [(observation.move_of(view, one), float(chances[one])) for one in ranked]
        likely = listed([f"{named(view, move)} {chance:.0%}" for move, chance in moves if chance])
        return Decision(
            move=moves[0][0],
            why=live.why(view, moves[0][0]),
            detail=after.why(view, moves[0][0]),
            data={
                "how": f"The moves it would make most often: {likely}.",
                "chances": {move.text(view.rules): round(chance, 4) for move, chance in moves},
            },
        )


def entry(address: str) -> Entry:
    """Return the registry entry of the network at an address such as `zoo:ppo-improved-1`.

    Raise AgentError if no network has this name, in the program or in RUNS_DIR.
    """
    name = address.removeprefix(PREFIX)
    try:
        network = bundled(name) if name in names() else trained(name)
    except BadRun as error:
        raise AgentError(f"The zoo has {listed(names())}. {error}") from None
    card = network.card
    near = f", near a clone of {card.clone}" if card.clone else ""
    return Entry(
        address=address,
        title=f"Zoo: {name}",
        summary=f"A network trained by policy gradients beside {card.beside}{near}.",
        persona=Persona(suits="Players who want to meet a neural network."),
        version=network.version,
        players=(card.players,),
        make=without_seed(Trained(address, network)),
        refusal=partial(refusal, Rules.standard(card.players)),
        decide_many=network.moves,
        self_play_games=0,
        about=_about(card),
        source="Schulman et al., Proximal policy optimization algorithms (2017)",
    )


def names() -> list[str]:
    """Return the names of the networks that come with the program, sorted."""
    return sorted(file.stem for file in FOLDER.glob(f"*{SUFFIX}"))


@lru_cache(maxsize=8)
def bundled(name: str) -> ZooNetwork:
    """Load the network called `name` that comes with the program. Raise ValueError if its file is
    damaged.
    """
    data = (FOLDER / f"{name}{SUFFIX}").read_bytes()
    return ZooNetwork(*weight_files.decode(data, ZooCard), weight_files.version(data))


def trained(name: str) -> ZooNetwork:
    """Load the network of the training run RUNS_DIR/NAME in its present state. Raise BadRun if
    there is none, or if its files are damaged.
    """
    folder = runs_dir() / checked(name)
    try:
        card = decode_json((folder / "run.json").read_bytes(), ZooCard)
        lines = (folder / "curve.jsonl").read_bytes().splitlines()
        data = (folder / "policy.npz").read_bytes()
        arrays = arrays_in(data)
        weights = {f"{layer}.{part}": arrays[f"{layer}.{part}"] for layer, part in PARTS}
        curve = tuple(decode_json(line, ZooPoint) for line in lines)
        weight_files.check(weights, _shapes(weights))
    except FileNotFoundError:
        raise BadRun(f"RUNS_DIR/{name} has no network that ppo.py trained.") from None
    except (OSError, KeyError, ValueError, msgspec.DecodeError) as error:
        raise BadRun(f"RUNS_DIR/{name} has no network that ppo.py trained: {error}") from None
    card = msgspec.structs.replace(card, curve=curve)
    return ZooNetwork(card, weights, weight_files.version(data))


def shipped(name: str) -> bytes:
    """Return the network of the finished training run RUNS_DIR/NAME as the bytes of a file to ship
    with the program, with matrices of 8-bit integers.

    Raise BadRun if there is none, or if its training is not finished.
    """
    network = trained(name)
    card = network.card
    if not card.curve or card.curve[-1].steps < card.steps:
        raise BadRun(f"{name} is not finished: train it for {card.steps:,} steps.")
    return weight_files.smaller(weight_files.encode(card, network.weights))


def _shapes(weights: dict[str, Array]) -> dict[str, tuple[int, ...]]:
    """Return the shapes that the arrays of a network must have, given the widths of its layers."""
    widths = [len(weights["first.weight"]), *(len(weights[f"{layer}.bias"]) for layer in LAYERS)]
    matrices = dict(zip(LAYERS, pairwise(widths), strict=True))
    return {
        f"{layer}.{part}": matrices[layer] if part == "weight" else matrices[layer][1:]
        for layer, part in PARTS
    }


def _about(card: ZooCard) -> tuple[str, ...]:
    last = card.curve[-1]
    near = (
        f" It first learned to imitate {card.clone}, and was then penalised for moving away from "
        "that clone."
    )
    return (
        f"It learned by proximal policy optimization (PPO) from {card.steps:,} turns beside "
        f"{card.beside}, in {last.seconds / 60:.0f} minutes of a processor."
        f"{near if card.clone else ''}",
        f"Beside {card.beside}, on other deals, it scores {last.mean:.2f} points (standard error "
        f"{last.sem:.2f}); a game lost by strikes counts "
        f"{'0' if card.scoring == 'zero' else 'its cards'}.",
        "It sees what the published learning environment shows, and makes its likeliest move.",
        f"This command trains it: {card.command}",
    )
