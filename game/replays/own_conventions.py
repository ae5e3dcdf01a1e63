"""Compare a person's moves with their convention card (a level with exceptions, such as “no
bluffs”): find exceptions that they follow but do not name, and exceptions that they name but do
not follow.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from agents import registry
from agents.kinds.conv import levels
from agents.kinds.conv.profiles import in_words
from game.models import Player, Seating, Table
from game.tables.cards import BOT
from game.tables.state import load
from native import Game, Move, Rng, View

LATEST = 20
"""The most games of a person, counted from the latest, that are looked at."""
ERROR = 0.05
"""The significance level: the highest accepted probability of proposing a change although no other
card fits better."""
NO_CHANCE = Rng(0)
Count = Mapping[tuple[str, bool], int]
"""The number of turns on which only one of two convention cards, a person's card and a changed
card, predicts the move. The key is a pair: the changed card, and whether it is the one that
predicts the move."""


@dataclass(frozen=True)
class Difference:
    """A change of one exception (such as “no bluffs”) by which a person's convention card would fit
    their moves better: the exception is `added` to the card or, if false, removed from it.
    """

    exception: str
    card: str
    """The whole card, with the exception added or removed."""
    added: bool
    moved: int
    """The number of turns on which the changed card predicts the person's move and their own card
    does not."""
    of: int
    """The number of turns on which exactly one of the two cards predicts the person's move."""

    @property
    def chance(self) -> float:
        """The p-value of a one-sided sign test on the moves that only one of the two cards
        predicts: the probability that the changed card would predict as many of them (`moved` of
        `of`) or more if both cards fitted equally well.
        """
        as_many = sum(comb(self.of, moved) for moved in range(self.moved, self.of + 1))
        return as_many / float(2**self.of)

    @property
    def text(self) -> str:
        """A sentence, addressed to the person, that says which conventions they seem to play."""
        said = in_words(self.exception)
        if self.added:
            return f"You seem to play {said}."
        return f"Your card says “{said}”, but you seem to play otherwise."


def of_player(player: Player) -> Difference | None:
    """Return the change of a person's convention card that their latest games (at most LATEST)
    support best; None if no change is significant or they have no card.

    Games of experiments do not count.
    """
    if not player.card:
        return None
    mine = Seating.objects.filter(player=player, from_turn=0, table__status=Table.Status.FINISHED)
    latest = mine.filter(table__drawn=False).order_by("-table__finished")[:LATEST]
    seats = latest.values_list("table__slug", "index")
    counts = Counter[tuple[str, bool]]()
    for slug, seat in seats:
        counts.update(_counted(slug, seat, player.card))
    return best(counts, player.card)


def best(counts: Count, card: str) -> Difference | None:
    """Return the change of a person's convention card that their moves support most clearly, if it
    is significant with Bonferroni's correction for all possible changes; else None.

    `card` is the person's card. `counts[other, True]` is the number of their moves that the
    changed card `other` predicts and `card` does not, `counts[other, False]` the number of those
    that `card` predicts and `other` does not.
    """
    others = changes(card)
    found = []
    for exception, (other, added) in others.items():
        moved, not_moved = counts[other, True], counts[other, False]
        found.append(Difference(exception, other, added, moved, moved + not_moved))
    found = [one for one in found if one.chance <= ERROR / len(others)]
    return min(found, key=lambda one: one.chance, default=None)


def changes(card: str) -> dict[str, tuple[str, bool]]:
    """Return the convention cards that differ from a person's card in a single exception (such as
    “no bluffs”).

    The key is the exception; the value is the changed card, and whether the exception is added.
    """
    ideas, level = levels.ideas_of(card), levels.ideas_of(card.partition(":")[0])
    found = {}
    for name, without in levels.EXCEPTIONS.items():
        other = ideas & ~without if ideas & without else ideas | without & level
        if other != ideas:
            # No card has self-finesses without finesses.
            with suppress(ValueError):
                found[name] = (levels.named(other), bool(ideas & without))
    return found


def decisive_turns(game: Game, seat: int, card: str) -> Iterator[tuple[str, bool]]:
    """Yield the turns of a seat on which exactly one of two convention cards predicts the move:
    `card`, or another card that differs from it in a single exception.

    A turn is yielded once for each such other card, as (other card, True if the other card
    predicts the move, False if `card` does).
    """
    others = [other for other, _ in changes(card).values()]
    at = Game(game.rules, deck=game.deck)
    for event in game.history:
        if event.seat == seat:
            view = at.view(seat)
            own = _move(card, view) == event.move
            for other in others:
                if own != (_move(other, view) == event.move):
                    yield other, not own
        at.play(event.move)


@lru_cache(maxsize=2_000)
def _counted(slug: str, seat: int, card: str) -> Count:
    """Return how many turns of a seat in a finished game each changed card predicts (`Count`),
    cached, because the game never changes. The count is empty for games that no statistic
    includes, such as those with hints, for those in which somebody else took the seat, and for
    those by rules that no level plays.
    """
    state = load(slug)
    changed = any(one.index == seat and one.from_turn for one in state.seatings)
    if changed or state.irregular or state.game is None:
        return Counter()
    if not registry.find(f"{BOT}{card}").plays_at(state.game.rules):
        return Counter()
    return Counter(decisive_turns(state.game, seat, card))


def _move(card: str, view: View) -> Move | None:
    return levels.blueprint(card).decide(view, NO_CHANCE).move
