"""What game is played: the parameters, and the numbers of moves."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from hanabi_lab.environments.hle.moves import HanabiMove, HanabiMoveType
from native import MoveKind, Rng, Rules

if TYPE_CHECKING:
    from hanabi_lab.environments.hle.state import HanabiState

PARAMETERS = {
    "players": 2,
    "colors": 5,
    "ranks": 5,
    "hand_size": None,
    "max_information_tokens": 8,
    "max_life_tokens": 3,
    "seed": -1,
    "random_start_player": False,
    "observation_type": 1,
}
KINDS = {
    MoveKind.DISCARD: HanabiMoveType.DISCARD,
    MoveKind.PLAY: HanabiMoveType.PLAY,
    MoveKind.COLOUR: HanabiMoveType.REVEAL_COLOR,
    MoveKind.RANK: HanabiMoveType.REVEAL_RANK,
}


class AgentObservationType(IntEnum):
    """MINIMAL leaves out what clues told, CARD_KNOWLEDGE has it. SEER, which shows one's own cards,
    is not offered: nobody sees their own cards here."""

    MINIMAL = 0
    CARD_KNOWLEDGE = 1
    SEER = 2


class HanabiGame:
    """A game's parameters, by the names in PARAMETERS; what is left out is as there. The games of
    one object are all different, and the same again for the same seed. Raises ValueError or
    BadRules, in words."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        if unknown := sorted(given.keys() - PARAMETERS.keys()):
            names = ", ".join(PARAMETERS)
            raise ValueError(f"There is no parameter {unknown[0]}; there are {names}.")
        chosen: dict[str, Any] = {**PARAMETERS, **given}
        players, ranks = int(chosen["players"]), int(chosen["ranks"])
        self._type = AgentObservationType(int(chosen["observation_type"]))
        if self._type is AgentObservationType.SEER:
            raise ValueError("The observation type SEER shows one's own cards; it is not offered.")
        if not 1 <= int(chosen["colors"]) <= 5:
            raise ValueError(f"There are 1 to 5 colours, not {chosen['colors']}.")
        self.rules = Rules(
            players,
            suits="rygwb"[: int(chosen["colors"])],
            ranks=ranks,
            copies=tuple(3 if r == 0 else 1 if r == ranks - 1 else 2 for r in range(ranks)),
            hand_size=int(chosen["hand_size"] or (5 if players < 4 else 4)),
            clue_tokens=int(chosen["max_information_tokens"]),
            strikes=int(chosen["max_life_tokens"]),
        )
        seed = int(chosen["seed"])
        self._seed = secrets.randbelow(2**31) if seed == -1 else seed
        self._random_start = _truth(chosen["random_start_player"])
        self._streams, self._started = Rng(self._seed), 0

    def new_initial_state(self) -> HanabiState:
        """A new deal."""
        from hanabi_lab.environments.hle.state import HanabiState

        return HanabiState(self)

    def next_stream(self) -> Rng:
        """The chances of the next game."""
        self._started += 1
        return self._streams.derive(self._started - 1)

    def random_start_player(self) -> bool:
        return self._random_start

    def parameter_string(self) -> str:
        """Every parameter, `name=value` a line."""
        values = {
            "players": self.num_players(),
            "colors": self.num_colors(),
            "ranks": self.num_ranks(),
            "hand_size": self.hand_size(),
            "max_information_tokens": self.max_information_tokens(),
            "max_life_tokens": self.max_life_tokens(),
            "seed": self._seed,
            "random_start_player": str(self._random_start).lower(),
            "observation_type": int(self._type),
        }
        return "".join(f"{name}={value}\n" for name, value in values.items())

    def num_players(self) -> int:
        return self.rules.players

    def num_colors(self) -> int:
        return len(self.rules.suits)

    def num_ranks(self) -> int:
        return self.rules.ranks

    def hand_size(self) -> int:
        return self.rules.hand_size

    def max_information_tokens(self) -> int:
        return self.rules.clue_tokens

    def max_life_tokens(self) -> int:
        return self.rules.strikes

    def observation_type(self) -> AgentObservationType:
        return self._type

    def max_moves(self) -> int:
        return self.rules.move_count

    def num_cards(self, color: int, rank: int) -> int:
        """Copies of a card in the whole deck."""
        return self.rules.copies[color * self.rules.ranks + rank]

    def get_move_uid(self, move: HanabiMove) -> int:
        """The number of a move, -1 of one that there is not."""
        return self._uids.get(move, -1)

    def get_move(self, move_uid: int) -> HanabiMove:
        """The move of a number from 0 to max_moves() - 1; an invalid one of any other."""
        inside = 0 <= move_uid < len(self._moves)
        return self._moves[move_uid] if inside else HanabiMove(HanabiMoveType.INVALID)

    @cached_property
    def _moves(self) -> tuple[HanabiMove, ...]:
        return tuple(_move(self.rules, uid) for uid in range(self.rules.move_count))

    @cached_property
    def _uids(self) -> dict[HanabiMove, int]:
        return {move: uid for uid, move in enumerate(self._moves)}


def _move(rules: Rules, uid: int) -> HanabiMove:
    move = rules.moves[uid]
    kind = KINDS[move.kind]
    if move.slot is not None:
        return HanabiMove(kind, move.slot)
    assert move.target is not None
    assert move.value is not None
    if kind is HanabiMoveType.REVEAL_COLOR:
        return HanabiMove.get_reveal_color_move(move.target, move.value)
    return HanabiMove.get_reveal_rank_move(move.target, move.value - 1)


def _truth(value: object) -> bool:
    return str(value).lower() in ("true", "1")
