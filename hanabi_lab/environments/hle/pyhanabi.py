"""The `pyhanabi` module of the Hanabi Learning Environment (HLE): games, their states, and the
players' observations.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cached_property
from typing import Any

from agents.runs.errors import whole
from hanabi_lab.environments.hle.moves import (
    CARDS,
    CHANCE_PLAYER_ID,
    COLOR_CHAR,
    UNSEEN,
    HanabiCard,
    HanabiCardKnowledge,
    HanabiHistoryItem,
    HanabiMove,
    HanabiMoveType,
    card_of,
    clued,
    color_char_to_idx,
    color_idx_to_char,
    knowledge_of,
    used,
)
from native import Game, IllegalMove, MoveKind, Rng, Rules
from native._core import lib
from native.environment.observation import SeenGame, bits

__all__ = [
    "CHANCE_PLAYER_ID",
    "COLOR_CHAR",
    "AgentObservationType",
    "HanabiCard",
    "HanabiCardKnowledge",
    "HanabiEndOfGameType",
    "HanabiGame",
    "HanabiHistoryItem",
    "HanabiMove",
    "HanabiMoveType",
    "HanabiObservation",
    "HanabiState",
    "ObservationEncoder",
    "ObservationEncoderType",
    "cdef_loaded",
    "color_char_to_idx",
    "color_idx_to_char",
    "lib_loaded",
    "try_cdef",
    "try_load",
]


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
    """The amount of information in an observation.

    MINIMAL omits card knowledge from clues, CARD_KNOWLEDGE includes it, and SEER also shows the
    observer's own cards. The encoding as bits never contains the observer's own cards.
    """

    MINIMAL = 0
    CARD_KNOWLEDGE = 1
    SEER = 2


class HanabiGame:
    """The parameters of a sequence of games.

    `params` has values by name, such as `{"players": 3, "seed": 7}`; the others have the defaults
    in PARAMETERS. Each new game has another deck; the same seed gives the same sequence of decks,
    and -1 stands for a random seed. Raises ValueError or BadRules if a parameter is unknown or out
    of range, TypeError if a number is not whole.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        if unknown := sorted(given.keys() - PARAMETERS.keys()):
            names = ", ".join(PARAMETERS)
            raise ValueError(f"There is no parameter {unknown[0]}; there are {names}.")
        chosen: dict[str, Any] = {**PARAMETERS, **given}
        self._random_start = _truth(chosen.pop("random_start_player"))
        if chosen["hand_size"] is None:
            del chosen["hand_size"]
        elif not _number("hand_size", chosen["hand_size"]):
            raise ValueError("hand_size must be 1 or more, not 0.")
        numbers = {name: _number(name, value) for name, value in chosen.items()}
        players, ranks, colors = (numbers[name] for name in ("players", "ranks", "colors"))
        self._type = AgentObservationType(numbers["observation_type"])
        if not 1 <= colors <= 5:
            raise ValueError(f"There are 1 to 5 colours, not {colors}.")
        self.rules = Rules(
            players,
            suits="rygwb"[:colors],
            ranks=ranks,
            copies=tuple(3 if r == 0 else 1 if r == ranks - 1 else 2 for r in range(min(ranks, 6))),
            hand_size=numbers.get("hand_size", 5 if players < 4 else 4),
            clue_tokens=numbers["max_information_tokens"],
            strikes=numbers["max_life_tokens"],
        )
        seed = numbers["seed"]
        self._seed = secrets.randbelow(2**31) if seed == -1 else seed
        self._streams, self._started = Rng(self._seed), 0
        self._knowledge: dict[tuple[int, int], HanabiCardKnowledge] = {}

    def new_initial_state(self) -> HanabiState:
        """Return the state of a new game, which has the next deck of the seed; no card is dealt
        yet.
        """
        return HanabiState(self)

    def next_stream(self) -> Rng:
        """Return the random number generator that shuffles the next game's deck, and count that
        game as started.
        """
        self._started += 1
        return self._streams.derive(self._started - 1)

    def random_start_player(self) -> bool:
        """Return whether a random player makes the first move; otherwise player 0 does."""
        return self._random_start

    def knowledge_of(self, told: int, passes: int) -> HanabiCardKnowledge:
        """Return what clues say about a card, computed from two bit sets.

        `told` is the set of the clues that touched the card, a bit per colour and then one per
        rank. `passes` is the set of the identities that all clues leave possible. If the games'
        observation type is MINIMAL, return the knowledge of an unclued card instead.
        """
        if self._type is AgentObservationType.MINIMAL:
            told, passes = 0, (1 << self.rules.max_score) - 1
        key = (told, passes)
        if key not in self._knowledge:
            self._knowledge[key] = knowledge_of(self.rules, told, passes)
        return self._knowledge[key]

    def parameter_string(self) -> str:
        """Return all parameters as lines of `name=value`."""
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
        """Return the number of players."""
        return self.rules.players

    def num_colors(self) -> int:
        """Return the number of colours."""
        return len(self.rules.suits)

    def num_ranks(self) -> int:
        """Return the number of ranks."""
        return self.rules.ranks

    def hand_size(self) -> int:
        """Return the number of cards in a hand."""
        return self.rules.hand_size

    def max_information_tokens(self) -> int:
        """Return the number of clue tokens at the start."""
        return self.rules.clue_tokens

    def max_life_tokens(self) -> int:
        """Return the number of strikes that end the game."""
        return self.rules.strikes

    def observation_type(self) -> AgentObservationType:
        """Return the type of the observations."""
        return self._type

    def max_moves(self) -> int:
        """Return the number of moves that the rules have, whether legal at the moment or not."""
        return self.rules.move_count

    def num_cards(self, color: int, rank: int) -> int:
        """Return how many copies of a card the whole deck has; colour and rank count from 0."""
        return self.rules.copies[color * self.rules.ranks + rank]

    def get_move_uid(self, move: HanabiMove) -> int:
        """Return the number by which HLE identifies a move, from 0; -1 if the rules of the game
        have no such move.
        """
        return self._uids.get(move, -1)

    def get_move(self, move_uid: int) -> HanabiMove:
        """Return the move with the number `move_uid`; a move of type INVALID if there is none."""
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


def _number(name: str, value: Any) -> int:
    """Return a parameter's value, a whole number or its text as in the original, as an int."""
    return int(value) if isinstance(value, str) else whole(name, value)


def _truth(value: object) -> bool:
    return str(value).lower() in ("true", "1")


class HanabiEndOfGameType(IntEnum):
    """How a game ended."""

    NOT_FINISHED = 0
    OUT_OF_LIFE_TOKENS = 1
    OUT_OF_CARDS = 2
    COMPLETED_FIREWORKS = 3


class StateFacts:
    """The hands, card knowledge and legal moves of a state, computed once for all observers.

    A state gets new facts after every move and deal. `hands` and `knowledge` are lists by player,
    each with the oldest card first.
    """

    def __init__(self, state: HanabiState) -> None:
        self._state = state

    @cached_property
    def hands(self) -> list[list[HanabiCard]]:
        hands = self._state.seen.game.hands
        return [[card_of(hands[seat][slot]) for slot in slots] for seat, slots in self._slots]

    @cached_property
    def knowledge(self) -> list[list[HanabiCardKnowledge]]:
        seen, known = self._state.seen, self._state.parent.knowledge_of
        return [
            [known(seen.clues(seat, slot), seen.passes(seat, slot)) for slot in slots]
            for seat, slots in self._slots
        ]

    @cached_property
    def legal(self) -> list[int]:
        """The numbers of the current player's legal moves; none while there are cards to deal."""
        return [] if self._state.cur_player() == CHANCE_PLAYER_ID else self._state.seen.legal

    @cached_property
    def _slots(self) -> list[tuple[int, list[int]]]:
        seats = map(self._state.seat_of, range(self._state.num_players()))
        return [(seat, self._state.dealt_slots(seat)) for seat in seats]


class HanabiState:
    """The state of a game. While there are cards to deal, the chance player (CHANCE_PLAYER_ID) is
    to move.

    The engine itself deals cards immediately; the state hides a card until the chance player has
    dealt it.
    """

    parent: HanabiGame
    seen: SeenGame
    first: int
    """The number of the player who moves first; the engine numbers seats from this player."""
    facts: StateFacts
    _dealt: int
    _drawn: int
    """The number of cards that the engine has dealt."""
    _moved: int
    """The seat that moved last."""
    _history: list[HanabiHistoryItem]
    _discards: list[HanabiCard]

    def __init__(self, game: HanabiGame | None, c_state: HanabiState | None = None) -> None:
        """Start a new game with the parameters `game`, or copy the state `c_state` if it is given.

        Raise ValueError if both are None.
        """
        if c_state is not None:
            self.parent, self.seen = c_state.parent, c_state.seen.copy()
            self.first, self._dealt = c_state.first, c_state._dealt
            self._drawn, self._moved = c_state._drawn, c_state._moved
            self._history, self._discards = list(c_state._history), list(c_state._discards)
            self.facts = StateFacts(self)
            return
        if game is None:
            raise ValueError("Give a game to start, or a state to copy.")
        stream = game.next_stream()
        self.parent = game
        self.seen = SeenGame(Game(game.rules, seed=stream))
        self.first = stream.derive(1).below(game.num_players()) if game.random_start_player() else 0
        self._dealt, self._history, self._discards = 0, [], []
        self._drawn, self._moved = game.rules.deck_size - self.seen.game.deck_left, 0
        self.facts = StateFacts(self)

    def copy(self) -> HanabiState:
        """Return a copy of the state."""
        return HanabiState(None, self)

    def observation(self, player: int) -> HanabiObservation:
        """Return a player's observation; raise ValueError if there is no such player."""
        if not 0 <= player < self.num_players():
            raise ValueError(f"Players go from 0 to {self.num_players() - 1}, not {player}.")
        return HanabiObservation(self, player)

    def apply_move(self, move: HanabiMove) -> None:
        """Make a move of the current player. A deal may be made only by the chance player, and
        only of the next card of the deck.

        Raise IllegalMove, leaving the state unchanged, if the move is illegal.
        """
        if self.cur_player() == CHANCE_PLAYER_ID:
            if move != self._deal():
                raise IllegalMove(
                    "deal", "Only deal_random_card deals: the deck is shuffled beforehand."
                )
            return self.deal_random_card()
        uid = self.parent.get_move_uid(move)
        if uid not in self.facts.legal:
            raise IllegalMove("illegal", f"{move} is not legal now.")
        player, rules = self.cur_player(), self.seen.rules
        seat = self.seat_of(player)
        if move.type() in (HanabiMoveType.PLAY, HanabiMoveType.DISCARD):
            item = used(move, self.seen.make(self.seen.move(uid)), player)
            if not item.scored():
                self._discards.append(CARDS[item.color()][item.rank()])
        else:
            other = (seat + move.target_offset()) % rules.players
            told = {slot: self.seen.clues(other, slot) for slot in self.seen.slots(other)}
            item = clued(move, self.seen.make(self.seen.move(uid)), player, told, rules)
        self._moved, self._drawn = seat, rules.deck_size - self.seen.game.deck_left
        self._history.append(item)
        self.facts = StateFacts(self)
        return None

    def deal_random_card(self) -> None:
        """Deal the next card, as the chance player; do nothing if no card is to be dealt."""
        if self._undealt:
            item = HanabiHistoryItem(self._deal(), _deal_to_player=self._player(self._receiver))
            self._dealt += 1
            self._history.append(item)
            self.facts = StateFacts(self)

    def cur_player(self) -> int:
        """Return the player to move; CHANCE_PLAYER_ID while there are cards to deal."""
        if self._undealt:
            return CHANCE_PLAYER_ID
        return (self.seen.game.turn + self.first) % self.num_players()

    def deck_size(self) -> int:
        """Return the number of cards not yet dealt."""
        return self.seen.game.deck_left + self._undealt

    def discard_pile(self) -> list[HanabiCard]:
        """Return the discarded and misplayed cards, the earliest first."""
        return list(self._discards)

    def fireworks(self) -> list[int]:
        """Return the height of each stack, in the order of the colours."""
        return list(self.seen.game.stacks)

    def player_hands(self) -> list[list[HanabiCard]]:
        """Return the hands by player, each with the oldest card first and all cards visible."""
        return [list(hand) for hand in self.facts.hands]

    def information_tokens(self) -> int:
        """Return the clue tokens available."""
        return self.seen.game.clue_tokens

    def life_tokens(self) -> int:
        """Return the number of life tokens left."""
        return self.seen.rules.strikes - self.seen.game.strikes

    def num_players(self) -> int:
        """Return the number of players."""
        return self.seen.rules.players

    def end_of_game_status(self) -> HanabiEndOfGameType:
        """Return how the game ended; NOT_FINISHED if it has not."""
        end = self.seen.game.end
        return ENDS[int(end)] if end else HanabiEndOfGameType.NOT_FINISHED

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.seen.game.end is not None

    def score(self) -> int:
        """Return the number of cards on the stacks, or 0 if the last life token was lost."""
        return self.seen.game.score_zero

    def legal_moves(self) -> list[HanabiMove]:
        """Return the current player's legal moves, ordered by their numbers."""
        return [self.parent.get_move(uid) for uid in self.facts.legal]

    def move_is_legal(self, move: HanabiMove) -> bool:
        """Return whether the move is legal now."""
        return self.parent.get_move_uid(move) in self.facts.legal

    def card_playable_on_fireworks(self, color: int, rank: int) -> bool:
        """Return whether a card is playable now; colour and rank are indices from 0."""
        stacks = self.seen.game.stacks
        return 0 <= color < len(stacks) and rank == stacks[color]

    def move_history(self) -> list[HanabiHistoryItem]:
        """Return all moves, including deals, the earliest first."""
        return list(self._history)

    def since(self, player: int) -> Iterator[HanabiHistoryItem]:
        """Yield the moves and deals, latest first, back to the last move of `player` (included).

        If that player has not moved, go back to the first move: the deal of the first hands is
        left out.
        """
        hands = self.num_players() * self.parent.hand_size()
        for item in reversed(self._history[hands:]):
            yield item
            if item.player() == player:
                break

    def __str__(self) -> str:
        return _described(self, self.cur_player(), self.facts.hands, self.facts.knowledge)

    def knowledge(self, player: int) -> list[HanabiCardKnowledge]:
        """Return what clues say about each card of a player's hand, the oldest card first."""
        return list(self.facts.knowledge[player])

    def dealt_slots(self, seat: int) -> list[int]:
        """Return the engine's slots of the cards in a seat's hand, the oldest card first, without
        cards that the chance player has yet to deal.

        Slots do not shift when a card leaves the hand.
        """
        hand, game = self.seen.slots(seat), self.seen.game
        if not self._undealt:
            return hand
        return [slot for slot in hand if (game.order(seat, slot) or 0) < self._dealt]

    @property
    def _undealt(self) -> int:
        return self._drawn - self._dealt

    @property
    def _receiver(self) -> int:
        """Return the seat that receives the next card."""
        rules = self.seen.rules
        hands = rules.players * rules.hand_size
        if self._dealt < hands:
            return self._dealt // rules.hand_size
        return self._moved

    def _deal(self) -> HanabiMove:
        card = card_of(self.seen.game.deck[self._dealt])
        return HanabiMove(HanabiMoveType.DEAL, _color=card.color(), _rank=card.rank())

    def _player(self, seat: int) -> int:
        return (seat + self.first) % self.num_players()

    def seat_of(self, player: int) -> int:
        """Return the engine's seat of a player. The engine counts seats from the player who moves
        first, who has seat 0.
        """
        return (player - self.first) % self.num_players()


ENDS = {
    lib.HL_PERFECT: HanabiEndOfGameType.COMPLETED_FIREWORKS,
    lib.HL_STRIKEOUT: HanabiEndOfGameType.OUT_OF_LIFE_TOKENS,
    lib.HL_OUT_OF_TURNS: HanabiEndOfGameType.OUT_OF_CARDS,
}


class HanabiObservation:
    """A player's observation of a state. In it, players are numbered from the observer, who is
    player 0.
    """

    def __init__(self, state: HanabiState, player: int) -> None:
        players = state.num_players()
        order = [(player + after) % players for after in range(players)]
        current, shown, parent = state.cur_player(), state.facts, state.parent
        seer = parent.observation_type() is AgentObservationType.SEER
        own = shown.hands[player]
        self._current = current if current == CHANCE_PLAYER_ID else (current - player) % players
        self._hands = [
            own if seer else [UNSEEN] * len(own),
            *(shown.hands[other] for other in order[1:]),
        ]
        self._knowledge = [shown.knowledge[other] for other in order]
        self._discards, self._fireworks = state.discard_pile(), state.fireworks()
        self._deck, self._lives = state.deck_size(), state.life_tokens()
        self._tokens = state.information_tokens()
        self.legal_uids = shown.legal if current == player else []
        self._legal = [parent.get_move(uid) for uid in self.legal_uids]
        self._last = [item.seen_by(player, players, own_cards=seer) for item in state.since(player)]
        # Encode now, before the game moves on; it costs less than a copy of the game.
        self.encoded = state.seen.observation(state.seat_of(player))

    def observation(self) -> HanabiObservation:
        """Return the observation itself, as HLE does."""
        return self

    def cur_player_offset(self) -> int:
        """Return the current player's distance from the observer in seats; CHANCE_PLAYER_ID while
        there are cards to deal.
        """
        return self._current

    def num_players(self) -> int:
        """Return the number of players."""
        return len(self._hands)

    def observed_hands(self) -> list[list[HanabiCard]]:
        """Return all hands, the observer's first, each with the oldest card first.

        The observer's own cards are unknown unless the observation type is SEER.
        """
        return [list(hand) for hand in self._hands]

    def card_knowledge(self) -> list[list[HanabiCardKnowledge]]:
        """Return what clues say about each card of every hand: the observer's hand first, and in
        each hand the oldest card first.
        """
        return [list(hand) for hand in self._knowledge]

    def discard_pile(self) -> list[HanabiCard]:
        """Return the discarded and misplayed cards, the earliest first."""
        return list(self._discards)

    def fireworks(self) -> list[int]:
        """Return the height of each stack, in the order of the colours."""
        return list(self._fireworks)

    def deck_size(self) -> int:
        """Return the number of cards not yet dealt."""
        return self._deck

    def last_moves(self) -> list[HanabiHistoryItem]:
        """Return the observer's last move and all moves and deals after it, the latest first."""
        return list(self._last)

    def information_tokens(self) -> int:
        """Return the clue tokens available."""
        return self._tokens

    def life_tokens(self) -> int:
        """Return the number of life tokens left."""
        return self._lives

    def legal_moves(self) -> list[HanabiMove]:
        """Return the observer's legal moves; none while another player is to move."""
        return list(self._legal)

    def card_playable_on_fireworks(self, color: int, rank: int) -> bool:
        """Return whether a card is playable now; colour and rank are indices from 0."""
        return 0 <= color < len(self._fireworks) and rank == self._fireworks[color]

    def __str__(self) -> str:
        return _described(self, self._current, self._hands, self._knowledge)

    __repr__ = __str__


def _described(
    shown: HanabiState | HanabiObservation,
    current: int,
    hands: Sequence[Sequence[HanabiCard]],
    known: Sequence[Sequence[HanabiCardKnowledge]],
) -> str:
    """Return a state or an observation as text; `current` is the index of the hand of the player to
    move.
    """
    fireworks = zip(COLOR_CHAR, shown.fireworks(), strict=False)
    lines = [
        f"Life tokens: {shown.life_tokens()}",
        f"Info tokens: {shown.information_tokens()}",
        f"Fireworks: {''.join(f'{char}{height} ' for char, height in fireworks)}",
        "Hands:",
    ]
    for player, (hand, told) in enumerate(zip(hands, known, strict=True)):
        lines += ["-----"] * (player > 0) + ["Cur player"] * (player == current)
        lines += [f"{card} || {knowledge}" for card, knowledge in zip(hand, told, strict=True)]
    discards = "".join(f" {card}" for card in shown.discard_pile())
    return "\n".join([*lines, f"Deck size: {shown.deck_size()}", f"Discards:{discards}"])


class ObservationEncoderType(IntEnum):
    """The encodings of an observation as bits; there is only one."""

    CANONICAL = 0


class ObservationEncoder:
    """HLE's canonical encoding of the observations of `game` as 0s and 1s; it is the only
    encoding, so `enc_type` has no effect.
    """

    def __init__(
        self,
        game: HanabiGame,
        enc_type: ObservationEncoderType = ObservationEncoderType.CANONICAL,
    ) -> None:
        rules = game.rules
        without = game.observation_type() is AgentObservationType.MINIMAL
        slots = rules.players * rules.hand_size
        told = slots * (rules.max_score + len(rules.suits) + rules.ranks)
        self._length = bits(rules) - (told if without else 0)

    def shape(self) -> list[int]:
        """Return a list of one number, the length of an encoded observation in bits."""
        return [self._length]

    def encode(self, observation: HanabiObservation) -> list[int]:
        """Return an observation as a list of 0s and 1s.

        The last section, card knowledge, is left out if the observation type is MINIMAL.
        """
        encoded: list[int] = observation.encoded[: self._length].tolist()
        return encoded


def lib_loaded(*_args: object, **_options: object) -> bool:
    """Return True, whatever the arguments. HLE has this function; here no library is loaded."""
    return True


try_cdef = try_load = cdef_loaded = lib_loaded
