"""Classes of the Hanabi Learning Environment (HLE) for cards, card knowledge from clues, moves,
and the effects of moves; and functions that convert the engine's cards, clues and turns to them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from typing import Any

from native import Card, Event, Rules

COLOR_CHAR = ["R", "Y", "G", "W", "B"]
CHANCE_PLAYER_ID = -1


def color_idx_to_char(color_idx: int) -> str | None:
    """Return the letter of a colour (R for 0); None for -1, which is no colour."""
    return None if color_idx == -1 else COLOR_CHAR[color_idx]


def color_char_to_idx(color_char: str) -> int:
    """Return the index of the colour with this letter (0 for R). Raise ValueError if there is no
    such colour.
    """
    if color_char not in COLOR_CHAR:
        raise ValueError(f"Colours are {', '.join(COLOR_CHAR)}, not {color_char!r:.40}.")
    return COLOR_CHAR.index(color_char)


@dataclass(frozen=True)
class HanabiCard:
    """A card: its colour from 0 in the order RYGWB, and its rank from 0; both are -1 if unseen."""

    _color: int
    _rank: int

    def color(self) -> int:
        """Return the index of the colour; -1 if unknown."""
        return self._color

    def rank(self) -> int:
        """Return the index of the rank, from 0; -1 if unknown."""
        return self._rank

    def valid(self) -> bool:
        """Return whether colour and rank are known."""
        return self._color >= 0 and self._rank >= 0

    def to_dict(self) -> dict[str, Any]:
        """Return the card as HLE's dictionary: `color` (a letter; None if unseen) and `rank` (from
        0; -1 if unseen).
        """
        return self._facts.copy()

    @cached_property
    def _facts(self) -> dict[str, Any]:
        return {"color": color_idx_to_char(self._color), "rank": self._rank}

    def __str__(self) -> str:
        return f"{COLOR_CHAR[self._color]}{self._rank + 1}" if self.valid() else "XX"

    __repr__ = __str__


UNSEEN = HanabiCard(-1, -1)
CARDS = tuple(tuple(HanabiCard(color, rank) for rank in range(5)) for color in range(5))
"""Every card: `CARDS[color][rank]`, with indices from 0."""


@dataclass(frozen=True)
class HanabiCardKnowledge:
    """What clues say about one card.

    A colour or rank is known if a clue named it, not if it can only be inferred; it is plausible if
    no clue excludes it.
    """

    _color: int | None
    _rank: int | None
    _colors: tuple[bool, ...]
    _ranks: tuple[bool, ...]

    def color(self) -> int | None:
        """Return the index of the colour that a clue named; None if no clue did."""
        return self._color

    def rank(self) -> int | None:
        """Return the index (from 0) of the rank that a clue named; None if no clue did."""
        return self._rank

    def color_plausible(self, color_index: int) -> bool:
        """Return whether clues leave the colour with this index (0 for R) possible."""
        return self._colors[color_index]

    def rank_plausible(self, rank_index: int) -> bool:
        """Return whether clues leave the rank with this index (from 0) possible."""
        return self._ranks[rank_index]

    def to_dict(self) -> dict[str, Any]:
        """Return HLE's dictionary of what clues named: `color` (a letter) and `rank` (from 0),
        each None if no clue named it.
        """
        return self._facts.copy()

    @cached_property
    def _facts(self) -> dict[str, Any]:
        color = None if self._color is None else COLOR_CHAR[self._color]
        return {"color": color, "rank": self._rank}

    def __str__(self) -> str:
        color = "X" if self._color is None else COLOR_CHAR[self._color]
        rank = "X" if self._rank is None else str(self._rank + 1)
        colors = "".join(char for char, can in zip(COLOR_CHAR, self._colors, strict=False) if can)
        ranks = "".join(str(rank) for rank, can in enumerate(self._ranks, start=1) if can)
        return f"{color}{rank}|{colors}{ranks}"

    __repr__ = __str__


class HanabiMoveType(IntEnum):
    """The kind of a move. DEAL is the chance player's deal of a card."""

    INVALID = 0
    PLAY = 1
    DISCARD = 2
    REVEAL_COLOR = 3
    REVEAL_RANK = 4
    DEAL = 5


@dataclass(frozen=True)
class HanabiMove:
    """A player's move, or the deal of a card.

    A card's position in the hand is 0 for the oldest card. Target offset 1 is the next player.
    """

    _type: HanabiMoveType
    _card_index: int = -1
    _target_offset: int = -1
    _color: int = -1
    _rank: int = -1

    def type(self) -> HanabiMoveType:
        """Return the type of the move."""
        return self._type

    def card_index(self) -> int:
        """Return the position of the card to play or discard, 0 the oldest; -1 for a clue."""
        return self._card_index

    def target_offset(self) -> int:
        """Return the clued player's distance from the mover in seats, 1 for the next; -1 for other
        moves.
        """
        return self._target_offset

    def color(self) -> int:
        """Return the colour's index in a colour clue or a deal that shows its card; else -1."""
        return self._color

    def rank(self) -> int:
        """Return the rank (from 0) in a rank clue or a deal that shows its card; else -1."""
        return self._rank

    @staticmethod
    def get_discard_move(card_index: int) -> HanabiMove:
        """Return the move that discards the card at a position in the hand, 0 the oldest."""
        return HanabiMove(HanabiMoveType.DISCARD, card_index)

    @staticmethod
    def get_play_move(card_index: int) -> HanabiMove:
        """Return the move that plays the card at a position in the hand, 0 the oldest."""
        return HanabiMove(HanabiMoveType.PLAY, card_index)

    @staticmethod
    def get_reveal_color_move(target_offset: int, color: int) -> HanabiMove:
        """Return the clue of the colour with index `color` to the player `target_offset` seats
        after the mover.
        """
        return HanabiMove(HanabiMoveType.REVEAL_COLOR, -1, target_offset, color)

    @staticmethod
    def get_reveal_rank_move(target_offset: int, rank: int) -> HanabiMove:
        """Return the clue of a rank (from 0) to the player `target_offset` seats after the
        mover.
        """
        return HanabiMove(HanabiMoveType.REVEAL_RANK, -1, target_offset, -1, rank)

    def to_dict(self) -> dict[str, Any]:
        """Return HLE's dictionary of the move: `action_type`, such as PLAY, and the values that
        this type of move has, such as `card_index`. Raise ValueError for an invalid move.
        """
        return self._facts.copy()

    @cached_property
    def _facts(self) -> dict[str, Any]:
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


UNSEEN_DEAL = HanabiMove(HanabiMoveType.DEAL)


@dataclass(frozen=True)
class HanabiHistoryItem:
    """A move or deal that was made, and its effects.

    Player numbers are absolute in `HanabiState.move_history` and relative to the observer in
    `HanabiObservation.last_moves`.
    """

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
        """Return the move."""
        return self._move

    def player(self) -> int:
        """Return the number of the player that moved; CHANCE_PLAYER_ID for a deal."""
        return self._player

    def scored(self) -> bool:
        """Return whether the move played a card onto a stack."""
        return self._scored

    def information_token(self) -> bool:
        """Return whether the move gained a clue token."""
        return self._information_token

    def color(self) -> int:
        """Return the colour index of the card played or discarded; -1 for other moves."""
        return self._color

    def rank(self) -> int:
        """Return the rank (from 0) of the card played or discarded; -1 for other moves."""
        return self._rank

    def card_info_revealed(self) -> list[int]:
        """Return the positions in the hand (0 is the oldest card) of the cards that the clue
        touched; an empty list for other moves.
        """
        return list(self._revealed)

    def card_info_newly_revealed(self) -> list[int]:
        """Return the positions in the hand (0 is the oldest card) of the touched cards whose
        colour (for a colour clue) or rank (for a rank clue) had not been clued before.
        """
        return list(self._newly_revealed)

    def deal_to_player(self) -> int:
        """Return the number of the player that was dealt a card; -1 for other moves."""
        return self._deal_to_player

    def seen_by(self, observer: int, players: int, *, own_cards: bool) -> HanabiHistoryItem:
        """Return the item as player number `observer` sees it, with players numbered from the
        observer (0).

        `players` is the number of players. A deal to the observer shows its card only if
        `own_cards` is True.
        """
        if self._player == CHANCE_PLAYER_ID:
            target = (self._deal_to_player - observer) % players
            move = self._move if target or own_cards else UNSEEN_DEAL
            return HanabiHistoryItem(move, _deal_to_player=target)
        return replace(self, _player=(self._player - observer) % players)

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


def card_of(card: Card | None) -> HanabiCard:
    """Return the engine's card as a HanabiCard; UNSEEN for None."""
    return UNSEEN if card is None else CARDS[card.suit][card.rank - 1]


def knowledge_of(rules: Rules, told: int, passes: int) -> HanabiCardKnowledge:
    """Return what clues say about a card, computed from two bit sets.

    `told` is the set of the clues that touched the card, a bit per colour and then one per rank.
    `passes` is the set of the identities (bits in the order of `rules.cards`) that are consistent
    with all clues.
    """
    suits, ranks = range(len(rules.suits)), range(rules.ranks)
    can = rules.cards_in(passes)
    colors, plausible = {card.suit for card in can}, {card.rank - 1 for card in can}
    return HanabiCardKnowledge(
        next((color for color in suits if told >> color & 1), None),
        next((rank for rank in ranks if told >> (len(suits) + rank) & 1), None),
        tuple(color in colors for color in suits),
        tuple(rank in plausible for rank in ranks),
    )


def used(move: HanabiMove, event: Event, player: int) -> HanabiHistoryItem:
    """Return the history item of a play or discard.

    `move` is the move as HLE describes it, and `event` the engine's record of the same move, from
    which the card and the effects are taken. `player` is the mover's absolute player number.
    """
    card, token = card_of(event.card), bool(event.token)
    return HanabiHistoryItem(move, player, event.success, token, card.color(), card.rank())


def clued(
    move: HanabiMove, event: Event, player: int, told: dict[int, int], rules: Rules
) -> HanabiHistoryItem:
    """Return the history item of a clue.

    `move` is the clue as HLE describes it, `event` the engine's record of the same clue, and
    `player` the absolute number of the player who gave it. `told` describes the clued hand before
    the clue: by engine slot, oldest card first, the bit set of the clues that had touched the
    card (a bit per colour and then one per rank).
    """
    touched = [place for place, slot in enumerate(told) if slot in event.touched]
    kind, before = _clues_of_kind(move, rules), list(told.values())
    fresh = [place for place in touched if not before[place] & kind]
    return HanabiHistoryItem(move, player, _revealed=tuple(touched), _newly_revealed=tuple(fresh))


def _clues_of_kind(move: HanabiMove, rules: Rules) -> int:
    """Return a bit set of all colour clues or of all rank clues, by the kind of the move."""
    suits = len(rules.suits)
    if move.type() is HanabiMoveType.REVEAL_COLOR:
        return (1 << suits) - 1
    return ((1 << rules.ranks) - 1) << suits
