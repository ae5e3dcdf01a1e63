"""Pictures for agents' pages that explain the conventions: positions, and how the agent reads a
clue.

The agent's code computes the readings and moves, so every picture shows what the agent really
does.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import msgspec

from agents.kinds.conv import levels
from agents.persona import Picture, PictureCard, PictureHand
from agents.reasons.names import value
from native import Card, Game, Move, MoveKind, Rng, Rules
from native.play.blueprint import Blueprint
from native.strategies.conv import explain, reading

NAMES = ("You", "Bo", "Cy")
MOST_READ = 5
NO_LOTS = Rng(0)

Place = tuple[int, int]
"""The place of a card: its seat, and the slot in that seat's hand."""


@dataclass(frozen=True)
class Drawing:
    """A position to draw on an agent's page: hands with the newest card first, beginning with seat
    0 (“You”), and usually a clue that seat 0 gives.

    Moves and cards are written as text: `c1r` clues red to the next seat, `p4` plays slot 4, `d0`
    discards slot 0; `b3` is a blue 3.
    """

    title: str
    text: str
    hands: tuple[str, ...]
    before: str = ""
    """The moves that lead to the position, separated by spaces, such as `c11 p4`."""
    drawn: str = ""
    """The cards drawn during the moves of `before`, separated by spaces, such as `g3 p2`."""
    clue: str = ""
    """The clue that the picture explains, such as `c1r`; empty for a picture of the hands
    alone."""
    note: str = ""
    """A sentence about the moves of `before` for the picture's text; may be empty."""
    finesse: bool = False
    """Whether the lesson is only for levels that know finesses: those for two players if it has two
    hands, else all others."""


FILE = Path(__file__).with_name("lessons.toml")
LESSONS = msgspec.toml.decode(FILE.read_bytes(), type=dict[str, tuple[Drawing, ...]])["lessons"]


@lru_cache
def pictures(level: str) -> tuple[Picture, ...]:
    """Return the pictures for an agent's page that explain the conventions of a level such as
    `expert`.
    """
    knows_finesses, blueprint = levels.read(level).finesses, levels.blueprint(level)
    is_for_two = level in levels.PAIRS
    known = [
        lesson
        for lesson in LESSONS
        if not lesson.finesse or (knows_finesses and (len(lesson.hands) == 2) == is_for_two)
    ]
    return tuple(picture(lesson, blueprint) for lesson in known)


def picture(lesson: Drawing, blueprint: Blueprint) -> Picture:
    """Return the picture of a lesson's position: the cards, how the agent reads the clue, and the
    moves that follow.

    `blueprint` is the agent, whose own code computes the reading and the moves.
    """
    game = dealt(lesson)
    hands, clued = game.hands, _clued(game)
    labels: defaultdict[Place, list[str]] = defaultdict(list)
    for seat in range(1, game.rules.players):
        if place := chop(game, seat):
            labels[place].append("chop")
    touched: set[Place] = set()
    sentence = ""
    if lesson.clue:
        view, move = game.view(0), Move.parse(lesson.clue, game.rules)
        told = explain(blueprint, view, move)
        assert told.target is not None
        assert told.focus is not None
        sentence = f"You clue {value(view, move, 1)} to {NAMES[told.target]}."
        slots = range(game.rules.hand_size)
        touched = {(told.target, slot) for slot in slots if told.touched >> slot & 1}
        labels[told.target, told.focus].append("focus")
        game.play(move)
    read = _read(game, blueprint)
    newest_first = [game.slots(seat) for seat in range(game.rules.players)]
    if lesson.clue:
        for place, word in _replies(game, blueprint):
            labels[place].append(word)
    drawn = {
        (seat, slot): PictureCard(
            suit=game.rules.suits[card.suit],
            rank=card.rank,
            clued=(seat, slot) in clued,
            touched=(seat, slot) in touched,
            read=read.get((seat, slot), ()),
            label=", ".join(labels[seat, slot]),
        )
        for seat, hand in enumerate(hands)
        for slot, card in enumerate(hand)
        if card
    }
    return Picture(
        title=lesson.title,
        text=lesson.text,
        happens=f"{lesson.note} {sentence}".strip(),
        hands=tuple(
            PictureHand(NAMES[seat], tuple(drawn[seat, slot] for slot in newest_first[seat]))
            for seat in range(1, game.rules.players)
        ),
    )


def dealt(lesson: Drawing) -> Game:
    """Return the game of a lesson at its position, before the clue that it explains.

    The deck has, after the lesson's hands and its cards `drawn`, all other cards in sorted order.
    """
    rules = Rules.standard(len(lesson.hands))
    hands = [
        [Card.parse(text, rules.suits, rules.ranks) for text in reversed(hand.split())]
        for hand in lesson.hands
    ]
    drawn = [Card.parse(text, rules.suits, rules.ranks) for text in lesson.drawn.split()]
    dealt = [*(card for hand in hands for card in hand), *drawn]
    every = Counter({card: rules.copies[rules.identity(card)] for card in rules.cards})
    game = Game(rules, deck=[*dealt, *sorted((every - Counter(dealt)).elements())])
    for text in lesson.before.split():
        game.play(Move.parse(text, rules))
    return game


def _clued(game: Game) -> set[Place]:
    places = ((seat, slot) for seat in range(game.rules.players) for slot in game.slots(seat))
    return {place for place in places if game.touched(*place)}


def chop(game: Game, seat: int) -> Place | None:
    """Return the seat and the slot of a hand's chop: the oldest card that no clue has touched. None
    if clues have touched all cards.
    """
    unclued = [slot for slot in game.slots(seat) if not game.touched(seat, slot)]
    return (seat, unclued[-1]) if unclued else None


def _read(game: Game, blueprint: Blueprint) -> dict[Place, tuple[tuple[str, int], ...]]:
    """Return, by place (seat and slot), the identities that each clued card may have in
    everybody's view, each as a suit's letter and a rank.

    Cards with more than MOST_READ possible identities are left out.
    """
    sets = reading(blueprint, game.view(0)).said
    cards = {place: game.rules.cards_in(sets[place[0]][place[1]]) for place in _clued(game)}
    return {
        place: tuple((game.rules.suits[card.suit], card.rank) for card in taken)
        for place, taken in cards.items()
        if len(taken) <= MOST_READ
    }


def _replies(game: Game, blueprint: Blueprint) -> Iterator[tuple[Place, str]]:
    """Play the moves of the other seats until the turn of seat 0; yield the place (seat and slot)
    of each card played, and a verb such as “plays” for its label.
    """
    words = iter(("plays", "then plays"))
    while game.to_move:
        seat = game.to_move
        move = blueprint.decide(game.view(seat), NO_LOTS).move
        assert move is not None
        if move.kind is MoveKind.PLAY:
            assert move.slot is not None
            yield (seat, move.slot), next(words)
        game.play(move)
