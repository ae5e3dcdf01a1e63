"""A vectorised environment for learners: many games side by side, advanced by one call.

The games are played in lanes: when a game ends, the lane begins its next game at once, so that
every lane always has a seat to move. Lane l plays games l, l + stride, l + 2 * stride … of the
seed; game i has the deck of `Game(rules, seed=Rng(seed).derive(i))`.

The learner moves every seat, or one seat beside partners. Partners are strategies of the core,
which move within `Environment.step`, or agents for which the caller calls `Environment.reply`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.errors import IllegalMove, refuse_move
from native.engine.rng import Rng
from native.engine.rules import Move, Rules
from native.engine.structs import dtype_of
from native.engine.view import View
from native.environment import observation
from native.play.blueprint import Blueprint, refuse

DEED = dtype_of("hl_deed")
"""The effects of a turn, from which rewards can be made (the core's `hl_deed`).

reward: the change of the score, where the score becomes 0 with the last strike
gained: the change of the number of cards played
        (both include the turns of partners up to the learner's next turn)
kind: a MoveKind
scored: 1 for a successful play
repeated: the touched cards that this colour or rank had touched in an earlier clue
playable: the touched cards that could be played
news: those of the `playable` cards that are not among the `repeated` ones
stacked: 1 if the card played or discarded was a copy of one on its stack
end: an End if the game ended, else 0
stacks: the number of cards played in the game so far"""

MOST_LANES = 65536
MISSING = lib.HL_NONE
Bytes = npt.NDArray[np.uint8]


def _fits(numbers: npt.NDArray[Any], dimensions: int, end: int) -> bool:
    """Return whether an array has this number of dimensions and its entries are integers from 0 to
    `end` - 1.
    """
    whole = numbers.ndim == dimensions and numbers.dtype.kind in "iu"
    return whole and (not numbers.size or 0 <= int(numbers.min()) <= int(numbers.max()) < end)


def _of_bytes(numbers: npt.ArrayLike, name: str, end: int = 256) -> Bytes:
    """Convert numbers to an array of uint8. Raises ValueError, which calls them `name`, unless they
    are integers from 0 to `end` - 1.
    """
    array = np.asarray(numbers)
    if array.dtype != np.uint8 and not _fits(array, array.ndim, end):
        raise ValueError(f"The {name} are whole numbers from 0 to {end - 1}.")
    return np.ascontiguousarray(array, np.uint8)


class Environment:
    """Many games played side by side, one at a time in each lane.

    Not thread-safe: use an environment in one thread at a time. These attributes are arrays with
    one row per lane, which every step overwrites:

    observations  (lanes, words) uint64, what the seat to move observes, as bits in the layout of
                  `native.environment.observation`
    legal         (lanes,) uint64, the legal actions of the seat to move as bits
    seats         (lanes,) uint8, the seat to move
    hands         (lanes, hand_size) uint8, the true identities of the cards of the seat to move,
                  the oldest first; MISSING at the end of a short hand
    deeds         (lanes,) DEED, the effects of the last turn
    partners      (lanes,) uint32, the index of the current game's partner; 0 without partners
    waiting       (lanes,) bool, whether the caller must now move that partner, by `reply`
    finals        (lanes, words) uint64, the last observation of the lane's last finished game, by
                  the learner's seat or, if the learner moves every seat, by the seat that would
                  have moved next
    """

    def __init__(
        self,
        rules: Rules,
        lanes: int,
        seed: str | int | Rng,
        *,
        first: int = 0,
        stride: int | None = None,
        partners: Sequence[Blueprint | None] = (),
        seat: int | None = None,
    ) -> None:
        """Deal game number `first` + l of the seed into each lane l (from 0 to `lanes` - 1).

        `stride` (default: `lanes`) is added to the number of a lane's game to get its next; if it
        is fixed, a lane's games do not depend on the number of lanes. Each game draws one of the
        strategies `partners` at random for all seats but the learner's; None is a partner that the
        caller moves by `reply`. Without partners the learner moves every seat. `seat` is the
        learner's seat, by default drawn at random for each game.

        Raises BadRules if the observation layout or a partner does not fit the rules, ValueError if
        `lanes`, `first` or `seat` is out of range.
        """
        if seat is not None and not 0 <= seat < rules.players:
            raise ValueError(f"Seats go from 0 to {rules.players - 1}, not {seat}.")
        if not 1 <= lanes <= MOST_LANES or not 0 <= first < 2**63:
            raise ValueError(f"There are 1 to {MOST_LANES} lanes from game 0 on, not {lanes}.")
        observation.check(rules)
        self.rules, self.lanes = rules, lanes
        self.observations = np.zeros((lanes, observation.word_count(rules)), np.uint64)
        self.legal = np.zeros(lanes, np.uint64)
        self.seats = np.zeros(lanes, np.uint8)
        self.hands = np.zeros((lanes, rules.hand_size), np.uint8)
        self.deeds = np.zeros(lanes, DEED)
        self.partners = np.zeros(lanes, np.uint32)
        self.waiting = np.zeros(lanes, np.bool_)
        self.finals = np.zeros_like(self.observations)
        self._seed = Rng(seed).struct
        self._lanes = ffi.new("hl_lane[]", lanes)
        self._batch = self._rows()
        self._course = self._course_of(stride or lanes, partners, seat)
        error = lib.hl_environment_start(
            rules.struct, self._course, first, self._lanes, self._batch
        )
        _refuse_stalled(error)
        refuse(error)

    def step(self, actions: npt.ArrayLike) -> None:
        """Take the learner's turn in every lane, then the turns of partners that are strategies of
        the core, up to the learner's next turn or that of a partner whom the caller moves.

        `actions` are the action numbers, of shape (lanes,). Raises IllegalMove if an action is not
        legal, ValueError if the shape or a number is wrong or a lane waits for a partner; nothing
        changes in these cases. Raises RuntimeError if partners end a thousand games in a row before
        the learner's first turn.
        """
        chosen = _of_bytes(actions, "actions", self.rules.move_count)
        if chosen.shape != (self.lanes,):
            raise ValueError(f"Actions must have shape ({self.lanes},), not {chosen.shape}.")
        taken = ffi.from_buffer("uint8_t[]", chosen)
        refusal = lib.hl_environment_step(self._course, self._lanes, taken, self._batch)
        if refusal == lib.HL_NOT_YOUR_TURN:
            raise ValueError("A lane waits for the move of a partner; use reply.")
        _refuse_stalled(refusal)
        if refusal == lib.HL_NO_SUCH_MOVE:
            lane = int(np.argmin(self.legal >> chosen.astype(np.uint64) & np.uint64(1)))
            bits = int(self.legal[lane])
            legal = [action for action in range(self.rules.move_count) if bits >> action & 1]
            words = f"Action {chosen[lane]} is not legal in lane {lane}: legal are {legal}."
            raise IllegalMove("illegal_action", words)
        refuse_move(refusal)

    def reply(self, rows: Sequence[int], moves: Sequence[Move | None]) -> None:
        """Make the move `moves[i]` of the waiting partner in each lane `rows[i]`; None gives up the
        game.

        Raises IllegalMove at the first move that is not legal, after making those before it. Raises
        ValueError if a lane is listed twice or does not wait for a partner, or the lengths differ,
        and RuntimeError if partners end a thousand games in a row before the learner's first turn.
        """
        lanes = np.asarray(rows, np.uint32)
        if len(set(rows)) < len(rows) or len(rows) != len(moves) or not self.waiting[lanes].all():
            raise ValueError("Reply once in each lane that waits for a partner.")
        ids = [-1 if move is None else move.id(self.rules) for move in moves]
        refused = ffi.new("uint32_t *")
        error = lib.hl_environment_reply(
            *(self._course, self._lanes, ffi.from_buffer("uint32_t[]", lanes)),
            *(ffi.new("int16_t[]", ids), len(lanes), self._batch, refused),
        )
        _refuse_stalled(error)
        refuse_move(error)

    def number(self, lane: int) -> int:
        """Return the number i of a lane's current game, dealt from `Rng(seed).derive(i)`."""
        return int(self._lanes[lane].number)

    def random_actions(self, rng: Rng) -> Bytes:
        """Return a uniformly random legal action for each lane, (lanes,) uint8."""
        actions = np.zeros(self.lanes, np.uint8)
        out = ffi.from_buffer("uint8_t[]", actions)
        lib.hl_random_actions(self._batch.legal, self.lanes, rng.struct, out)
        return actions

    def view(self, lane: int) -> View:
        """Return the view of the seat to move in a lane. Raises ValueError if there is no such
        lane.
        """
        if not 0 <= lane < self.lanes:
            raise ValueError(f"Lanes go from 0 to {self.lanes - 1}, not {lane}.")
        game = ffi.addressof(self._lanes[lane], "game")
        return View(self.rules, game, int(self.seats[lane]))

    def odds(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        """Return, for each lane number in `rows`, the exact probability of each identity for the
        own cards of the seat to move.

        The array is (rows, hand_size, identities) float32, the oldest card first; missing cards
        have 0. The probabilities are over all deals that agree with the clues and with the cards
        that the seat sees; moves are not interpreted by any convention. Raises ValueError if there
        is no such lane.
        """
        wanted = self._checked(rows)
        odds = np.zeros((len(wanted), self.hands.shape[1], self.rules.max_score), np.float32)
        error = lib.hl_environment_odds(
            self._lanes,
            ffi.from_buffer("int64_t[]", wanted),
            len(wanted),
            ffi.from_buffer("float[]", odds),
        )
        assert error == lib.HL_OK, "a running game has deals"
        return odds

    def symbols(self, rows: npt.NDArray[np.int64]) -> Bytes:
        """Return, for each lane number in `rows`, the row of symbols that describes the current
        turn to the seat to move, as input of a model of its hidden cards.

        A symbol is a number for a card or for what is known of one; `symbols_of` in
        `native.environment.observation` lists them. The array is (rows, symbol_count) uint8.
        Raises ValueError if there is no such lane.
        """
        lanes = self._checked(rows)
        symbols = np.zeros((len(lanes), lib.hl_symbol_count(self.rules.struct)), np.uint8)
        wanted, out = ffi.from_buffer("int64_t[]", lanes), ffi.from_buffer("uint8_t[]", symbols)
        lib.hl_environment_symbols(self._lanes, wanted, len(lanes), out)
        return symbols

    def _checked(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the lane numbers `rows` as a contiguous array, if there are such lanes."""
        lanes = np.ascontiguousarray(rows, np.int64)
        if lanes.ndim != 1:
            raise ValueError(f"Lanes are one row of numbers, not an array of shape {lanes.shape}.")
        if len(lanes) and not 0 <= lanes.min() <= lanes.max() < self.lanes:
            wrong = lanes[(lanes < 0) | (lanes >= self.lanes)][0]
            raise ValueError(f"Lanes go from 0 to {self.lanes - 1}, not {wrong}.")
        return lanes

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """Return the state of the games of all lanes, from which `restore` resumes.

        The arrays are `numbers` (lanes,) uint64, the number of each lane's game; `turns` (lanes,)
        uint8, the number of moves made in it so far; and `moves` (lanes, largest of `turns`) uint8,
        the ids of these moves, padded with 0.
        """
        turns = np.array([lane.game.pub.turn for lane in self._lanes], np.uint8)
        moves = np.zeros((self.lanes, lib.HL_MAX_TURNS), np.uint8)
        for row, lane in enumerate(self._lanes):
            made = lane.game.pub.history[0 : int(turns[row])]
            moves[row, : turns[row]] = [event.move for event in made]
        numbers = np.array([lane.number for lane in self._lanes], np.uint64)
        return {"numbers": numbers, "turns": turns, "moves": moves[:, : int(turns.max())]}

    def restore(self, state: dict[str, npt.NDArray[Any]]) -> None:
        """Resume all lanes (parallel games) from a state that `Environment.state` returned.

        Raises ValueError, changing nothing, if the state does not fit these lanes, or if the
        environment has partners, whose state is not part of it.
        """
        if self._course.partners:
            raise ValueError("Games with partners cannot be restored.")
        numbers, turns, moves = (
            np.asarray(state.get(name)) for name in ("numbers", "turns", "moves")
        )
        if {len(rows) if rows.ndim else 0 for rows in (numbers, turns, moves)} != {self.lanes}:
            raise ValueError(f"The state is not one of {self.lanes} lanes.")
        made = _of_bytes(moves, "moves")
        fit = made.ndim == 2 and _fits(numbers, 1, 2**64) and _fits(turns, 1, made.shape[1] + 1)
        if not fit:
            raise ValueError("The state needs the turns and moves of each lane.")
        lanes = ffi.new("hl_lane[]", self.lanes)
        for row in range(self.lanes):
            count = int(turns[row])
            if lib.hl_environment_restore(
                self.rules.struct,
                self._seed,
                int(numbers[row]),
                made[row, :count].tobytes(),
                count,
                lanes + row,
            ):
                raise ValueError("The state has moves that cannot be made.")
        self._lanes = lanes
        lib.hl_environment_tell(self.lanes, self._lanes, self._batch)

    def _rows(self) -> Any:
        """Return a C struct `hl_batch` that points to this object's arrays, which `self._buffers`
        keeps alive.
        """
        self._buffers = [
            ffi.from_buffer(ffi.getctype(field.type.item, "[]"), getattr(self, name))
            for name, field in ffi.typeof("hl_batch").fields
        ]
        return ffi.new("hl_batch *", self._buffers)

    def _course_of(
        self, stride: int, partners: Sequence[Blueprint | None], seat: int | None
    ) -> Any:
        """Return the C struct `hl_course` of these games; `self._room` keeps its parts alive."""
        sizes = [partner.struct.memo_size for partner in partners if partner]
        memo = max((-(-size // 8) * 8 for size in sizes if size <= lib.HL_MAX_MEMO), default=0)
        strategies = ffi.new(
            "hl_blueprint *[]", [partner.struct if partner else ffi.NULL for partner in partners]
        )
        memos = ffi.new("uint64_t[]", self.lanes * self.rules.players * memo // 8 + 1)
        scratch = ffi.new("uint64_t[]", max(sizes, default=0) // 8 + 1)
        self._room = (partners, strategies, memos, scratch)
        return ffi.new(
            "hl_course *",
            {
                "seed": self._seed[0],
                "stride": stride,
                "lanes": self.lanes,
                "partners": len(partners),
                "strategies": strategies,
                "seat": lib.HL_NONE if seat is None else seat,
                "memo_size": memo,
                "memos": ffi.cast("uint8_t *", memos),
                "scratch": scratch,
            },
        )


def _refuse_stalled(error: int) -> None:
    if error == lib.HL_OUT_OF_BUDGET:
        raise RuntimeError(
            "The partners end every game before the learner's first turn; leave them out."
        )
