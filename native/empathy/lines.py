"""Compute empathy for positions written as JSON, one object per line.

A line has `suits` (one letter each), `copies` of each suit by rank, the number of `players`, the
`observers` who pool their knowledge, the true cards of all `hands` (slot 1 first), `start` (the
identities that each card can have by its clues) and the `gone` cards (played or discarded), if any.
The size of the `deck` and `expect`, the correct answer (the identities that each card can have by
all that the observers know together), are optional, and checked if given. Hands may have any size.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from native._core import lib
from native.empathy.exact import BadPosition, Identities, Position, empathy
from native.records.json_bytes import decode_json

Texts = list[list[list[str]]]


class Line(msgspec.Struct):
    """One position to analyse, as decoded from JSON. Cards are texts such as `r5`.

    suits: one letter each. copies: by suit letter, the copies of each rank.
    observers: the seats that pool their knowledge. hands: each seat's true cards, slot 1 first.
    start: by seat and slot, the cards that each card can be by its clues alone.
    gone: by card, the number of copies that were played or discarded.
    deck: if given, the number of cards left in the deck, which must be right.
    expect: if given, the correct answer by seat and slot, to compare with.
    id: any name, repeated in the answer.
    """

    suits: str
    copies: dict[str, list[int]]
    players: int
    observers: list[int]
    hands: list[list[str]]
    start: Texts
    gone: dict[str, int] = {}
    deck: int | None = None
    expect: Texts | None = None
    id: str | int | None = None


def answer_all(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """Yield, for each line of JSON, the dictionary that `answer` returns: what each card of the
    line's position can be.

    Blank lines are skipped. For an invalid line, yield a dictionary with its `id` (None if it has
    none), its number `line` (from 1) and the reason `refused`.
    """
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        given: Any = None
        try:
            given = decode_json(text, object)
            yield answer(msgspec.convert(given, Line))
        except (msgspec.MsgspecError, ValueError) as refusal:
            name = given.get("id") if isinstance(given, dict) else None
            yield {"id": name, "line": number, "refused": str(refusal)}


def answer(line: Line) -> dict[str, Any]:
    """Return what each card of a position can be, as a dictionary ready for JSON.

    `id` is the line's. `possible` lists, by seat and slot, the cards (texts such as `r5`) that each
    card can be by all that the observers know together. `ok`, present if the line has `expect`,
    says whether `possible` equals it. Raises BadPosition if the position is impossible, ValueError
    if an observer is not a seat.
    """
    deck = _Deck(line.suits, line.copies)
    _check_shape(line)
    clued = deck.sets(line.start)
    _check_hands(line, deck, clued)
    hands = [[deck.identity(card) for card in hand] for hand in line.hands]
    left = deck.left(line.gone, line.hands)
    size = sum(left) - sum(map(len, hands))
    if line.deck is not None and line.deck != size:
        raise BadPosition(f"The deck must have {size} cards left, not {line.deck}.")
    known = empathy(Position(left, hands, clued), line.observers)
    possible = tuple(row[: len(hand)] for row, hand in zip(known, hands, strict=True))
    answer: dict[str, Any] = {"id": line.id, "possible": deck.texts(possible)}
    if line.expect is not None:
        answer["ok"] = deck.sets(line.expect) == possible
    return answer


class _Deck:
    """The cards of a line's deck, as texts and as identities."""

    def __init__(self, suits: str, copies: dict[str, list[int]]) -> None:
        if not 1 <= len(suits) == len(set(suits)) <= lib.HL_MAX_SUITS:
            raise BadPosition(f"The suits are 1 to {lib.HL_MAX_SUITS} different letters.")
        if set(copies) != set(suits):
            raise BadPosition(f"The copies of each of the suits {suits} are needed, and no others.")
        ranks = len(copies[suits[0]])
        if not 1 <= ranks <= lib.HL_MAX_RANKS or any(len(row) != ranks for row in copies.values()):
            raise BadPosition(f"Every suit has copies of the same 1 to {lib.HL_MAX_RANKS} ranks.")
        self.copies = {
            f"{suit}{rank}": count
            for suit in suits
            for rank, count in enumerate(copies[suit], start=1)
        }
        self._identities = {card: identity for identity, card in enumerate(self.copies)}

    def identity(self, card: str) -> int:
        if card not in self._identities:
            raise BadPosition(f"{card!r} is no card of this deck.")
        return self._identities[card]

    def sets(self, texts: Texts) -> Identities:
        """Convert lists of cards (texts), by seat and slot, to identity sets."""
        return tuple(
            tuple(sum({1 << self.identity(card) for card in cards}) for cards in hand)
            for hand in texts
        )

    def texts(self, sets: Identities) -> Texts:
        """Convert identity sets, by seat and slot, to lists of cards (texts), suit by suit."""
        return [
            [
                [card for card, identity in self._identities.items() if ids >> identity & 1]
                for ids in hand
            ]
            for hand in sets
        ]

    def left(self, gone: dict[str, int], hands: list[list[str]]) -> list[int]:
        """Return the number of copies of each identity that are in hands or in the deck.

        Raises BadPosition if more copies are held or gone than there are.
        """
        for card, count in gone.items():
            self.identity(card)
            if count < 0:
                raise BadPosition(f"{count} copies of {card} cannot be gone.")
        used = Counter(gone) + Counter(card for hand in hands for card in hand)
        for card, count in used.items():
            if count > self.copies[card]:
                raise BadPosition(
                    f"{count} {card} are held or gone, and there are {self.copies[card]}."
                )
        return [count - gone.get(card, 0) for card, count in self.copies.items()]


def _check_shape(line: Line) -> None:
    sizes = [len(hand) for hand in line.hands]
    if len(sizes) != line.players or not 1 <= line.players <= lib.HL_MAX_PLAYERS:
        raise BadPosition(
            f"There are hands of {len(sizes)} seats for {line.players} players; "
            f"1 to {lib.HL_MAX_PLAYERS} can play."
        )
    if [len(hand) for hand in line.start] != sizes:
        raise BadPosition("Every card in the hands needs its set in start, and no other does.")


def _check_hands(line: Line, deck: _Deck, clued: Identities) -> None:
    for seat, hand in enumerate(line.hands):
        for slot, card in enumerate(hand):
            if not clued[seat][slot] >> deck.identity(card) & 1:
                raise BadPosition(
                    f"Slot {slot + 1} of seat {seat} holds {card}, which its start leaves out."
                )
