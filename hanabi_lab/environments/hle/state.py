"""A game under way, with nature as a player who deals cards one by one."""

from __future__ import annotations

from enum import IntEnum

from hanabi_lab.environments.hle.cards import HanabiCard, HanabiCardKnowledge
from hanabi_lab.environments.hle.game import AgentObservationType, HanabiGame
from hanabi_lab.environments.hle.moves import (
    CHANCE_PLAYER_ID,
    HanabiHistoryItem,
    HanabiMove,
    HanabiMoveType,
)
from hanabi_lab.environments.hle.observation import HanabiObservation
from hanabi_lab.environments.hle.telling import (
    card_of,
    described,
    item_of,
    nothing_told,
    told_of,
)
from native import Game, IllegalMove
from native._core import lib
from native.environment.seen import SeenGame


class HanabiEndOfGameType(IntEnum):
    """How a game ended."""

    NOT_FINISHED = 0
    OUT_OF_LIFE_TOKENS = 1
    OUT_OF_CARDS = 2
    COMPLETED_FIREWORKS = 3


class HanabiState:
    """The state of a game. Nature is to move (CHANCE_PLAYER_ID) while there are cards to deal.

    Our engine deals at once; the cards that nature has not dealt yet are held back here.
    """

    parent: HanabiGame
    seen: SeenGame
    first: int
    """The player who begins; the engine's seat 0."""
    _dealt: int
    _history: list[HanabiHistoryItem]

    def __init__(self, game: HanabiGame | None, c_state: HanabiState | None = None) -> None:
        """A new deal of a game, or a copy of a state."""
        if c_state is not None:
            self.parent, self.seen = c_state.parent, c_state.seen.copy()
            self.first, self._dealt = c_state.first, c_state._dealt
            self._history = list(c_state._history)
            return
        if game is None:
            raise ValueError("A state is of a game, or the copy of a state.")
        stream = game.next_stream()
        self.parent = game
        self.seen = SeenGame(Game(game.rules, seed=stream))
        self.first = stream.derive(1).below(game.num_players()) if game.random_start_player() else 0
        self._dealt, self._history = 0, []

    def copy(self) -> HanabiState:
        return HanabiState(None, self)

    def observation(self, player: int) -> HanabiObservation:
        """What a player sees. Raises ValueError for a player that there is not."""
        if not 0 <= player < self.num_players():
            raise ValueError(f"Players go from 0 to {self.num_players() - 1}, not {player}.")
        return HanabiObservation(self, player)

    def apply_move(self, move: HanabiMove) -> None:
        """Make the move of whoever is to move. Raises IllegalMove, and then nothing has changed."""
        if self.cur_player() == CHANCE_PLAYER_ID:
            if move != self._deal():
                raise IllegalMove(
                    "deal", "Only deal_random_card deals: the deck is shuffled beforehand."
                )
            return self.deal_random_card()
        uid = self.parent.get_move_uid(move)
        if uid < 0 or uid not in self.seen.legal:
            raise IllegalMove("illegal", f"{move} is not legal now.")
        seat, before = self._seat(self.cur_player()), self.seen.copy()
        event = self.seen.play(uid)
        self._history.append(item_of(move, event, self._player(seat), before))
        return None

    def deal_random_card(self) -> None:
        """Nature deals the next card."""
        if self._undealt:
            item = HanabiHistoryItem(self._deal(), _deal_to_player=self._player(self._receiver))
            self._dealt += 1
            self._history.append(item)

    def cur_player(self) -> int:
        """Whose turn it is; CHANCE_PLAYER_ID while there are cards to deal."""
        if self._undealt:
            return CHANCE_PLAYER_ID
        return (self.seen.game.turn + self.first) % self.num_players()

    def deck_size(self) -> int:
        return self.seen.game.deck_left + self._undealt

    def discard_pile(self) -> list[HanabiCard]:
        """Discarded and misplayed cards, the first first."""
        return [
            HanabiCard(item.color(), item.rank())
            for item in self._history
            if item.move().type() in (HanabiMoveType.PLAY, HanabiMoveType.DISCARD)
            and not item.scored()
        ]

    def fireworks(self) -> list[int]:
        return list(self.seen.game.stacks)

    def player_hands(self) -> list[list[HanabiCard]]:
        """All hands, the oldest card of each first."""
        hands = self.seen.game.hands
        return [
            [card_of(hands[seat][slot]) for slot in self.dealt_slots(seat)]
            for seat in map(self._seat, range(self.num_players()))
        ]

    def information_tokens(self) -> int:
        return self.seen.game.clue_tokens

    def life_tokens(self) -> int:
        return self.seen.rules.strikes - self.seen.game.strikes

    def num_players(self) -> int:
        return self.seen.rules.players

    def end_of_game_status(self) -> HanabiEndOfGameType:
        end = self.seen.game.end
        return ENDS[int(end)] if end else HanabiEndOfGameType.NOT_FINISHED

    def is_terminal(self) -> bool:
        return self.seen.game.end is not None

    def score(self) -> int:
        """Cards played, and 0 after the last life token."""
        return self.seen.game.score_zero

    def legal_moves(self) -> list[HanabiMove]:
        """Of whoever is to move, in the order of their numbers."""
        if self.cur_player() == CHANCE_PLAYER_ID:
            return []
        return [self.parent.get_move(uid) for uid in self.seen.legal]

    def move_is_legal(self, move: HanabiMove) -> bool:
        return move in self.legal_moves()

    def card_playable_on_fireworks(self, color: int, rank: int) -> bool:
        stacks = self.seen.game.stacks
        return 0 <= color < len(stacks) and rank == stacks[color]

    def move_history(self) -> list[HanabiHistoryItem]:
        """Every move, nature's too, the first first."""
        return list(self._history)

    def __str__(self) -> str:
        known = [self.knowledge(player) for player in range(self.num_players())]
        return described(self, self.cur_player(), self.player_hands(), known)

    def knowledge(self, player: int) -> list[HanabiCardKnowledge]:
        """What clues told of a player's cards, the oldest first."""
        seat = self._seat(player)
        if self.parent.observation_type() is AgentObservationType.MINIMAL:
            return [nothing_told(self.seen.rules) for _ in self.dealt_slots(seat)]
        return [told_of(self.seen, seat, slot) for slot in self.dealt_slots(seat)]

    def dealt_slots(self, seat: int) -> list[int]:
        """The engine's slots of the cards that nature has dealt, the oldest first."""
        hand, game = self.seen.slots(seat), self.seen.game
        return [slot for slot in hand if (game.order(seat, slot) or 0) < self._dealt]

    @property
    def _drawn(self) -> int:
        """Cards that the engine has dealt."""
        return self.seen.rules.deck_size - self.seen.game.deck_left

    @property
    def _undealt(self) -> int:
        return self._drawn - self._dealt

    @property
    def _receiver(self) -> int:
        """The seat that nature deals to next."""
        rules = self.seen.rules
        hands = rules.players * rules.hand_size
        if self._dealt < hands:
            return self._dealt // rules.hand_size
        return self.seen.game.history[-1].seat

    def _deal(self) -> HanabiMove:
        card = card_of(self.seen.game.deck[self._dealt])
        return HanabiMove(HanabiMoveType.DEAL, _color=card.color(), _rank=card.rank())

    def _player(self, seat: int) -> int:
        return (seat + self.first) % self.num_players()

    def _seat(self, player: int) -> int:
        return (player - self.first) % self.num_players()


ENDS = {
    lib.HL_PERFECT: HanabiEndOfGameType.COMPLETED_FIREWORKS,
    lib.HL_STRIKEOUT: HanabiEndOfGameType.OUT_OF_LIFE_TOKENS,
    lib.HL_OUT_OF_TURNS: HanabiEndOfGameType.OUT_OF_CARDS,
}
