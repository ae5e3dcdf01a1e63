"""Moves and what came of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from hanabi_lab.environments.hle.cards import COLOR_CHAR, HanabiCard, color_idx_to_char

CHANCE_PLAYER_ID = -1


class HanabiMoveType(IntEnum):
    """What a turn is spent on, or nature's move: to deal a card."""

    INVALID = 0
    PLAY = 1
    DISCARD = 2
    REVEAL_COLOR = 3
    REVEAL_RANK = 4
    DEAL = 5


@dataclass(frozen=True)
class HanabiMove:
    """A move. Cards of a hand are numbered from the oldest, players from the one who moves."""

    _type: HanabiMoveType
    _card_index: int = -1
    _target_offset: int = -1
    _color: int = -1
    _rank: int = -1

    def type(self) -> HanabiMoveType:
        return self._type

    def card_index(self) -> int:
        return self._card_index

    def target_offset(self) -> int:
        return self._target_offset

    def color(self) -> int:
        return self._color

    def rank(self) -> int:
        return self._rank

    @staticmethod
    def get_discard_move(card_index: int) -> HanabiMove:
        return HanabiMove(HanabiMoveType.DISCARD, card_index)

    @staticmethod
    def get_play_move(card_index: int) -> HanabiMove:
        return HanabiMove(HanabiMoveType.PLAY, card_index)

    @staticmethod
    def get_reveal_color_move(target_offset: int, color: int) -> HanabiMove:
        return HanabiMove(HanabiMoveType.REVEAL_COLOR, -1, target_offset, color)

    @staticmethod
    def get_reveal_rank_move(target_offset: int, rank: int) -> HanabiMove:
        return HanabiMove(HanabiMoveType.REVEAL_RANK, -1, target_offset, -1, rank)

    def to_dict(self) -> dict[str, Any]:
        facts: dict[str, Any] = {"action_type": self._type.name}
        if self._type in (HanabiMoveType.PLAY, HanabiMoveType.DISCARD):
            facts["card_index"] = self._card_index
        elif self._type is HanabiMoveType.DEAL:
            facts |= {"color": color_idx_to_char(self._color), "rank": self._rank}
        elif self._type is HanabiMoveType.REVEAL_COLOR:
            facts |= {"target_offset": self._target_offset, "color": COLOR_CHAR[self._color]}
        elif self._type is HanabiMoveType.REVEAL_RANK:
            facts |= {"target_offset": self._target_offset, "rank": self._rank}
        else:
            raise ValueError("An invalid move has no form as a dictionary.")
        return facts

    def __str__(self) -> str:
        if self._type in (HanabiMoveType.PLAY, HanabiMoveType.DISCARD):
            return f"({self._type.name.capitalize()} {self._card_index})"
        if self._type is HanabiMoveType.REVEAL_COLOR:
            return f"(Reveal player +{self._target_offset} color {COLOR_CHAR[self._color]})"
        if self._type is HanabiMoveType.REVEAL_RANK:
            return f"(Reveal player +{self._target_offset} rank {self._rank + 1})"
        if self._type is HanabiMoveType.DEAL:
            return f"(Deal {HanabiCard(self._color, self._rank)})"
        return "(INVALID)"

    __repr__ = __str__


@dataclass(frozen=True)
class HanabiHistoryItem:
    """A move and its effects. Players are absolute in a state's history and counted from the
    observer in an observation's."""

    _move: HanabiMove
    _player: int = CHANCE_PLAYER_ID
    _scored: bool = False
    _information_token: bool = False
    _color: int = -1
    _rank: int = -1
    _revealed: tuple[int, ...] = ()
    _newly_revealed: tuple[int, ...] = ()
    _deal_to_player: int = -1

    def move(self) -> HanabiMove:
        return self._move

    def player(self) -> int:
        return self._player

    def scored(self) -> bool:
        return self._scored

    def information_token(self) -> bool:
        return self._information_token

    def color(self) -> int:
        return self._color

    def rank(self) -> int:
        return self._rank

    def card_info_revealed(self) -> list[int]:
        return list(self._revealed)

    def card_info_newly_revealed(self) -> list[int]:
        return list(self._newly_revealed)

    def deal_to_player(self) -> int:
        return self._deal_to_player

    def seen_by(self, observer: int, players: int) -> HanabiHistoryItem:
        """The item as an observer sees it: a card dealt to it is not seen."""
        if self._player != CHANCE_PLAYER_ID:
            return replace(self, _player=(self._player - observer) % players)
        target = (self._deal_to_player - observer) % players
        move = self._move if target else HanabiMove(HanabiMoveType.DEAL)
        return replace(self, _move=move, _deal_to_player=target)

    def __str__(self) -> str:
        words = [str(self._move)]
        if self._player >= 0:
            words.append(f"by player {self._player}")
        words += ["scored"] * self._scored + ["info_token"] * self._information_token
        if self._color >= 0:
            words.append(str(HanabiCard(self._color, self._rank)))
        if self._revealed:
            words.append(f"reveal {','.join(map(str, self._revealed))}")
        return f"<{' '.join(words)}>"

    __repr__ = __str__
