"""What cards can be, what games were, and what deals are worth."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from analysis.tables import Table
from hanabi_lab.view import Cards
from native import Card, Game, Rng, Rules, View
from native.empathy.exact import empathy as identities
from native.empathy.lines import Line, answer
from native.records import Refused, Replayed, load
from native.records import replay as replayed
from native.solver.whole_deals import PATIENCE, Prospect, prospect

Knowledge = list[list[Cards]]
"""By seat and card, what it can be."""


def empathy(
    position: Mapping[str, Any] | Game | View, observers: Collection[int] | None = None
) -> Knowledge:
    """What every card can be, exactly, as the observers know it who share what they know.

    A position is a game, or a dictionary as in `manage.py empathy`: `suits`, `copies` by suit and
    rank, `players`, `observers`, all `hands`, what clues left of each card at the `start`, and what
    is `gone`. Of a game the cards of a hand stand in the engine's slots, and the observers are
    everybody unless given. Raises BadPosition or ValueError, in words.
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
        raise ValueError(f"This is no position: {error}.") from None
    return [[frozenset(cards) for cards in hand] for hand in answer(line)["possible"]]


class Replays(list[Replayed]):
    """Recorded games, played again. Each has `ok`, `score`, `end`, `reason`, and the `game`."""

    def to_frame(self) -> Any:
        """A pandas.DataFrame, a row a game. Raises BadTable where pandas is not installed."""
        facts = [one.facts() for one in self]
        names = facts[0] if facts else ()
        return Table({name: [row[name] for row in facts] for name in names}).to_frame()


def replay(file: str | Path) -> Replays:
    """Every game of a file, a folder or an archive, played again by the engine: exports of
    hanab.live, our traces, logs of HanabiData, arrays of AH2AC2, our notation. What cannot be read
    is a row that is not `ok` and says why. Raises FileNotFoundError."""
    if not Path(file).exists():
        raise FileNotFoundError(f"There is no file {file}.")
    return Replays(
        Replayed(one.source, ok=False, reason=one.reason)
        if isinstance(one, Refused)
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
    """The best score of a deal with all cards known: `low`, which the `line` of moves reaches, and
    `high`, beyond which nothing can be (`proof`). They are the same unless it is undecided.

    A deal is its number among the deals of a seed, the cards of the deck in draw order (`r1 b3`
    ..., the first seat's hand first), or a game, which is searched from where it stands. Raises
    BadDeck, BadRules or ValueError, in words.
    """
    if isinstance(deal, Game):
        return prospect(deal, budget=budget)
    rules = Rules.standard(players, variant)
    if isinstance(deal, int):
        return prospect(Game(rules, seed=Rng(seed).derive(deal)), budget=budget)
    cards = deal.split() if isinstance(deal, str) else deal
    deck = [Card.parse(card, rules.suits) for card in cards]
    return prospect(Game(rules, deck=deck), budget=budget)
