"""Deals and whole games as one line of text.

    game  = deal [ " | " moves ]
    deal  = rules " | " deck
    rules = players " players" { ", " difference }
    deck  = cards (suit letter and rank, such as `r1`) in draw order, with a space after each hand
    moves = moves as in `native.engine.rules`, separated by spaces, and `end` if the players gave up

A difference from the rule book is, in this order, `variant NAME` (hanab.live's) or `suits LETTERS`
(a custom deck), `ranks N`, `hand size N`, `clue tokens N`, `strikes N`, `copies N N N` (by rank, or
by identity, suit by suit), `empty clues`, `discard at max`, `stop when nothing left`. Reading a
written game returns an equal game, and writing a game that was read returns the same text, apart
from spaces around the parts and the cards.

    2 players, suits rg, ranks 2, hand size 2, copies 2 1 | r1g2 g1r2 r1g1 | p0 c11 d0 end
"""

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from native.engine.errors import BadRules, HanabiError
from native.engine.events import End
from native.engine.game import Game
from native.engine.rules import HAND_SIZES, Card, Move, Rules
from native.engine.variants import COPIES_BY_RANK

MAX_LENGTH = 4096
GIVEN_UP = "end"
NUMBERS = ("ranks", "hand_size", "clue_tokens", "strikes")
FLAGS = ("empty_clues", "discard_at_max", "stop_when_nothing_left")
PHRASES = {
    name.replace("_", " "): name for name in ("variant", "suits", *NUMBERS, "copies", *FLAGS)
}
USUAL = {field.name: field.default for field in fields(Rules)}


class BadNotation(HanabiError):
    """Raised if a text is not valid notation; the message gives the position of the error (in
    characters, from 1) and the reason.
    """

    def __init__(self, at: int, words: object) -> None:
        super().__init__(f"at character {at + 1}: {words}")


def write_rules(rules: Rules) -> str:
    """Return rules as text: the number of players and the differences from the rule book, such as
    `3 players, variant Rainbow (5 Suits), strikes 1`.

    Raises BadRules if the clues are neither a variant's nor the standard ones.
    """
    differs: dict[str, object] = {}
    if not rules.variant:
        differs["suits"] = rules.suits
    elif rules.variant != "No Variant":
        differs["variant"] = rules.variant
    usual = {**USUAL, "hand_size": HAND_SIZES[rules.players]}
    differs |= {name: value for name in NUMBERS if (value := getattr(rules, name)) != usual[name]}
    if rules.copies != _usual_copies(rules):
        by_rank = rules.copies[: rules.ranks]
        uniform = rules.copies == by_rank * len(rules.suits)
        differs["copies"] = " ".join(map(str, by_rank if uniform else rules.copies))
    differs |= {name: "" for name in FLAGS if getattr(rules, name)}
    items = [f"{name.replace('_', ' ')} {value}".rstrip() for name, value in differs.items()]
    text = ", ".join([f"{rules.players} players", *items])
    if read_rules(text) != rules:
        raise BadRules("These rules have custom clues, which the notation cannot express.")
    return text


def read_rules(text: str) -> Rules:
    """Return the rules that a text describes. Raises BadNotation if the text is not valid.

    The text has the form that `write_rules` returns, with its parts in any order.
    """
    items = list(_pieces(text, ","))
    at, players = items[0]
    if not re.fullmatch("[2-6] players", players):
        raise BadNotation(at, f"rules begin with “2 players” to “6 players”, not {players[:40]!r}")
    options: dict[str, Any] = {}
    for at, item in items[1:]:
        name, value = _option(at, item)
        if name in options:
            raise BadNotation(at, f"{name} is given twice")
        options[name] = value
    if "suits" not in options and "ranks" in options:
        raise BadNotation(0, "ranks can only be given together with suits")
    if "suits" in options and "variant" in options:
        raise BadNotation(0, "give a variant or suits, not both")
    make = Rules if "suits" in options else Rules.standard
    try:
        return make(int(players[0]), **options)
    except BadRules as error:
        raise BadNotation(0, error) from None


def _pieces(text: str, separator: str) -> Iterator[tuple[int, str]]:
    """Yield the parts of a text between separators: the index of each in the text, and the part
    without surrounding spaces.
    """
    at = 0
    for piece in text.split(separator):
        yield at + len(piece) - len(piece.lstrip()), piece.strip()
        at += len(piece) + 1


def _option(at: int, item: str) -> tuple[str, Any]:
    """Return the name of the field of Rules that a difference such as `hand size 4` sets, and its
    value. Raises BadNotation, with the index `at`, if `item` is not valid.
    """
    phrase = next((phrase for phrase in PHRASES if f"{item} ".startswith(f"{phrase} ")), None)
    if phrase is None:
        raise BadNotation(at, f"{item[:40]!r} is not one of {', '.join(PHRASES)}")
    name, value = PHRASES[phrase], item[len(phrase) :].strip()
    numbers = tuple(map(int, re.findall("[0-9]{1,3}", value)))
    said = " ".join(map(str, numbers)) == value != ""
    if name in FLAGS and not value:
        return name, True
    if name in ("variant", "suits") and value:
        return name, value
    if name == "copies" and said:
        return name, numbers
    if name in NUMBERS and said and len(numbers) == 1:
        return name, numbers[0]
    raise BadNotation(at, f"{item[:40]!r} is not a valid {phrase}")


def _usual_copies(rules: Rules) -> tuple[int, ...]:
    if rules.variant:
        return Rules.standard(rules.players, rules.variant, hand_size=1).copies
    return COPIES_BY_RANK[: rules.ranks] * len(rules.suits)


def write_game(game: Game) -> str:
    """Return a game as one line of text: rules, deck and every move so far.

    Raises BadRules if the notation cannot express the rules.
    """
    rules, moves = game.rules, write_moves(game)
    hand, dealt = rules.hand_size, rules.players * rules.hand_size
    cards = [card.text(rules.suits) for card in game.deck]
    hands = ["".join(cards[start : start + hand]) for start in range(0, dealt, hand)]
    deal = f"{write_rules(rules)} | {' '.join([*hands, ''.join(cards[dealt:])])}".rstrip()
    return f"{deal} | {moves}" if moves else deal


def write_moves(game: Game) -> str:
    """Return every move so far, separated by spaces, and last `end` if the players gave up."""
    moves = [event.move.text(game.rules) for event in game.history]
    if game.end is End.TERMINATED:
        moves.append(GIVEN_UP)
    return " ".join(moves)


def read_game(text: str) -> Game:
    """Return the game that a line of text describes, after all its moves.

    Raises BadNotation if the text is not a valid game.
    """
    if len(text) > MAX_LENGTH:
        raise BadNotation(MAX_LENGTH, "a game is never this long")
    parts = list(_pieces(text, "|"))
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
