"""The cards in all hands as one viewpoint may see them, and the identities shown for each.

The identities depend on the help level and the viewpoint:

| help   | my card                         | a teammate's card                        |
|--------|---------------------------------|------------------------------------------|
| none   | clue marks only                 | clue marks only                          |
| clues  | identities the clues allow      | identities the clues allow               |
| common | common knowledge                | common knowledge                         |
| full   | all I can know, with the odds   | what its holder and I both know          |

A teammate sees my hand and I do not, so their knowledge may only be shown as far as both of us can
deduce it. Even common knowledge depends on cards that all players see and a spectator does not: a
spectator only sees what clues and played or discarded cards imply.
"""

from dataclasses import dataclass

from agents.reasons.causes import is_all
from game import protocol as p
from game.board.conventions import reading_of
from game.board.progress import exhausted
from game.board.viewpoint import Viewpoint
from game.models import Table
from game.tables.state import TableState
from native import Card, Game
from native.empathy.exact import CardOdds, common, empathy, odds
from native.strategies.conv import Reading

Sets = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Knowledge:
    """The possible identities of all cards, and the odds of the viewer's own cards, as shown to
    one viewer.

    `sets[seat][slot]` is the bit mask of the identities shown as possible for a card, and
    `common_sets[seat][slot]` that of the identities possible by common knowledge; bit
    `suit * ranks + rank - 1` stands for an identity. `sets` and `common_sets` are None if they are
    not shown.
    `own_odds[slot]` has the odds for a card of `own_seat`.
    """

    sets: Sets | None = None
    common_sets: Sets | None = None
    own_seat: int | None = None
    own_odds: tuple[CardOdds | None, ...] = ()

    def possible(self, seat: int, slot: int) -> int | None:
        """Return the identities (bit mask) shown as possible for the card in a seat's slot; None
        at help level “none”.
        """
        return None if self.sets is None else self.sets[seat][slot]

    def common(self, seat: int, slot: int) -> int | None:
        """Return the identities (bit mask) that the card in a seat's slot may have by common
        knowledge; None at help levels “none” and “clues”, and for a spectator of hidden hands.
        """
        return None if self.common_sets is None else self.common_sets[seat][slot]

    def odds(self, seat: int, slot: int) -> tuple[float, float, float] | None:
        """Return three probabilities for the viewer's own card in `slot`: that it is playable,
        trash and critical. None for another seat's card, with open hands, and at help levels other
        than “full”.
        """
        if seat != self.own_seat or not self.own_odds:
            return None
        card = self.own_odds[slot]
        return None if card is None else (card.playable, card.trash, card.critical)


def hands(state: TableState, viewpoint: Viewpoint) -> list[list[p.ShownCard]]:
    """Return a list for each seat of its cards as shown to a viewpoint, the newest card first; an
    empty list before the game starts.
    """
    game = state.game
    if game is None:
        return []
    knowledge = _knowledge(state, game, viewpoint)
    marks, news = _marks(state), _news(state, viewpoint, knowledge)
    read, shown = reading_of(state, viewpoint), []
    for seat in range(game.rules.players):
        cards = []
        for slot, face in enumerate(_faces(game, viewpoint, seat)):
            order, position = game.order(seat, slot), game.position(seat, slot)
            if order is None or position is None:
                continue
            card = p.ShownCard(
                order=order,
                slot=position,
                id=face.text(game.rules.suits) if face else None,
                touched=game.touched(seat, slot),
                marks=marks.get(order, []),
                possible=knowledge.possible(seat, slot),
                common=knowledge.common(seat, slot),
                odds=knowledge.odds(seat, slot),
                became_known=order in news,
            )
            if read:
                _say(game, read, seat, slot, card)
            cards.append(card)
        shown.append(sorted(cards, key=lambda card: card.slot))
    return shown


def _say(game: Game, read: Reading, seat: int, slot: int, card: p.ShownCard) -> None:
    """Set the fields of a shown card that depend on conventions: `chop`, `focus`, `said` and
    `asked`. No card is said to be what the facts exclude, or useless if they make it playable.
    """
    last = game.history[-1] if game.turn else None
    card.chop = slot == read.chops[seat]
    card.focus = last is not None and last.target == seat and slot == read.focus
    if card.touched or read.said[seat][slot] != game.clued(seat, slot):
        card.said = said = read.said[seat][slot]
        facts = card.possible if card.common is None else card.common
        if facts and (said or is_all(facts, game.playable)):
            card.said = said & facts or facts
    if asked := read.asked[seat][slot]:
        focus = game.order(asked.target, asked.focus)
        assert focus is not None
        card.asked = p.Asked(asked.turn + 1, focus, asked.missing)


def _faces(game: Game, viewpoint: Viewpoint, seat: int) -> tuple[Card | None, ...]:
    if viewpoint.open:
        return game.hands[seat]
    if viewpoint.seat is not None:
        return game.view(viewpoint.seat).hands[seat]
    return (None,) * game.rules.hand_size


def _knowledge(state: TableState, game: Game, viewpoint: Viewpoint) -> Knowledge:
    """Return the possible identities and odds to show for every card in the position `game`.

    The table's help level limits what is shown: nothing (“none”), what the clues allow (“clues”),
    common knowledge (“common”), or all that the viewpoint's seat can know, with odds for its own
    cards (“full”). A spectator only sees what clues and played or discarded cards imply. If all
    hands are open, nothing is secret, and “full” shows each holder's own knowledge of their cards.
    """
    help_level, seats = state.table.help, range(game.rules.players)
    if help_level == Table.Help.NONE:
        return Knowledge()
    if help_level == Table.Help.CLUES:
        return Knowledge(_by_clues(game, 0))
    view = None if viewpoint.seat is None else game.view(viewpoint.seat)
    if view is None and not viewpoint.open:
        return Knowledge(_by_clues(game, exhausted(game)))
    everybody = common(game if viewpoint.open or view is None else view)
    if help_level == Table.Help.COMMON:
        return Knowledge(everybody, everybody)
    if viewpoint.open or view is None:
        return Knowledge(tuple(empathy(game, {seat})[seat] for seat in seats), everybody)
    shared = tuple(empathy(view, {view.seat, seat})[seat] for seat in seats)
    return Knowledge(shared, everybody, view.seat, odds(view))


def _by_clues(game: Game, without: int) -> Sets:
    rules = game.rules
    return tuple(
        tuple(game.clued(seat, slot) & ~without for slot in range(rules.hand_size))
        for seat in range(rules.players)
    )


def _news(state: TableState, viewpoint: Viewpoint, knowledge: Knowledge) -> set[int | None]:
    """Return the draw numbers of the cards that the last move left with a single possible
    identity, as far as this viewpoint is shown.
    """
    now = state.played.last
    known = _known(now, knowledge)
    if not state.moves or not known:
        return set()
    before = state.played.positions[-2]
    drawn = state.played.events[-1].drawn
    return known - _known(before, _knowledge(state, before, viewpoint)) - {drawn}


def _known(game: Game, knowledge: Knowledge) -> set[int | None]:
    return {
        game.order(seat, slot)
        for seat in range(game.rules.players)
        for slot in range(game.rules.hand_size)
        if (knowledge.possible(seat, slot) or 0).bit_count() == 1
    }


def _marks(state: TableState) -> dict[int, list[str]]:
    """Return, by draw number, the values of the clues that touched each card (“r”, “3”), without
    repeats, oldest first.
    """
    marks: dict[int, list[str]] = {}
    for event in state.played.events:
        if event.move.is_clue:
            value = event.move.clue_value(state.played.last.rules)
            for order in event.touched_orders:
                seen = marks.setdefault(order, [])
                if value not in seen:
                    seen.append(value)
    return marks
