"""Measure the time of empathy and odds on one core: `python -m tests.bench empathy`."""

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from statistics import median
from time import perf_counter, process_time

from native import Game, Rules, View
from native._core import ffi, lib
from native.empathy.exact import Position, common, empathy, odds

ROUNDS = 7
PLAYERS = range(2, 6)
ALL: int = (1 << lib.HL_MAX_IDS) - 1
QUOTED = """
Quoted for comparison, µs of one refresh of all hands, searching subsets of cards:
  14-27 in the median and up to 130,000  the seed author's bot, as measured by ourselves
"""


def middles(players: int) -> Iterator[Game]:
    """Yield positions of games of random legal moves, after the first round and before the last
    card.

    The games have 50 strikes, so that misplays do not end them.
    """
    draw = random.Random(players)
    for seed in range(20):
        game = Game(Rules(players, strikes=50), seed=f"bench {seed}")
        while game.deck_left and game.to_move is not None:
            game.play(draw.choice(game.legal_moves()))
            if game.turn > players:
                yield game.copy()


def crowded(players: int, deck: int, draw: random.Random) -> Position:
    """Return a position in which every card was clued by colour, rank or both and few cards are
    left."""
    rules = Rules(players)
    cards = [bit for bit, copies in enumerate(rules.copies) for _ in range(copies)]
    held = draw.sample(cards, players * rules.hand_size + deck)
    kinds = [colour.touches for colour in rules.colours], rules.rank_masks

    def clued(card: int) -> int:
        left = ALL
        for masks in draw.sample(kinds, draw.choice((1, 1, 2))):
            left &= next(mask for mask in masks if mask >> card & 1)
        return left

    return _position(players, held, clued)


def chain(players: int) -> Position:
    """Return a position in which one spare copy frees one identity after another.

    The identities are in the reverse of the order in which the kernel searches them.
    """
    cards = range(players * Rules(players).hand_size)
    return _position(players, [*cards, len(cards)], lambda card: 0b11 << card)


def knot(players: int) -> Position:
    """Return a position without clues and with an empty deck: any hand can be in any order."""
    return _position(players, range(players * Rules(players).hand_size), lambda card: ALL)


def _position(players: int, cards: Sequence[int], clued: Callable[[int], int]) -> Position:
    """Return a position whose hands hold the first of the cards; the other cards are the deck."""
    size = Rules(players).hand_size
    hands = [list(cards[seat * size : (seat + 1) * size]) for seat in range(players)]
    left = [cards.count(bit) for bit in range(lib.HL_MAX_IDS)]
    return Position(left, hands, [[clued(card) for card in hand] for hand in hands])


def kernel_time(positions: list[Position]) -> float:
    """Return the mean microseconds of computing common knowledge of all hands, over the
    positions."""
    count = len(positions)
    array = ffi.new("hl_position[]", [position.struct[0] for position in positions])
    groups = bytes((1 << position.struct.players) - 1 for position in positions)
    known, errors = ffi.new("hl_knowledge[]", count), ffi.new("int8_t[]", count)
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        lib.hl_empathy_batch(array, groups, count, known, errors)
        times.append(process_time() - start)
    return min(times) / count * 1e6


def call_time(views: list[View], call: Callable[[View], object]) -> float:
    """Return the microseconds of a call from Python: the median over the views of each view's
    minimum."""

    def seconds(view: View) -> float:
        start = perf_counter()
        call(view)
        return perf_counter() - start

    return median(min(seconds(view) for _ in range(ROUNDS)) for view in views) * 1e6


def annotate(view: View) -> None:
    """Compute everything that a seat can be shown.

    That is common knowledge, the seat's own knowledge, what it knows of each other seat's
    knowledge, and the odds.
    """
    position = Position.of(view)
    common(position)
    for seat in range(view.rules.players):
        empathy(position, {view.seat, seat})
    odds(view)


def main() -> None:
    """Print the table of times and the slowest positions."""
    say = sys.stdout.write
    say("Empathy, µs, one core, middle of games of random legal moves.\n\n")
    say("players   kernel, a full refresh   one call   odds   whole annotation of a seat\n")
    for players in PLAYERS:
        games = list(middles(players))
        views = [game.view(turn % players) for turn, game in enumerate(islice(games, 0, None, 5))]
        say(
            f"{players:7}{kernel_time([Position.of(game) for game in games]):25.3f}"
            f"{call_time(views, lambda view: empathy(view, {view.seat, 0})):11.2f}"
            f"{call_time(views, odds):7.1f}{call_time(views, annotate):29.1f}\n"
        )
    draw = random.Random(0)
    decks = [(players, deck) for players in PLAYERS for deck in range(6)]
    worst = {
        "all cards clued, 0-5 in the deck": [crowded(*deck, draw) for deck in decks * 20],
        "one spare copy, long chains": [chain(players) for players in PLAYERS],
        "no clue, empty deck": [knot(players) for players in PLAYERS],
    }
    say("\nThe kernel at its worst, the slowest single position, 2-5 players:\n")
    for name, positions in worst.items():
        say(f"  {max(kernel_time([position] * 1000) for position in positions):.3f}  {name}\n")
    say(QUOTED)
