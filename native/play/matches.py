"""Play many short matches between many agents in one call, with NumPy arrays in and out.

Also counts action agreement: how often two rule lists choose the same move in the same state.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.rng import Rng
from native.engine.rules import Rules
from native.engine.structs import dtype_of
from native.play.arena import MOST_GAMES
from native.play.blueprint import Blueprint, refuse, room_for
from native.play.measures import TALLIES
from native.play.rows import ROW, Rows
from native.rulebase import Mode, Rule, RuleList

MATCH = dtype_of("hl_match")
"""A match, as `hl_match`: `games` games from number `first` of a stream of the seed, and for each
seat the index of its list or blueprint."""

FIELDS = (
    *(name for name, _ in ffi.typeof("hl_match_result").fields if name != "conduct"),
    *TALLIES,
)
RESULT = np.dtype([(field, "u8") for field in FIELDS])
"""The result of a match, as `hl_match_result`: sums over its games and all seats."""

Chromosomes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]
Results = npt.NDArray[np.void]
"""Of dtype RESULT, one per match."""
Matches = npt.NDArray[np.void]
"""Of dtype MATCH."""
Lists = npt.NDArray[np.uint8]
"""(n, bytes) uint8, a core's `hl_rulelist` per row."""

assert ffi.sizeof("hl_match_result") == RESULT.itemsize


def rule_lists(chromosomes: Chromosomes, rules: Sequence[Rule], mode: Mode) -> Lists:
    """Encode rule lists of one length, given as rows of genes, for the C functions.

    A gene is an index of `rules`. Takes (n, length) integers and returns (n, bytes) uint8. Raises
    ValueError if a gene is out of range or the lists are too long.
    """
    if chromosomes.ndim != 2 or chromosomes.dtype.kind not in "iu":
        raise ValueError("Chromosomes are a table of whole numbers, one chromosome a row.")
    count, length = chromosomes.shape
    if length > lib.HL_MAX_RULES:
        raise ValueError(f"A list has at most {lib.HL_MAX_RULES} rules, not {length}.")
    if chromosomes.size and not 0 <= chromosomes.min() <= chromosomes.max() < len(rules):
        none = chromosomes.max() if chromosomes.max() >= len(rules) else chromosomes.min()
        raise ValueError(f"Genes go from 0 to {len(rules) - 1}, not {none}.")
    rows = ffi.buffer(ffi.new("hl_rule[]", [rule.row for rule in rules]))
    table = np.frombuffer(rows, np.uint8).reshape(len(rules), -1)
    lists = np.zeros((count, ffi.sizeof("hl_rulelist")), np.uint8)
    lists[:, 0] = length
    lists[:, 1] = mode
    start = ffi.offsetof("hl_rulelist", "rules")
    lists[:, start : start + length * table.shape[1]] = table[chromosomes].reshape(count, -1)
    return lists


def packed(lists: Sequence[RuleList]) -> Lists:
    """Encode rule lists of any length for the C functions, one list per row.

    Raises ValueError if there are no lists.
    """
    return np.stack([np.frombuffer(ffi.buffer(rules.struct), np.uint8) for rules in lists])


def play(rules: Rules, lists: Lists, matches: Matches, seed: Rng) -> Results:
    """Play matches (dtype MATCH) between rule lists and return one result per match (dtype RESULT).

    A result has sums over the games and seats of its match. It depends only on the match's lists
    and its random stream of the seed, not on the other matches. Raises ValueError if a match names
    an unknown list or there are too many games.
    """
    matches, lists = checked_matches(matches), checked_lists(lists)
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
        raise ValueError("A match names an unknown rule list.")
    return results


def play_blueprints(
    rules: Rules, blueprints: Sequence[Blueprint], matches: Matches, seed: Rng
) -> Results:
    """Play matches (dtype MATCH) between strategies written in C and return one result per match.

    A result (dtype RESULT) has sums over the games and seats of its match. The games between rule
    lists equal those of `play`. Raises ValueError if a match names an unknown strategy or there are
    too many games, BadRules if a strategy cannot play by these rules.
    """
    matches = checked_matches(matches)
    results = np.zeros(len(matches), RESULT)
    out = _pointer("hl_match_result *", results)
    _play_blueprints(lib.hl_blueprint_matches, rules, blueprints, matches, seed, out)
    return results


def rows_of_blueprints(
    rules: Rules, blueprints: Sequence[Blueprint], matches: Matches, seed: Rng
) -> Rows:
    """Play matches (dtype MATCH) between strategies written in C and return every game as an array
    row, match after match.

    A row (dtype `native.play.rows.ROW`) has the game's score, end, deck, moves and tallies. Raises
    ValueError if a match names an unknown strategy or there are too many games, BadRules if a
    strategy cannot play by these rules.
    """
    matches = checked_matches(matches)
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
    if len(matches) and matches["lists"][:, : rules.players].max() >= len(blueprints):
        raise ValueError("A match names an unknown blueprint.")
    structs = ffi.new("hl_blueprint *[]", [blueprint.struct for blueprint in blueprints])
    start, room = _pointer("hl_match *", matches), room_for(blueprints, rules.players)
    count = len(blueprints)
    refuse(play(rules.struct, seed.struct, structs, count, start, len(matches), room, out))


def checked_matches(matches: Matches) -> Matches:
    """Return an array of matches in contiguous memory, after checking it.

    Raises ValueError if the dtype is not MATCH, the array is not one-dimensional, or there are more
    than `MOST_GAMES` games in all.
    """
    if matches.dtype != MATCH or matches.ndim != 1:
        raise ValueError(f"Matches are one row of {MATCH}.")
    if matches["games"].max(initial=0) > MOST_GAMES or matches["games"].sum() > MOST_GAMES:
        raise ValueError(f"Matches have at most {MOST_GAMES:,} games in all.")
    return np.ascontiguousarray(matches)


def checked_lists(lists: Lists) -> Lists:
    """Return encoded rule lists in contiguous memory, after checking them.

    Raises ValueError if the dtype or shape is wrong.
    """
    if lists.dtype != np.uint8 or lists.ndim != 2 or lists.shape[1] != ffi.sizeof("hl_rulelist"):
        raise ValueError("Rule lists are those that `rule_lists` or `packed` make, one a row.")
    return np.ascontiguousarray(lists)


def added(first: Results, second: Results) -> Results:
    """Return the element-wise sums of two arrays of match results."""
    sums = first.view(np.uint64) + second.view(np.uint64)
    return sums.view(RESULT)


def draws(seed: Rng, streams: Words, per: int) -> Words:
    """Return the first `per` random words of the seed's streams that the array `streams` numbers,
    (streams, per) uint64.

    Raises ValueError if `streams` is not one-dimensional or `per` is out of range.
    """
    streams = np.ascontiguousarray(streams, np.uint64)
    if streams.ndim != 1 or not 0 <= per < 2**32:
        raise ValueError("Streams must be one row of numbers, and `per` from 0 to 2**32 - 1.")
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


Counts = npt.NDArray[np.uint32]


class Moment(IntEnum):
    """The position in which rule lists are asked for their move on a recorded turn."""

    AS_PLAYED = lib.HL_AS_PLAYED
    """The view of the seat to move at that turn."""
    AT_THE_END = lib.HL_AT_THE_END
    """That seat's view of the finished game, which Canaan et al. (2019) judged by mistake."""


def action_agreement(
    rules: Rules,
    lists: Lists,
    others: Lists,
    matches: Matches,
    seed: Rng,
    moment: Moment = Moment.AS_PLAYED,
) -> tuple[Counts, int, int]:
    """Play matches between rule lists and count how often pairs of lists choose the same move.

    Every list of `lists` and `others` is asked for its move on every turn of the matches, which
    only `lists` play; `moment` says whether it sees the position of that turn or of the game's end.
    Returns the turns on which two lists answer the same, (lists, others) uint32; the number of
    turns; and the number of legal moves, summed over the turns. Rules that choose at random draw
    independently for each answer, and giving no move counts as an answer. Raises ValueError if a
    match names an unknown list.
    """
    matches, lists, others = checked_matches(matches), checked_lists(lists), checked_lists(others)
    equal = np.zeros((len(lists), len(others)), np.uint32)
    room = np.zeros(len(lists) + len(others), np.int8)
    judged = ffi.new("hl_judged *")
    error = lib.hl_action_agreement(
        rules.struct,
        seed.struct,
        _pointer("hl_rulelist *", lists),
        len(lists),
        _pointer("hl_rulelist *", others),
        len(others),
        _pointer("hl_match *", matches),
        len(matches),
        moment,
        _pointer("int8_t *", room),
        _pointer("uint32_t *", equal),
        judged,
    )
    if error != lib.HL_OK:
        raise ValueError("A match names an unknown rule list.")
    return equal, int(judged.turns), int(judged.options)
