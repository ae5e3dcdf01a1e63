"""Writes games of ours as HanabiData logs, to read them back."""

from native import Game, MoveKind
from native.records.hanabidata import deck_of_seed

NAMES = ("green", "yellow", "white", "blue", "red")
TYPES = {MoveKind.COLOUR: 0, MoveKind.RANK: 1, MoveKind.PLAY: 2, MoveKind.DISCARD: 3}


def write_log(game: Game, seed: int) -> str:
    """A game dealt from the deck of that seed, as the browser game would have logged it."""
    left = [tuple(card) for card in deck_of_seed(seed)[10:]]
    lines = [f"Treatment: ('outer', {seed})", str(left)]
    hands = [list(range(5)), list(range(5, 10))]
    for event in game.history:
        fields: list[object] = [None, None, None, None]
        if event.order is not None:
            hand = hands[event.seat]
            fields[0] = hand.index(event.order)
            hand.remove(event.order)
            hand += [] if event.drawn is None else [event.drawn]
        else:
            fields[1] = event.target
            fields[2 if event.move.kind is MoveKind.COLOUR else 3] = event.move.value
        numbers = " ".join(map(str, [event.seat, TYPES[event.move.kind], *fields]))
        lines += [f"MOVE: {numbers}", f"{'You' if event.seat else 'outer'} does something"]
    return "\n".join([*lines, f"Score {game.score}", ""])
