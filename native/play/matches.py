"""Many short matches between many agents in one call, as NumPy arrays in and out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.rng import Rng
from native.engine.rules import Rules
from native.play.blueprint import Blueprint, refuse, room_for
from native.play.measures import TALLIES
from native.play.rows import ROW, Rows
from native.rulebase import Mode, Rule, RuleList

MATCH = np.dtype(
    [("stream", "u8"), ("first", "u8"), ("games", "u8"), ("lists", "u2", 6)], align=True
)
"""A match, as `hl_match`: games `first` ... of a stream of the seed, and for each seat the number
of its list, or blueprint."""

FIELDS = (
    *(name for name, _ in ffi.typeof("hl_match_result").fields if name != "conduct"),
    *TALLIES,
)
RESULT = np.dtype([(field, "u8") for field in FIELDS])
"""The result of a match, as `hl_match_result`: sums over its games, all seats pooled."""

Chromosomes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]
Results = npt.NDArray[np.void]
"""Of dtype RESULT, one a match."""
Matches = npt.NDArray[np.void]
"""Of dtype MATCH."""
Lists = npt.NDArray[np.uint8]

assert ffi.sizeof("hl_match") == MATCH.itemsize
assert ffi.sizeof("hl_match_result") == RESULT.itemsize


def rule_lists(chromosomes: Chromosomes, rules: Sequence[Rule], mode: Mode) -> Lists:
    """The core's form of many rule lists of one length, one a row; a gene is an index of `rules`.

    Raises ValueError for a gene that is none or for more rules than a list can hold.
    """
    count, length = chromosomes.shape
    if length > lib.HL_MAX_RULES:
        raise ValueError(f"A list has at most {lib.HL_MAX_RULES} rules, not {length}.")
    if chromosomes.size and chromosomes.max() >= len(rules):
        raise ValueError(f"Genes go from 0 to {len(rules) - 1}, so {chromosomes.max()} is none.")
    rows = ffi.buffer(ffi.new("hl_rule[]", [rule.row for rule in rules]))
    table = np.frombuffer(rows, np.uint8).reshape(len(rules), -1)
    lists = np.zeros((count, ffi.sizeof("hl_rulelist")), np.uint8)
    lists[:, 0] = length
    lists[:, 1] = mode
    start = ffi.offsetof("hl_rulelist", "rules")
    lists[:, start : start + length * table.shape[1]] = table[chromosomes].reshape(count, -1)
    return lists


def packed(lists: Sequence[RuleList]) -> Lists:
    """Rule lists of any length, one a row."""
    return np.stack([np.frombuffer(ffi.buffer(rules.struct), np.uint8) for rules in lists])


def play(rules: Rules, lists: Lists, matches: Matches, seed: Rng) -> Results:
    """Play every match; the result of each depends on its lists and its stream of the seed alone.

    Raises ValueError for matches that the core refuses.
    """
    matches = np.ascontiguousarray(matches, MATCH)
    results = np.zeros(len(matches), RESULT)
    error = lib.hl_matches(
        rules.struct,
        seed.struct,
        _pointer("hl_rulelist *", lists),
        len(lists),
        _pointer("hl_match *", matches),
        len(matches),
        _pointer("hl_match_result *", results),
    )
    if error != lib.HL_OK:
        raise ValueError("A match names a rule list that there is not.")
    return results


def play_blueprints(
    rules: Rules, blueprints: Sequence[Blueprint], matches: Matches, seed: Rng
) -> Results:
    """The same with any blueprints; rule lists play the same games as in `play`, more slowly.

    Raises ValueError for matches that the core refuses, BadRules for rules that a blueprint of
    theirs cannot play by.
    """
    results = np.zeros(len(matches), RESULT)
    out = _pointer("hl_match_result *", results)
    _play_blueprints(lib.hl_blueprint_matches, rules, blueprints, matches, seed, out)
    return results


def rows_of_blueprints(
    rules: Rules, blueprints: Sequence[Blueprint], matches: Matches, seed: Rng
) -> Rows:
    """The games of such matches kept whole, match after match. Raises as `play_blueprints`."""
    rows = np.zeros(int(matches["games"].sum()), ROW)
    out = _pointer("hl_row *", rows)
    _play_blueprints(lib.hl_match_rows, rules, blueprints, matches, seed, out)
    return rows


def _play_blueprints(
    play: Any,
    rules: Rules,
    blueprints: Sequence[Blueprint],
    matches: Matches,
    seed: Rng,
    out: Any,
) -> None:
    matches = np.ascontiguousarray(matches, MATCH)
    if len(matches) and matches["lists"][:, : rules.players].max() >= len(blueprints):
        raise ValueError("A match names a blueprint that there is not.")
    structs = ffi.new("hl_blueprint *[]", [blueprint.struct for blueprint in blueprints])
    start, room = _pointer("hl_match *", matches), room_for(blueprints, rules.players)
    count = len(blueprints)
    refuse(play(rules.struct, seed.struct, structs, count, start, len(matches), room, out))


def added(first: Results, second: Results) -> Results:
    """The results of both, match by match."""
    sums = first.view(np.uint64) + second.view(np.uint64)
    return sums.view(RESULT)


def draws(seed: Rng, streams: Words, per: int) -> Words:
    """The first `per` words of each of these streams of the seed, a row a stream."""
    streams = np.ascontiguousarray(streams, np.uint64)
    words = np.empty((len(streams), per), np.uint64)
    lib.hl_draws(
        seed.struct,
        _pointer("uint64_t *", streams),
        len(streams),
        per,
        _pointer("uint64_t *", words),
    )
    return words


def _pointer(kind: str, array: npt.NDArray[Any]) -> Any:
    return ffi.cast(kind, array.ctypes.data)
