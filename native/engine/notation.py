"""Deals and whole games as one line of text.

    game  = deal [ " | " moves ]
    deal  = rules " | " deck
    deck  = cards in draw order, `r1` a suit's letter and a rank; a space after each hand
    moves = moves as in `native.engine.moves`, spaces between, and `end` where the players gave up

Rules are those of `native.engine.notation_rules`. Reading what was written gives the same thing
back, and writing what was read the same text, but for spaces around the parts and the cards.

    2 players, suits rg, ranks 2, hand size 2, copies 2 1 | r1g2 g1r2 r1g1 | p0 c11 d0 end
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from native.engine.cards import Card
from native.engine.errors import HanabiError
from native.engine.game import Game
from native.engine.moves import Move
from native.engine.notation_rules import BadNotation, pieces, read_rules, write_rules
from native.engine.outcome import End
from native.engine.rules import Rules

__all__ = [
    "BadNotation",
    "read_game",
    "read_rules",
    "write_game",
    "write_rules",
]

MAX_LENGTH = 4096
GIVEN_UP = "end"


def _write_deal(rules: Rules, deck: Sequence[Card]) -> str:
    """Rules and deck."""
    hand = rules.hand_size
    cards = [card.text(rules.suits) for card in deck]
    dealt = rules.players * hand
    hands = ["".join(cards[start : start + hand]) for start in range(0, dealt, hand)]
    return f"{write_rules(rules)} | {' '.join([*hands, ''.join(cards[dealt:])])}".rstrip()


def write_game(game: Game) -> str:
    """The deal and every move so far."""
    moves = [event.move.text(game.rules) for event in game.history]
    if game.end is End.TERMINATED:
        moves.append(GIVEN_UP)
    deal = _write_deal(game.rules, game.deck)
    return f"{deal} | {' '.join(moves)}" if moves else deal


def read_game(text: str) -> Game:
    """The game after all the moves of the text. Raises BadNotation."""
    if len(text) > MAX_LENGTH:
        raise BadNotation(MAX_LENGTH, "a game is never this long")
    parts = list(pieces(text, "|"))
    if len(parts) not in (2, 3):
        raise BadNotation(0, "write rules | deck, or rules | deck | moves")
    rules = read_rules(text[: text.index("|")])
    at, cards = parts[1]
    try:
        game = Game(rules, deck=list(_cards(at, cards, rules)))
    except BadNotation:
        raise
    except HanabiError as error:
        raise BadNotation(at, error) from None
    for start, moves in parts[2:]:
        _play(game, start, moves)
    return game


def _play(game: Game, start: int, moves: str) -> None:
    for match in re.finditer(r"\S+", moves):
        try:
            if match[0] == GIVEN_UP:
                game.terminate()
            else:
                game.play(Move.parse(match[0], game.rules))
        except HanabiError as error:
            raise BadNotation(start + match.start(), f"turn {game.turn + 1}: {error}") from None


def _cards(start: int, text: str, rules: Rules) -> Iterator[Card]:
    for match in re.finditer(r"\S\S?", text):
        try:
            yield Card.parse(match[0], rules.suits, rules.ranks)
        except ValueError as error:
            raise BadNotation(start + match.start(), error) from None
