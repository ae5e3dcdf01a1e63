"""Pictures for agents' pages that explain the conventions: positions, and how the agent reads a
clue.

The agent's code computes the readings and moves, so every picture shows what the agent really
does.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from agents.kinds.conv import levels
from agents.persona import Picture, PictureCard, PictureHand
from agents.reasons.names import value
from native import Card, Game, Move, MoveKind, Rng, Rules
from native.play.blueprint import Blueprint
from native.strategies.conv import explain, reading

NAMES = ("You", "Bo", "Cy")
MINE = "p3 p4 b4 g4 y4"
MOST_READ = 5
NO_LOTS = Rng(0)

Place = tuple[int, int]
"""The place of a card: its seat, and the slot in that seat's hand."""


@dataclass(frozen=True)
class Lesson:
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


LESSONS = (
    Lesson(
        "Your chop is the card that you discard next",
        "It is your oldest card that no clue has touched. A card that was clued stays.",
        (MINE, "b3 r3 g4 p4 y5"),
        before="c15 c1p",
        note="Bo's 5 was clued.",
    ),
    Lesson(
        "A clue to play",
        "A clue is about one card, its focus: the newest of the cards that it touches for the "
        "first time. The focus can be played. Other cards that it touches are good for later.",
        (MINE, "y3 r1 g4 r4 b2"),
        clue="c1r",
    ),
    Lesson(
        "A clue to keep",
        "A clue that touches the chop is about the chop. That card may be playable, or one that "
        "must not be lost: a 5, a 2, or the last of its kind.",
        (MINE, "y3 r1 g4 r4 b2"),
        clue="c12",
    ),
    Lesson(
        "Clued cards are useful, and all different",
        "When one of them is played, every other clued card is something else. So a hand becomes "
        "clear without another clue.",
        (MINE, "y1 r1 g4 y4 b2"),
        before="c11 p4",
        drawn="b3",
        note="You clued 1s, and Bo played the yellow one.",
    ),
    Lesson(
        "A prompt",
        "The focus is not playable yet, because a card is missing before it. Whoever has a clued "
        "card that may be the missing one plays it first.",
        (MINE, "g1 y4 r1 b3 p3", "y3 b4 r2 p4 g4"),
        before="c11 p4 d0",
        drawn="g3 p2",
        clue="c2r",
        note="You clued Bo's 1s before, and Bo played the green one.",
        finesse=True,
    ),
    Lesson(
        "A finesse",
        "Here nobody has a clued card that may be the missing one. Then it is the newest unclued "
        "card of a player before the focus, and that player plays it without having been told.",
        (MINE, "r1 g1 y4 b3 p3", "y3 b4 r2 p4 g4"),
        clue="c2r",
        finesse=True,
    ),
    Lesson(
        "A finesse in the same hand",
        "The focus can't be played yet, and it is too far from the chop to be saved. So a card is "
        "missing before it: Bo's newest unclued card, which Bo plays at once.",
        (MINE, "r1 r2 y4 b3 y5"),
        before="c15 c13",
        clue="c12",
        note="Bo's 5 was clued.",
        finesse=True,
    ),
    Lesson(
        "A fix",
        "A clue that shows a misread card for what it is stops the mistake. It asks for nothing "
        "else.",
        ("r1 p4 b4 g4 y4", "y3 b3 r4 p2 g2"),
        before="c1r c1r",
        clue="c14",
        note="You clued red before, so Bo takes the red 4 for the 1.",
    ),
)


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


def picture(lesson: Lesson, blueprint: Blueprint) -> Picture:
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
            PictureHand(
                NAMES[seat],
                tuple(drawn[seat, slot] for slot in newest_first[seat]),
            )
            for seat in range(1, game.rules.players)
        ),
    )


def dealt(lesson: Lesson) -> Game:
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
