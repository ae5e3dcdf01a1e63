"""What a player sees of a state, counted from their own seat, and its encoding as bits."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from hanabi_lab.environments.hle.cards import UNSEEN, HanabiCard, HanabiCardKnowledge
from hanabi_lab.environments.hle.game import AgentObservationType, HanabiGame
from hanabi_lab.environments.hle.moves import CHANCE_PLAYER_ID, HanabiHistoryItem, HanabiMove
from hanabi_lab.environments.hle.telling import described
from native.environment.observation import bits

if TYPE_CHECKING:
    from hanabi_lab.environments.hle.state import HanabiState


class HanabiObservation:
    """A player's view at one moment. Player 0 is the observer, whose cards are not seen."""

    def __init__(self, state: HanabiState, player: int) -> None:
        players = state.num_players()
        order = [(player + after) % players for after in range(players)]
        current, hands = state.cur_player(), state.player_hands()
        self._current = current if current == CHANCE_PLAYER_ID else (current - player) % players
        self._hands = [[UNSEEN] * len(hands[player]), *(hands[other] for other in order[1:])]
        self._knowledge = [state.knowledge(other) for other in order]
        self._discards, self._fireworks = state.discard_pile(), state.fireworks()
        self._deck, self._lives = state.deck_size(), state.life_tokens()
        self._tokens = state.information_tokens()
        self._legal = state.legal_moves() if current == player else []
        self._last = list(_since(state.move_history(), player, players))
        # The bits are of the moment too, and cost less to make now than a copy of the game would.
        self.encoded = state.seen.observation((player - state.first) % players)

    def observation(self) -> HanabiObservation:
        return self

    def cur_player_offset(self) -> int:
        return self._current

    def num_players(self) -> int:
        return len(self._hands)

    def observed_hands(self) -> list[list[HanabiCard]]:
        return [list(hand) for hand in self._hands]

    def card_knowledge(self) -> list[list[HanabiCardKnowledge]]:
        return [list(hand) for hand in self._knowledge]

    def discard_pile(self) -> list[HanabiCard]:
        return list(self._discards)

    def fireworks(self) -> list[int]:
        return list(self._fireworks)

    def deck_size(self) -> int:
        return self._deck

    def last_moves(self) -> list[HanabiHistoryItem]:
        """Moves since the observer's own last one, that one too, the latest first."""
        return list(self._last)

    def information_tokens(self) -> int:
        return self._tokens

    def life_tokens(self) -> int:
        return self._lives

    def legal_moves(self) -> list[HanabiMove]:
        """The observer's; none while another is to move."""
        return list(self._legal)

    def card_playable_on_fireworks(self, color: int, rank: int) -> bool:
        return 0 <= color < len(self._fireworks) and rank == self._fireworks[color]

    def __str__(self) -> str:
        return described(self, self._current, self._hands, self._knowledge)

    __repr__ = __str__


class ObservationEncoderType(IntEnum):
    """The one encoder there is."""

    CANONICAL = 0


class ObservationEncoder:
    """The canonical encoding: an observation as 0s and 1s."""

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
        """The length of an observation, in a list."""
        return [self._length]

    def encode(self, observation: HanabiObservation) -> list[int]:
        """What clues told is the last section, which a minimal observation lacks."""
        encoded: list[int] = observation.encoded[: self._length].tolist()
        return encoded


def _since(history: list[HanabiHistoryItem], player: int, players: int) -> list[HanabiHistoryItem]:
    """The items back to the player's own last move, as that player sees them, without the deal."""
    last = []
    made = [number for number, item in enumerate(history) if item.player() != CHANCE_PLAYER_ID]
    for item in reversed(history[made[0] :] if made else []):
        last.append(item.seen_by(player, players))
        if item.player() == player:
            break
    return last
