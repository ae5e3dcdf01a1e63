"""Decide with a SAT solver whether a game with all cards known can still reach a score: slow, but
always decisive.

It needs python-sat, an optional extra. A game in progress is encoded as clauses, satisfiable
exactly if its cards can be used (played or discarded) in some legal order that reaches the target.
While the deck lasts, there is one time step per card used, and the turns between two of them are
clues; after that, there is one time step per turn. The encoding shares no code with the solver in
C, so each checks the other. Kessler and van Doorn (`Py-Hanabi`) had the idea of encoding Hanabi
for a SAT solver.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from itertools import combinations, product
from typing import Any

from native import Card, Game


class Encoding:
    """A SAT encoding, as clauses, of the rest of a game in progress whose cards are all known.

    Time steps count from 1. While the deck lasts, a time step is one card played or discarded
    (`deck_left` steps); after that, it is one turn of the last round.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.rules = game, game.rules
        self.players = game.rules.players
        self.draws = game.deck_left
        self._begins = game.to_move or 0
        self.times = self.draws + self.players  # the last `players` of them are turns
        self.clauses: list[list[int]] = []
        self.top = 0
        self._names: dict[tuple[Any, ...], int] = {}
        self._cards = _cards(game)
        self._wanted = [
            Card(suit, rank)
            for suit, stack in enumerate(game.stacks)
            for rank in range(stack + 1, game.rules.ranks + 1)
        ]
        self._who_acts()
        self._who_holds()
        self._what_is_used()
        self._what_is_played()
        self._tokens()

    def var(self, *name: Any) -> int:
        """Return the number of the SAT variable with this name, such as `("uses", number, time)`;
        create the variable if needed.
        """
        if name not in self._names:
            self.top += 1
            self._names[name] = self.top
        return self._names[name]

    def add(self, *literals: int) -> None:
        """Add one clause to the encoding: at least one of the literals (a SAT variable's number,
        or minus it for its negation) must hold.
        """
        self.clauses.append(list(literals))

    def at_most_one(self, literals: list[int]) -> None:
        """Add clauses to the encoding that forbid two of the literals to hold together."""
        for one, other in combinations(literals, 2):
            self.add(-one, -other)

    def exactly_one(self, literals: list[int]) -> None:
        """Add clauses to the encoding that make exactly one of the literals hold."""
        self.add(*literals)
        self.at_most_one(literals)

    def points(self) -> list[int]:
        """Return one SAT literal for each card that is not yet on the stacks; it is true if the
        card has been played by the end of the game.
        """
        return [self.var("done", card, self.times) for card in self._wanted]

    def _who_acts(self) -> None:
        for time in range(1, self.draws + 1):
            self.exactly_one([self.var("acts", time, seat) for seat in range(self.players)])

    def _seat(self, time: int) -> Iterator[tuple[int, int]]:
        """Yield pairs (literal, seat): if the literal holds, the seat acts at this time."""
        late = max(0, time - self.draws)
        for seat in range(self.players):
            yield self.var("acts", time - late, seat), (seat + late) % self.players

    def _who_holds(self) -> None:
        for (number, _, drawn, seat), other in product(self._cards, range(self.players)):
            held = self.var("holds", number, other)
            if not drawn:
                self.add(held if other == seat else -held)
            else:
                acts = self.var("acts", drawn, other)
                self.add(-held, acts)
                self.add(held, -acts)

    def _what_is_used(self) -> None:
        """While the deck lasts, every use takes one card from the acting player's hand."""
        for time in range(1, self.times + 1):
            there = [number for number, _, drawn, _ in self._cards if drawn < time]
            out = [self.var("uses", number, time) for number in there]
            self.at_most_one(out)
            if time <= self.draws:
                self.add(*out)
            for number in there:
                for acts, seat in self._seat(time):
                    uses, holds = self.var("uses", number, time), self.var("holds", number, seat)
                    self.add(-uses, -acts, holds)
        for number, _, drawn, _ in self._cards:
            self.at_most_one(
                [self.var("uses", number, time) for time in range(drawn + 1, self.times + 1)]
            )

    def _what_is_played(self) -> None:
        for card in self._wanted:
            self.add(-self.var("done", card, 0))
            for time in range(1, self.times + 1):
                done, before = self.var("done", card, time), self.var("done", card, time - 1)
                plays = self.var("plays", card, time)
                self.add(-before, done)
                self.add(-plays, done)
                self.add(-done, before, plays)
                self.add(-plays, -before)
                if card.rank > self.game.stacks[card.suit] + 1:
                    self.add(-plays, self.var("done", Card(card.suit, card.rank - 1), time - 1))
                copies = [
                    self.var("uses", number, time)
                    for number, same, drawn, _ in self._cards
                    if same == card and drawn < time
                ]
                self.add(-plays, *copies)

    def _tokens(self) -> None:
        """Count tokens: `("tokens", time, n)` is at least n after this use, `("passed", time, n)`
        before it.
        """
        most = self.rules.clue_tokens
        spare = self.rules.strikes - 1 - self.game.strikes
        tokens = self.game.clue_tokens
        for n in range(1, most + 1):
            self.add(self.var("tokens", 0, n) if n <= tokens else -self.var("tokens", 0, n))
        for n in range(spare + 1):
            self.add(-self.var("struck", 0, n + 1))
        for time in range(1, self.draws + 1):
            self._passes(time, most)
            self._gain(time, most, spare)

    def _passes(self, time: int, most: int) -> None:
        lengths = [self.var("passes", time, n) for n in range(2 * self.players)]
        self.exactly_one(lengths)
        for n, length in enumerate(lengths):
            for seat in range(self.players):
                then = (seat + 1 + n) % self.players
                if time > 1:
                    acted, acts = self.var("acts", time - 1, seat), self.var("acts", time, then)
                    self.add(-length, -acted, acts)
                elif (self._begins + n) % self.players != seat:
                    self.add(-length, -self.var("acts", 1, seat))
            if n > most:
                self.add(-length)
            elif n:
                self.add(-length, self.var("tokens", time - 1, n))
            for left in range(1, most + 1):
                passed = self.var("passed", time, left)
                if left + n <= most:
                    before = self.var("tokens", time - 1, left + n)
                    self.add(-length, -passed, before)
                    self.add(-length, passed, -before)
                else:
                    self.add(-length, -passed)

    def _gain(self, time: int, most: int, spare: int) -> None:
        plays = [self.var("plays", card, time) for card in self._wanted]
        gains, strikes = self.var("gains", time), self.var("strikes", time)
        self.at_most_one(plays)
        for card, play in zip(self._wanted, plays, strict=True):
            self.add(-play, -strikes)  # a play is no strike, and only the last rank gains a token
            if card.rank != self.rules.ranks:
                self.add(-play, -gains)
        self.add(-gains, -strikes)
        self.add(*plays, gains, strikes)
        if not self.rules.discard_at_max:  # with all tokens there is no discard
            self.add(-self.var("passed", time, most), *plays, strikes)
        self._misplays(time, strikes)
        for n in range(1, spare + 2):
            struck, before = self.var("struck", time, n), self.var("struck", time - 1, n)
            self.add(-before, struck)
            fewer = [] if n == 1 else [-self.var("struck", time - 1, n - 1)]
            self.add(-strikes, *fewer, struck)
        self.add(-self.var("struck", time, spare + 1))
        for n in range(1, most + 1):
            after, passed = self.var("tokens", time, n), self.var("passed", time, n)
            self.add(-passed, after)
            self.add(-after, passed, gains)
            if n > 1:
                self.add(-after, self.var("passed", time, n - 1))

    def _misplays(self, time: int, strikes: int) -> None:
        """A playable card cannot be misplayed."""
        for number, card, drawn, _ in self._cards:
            if drawn < time and card in self._wanted:
                below = Card(card.suit, card.rank - 1)
                missing = [-self.var("done", below, time - 1)] if below in self._wanted else []
                done = self.var("done", card, time - 1)
                self.add(-strikes, -self.var("uses", number, time), done, *missing)


def _cards(game: Game) -> list[tuple[int, Card, int, int | None]]:
    """Return each card in hands and deck as a tuple: a number, the card, the time step at which it
    is drawn (0: in hand now), and the seat that holds it now (None: in the deck).
    """
    held = [(card, 0, seat) for seat, hand in enumerate(game.hands) for card in hand if card]
    deck = enumerate(game.deck[len(game.deck) - game.deck_left :], start=1)
    drawn = [(card, time, None) for time, card in deck]
    return [(number, *card) for number, card in enumerate([*held, *drawn])]


MISSING = "The exact fallback needs python-sat: pip install 'hanabi-lab[sat]'."


class NoSat(Exception):
    """Raised if the optional package python-sat is not installed."""


def available() -> bool:
    """Return whether python-sat is installed."""
    return find_spec("pysat") is not None


def can_reach(game: Game, target: int) -> bool:
    """Return whether a game in progress can still reach `target` points if all cards are known.

    The deck must not be empty, and the rules must have clue tokens: without them every turn has to
    use a card. Raises ValueError otherwise or if the game has ended, NoSat if python-sat is not
    installed.
    """
    if not available():
        raise NoSat(MISSING)
    if not game.deck_left or game.end is not None or not game.rules.clue_tokens:
        raise ValueError("The game must be running, with clue tokens and cards left in the deck.")
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Cadical195

    if target <= game.score:
        return True
    puzzle = Encoding(game)
    points = puzzle.points()
    if target - game.score > len(points):
        return False
    goal = [[point] for point in points]
    if target - game.score < len(points):
        few, top = target - game.score, puzzle.top
        goal = CardEnc.atleast(points, few, top_id=top, encoding=EncType.seqcounter).clauses
    with Cadical195(bootstrap_with=[*puzzle.clauses, *goal]) as solver:
        return bool(solver.solve())
