"""How fast empathy and odds are: `python -m native.bench_empathy`."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter
from typing import Any

from native import Game, Rules, View
from native._core import ffi, lib
from native.empathy import common, empathy
from native.empathy_position import Position
from native.odds import odds

ROUNDS = 7
MICROSECONDS = 1e6


def middles(players: int, games: int = 40) -> Iterator[Game]:
    """Moments of games of random legal moves, after the first round and before the last card."""
    draw = random.Random(players)
    for seed in range(games):
        game = Game(Rules(players), seed=f"bench {seed}")
        while game.deck_left and game.to_move is not None:
            game.play(draw.choice(game.legal_moves()))
            if game.turn > players:
                yield game.copy()


def crowded(players: int, deck: int, draw: random.Random) -> Position:
    """All cards held were clued by colour, rank or both, and the deck is all but empty."""
    rules = Rules(players)
    cards = [bit for bit, copies in enumerate(rules.copies) for _ in range(copies)]
    draw.shuffle(cards)
    hands = [[cards.pop() for _ in range(rules.hand_size)] for _ in range(players)]
    held = [card for hand in hands for card in hand] + cards[:deck]
    clues = [colour.touches for colour in rules.colours], rules.rank_masks
    return Position(
        left=[held.count(bit) for bit in range(rules.max_score)],
        hands=hands,
        clued=[
            [_clued(card, draw.sample(clues, draw.choice((1, 1, 2)))) for card in h] for h in hands
        ],
    )


def _clued(card: int, kinds: list[Any]) -> int:
    left = (1 << 30) - 1
    for masks in kinds:
        left &= next(mask for mask in masks if mask >> card & 1)
    return left


def chain(players: int, size: int) -> Position:
    """One spare copy, which frees the identities one after another, against the kernel's order."""
    ids = min(players * size, lib.HL_MAX_IDS - 1)
    cards = [place % ids for place in range(players * size)]
    left = [cards.count(bit) for bit in range(ids)] + [1]
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(players)]
    return Position(left, hands, [[0b11 << card for card in hand] for hand in hands])


def knot(players: int, size: int) -> Position:
    """No card in the deck, and nobody was told anything: every card is tight."""
    cards = [place % lib.HL_MAX_IDS for place in range(players * size)]
    left = [cards.count(bit) for bit in range(lib.HL_MAX_IDS)]
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(players)]
    return Position(left, hands, [[(1 << lib.HL_MAX_IDS) - 1] * size for _ in hands])


def kernel_time(positions: list[Position]) -> float:
    """Microseconds of one refresh of all hands as common knowledge, the mean over the positions."""
    count = len(positions)
    array = ffi.new("hl_position[]", [position.struct[0] for position in positions])
    groups = bytes((1 << position.struct.players) - 1 for position in positions)
    known, errors = ffi.new("hl_knowledge[]", count), ffi.new("int8_t[]", count)
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        refused = lib.hl_empathy_batch(array, groups, count, known, errors)
        times.append(perf_counter() - start)
        assert refused == 0
    return min(times) / count * MICROSECONDS


def call_time(views: list[View], call: Callable[[View], object]) -> float:
    """Microseconds of a call from Python: the median over the views of each one's best."""
    return median(min(_timed(call, view) for _ in range(ROUNDS)) for view in views)


def _timed(call: Callable[[View], object], view: View) -> float:
    start = perf_counter()
    call(view)
    return (perf_counter() - start) * MICROSECONDS


def annotate(view: View) -> None:
    """All that a seat can be shown: common knowledge, its own, what each mate can know, odds."""
    position = Position.of(view)
    common(position)
    empathy(position, (view.seat,))
    for mate in range(view.rules.players):
        if mate != view.seat:
            empathy(position, (view.seat, mate))
    odds(view)


def main() -> None:
    say = sys.stdout.write
    say("Anchor: a bot that searches subsets takes 14-27 µs in the median and up to 130 ms.\n")
    say("players  kernel  one call  odds  whole annotation   (µs, middle of the game)\n")
    for players in range(2, 6):
        games = list(middles(players))
        views = [game.view(index % players) for index, game in enumerate(games[::7])]
        say(
            f"{players:7}{kernel_time([Position.of(game) for game in games]):8.3f}"
            f"{call_time(views, lambda view: empathy(view, (0, 1, view.seat))):10.2f}"
            f"{call_time(views, odds):6.1f}{call_time(views, annotate):18.1f}\n"
        )
    draw = random.Random(0)
    late = [
        crowded(players, deck, draw)
        for players in range(2, 6)
        for deck in range(6)
        for _ in range(40)
    ]
    hard = {
        "crowded late positions": late,
        "chains": [chain(players, Rules(players).hand_size) for players in range(2, 7)],
        "empty decks, no clue": [
            knot(players, Rules(players).hand_size) for players in range(2, 7)
        ],
        "six hands of eight": [chain(6, 8), knot(6, 8)],
    }
    say("kernel at its worst                 (µs, the slowest single position)\n")
    for name, positions in hard.items():
        say(f"{name:28}{max(kernel_time([position] * 1000) for position in positions):8.3f}\n")


if __name__ == "__main__":
    main()
