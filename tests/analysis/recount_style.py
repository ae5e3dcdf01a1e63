"""Counts how people play again from an export, with nothing but the standard library.

The rules of Hanabi are written here once more, as far as the counts need them: no code of the
engine or of the pages is used.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

COPIES = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}
HAND = {2: 5, 3: 5, 4: 4, 5: 4}
IDENTITIES = frozenset((suit, rank) for suit in range(5) for rank in COPIES)
PLAY, DISCARD, COLOUR, RANK = range(4)

Identity = tuple[int, int]


@dataclass
class Counts:
    """Of one person, over all their games."""

    games: int = 0
    offered: int = 0
    clues: int = 0
    plays: int = 0
    certainty: Fraction = Fraction(0)
    known: int = 0
    told: Counter[int] = field(default_factory=Counter)
    idle: int = 0
    lost: int = 0
    misplays: int = 0


class Board:
    """The cards, by draw number."""

    def __init__(self, deck: list[Identity], players: int) -> None:
        self.deck, self.players = deck, players
        size = HAND[players]
        self.hands = [list(range(i * size, (i + 1) * size)) for i in range(players)]
        self.drawn = players * size
        self.can_be = [set(IDENTITIES) for _ in deck]
        self.stacks = [0] * 5
        self.gone: list[Identity] = []
        self.tokens = 8

    def playable(self, card: Identity) -> bool:
        return self.stacks[card[0]] == card[1] - 1

    def chance(self, seat: int, order: int) -> Fraction:
        """Of the copies that the seat does not see and that the card may be, the playable share."""
        seen = Counter(self.gone)
        seen.update(self.deck[o] for i, hand in enumerate(self.hands) if i != seat for o in hand)
        left = {c: COPIES[c[1]] - seen[c] for c in self.can_be[order]}
        return Fraction(sum(n for c, n in left.items() if self.playable(c)), sum(left.values()))

    def leave(self, seat: int, order: int) -> None:
        self.hands[seat].remove(order)
        self.gone.append(self.deck[order])
        if self.drawn < len(self.deck):
            self.hands[seat].append(self.drawn)
            self.drawn += 1

    def clue(self, target: int, kind: int, value: int) -> tuple[int, int]:
        """Cards that it touched and told of, and all that it told of."""
        touched_told = told = 0
        for order in self.hands[target]:
            place = 0 if kind == COLOUR else 1
            touches = self.deck[order][place] == value
            before = len(self.can_be[order])
            self.can_be[order] = {c for c in self.can_be[order] if (c[place] == value) == touches}
            narrowed = len(self.can_be[order]) < before
            told += narrowed
            touched_told += narrowed and touches
        self.tokens -= 1
        return touched_told, told


def recount(lines: Iterable[bytes]) -> dict[str, Counts]:
    """By pseudonym; games with the ordinary deck."""
    found: dict[str, Counts] = defaultdict(Counts)
    for line in lines:
        trace = json.loads(line)
        people = {
            seat["seat"]: found[seat["name"]]
            for seat in trace["lab"]["seats"]
            if seat["kind"] == "person"
        }
        _follow(trace, people)
    return dict(found)


def _follow(trace: dict[str, object], people: dict[int, Counts]) -> None:
    deck = [(card["suitIndex"], card["rank"]) for card in trace["deck"]]  # type: ignore[attr-defined]
    players = len(trace["players"])  # type: ignore[arg-type]
    board, nobody = Board(deck, players), Counts()
    for counts in people.values():
        counts.games += 1
    for turn, action in enumerate(trace["actions"]):  # type: ignore[arg-type]
        kind, target = action["type"], action["target"]
        if kind > RANK:
            break
        seat = turn % players
        mine = people.get(seat, nobody)
        mine.offered += board.tokens > 0
        if kind in (COLOUR, RANK):
            touched_told, told = board.clue(target, kind, action["value"])
            mine.clues += 1
            mine.told[touched_told] += 1
            mine.idle += told == 0
            continue
        card, full = deck[target], board.tokens == 8
        if kind == PLAY:
            _count_play(board, mine, seat, target)
        else:
            mine.lost += full
            board.tokens = min(8, board.tokens + 1)
        if kind == PLAY and board.playable(card):
            board.stacks[card[0]] += 1
            if card[1] == 5:
                mine.lost += full
                board.tokens = min(8, board.tokens + 1)
        board.leave(seat, target)


def _count_play(board: Board, mine: Counts, seat: int, order: int) -> None:
    mine.plays += 1
    mine.certainty += board.chance(seat, order)
    for place in (0, 1):
        mine.known += len({card[place] for card in board.can_be[order]}) == 1
    mine.misplays += not board.playable(board.deck[order])
