"""What is shown of each card's possibilities, by the table's help level and the receiver's
viewpoint.

| help   | my card                         | a mate's card                          |
|--------|---------------------------------|----------------------------------------|
| none   | clue marks only                 | clue marks only                        |
| clues  | what the clues leave            | what the clues leave                   |
| common | what the whole table knows      | what the whole table knows             |
| full   | all I can know, with the odds   | what the two of us know its holder knows |

A mate also sees my hand, which I do not. What I may be told of a mate's knowledge is therefore
what both of us can work out together. Even common knowledge depends on cards that all players see
together and a spectator does not: a spectator is told what clues and played cards leave.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from game.board.progress import exhausted
from game.protocol import Help
from native import Game, View
from native.empathy.exact import common, empathy
from native.empathy.odds import CardOdds, odds

Sets = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Knowledge:
    """Identity sets per seat and slot, and the odds of the receiver's own slots."""

    sets: Sets | None = None
    common_sets: Sets | None = None
    own_seat: int | None = None
    own_odds: tuple[CardOdds | None, ...] = field(default=())

    def possible(self, seat: int, slot: int) -> int | None:
        return None if self.sets is None else self.sets[seat][slot]

    def common(self, seat: int, slot: int) -> int | None:
        return None if self.common_sets is None else self.common_sets[seat][slot]

    def odds(self, seat: int, slot: int) -> tuple[float, float, float] | None:
        """P(playable), P(trash), P(critical) of an own card."""
        if seat != self.own_seat or not self.own_odds:
            return None
        card = self.own_odds[slot]
        return None if card is None else (card.playable, card.trash, card.critical)


def knowledge_of(game: Game, view: View | None, help_level: Help, open_hands: bool) -> Knowledge:
    """For a seat's view, or for a spectator (``view`` None). With open hands nothing is secret and
    “full” shows what each holder knows."""
    if help_level == "none":
        return Knowledge()
    if help_level == "clues":
        return Knowledge(_by_clues(game, 0))
    if view is None and not open_hands:
        return Knowledge(_by_clues(game, exhausted(game)))
    everybody = common(game if open_hands or view is None else view)
    if help_level == "common":
        return Knowledge(everybody, everybody)
    if open_hands or view is None:
        return Knowledge(_holders(game), everybody)
    return Knowledge(_shared(view), everybody, view.seat, odds(view))


def _by_clues(game: Game, without: int) -> Sets:
    rules = game.rules
    return tuple(
        tuple(game.clued(seat, slot) & ~without for slot in range(rules.hand_size))
        for seat in range(rules.players)
    )


def _holders(game: Game) -> Sets:
    return tuple(empathy(game, {seat})[seat] for seat in range(game.rules.players))


def _shared(view: View) -> Sets:
    me = view.seat
    return tuple(empathy(view, {me, seat})[seat] for seat in range(view.rules.players))
