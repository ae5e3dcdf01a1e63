"""Hand Card Information Completion: a transformer that tells what a seat's own cards may be.

Section 3.1 and algorithm 1 of the paper of Hanabi_Plugins (docs/references.md), from the text: each
symbol of a row (`native.environment.symbols`) becomes a vector of one chance an identity; one
linear layer embeds it, its place in the row is added; the last moves go into the encoder, the cards
into the decoder; where the decoder reads the seat's own cards, a linear layer and a softmax tell
their chances. Places make each card of a hand its own, and missing cards are never attended to.

The lines run in NumPy and in PyTorch. Identities go by suit and then rank here; the paper's go by
rank, which only renumbers them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from native import Rules
from native.environment import symbols

Weights = dict[str, Any]
NEVER = -1e9
"""Added to the score of what must not be attended to."""


@dataclass(frozen=True)
class Size:
    """Of a transformer."""

    width: int
    heads: int
    layers: int
    """Of the encoder and of the decoder."""
    inner: int
    """Width inside a layer's own network."""


SIZES = {"small": Size(64, 4, 2, 128), "paper": Size(256, 8, 6, 128)}


def card_vectors(rules: Rules) -> npt.NDArray[np.float32]:
    """(symbols, identities) algorithm 1: a known card is certain, of a known colour or rank each
    that fits is as likely, of an unknown one every identity is; a missing one is nothing."""
    suits, ranks = len(rules.suits), rules.ranks
    identities = np.arange(rules.max_score)
    known = np.eye(rules.max_score)
    colours = (identities // ranks == np.arange(suits)[:, None]) / ranks
    values = (identities % ranks == np.arange(ranks)[:, None]) / suits
    unknown = np.full((1, rules.max_score), 1 / rules.max_score)
    missing = np.zeros((1, rules.max_score))
    return np.concatenate([known, colours, values, unknown, missing]).astype(np.float32)


def shapes(rules: Rules, size: Size) -> dict[str, tuple[int, ...]]:
    """The arrays of a transformer."""
    width, identities = size.width, rules.max_score
    cards = symbols.count(rules) - symbols.MOVES
    layout: dict[str, tuple[int, ...]] = {
        "w-embed": (identities, width),
        "b-embed": (width,),
        "place-moves": (symbols.MOVES, width),
        "place-cards": (cards, width),
        "w-out": (width, identities),
        "b-out": (identities,),
    }
    for layer in range(size.layers):
        for part, attentions in (("encoder", ("self",)), ("decoder", ("self", "cross"))):
            at = f"{part}{layer}"
            for attention in attentions:
                for name in ("query", "key", "value", "join"):
                    layout[f"w-{at}-{attention}-{name}"] = (width, width)
                    layout[f"b-{at}-{attention}-{name}"] = (width,)
            layout[f"w-{at}-in"], layout[f"b-{at}-in"] = (width, size.inner), (size.inner,)
            layout[f"w-{at}-out"], layout[f"b-{at}-out"] = (size.inner, width), (width,)
            for norm in (*attentions, "inner"):
                layout[f"gain-{at}-{norm}"] = layout[f"shift-{at}-{norm}"] = (width,)
    return layout


def initial(layout: dict[str, tuple[int, ...]], random: np.random.Generator) -> Weights:
    """Matrices uniform after Glorot and Bengio (2010), places small, the rest neutral."""
    weights = {}
    for name, shape in layout.items():
        kind = name.partition("-")[0]
        drawn = 2 * random.random(shape) - 1
        scale = {"w": (6 / sum(shape)) ** 0.5, "place": 0.1}.get(kind, 0.0)
        weights[name] = (drawn * scale + (kind == "gain")).astype(np.float32)
    return weights


def joined(
    weights: Weights, vectors: Any, size: Size, join: Callable[..., Any] = np.concatenate
) -> Weights:
    """The same weights as few large arrays, which play in fewer operations: `vectors` (of
    `card_vectors`) are embedded, what attends to one thing stands side by side, and queries are
    scaled. All are of one library, and `join` is that library's."""
    scale = (size.width // size.heads) ** -0.5

    def side_by_side(kind: str, names: list[str]) -> Any:
        parts = [weights[f"{kind}-{name}"] * (scale if "query" in name else 1) for name in names]
        return join(parts, -1)

    apart = ("-query", "-key", "-value", "-embed")
    kept = {n: array for n, array in weights.items() if not any(part in n for part in apart)}
    kept["symbols"] = vectors @ weights["w-embed"] + weights["b-embed"]
    kept["mean"] = (weights["b-embed"] * 0 + 1 / size.width)[:, None]
    encoders, decoders = (
        [f"{part}{layer}" for layer in range(size.layers)] for part in ("encoder", "decoder")
    )
    for kind in "wb":
        for at in encoders + decoders:
            names = [f"{at}-self-{name}" for name in ("query", "key", "value")]
            kept[f"{kind}-{at}-self"] = side_by_side(kind, names)
        for at in decoders:
            kept[f"{kind}-{at}-cross"] = side_by_side(kind, [f"{at}-cross-query"])
        names = [f"{at}-cross-{name}" for at in decoders for name in ("key", "value")]
        kept[f"{kind}-moves"] = side_by_side(kind, names)
    return kept


def chances_of(weights: Weights, rows: Any, rules: Rules, size: Size) -> Any:
    """(rows, symbols) numbers to (rows, hand_size, identities) chances of the seat's own cards.

    The weights are joined, and of the same library as the rows.
    """
    return _softmax(logits_of(weights, rows, rules, size))


def logits_of(weights: Weights, rows: Any, rules: Rules, size: Size) -> Any:
    """The same before the softmax."""
    here = _Layers(weights, size.heads)
    embedded = weights["symbols"][rows]
    moves = embedded[:, : symbols.MOVES] + weights["place-moves"]
    cards = embedded[:, symbols.MOVES :] + weights["place-cards"]
    missing = rows[:, symbols.MOVES :] == symbols.kinds(rules) - 1
    absent = missing[:, None, None] * NEVER if missing.any() else None
    for at in (f"encoder{layer}" for layer in range(size.layers)):
        moves = here.attended(f"{at}-self", moves, *here.asked(f"{at}-self", moves, 3))
        moves = here.inner(at, moves)
    own = slice(len(rules.suits), len(rules.suits) + rules.hand_size)
    told = here.asked("moves", moves, 2 * size.layers)
    for layer in range(size.layers):
        at = f"decoder{layer}"
        query, key, value = here.asked(f"{at}-self", cards, 3)
        if layer == size.layers - 1:
            # Of the last layer nobody asks more than the own cards.
            query, cards = query[:, :, own], cards[:, own]
        cards = here.attended(f"{at}-self", cards, query, key, value, absent)
        (query,) = here.asked(f"{at}-cross", cards, 1)
        cards = here.attended(f"{at}-cross", cards, query, *told[2 * layer : 2 * layer + 2])
        cards = here.inner(at, cards)
    return here.linear("out", cards)


class _Layers:
    """The layers of a transformer (Vaswani et al., "Attention is all you need", 2017)."""

    def __init__(self, weights: Weights, heads: int) -> None:
        self._weights, self._heads = weights, heads

    def linear(self, name: str, values: Any) -> Any:
        return values @ self._weights[f"w-{name}"] + self._weights[f"b-{name}"]

    def asked(self, name: str, values: Any, parts: int) -> list[Any]:
        """Queries, keys or values: so many of (rows, heads, places, width of a head)."""
        told = self.linear(name, values)
        rows, places, width = told.shape
        heads = told.reshape(rows, places, parts, self._heads, width // parts // self._heads)
        return [heads[:, :, part].swapaxes(1, 2) for part in range(parts)]

    def attended(
        self, name: str, values: Any, query: Any, key: Any, value: Any, never: Any = None
    ) -> Any:
        """`values` with what they attend to added."""
        scores = query @ key.swapaxes(-1, -2)
        if never is not None:
            scores = scores + never
        found = (_softmax(scores) @ value).swapaxes(1, 2).reshape(values.shape)
        return self._normal(name, values + self.linear(f"{name}-join", found))

    def inner(self, at: str, values: Any) -> Any:
        inside = self.linear(f"{at}-in", values)
        return self._normal(f"{at}-inner", values + self.linear(f"{at}-out", inside.clip(0)))

    def _normal(self, name: str, values: Any) -> Any:
        mean = self._weights["mean"]
        centred = values - values @ mean
        spread = ((centred * centred) @ mean + 1e-5) ** 0.5
        return centred / spread * self._weights[f"gain-{name}"] + self._weights[f"shift-{name}"]


def _softmax(scores: Any) -> Any:
    if not isinstance(scores, np.ndarray):
        return scores.softmax(-1)
    raised = np.exp(scores - scores.max(-1, keepdims=True))
    return raised / raised.sum(-1, keepdims=True)
