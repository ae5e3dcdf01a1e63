"""Hand Card Information Completion: a transformer that predicts a seat's own cards.

Implements section 3.1 and algorithm 1 of the paper of Hanabi_Plugins (docs/references.md), from
its text. The input is a row of symbols that describes a turn as the seat to move sees it: the last
moves, and the cards that it sees or has clues about (`native.environment.observation`). Each
symbol becomes a vector of probabilities over identities; a linear layer embeds it and a positional
embedding is added. The encoder reads the last moves, the decoder the cards; a linear layer and a
softmax turn the decoder's outputs at the seat's own cards into probabilities. Positions
distinguish the cards of a hand, and missing cards are masked from attention.

The code runs in NumPy and in PyTorch. Identities are ordered by suit, then rank; the paper's are
ordered by rank, which only renumbers them.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from native import Rules
from native.environment.observation import MOVE_SYMBOLS, symbol_count, symbol_kinds

Weights = dict[str, Any]
NEVER = -1e9
"""The number added to the attention scores of masked positions, so that they have no weight."""


@dataclass(frozen=True)
class Size:
    """The dimensions of a transformer; `width` is that of the embeddings, `heads` the number of
    attention heads.
    """

    width: int
    heads: int
    layers: int
    """The number of layers of the encoder, and of the decoder."""
    inner: int
    """The width of the feed-forward network inside a layer."""


SIZES = {"small": Size(64, 4, 2, 128), "paper": Size(256, 8, 6, 128)}


def card_vectors(rules: Rules) -> npt.NDArray[np.float32]:
    """Return the vector of probabilities over identities for each kind of symbol, shape
    (symbols, identities).

    A symbol says what is known of a card. A known card is one-hot; a known colour or rank is
    uniform over the identities that match; an unknown card is uniform over all; a missing one is
    all zeros.
    """
    suits, ranks = len(rules.suits), rules.ranks
    identities = np.arange(rules.max_score)
    known = np.eye(rules.max_score)
    colours = (identities // ranks == np.arange(suits)[:, None]) / ranks
    values = (identities % ranks == np.arange(ranks)[:, None]) / suits
    unknown = np.full((1, rules.max_score), 1 / rules.max_score)
    missing = np.zeros((1, rules.max_score))
    return np.concatenate([known, colours, values, unknown, missing]).astype(np.float32)


def shapes(rules: Rules, size: Size) -> dict[str, tuple[int, ...]]:
    """Return {name: shape} of every weight array of a transformer of this size for games by these
    rules.
    """
    width, identities = size.width, rules.max_score
    cards = symbol_count(rules) - MOVE_SYMBOLS
    layout: dict[str, tuple[int, ...]] = {
        "w-embed": (identities, width),
        "b-embed": (width,),
        "place-moves": (MOVE_SYMBOLS, width),
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
    """Return random initial weights for the arrays in `layout` (shapes by name): Glorot-uniform
    matrices and small positional embeddings.

    Gains are 1, biases and shifts 0.
    """
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
    """Return the weights fused into fewer, larger arrays, for faster inference.

    The card vectors `vectors` (from `card_vectors`) are embedded in advance, projections of the
    same input are concatenated, and queries are pre-scaled. All arrays are of NumPy, or all of
    PyTorch; `join` is that library's concatenation.
    """
    scale = (size.width // size.heads) ** -0.5

    def side_by_side(kind: str, names: list[str]) -> Any:
        parts = [weights[f"{kind}-{name}"] * (scale if "query" in name else 1) for name in names]
        return join(parts, -1)

    apart = ("-query", "-key", "-value", "-embed")
    fused = {n: array for n, array in weights.items() if not any(part in n for part in apart)}
    fused["symbols"] = vectors @ weights["w-embed"] + weights["b-embed"]
    fused["mean"] = (weights["b-embed"] * 0 + 1 / size.width)[:, None]
    encoders, decoders = (
        [f"{part}{layer}" for layer in range(size.layers)] for part in ("encoder", "decoder")
    )
    for kind in "wb":
        for at in encoders + decoders:
            names = [f"{at}-self-{name}" for name in ("query", "key", "value")]
            fused[f"{kind}-{at}-self"] = side_by_side(kind, names)
        for at in decoders:
            fused[f"{kind}-{at}-cross"] = side_by_side(kind, [f"{at}-cross-query"])
        names = [f"{at}-cross-{name}" for at in decoders for name in ("key", "value")]
        fused[f"{kind}-moves"] = side_by_side(kind, names)
    return fused


def chances_of(weights: Weights, rows: Any, rules: Rules, size: Size) -> Any:
    """Return probabilities of the own cards, shape (rows, hand_size, identities), from rows of
    symbols that each describe a turn, shape (rows, symbols).

    `weights` are fused by `joined`. Weights and rows are both arrays of NumPy or both of PyTorch.
    """
    return _softmax(logits_of(weights, rows, rules, size))


def logits_of(weights: Weights, rows: Any, rules: Rules, size: Size) -> Any:
    """Return logits of the own cards, shape (rows, hand_size, identities), from rows of symbols
    that each describe a turn, shape (rows, symbols).

    `weights` are fused by `joined`. Weights and rows are both arrays of NumPy or both of PyTorch.
    """
    numpy = isinstance(rows, np.ndarray)
    here = (_Layers if numpy or rows.is_cuda else _FusedLayers)(weights, size.heads)
    embedded = weights["symbols"][rows]
    moves = embedded[:, :MOVE_SYMBOLS] + weights["place-moves"]
    cards = embedded[:, MOVE_SYMBOLS:] + weights["place-cards"]
    missing = rows[:, MOVE_SYMBOLS:] == symbol_kinds(rules) - 1
    # Without missing cards NumPy skips the mask; PyTorch would have to wait for the device to know.
    skipped = numpy and not missing.any()
    absent = None if skipped else missing[:, None, None] * NEVER
    for at in (f"encoder{layer}" for layer in range(size.layers)):
        moves = here.attended(f"{at}-self", moves, *here.asked(f"{at}-self", moves, 3))
        moves = here.inner(at, moves)
    own = slice(len(rules.suits), len(rules.suits) + rules.hand_size)
    memory = here.asked("moves", moves, 2 * size.layers)
    for layer in range(size.layers):
        at = f"decoder{layer}"
        query, key, value = here.asked(f"{at}-self", cards, 3)
        if layer == size.layers - 1:
            # The last layer's outputs are needed for the seat's own cards only.
            query, cards = query[:, :, own], cards[:, own]
        cards = here.attended(f"{at}-self", cards, query, key, value, absent)
        (query,) = here.asked(f"{at}-cross", cards, 1)
        cards = here.attended(f"{at}-cross", cards, query, *memory[2 * layer : 2 * layer + 2])
        cards = here.inner(at, cards)
    return here.linear("out", cards)


class _Layers:
    """The layers of a transformer (Vaswani et al., "Attention is all you need", 2017)."""

    def __init__(self, weights: Weights, heads: int) -> None:
        self._weights, self._heads = weights, heads

    def linear(self, name: str, values: Any) -> Any:
        return values @ self._weights[f"w-{name}"] + self._weights[f"b-{name}"]

    def asked(self, name: str, values: Any, parts: int) -> list[Any]:
        """Return linear projections of `values`, such as queries, keys and values: a list of
        `parts` arrays of shape (rows, heads, positions, width of a head).

        `values` has shape (rows, positions, width); `name` is that of the weights to apply.
        """
        projected = self.linear(name, values)
        rows, places, width = projected.shape
        heads = projected.reshape(rows, places, parts, self._heads, width // parts // self._heads)
        # PyTorch adds up the gradients of an array's parts faster than those of its slices.
        return [part.swapaxes(0, 1).swapaxes(1, 2) for part in heads.swapaxes(0, 2)]

    def attended(
        self, name: str, values: Any, query: Any, key: Any, value: Any, never: Any = None
    ) -> Any:
        """Return `values` after multi-head attention, a residual connection and layer
        normalisation, in the same shape (rows, positions, width).

        `query`, `key` and `value` are projections that `asked` returns. `name` is that of the
        layer's weights. `never` is added to the attention scores: NEVER at masked positions, 0 at
        others; None masks nothing.
        """
        attended = self._attention(query, key, value, never).swapaxes(1, 2).reshape(values.shape)
        return self._normal(name, values + self.linear(f"{name}-join", attended))

    def _attention(self, query: Any, key: Any, value: Any, never: Any) -> Any:
        scores = query @ key.swapaxes(-1, -2)
        return _softmax(scores if never is None else scores + never) @ value

    def inner(self, at: str, values: Any) -> Any:
        """Return `values` after the feed-forward network, a residual connection and layer
        normalisation, in the same shape. `at` is the name of the layer, such as encoder0.
        """
        inside = self.linear(f"{at}-in", values)
        return self._normal(f"{at}-inner", values + self.linear(f"{at}-out", inside.clip(0)))

    def _normal(self, name: str, values: Any) -> Any:
        mean = self._weights["mean"]
        centred = values - values @ mean
        spread = ((centred * centred) @ mean + 1e-5) ** 0.5
        return centred / spread * self._weights[f"gain-{name}"] + self._weights[f"shift-{name}"]


class _FusedLayers(_Layers):
    """The same layers by functions of PyTorch that take a quarter less time on a processor. On a
    GPU their gradients would not be the same bytes each time.
    """

    def __init__(self, weights: Weights, heads: int) -> None:
        super().__init__(weights, heads)
        self._functions = importlib.import_module("torch").nn.functional

    def linear(self, name: str, values: Any) -> Any:
        return self._functions.linear(
            values, self._weights[f"w-{name}"].T, self._weights[f"b-{name}"]
        )

    def _attention(self, query: Any, key: Any, value: Any, never: Any) -> Any:
        attention = self._functions.scaled_dot_product_attention
        return attention(query, key, value, attn_mask=never, scale=1.0)

    def _normal(self, name: str, values: Any) -> Any:
        gain, shift = self._weights[f"gain-{name}"], self._weights[f"shift-{name}"]
        return self._functions.layer_norm(values, gain.shape, gain, shift)


def _softmax(scores: Any) -> Any:
    if not isinstance(scores, np.ndarray):
        return scores.softmax(-1)
    raised = np.exp(scores - scores.max(-1, keepdims=True))
    return raised / raised.sum(-1, keepdims=True)
