"""Exact empathy, replays of recorded games, and the best score of a deal."""

from collections.abc import Collection, Mapping, Sequence
from operator import index
from pathlib import Path
from typing import Any, SupportsIndex

import msgspec

from analysis.tables import Table
from hanabi_lab.view import Cards
from native import Card, Game, Rng, Rules, View
from native.empathy.exact import empathy as identities
from native.empathy.lines import Line, answer
from native.records import RefusedGame, Replayed, load
from native.records import replay as replayed
from native.solver.whole_deals import PATIENCE, Prospect, prospect

Knowledge = list[list[Cards]]
"""The possible identities of each card: `knowledge[seat][card]` is a set of cards such as r1."""


def empathy(
    position: Mapping[str, Any] | Game | View, observers: Collection[int] | None = None
) -> Knowledge:
    """Return the exact set of identities that each card can have by the common knowledge of the
    observers: what all of them know, and know that the others know.

    A single observer's common knowledge is all that it knows. Cards of seats that are not
    observers have their true identity.

    Args:
        position: A game, a view, or a dictionary as for `manage.py empathy`: `suits` such as 'ry',
            `copies` such as `{'r': [3, 2], 'y': [3, 2]}` by rank, the number of `players`, the
            seats of the `observers`, the true `hands` such as `[['r1', 'y2'], ...]`, the `start`
            (for each card of each hand, the list of cards that its clues allow), and the numbers of
            `gone` cards (played or discarded), such as `{'r1': 2}`.
        observers: Numbers of the observing seats, which must include the seat of a view. None for
            those that a dictionary names, or all seats of a game or view.

    Returns:
        For each seat a list of sets of cards such as `{'r1', 'y1'}`, one set per card. In a game or
        view, cards stand in the order of the engine's slots.

    Raises:
        BadPosition: If the dictionary describes an impossible position.
        ValueError: If the dictionary is malformed, a seat does not exist, or a view's seat is not
            an observer.
    """
    if isinstance(position, Game | View):
        seats = range(position.rules.players) if observers is None else observers
        rules, known = position.rules, identities(position, seats)
        return [
            [frozenset(card.text(rules.suits) for card in rules.cards_in(bits)) for bits in hand]
            for hand in known
        ]
    given = dict(position) if observers is None else {**position, "observers": list(observers)}
    try:
        line = msgspec.convert(given, Line)
    except msgspec.ValidationError as error:
        raise ValueError(f"This is not a position: {error}.") from None
    return [[frozenset(cards) for cards in hand] for hand in answer(line)["possible"]]


class Replays(list[Replayed]):
    """A list of recorded games that were replayed on the engine.

    Each item has `ok` (whether every move was legal and the score agrees with the record),
    `score`, `end` (how the game ended, such as strikeout), `reason` (why it is not `ok`, or what
    was corrected) and `game` (the engine's game after the last move).
    """

    def to_frame(self) -> Any:
        """Return a pandas.DataFrame with one row per game, without the column `game`.

        Raises:
            BadTable: If pandas is not installed.
        """
        facts = [one.facts() for one in self]
        names = facts[0] if facts else ()
        return Table({name: [row[name] for row in facts] for name in names}).to_frame()


def replay(file: str | Path) -> Replays:
    """Replay every recorded game of a file with the engine.

    Args:
        file: The path of a file, or of a folder or archive of files: hanab.live exports, Hanabi
            Lab traces, HanabiData logs, AH2AC2 arrays, or games in the engine's notation.

    Returns:
        One item per game. A game that cannot be read or replayed is not `ok` and has a `reason`.

    Raises:
        FileNotFoundError: If there is no such file.
    """
    if not Path(file).exists():
        raise FileNotFoundError(f"There is no file {file}.")
    return Replays(
        Replayed(one.source, ok=False, reason=one.reason)
        if isinstance(one, RefusedGame)
        else replayed(one)
        for one in load(str(file))
    )


def winnable(
    deal: int | str | Sequence[str] | Game,
    *,
    players: int = 2,
    variant: str = "No Variant",
    seed: str | int = 0,
    budget: int = PATIENCE,
) -> Prospect:
    """Return bounds on the best score that a deal allows to players who know all cards.

    Args:
        deal: The number of a deal of `seed`, the cards of the deck in draw order (`r1 b3 …`, the
            first seat's hand first), or a game, which is searched from its current position.
        players: Number of seats, unless a game is given.
        variant: A hanab.live variant, unless a game is given.
        seed: Seed of numbered deals.
        budget: Number of positions to search before giving up.

    Returns:
        An object with `low`, a score reached by the moves of `line`, and `high`, an upper bound
        justified by `proof`. They are equal if the search found the best score.

    Raises:
        BadDeck: If the cards are not a deck of the variant.
        BadRules: If the rules are impossible.
        ValueError: If a card cannot be read or the budget is out of range.
        TypeError: If the deal is none of these.
    """
    if isinstance(deal, Game):
        return prospect(deal, budget=budget)
    rules = Rules.standard(players, variant)
    if isinstance(deal, SupportsIndex):
        return prospect(Game(rules, seed=Rng(seed).derive(index(deal))), budget=budget)
    if not isinstance(deal, str | Sequence):
        raise TypeError(f"A deal is a number, the cards of a deck, or a game, not {deal!r:.60}.")
    cards = deal.split() if isinstance(deal, str) else deal
    deck = [Card.parse(card, rules.suits) for card in cards]
    return prospect(Game(rules, deck=deck), budget=budget)
