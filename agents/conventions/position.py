"""Convention positions: JSON lines that state the identities everybody assigns to some cards, and
the move expected of a seat (docs/positions.md).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from native import Card, Game, HanabiError, Move, MoveKind, Rules, Start
from native.engine.rules import HAND_SIZES
from native.records.json_bytes import decode_json

SUITS = "rygbp"
SHIPPED = Path(__file__).parent / "positions.jsonl"
"""File of the positions that come with the program, written from public documents."""
MOST_PLAYERS = max(HAND_SIZES)

CardText: TypeAlias = Annotated[str, Meta(pattern="^[rygbp][1-5]$")]
Seat: TypeAlias = Annotated[int, Meta(ge=0, lt=MOST_PLAYERS)]
Slot: TypeAlias = Annotated[int, Meta(ge=1, le=max(HAND_SIZES.values()))]
Clue: TypeAlias = Annotated[int, Meta(ge=1, le=5)] | Annotated[str, Meta(pattern="^[rygbp1-5]$")]
Height: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
Number: TypeAlias = Annotated[int, Meta(ge=0)]


class BadPositions(HanabiError):
    """Raised if a file of convention positions cannot be read or a line of it is not a valid
    position; the message names the line and the reason.
    """


class Unplayable(HanabiError):
    """Raised if a position cannot be set up or its turns cannot be made."""


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """One turn in a position's file: a `clue` (a suit's letter or a rank) and the seat that it goes
    `to`, or the slot to `play` or `discard` and the card that is drawn then.
    """

    clue: Clue | None = None
    to: Seat | None = None
    play: Slot | None = None
    discard: Slot | None = None
    draw: CardText | None = None


class Asserted(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move that players expect, with the fields of `Turn`.

    A kind of move (`clue`, `play`, `discard`) whose field is absent is not expected. A null field
    stands for any move of its kind: `play` null is any play; `play` and `discard` null are any play
    or discard; all three null are any move. If any field has a value, only the kinds with a value
    are expected: `play` 2 with `discard` null is a play of slot 2. `to` is the seat that receives
    the clue; null or absent, any seat. `to` alone is any clue to that seat.
    """

    clue: Clue | UnsetType | None = UNSET
    to: Seat | UnsetType | None = UNSET
    play: Slot | UnsetType | None = UNSET
    discard: Slot | UnsetType | None = UNSET

    @property
    def kinds(self) -> set[str]:
        """The kinds of move that the assertion allows: `clue`, `play` or `discard`."""
        given = {"clue": self.clue, "play": self.play, "discard": self.discard}
        if self.clue is UNSET and self.to is not UNSET:
            given["clue"] = self.to
        exact = {kind for kind, value in given.items() if value not in (None, UNSET)}
        return exact or {kind for kind, value in given.items() if value is not UNSET}


class Read(msgspec.Struct, frozen=True, omit_defaults=True):
    """An assertion about the reading of a card: after the first `after` of the position's `turns`,
    everybody who plays by the conventions assigns the identities `is` to the card in `slot` of
    `seat`. An empty list means that they take the card to be useless.

    `clued` is false for a card that no clue has touched.
    """

    after: Number
    seat: Seat
    slot: Slot
    identities: list[CardText] = msgspec.field(name="is")
    clued: bool = True


class Expected(msgspec.Struct, frozen=True, omit_defaults=True):
    """An assertion about a move: players who follow the conventions expect `seat`, which is to
    move after the first `after` of the position's `turns`, to make the move `move`.
    """

    after: Number
    seat: Seat
    move: Asserted


class ConventionPosition(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position, the turns that follow it, and the readings and moves that players expect.

    Seats count from 0, slots from 1 for the newest card. The hands, newest card first, have no
    clues at the start.
    """

    id: str | int
    level: Annotated[int, Meta(ge=1)]
    hands: Annotated[
        list[list[CardText]], Meta(min_length=min(HAND_SIZES), max_length=MOST_PLAYERS)
    ]
    players: Annotated[int, Meta(ge=min(HAND_SIZES), le=MOST_PLAYERS)] | None = None
    stacks: tuple[Height, Height, Height, Height, Height] = (0, 0, 0, 0, 0)
    discarded: list[CardText] = []
    tokens: Annotated[int, Meta(ge=0, le=8)] = 8
    strikes: Annotated[int, Meta(ge=0, le=2)] = 0
    starts: Seat = 0
    turns: list[Turn] = []
    reads: list[Read] = []
    moves: list[Expected] = []
    technique: str = ""
    source: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        seats = len(self.hands)
        if self.players not in (None, seats):
            raise ValueError(f"there are hands of {seats} seats for {self.players} players")
        named = [turn.to for turn in self.turns if turn.to is not None]
        named += [one.seat for one in self.assertions]
        if max([self.starts, *named]) >= seats:
            raise ValueError(f"seats go from 0 to {seats - 1}")
        for one in self.assertions:
            if one.after > len(self.turns):
                raise ValueError(f"there are {len(self.turns)} turns, not {one.after}")
        if not all(one.move.kinds for one in self.moves):
            raise ValueError("an expected move is one of clue, play or discard")
        for number, turn in enumerate(self.turns, start=1):
            _check_turn(number, turn)

    @property
    def assertions(self) -> list[Read | Expected]:
        """All assertions of the position: those about readings of cards, then those about moves."""
        return [*self.reads, *self.moves]

    @property
    def rules(self) -> Rules:
        """The standard rules for the position's number of players, with games that start from the
        position.

        Raise Unplayable if the position is impossible.
        """
        lost = Counter(self.discarded)
        texts = [card.text(SUITS) for card in Rules.standard(len(self.hands)).cards]
        start = Start(
            stacks=self.stacks,
            lost=tuple(lost[text] for text in texts),
            clue_tokens=self.tokens,
            strikes=self.strikes,
            first=self.starts,
        )
        try:
            return Rules.standard(len(self.hands), start=start)
        except HanabiError as error:
            raise Unplayable(str(error)) from None

    def games(self) -> list[Game]:
        """Return the game at the start of the position and after each of its turns, as separate
        objects. Raise Unplayable if the position or one of its turns is impossible.
        """
        game = Game(self.rules, deck=self._deck())
        games = [game.copy()]
        for number, turn in enumerate(self.turns, start=1):
            try:
                game.play(move_of(game, turn))
            except HanabiError as error:
                raise Unplayable(f"turn {number}: {error}") from None
            games.append(game.copy())
        return games

    def _deck(self) -> list[Card]:
        """Return a deck with these hands and draws, and the cards that nobody sees in order."""
        hand_size = self.rules.hand_size
        for seat, hand in enumerate(self.hands):
            if len(hand) != hand_size:
                raise Unplayable(f"seat {seat} holds {len(hand)} cards, not {hand_size}")
        gone = [f"{SUITS[s]}{rank + 1}" for s in range(5) for rank in range(self.stacks[s])]
        shown = [card for hand in self.hands for card in reversed(hand)] + gone + self.discarded
        draws = [turn.draw for turn in self.turns if turn.play or turn.discard]
        left = Counter(
            {
                card.text(SUITS): n
                for card, n in zip(self.rules.cards, self.rules.copies, strict=True)
            }
        )
        for card in [*shown, *(draw for draw in draws if draw)]:
            left[card] -= 1
            if left[card] < 0:
                raise Unplayable(f"there are too many {card}")
        drawn = list(self._fill(draws, left))
        rest = sorted((+left).elements(), key=lambda text: (SUITS.index(text[0]), text[1]))
        return [Card.parse(card, SUITS) for card in [*shown, *drawn, *rest]]

    def _fill(self, draws: Sequence[str | None], left: Counter[str]) -> Iterator[str]:
        """Yield the cards drawn, choosing for each unknown one a card that no later clue to its
        holder touches.
        """
        where = [number for number, turn in enumerate(self.turns) if turn.play or turn.discard]
        for number, draw in zip(where, draws, strict=True):
            if draw is None and left.total():
                draw = self._dull(number, left)
                left[draw] -= 1
            if draw is not None:
                yield draw

    def _dull(self, number: int, left: Counter[str]) -> str:
        seats = len(self.hands)
        holder = (self.starts + number) % seats
        clues = {str(t.clue) for t in self.turns[number + 1 :] if t.clue and t.to == holder}
        free = [card for card in +left if not clues & set(card)]
        if not free:
            raise Unplayable(f"turn {number + 1} draws an unknown card, which a later clue touches")
        return min(free, key=self._interest)

    def _interest(self, card: str) -> tuple[bool, bool, int, str]:
        """Return a sort key: useless cards first, then high ones that are not critical."""
        rank = int(card[1])
        return rank > self.stacks[SUITS.index(card[0])], rank == 5, -rank, card


def _check_turn(number: int, turn: Turn) -> None:
    kinds = [turn.clue, turn.play, turn.discard]
    if sum(kind is not None for kind in kinds) != 1:
        raise ValueError(f"turn {number} is one of clue, play or discard")
    if (turn.clue is None) is not (turn.to is None):
        raise ValueError(f"turn {number}: a clue goes `to` a seat, other moves do not")


def slot_at(game: Game, seat: int, number: int) -> int:
    """Return the engine's slot (fixed while a card is held) of the card that players call slot
    `number`, where 1 is the newest card.

    Raise Unplayable if the seat holds fewer cards.
    """
    slots = game.slots(seat)
    if not 1 <= number <= len(slots):
        raise Unplayable(f"seat {seat} has no slot {number}")
    return slots[number - 1]


def move_of(game: Game, turn: Turn) -> Move:
    """Convert a turn of a position's file to a move of the seat to move. Raise HanabiError if the
    turn is not possible in this game.
    """
    if game.to_move is None:
        raise Unplayable("the game is over")
    if turn.clue is not None and turn.to is not None:
        if turn.to == game.to_move:
            raise Unplayable(f"seat {turn.to} cannot clue itself")
        return Move.clue(game.rules, (turn.to - game.to_move) % game.rules.players, str(turn.clue))
    if turn.play is not None:
        return Move.play(slot_at(game, game.to_move, turn.play))
    assert turn.discard is not None
    return Move.discard(slot_at(game, game.to_move, turn.discard))


def turn_of(game: Game, move: Move) -> Turn:
    """Convert a move of the seat to move to a turn as in a position's file, without the card
    drawn.
    """
    assert game.to_move is not None
    if move.target is not None:
        value = move.clue_value(game.rules)
        to = (game.to_move + move.target) % game.rules.players
        return Turn(clue=int(value) if value.isdigit() else value, to=to)
    assert move.slot is not None
    number = game.position(game.to_move, move.slot)
    return Turn(play=number) if move.kind is MoveKind.PLAY else Turn(discard=number)


def read(
    lines: Iterable[bytes | str], skipped: list[tuple[str | int, str]] | None = None
) -> list[ConventionPosition]:
    """Return the positions in lines of JSON; blank lines are skipped.

    With a list `skipped`, also skip lines that are not a valid position or repeat an id, and append
    their numbers and the reasons to it. Raise BadPositions at such a line without a list, and if
    there are no positions.
    """
    positions: dict[str | int, ConventionPosition] = {}
    wrong = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            text = line.encode() if isinstance(line, str) else line
            position = msgspec.convert(decode_json(text, object), ConventionPosition)
            if position.id in positions:
                raise ValueError(f"there is another position {position.id!r}.")
            positions[position.id] = position
        except (msgspec.MsgspecError, ValueError) as error:
            wrong.append((number, str(error)))
    if wrong and (skipped is None or not positions):
        raise BadPositions("Line {}: {}".format(*wrong[0]))
    if not positions:
        raise BadPositions("The file holds no positions.")
    if skipped is not None:
        skipped += [(f"line {number}", why) for number, why in wrong]
    return list(positions.values())


def load(
    path: Path, skipped: list[tuple[str | int, str]] | None = None
) -> list[ConventionPosition]:
    """Return the positions in a file; `skipped` is as in `read`. Raise BadPositions if the file
    cannot be read or, as in `read`, for its lines.
    """
    try:
        with path.open("rb") as lines:
            return read(lines, skipped)
    except OSError as error:
        raise BadPositions(f"{path}: {error.strerror}.") from None
