"""What is special about a variant, in sentences: which clues touch which cards, and how many cards
there are.
"""

from collections.abc import Iterator

from agents.reasons.names import listed
from game.board.words import clue_name
from native import Rules
from native.engine.variants import COPIES_BY_RANK, RANKS, Touch, Variant, variant_of

COUNTS = {1: "only one {}", 2: "only two {}s"}
"""How many cards of a rank there are, where there are fewer than usual."""


def differences(name: str) -> str:
    """Return in sentences how the variant with this hanab.live name differs from a game of plain
    suits; empty if it does not.

    Raises BadRules if the variant is not supported.
    """
    variant = variant_of(name)
    return " ".join([*_of_suits(variant), *_of_numbers(variant, Rules.standard(2, name))])


def _of_suits(variant: Variant) -> Iterator[str]:
    shared: dict[tuple[str, ...], list[str]] = {}
    for suit in variant.suits:
        cards = f"{suit.name.lower()} cards"
        yield from _unusual(cards, suit.touched_by, suit.ranks)
        if suit.touched_by is Touch.CYCLE:
            yield f"Each colour touches other {cards}: {_in_turn(variant)}."
        if suit.clues and suit.clues[0] not in suit.name:
            shared.setdefault(suit.clues, []).append(suit.name.lower())
    for colours, suits in shared.items():
        touch = "touch" if len(colours) > 1 else "touches"
        yield f"{listed(colours).capitalize()} {touch} {listed(suits)} cards."
    if single := [suit.name.lower() for suit in variant.suits if suit.one_of_each]:
        yield f"There is only one of each {listed(single)} card."
    if not variant.colours:
        yield "Colours can't be clued."


def _of_numbers(variant: Variant, rules: Rules) -> Iterator[str]:
    twist, special = variant.twist, variant.twist.special_rank
    if twist.deceptive:
        pairs = zip(variant.suits, twist.rank_clues * 2, strict=False)
        each = [f"{clue} touches the {suit.name.lower()} one" for suit, clue in pairs]
        yield f"Which number touches a {special} depends on its colour: {listed(each)}."
    elif special:
        yield from _unusual(f"{special}s", twist.colour_touch, twist.rank_touch)
    if twist.by_rank:
        for clue in twist.rank_clues:
            ranks = [f"{rank}s" for rank in RANKS if twist.by_rank(clue, rank)]
            yield f"{clue_name(rules, str(clue)).capitalize()} touches {listed(ranks)}."
    if twist.synesthesia:
        yield f"Each colour touches cards of a number too: {_in_turn(variant)}."
    if not twist.rank_clues:
        yield "Numbers can't be clued."
    elif special not in twist.rank_clues and special:
        yield f"{special} can't be clued."
    for rank, (usual, copies) in enumerate(zip(COPIES_BY_RANK, twist.copies, strict=True), 1):
        if copies != usual:
            yield f"Each colour has {COUNTS[copies].format(rank)}."


def _unusual(cards: str, colours: Touch, numbers: Touch) -> Iterator[str]:
    """Yield a sentence about which clues touch some cards, unless just their own do."""
    kinds = {"clue": colours} if colours is numbers else {"colour": colours, "number": numbers}
    every, none = ([kind for kind in kinds if kinds[kind] is of] for of in (Touch.ALL, Touch.NONE))
    if every:
        yield f"Every {every[0]} touches {cards}{f', but no {none[0]}' if none else ''}."
    elif none:
        yield f"No {none[0]} touches {cards}."


def _in_turn(variant: Variant) -> str:
    """Return the ranks that the colours touch in turn: “red 1 and 5, yellow 2, green 3”."""
    colours = variant.colours
    each = [
        f"{colour.lower()} {listed([str(rank) for rank in RANKS[first :: len(colours)]])}"
        for first, colour in enumerate(colours[: len(RANKS)])
    ]
    return ", ".join(each)
