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
from native.play.blueprint import Blueprint, refuse, room_for
from native.play.measures import TALLIES
from native.play.rows import ROW, Rows
from native.play.threads import MOST_GAMES
from native.rulebase import Mode, Rule, RuleList

MATCH = dtype_of("hl_match")
"""The dtype of a match (the core's `hl_match`): the games number `first` to `first` + `games` - 1
of the random stream number `stream`, derived from the seed with which the matches are played.
`lists[seat]` is the index of the seat's rule list or blueprint."""

FIELDS = (
    *(name for name, _ in ffi.typeof("hl_match_result").fields if name != "conduct"),
    *TALLIES,
)
RESULT = np.dtype([(field, "u8") for field in FIELDS])
"""The dtype of the result of a match (the core's `hl_match_result`): sums over its games and seats,
such as `games`, `turns`, `points` (cards played), and the tallies of `native.play.measures`."""

Chromosomes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]
Results = npt.NDArray[np.void]
"""Array of results of matches: (matches,) of dtype RESULT."""
Matches = npt.NDArray[np.void]
"""Array of matches to play: (matches,) of dtype MATCH."""
Lists = npt.NDArray[np.uint8]
"""Array of encoded rule lists: (lists, bytes) uint8, the C struct `hl_rulelist` in each row."""

assert ffi.sizeof("hl_match_result") == RESULT.itemsize


def rule_lists(chromosomes: Chromosomes, rules: Sequence[Rule], mode: Mode) -> Lists:
    """Encode rule lists of equal length for `play` and `action_agreement`.

    `chromosomes` is (lists, length) integers, one list per row; an entry (gene) is an index of
    `rules`. `mode` says how a list continues when a rule fails or no rule chooses a move. Returns
    (lists, bytes) uint8. Raises ValueError if a gene is out of range, the array has another shape
    or type, or the lists are too long.
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
    """Encode rule lists of any length for `play` and `action_agreement`: (lists, bytes) uint8.

    Raises ValueError if there are no lists.
    """
    return np.stack([np.frombuffer(ffi.buffer(rules.struct), np.uint8) for rules in lists])


def play(rules: Rules, lists: Lists, matches: Matches, seed: Rng) -> Results:
    """Play matches (dtype MATCH) between rule lists and return one result per match (dtype RESULT).

    `lists` are encoded rule lists, to which `matches["lists"]` refers by index. A result has sums
    over the games and seats of its match. It depends only on the rule lists, game numbers and
    random stream of its match, not on the other matches. Raises ValueError if a match names an
    unknown list or there are too many games.
    """
    matches, lists = checked_matches(matches), checked_lists(lists)
    results = np.zeros(len(matches), RESULT)
    tables = (*_table("hl_rulelist *", lists), *_table("hl_match *", matches))
    out = _pointer("hl_match_result *", results)
    if lib.hl_matches(rules.struct, seed.struct, *tables, out) != lib.HL_OK:
        raise ValueError("A match names an unknown rule list.")
    return results


def play_blueprints(
    rules: Rules, blueprints: Sequence[Blueprint], matches: Matches, seed: Rng
) -> Results:
    """Play matches (dtype MATCH) between strategies written in C and return one result per match.

    `matches["lists"]` are indices of `blueprints`. A result (dtype RESULT) has sums over the games
    and seats of its match. If all strategies are rule lists, results equal those of `play`. Raises
    ValueError if a match names an unknown strategy or there are too many games, BadRules if a
    strategy cannot play by these rules.
    """
    matches = checked_matches(matches)
    results = np.zeros(len(matches), RESULT)
    out = _pointer("hl_match_result *", results)
    _play_blueprints(lib.hl_blueprint_matches, rules, blueprints, matches, seed, out)
    return results


def rows_of_blueprints(
    rules: Rules, blueprints: Sequence[Blueprint], matches: Matches, seed: Rng
) -> Rows:
    """Play matches (dtype MATCH) between strategies written in C and return one array row per game,
    match after match.

    `matches["lists"]` are indices of `blueprints`. A row (dtype `native.play.rows.ROW`) has the
    game's score, end, deck, moves and tallies. Raises ValueError if a match names an unknown
    strategy or there are too many games, BadRules if a strategy cannot play by these rules.
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
    tables = (structs, len(blueprints), *_table("hl_match *", matches))
    refuse(play(rules.struct, seed.struct, *tables, room_for(blueprints, rules.players), out))


def checked_matches(matches: Matches) -> Matches:
    """Check an array of matches and return it in contiguous memory.

    Raises ValueError if the dtype is not MATCH, the array is not one-dimensional, or there are more
    than `MOST_GAMES` games in all.
    """
    if matches.dtype != MATCH or matches.ndim != 1:
        raise ValueError(f"Matches are one row of {MATCH}.")
    if matches["games"].max(initial=0) > MOST_GAMES or matches["games"].sum() > MOST_GAMES:
        raise ValueError(f"Matches have at most {MOST_GAMES:,} games in all.")
    return np.ascontiguousarray(matches)


def checked_lists(lists: Lists) -> Lists:
    """Check an array of encoded rule lists and return it in contiguous memory.

    Raises ValueError if the dtype is not uint8 or the shape is not (lists, bytes of a list).
    """
    if lists.dtype != np.uint8 or lists.ndim != 2 or lists.shape[1] != ffi.sizeof("hl_rulelist"):
        raise ValueError("Rule lists are those that `rule_lists` or `packed` make, one a row.")
    return np.ascontiguousarray(lists)


def added(first: Results, second: Results) -> Results:
    """Return the sums, match by match and field by field, of two arrays of match results."""
    sums = first.view(np.uint64) + second.view(np.uint64)
    return sums.view(RESULT)


def draws(seed: Rng, streams: Words, per: int) -> Words:
    """Return the first `per` random 64-bit numbers of each of several streams of a seed, as an
    array (streams, per) uint64.

    `streams` are the numbers of the streams, as in `seed.derive(number)`. Raises ValueError if it
    is not one-dimensional or `per` is out of range.
    """
    streams = np.ascontiguousarray(streams, np.uint64)
    if streams.ndim != 1 or not 0 <= per < 2**32:
        raise ValueError("Streams must be one row of numbers, and `per` from 0 to 2**32 - 1.")
    words = np.empty((len(streams), per), np.uint64)
    lib.hl_draws(seed.struct, *_table("uint64_t *", streams), per, _pointer("uint64_t *", words))
    return words


def _pointer(kind: str, array: npt.NDArray[Any]) -> Any:
    return ffi.cast(kind, array.ctypes.data)


def _table(kind: str, array: npt.NDArray[Any]) -> tuple[Any, int]:
    """Return two arguments of a C function: a pointer to an array's rows, and their number."""
    return _pointer(kind, array), len(array)


Counts = npt.NDArray[np.uint32]


class Moment(IntEnum):
    """The view from which rule lists are asked for the move that they would make on a turn."""

    AS_PLAYED = lib.HL_AS_PLAYED
    """The view that the seat to move had on that turn."""
    AT_THE_END = lib.HL_AT_THE_END
    """The view that this seat had at the end of the game, which the published analysis of Canaan et
    al. (2019) used by mistake."""


def action_agreement(
    rules: Rules,
    lists: Lists,
    others: Lists,
    matches: Matches,
    seed: Rng,
    moment: Moment = Moment.AS_PLAYED,
) -> tuple[Counts, int, int]:
    """Play matches between rule lists and count how often pairs of lists choose the same move.

    Only `lists` play the matches, and `matches["lists"]` are indices of them. On every turn each
    list of `lists` and `others` is asked which move it would make for the seat to move. `moment`
    selects the view that it is shown: what that seat saw on that turn (`Moment.AS_PLAYED`), or
    what it saw at the end of the game (`Moment.AT_THE_END`).

    Returns three things: for each list and each of the others, the number of turns on which both
    choose the same move, (lists, others) uint32; the number of turns; and the number of legal
    moves, summed over the turns. Rules that choose at random draw independently for each answer,
    and giving no move counts as an answer. Raises ValueError if a match names an unknown list.
    """
    matches, lists, others = checked_matches(matches), checked_lists(lists), checked_lists(others)
    equal = np.zeros((len(lists), len(others)), np.uint32)
    room = np.zeros(len(lists) + len(others), np.int8)
    asked = (*_table("hl_rulelist *", lists), *_table("hl_rulelist *", others))
    played, judged = _table("hl_match *", matches), ffi.new("hl_judged *")
    out = (_pointer("int8_t *", room), _pointer("uint32_t *", equal), judged)
    if lib.hl_action_agreement(rules.struct, seed.struct, *asked, *played, moment, *out):
        raise ValueError("A match names an unknown rule list.")
    return equal, int(judged.turns), int(judged.options)
