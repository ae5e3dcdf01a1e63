"""Explain the advantages and drawbacks of a move by the cards concerned.

Explanations use only the mover's own view and exact odds, never a card hidden from the mover.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.kinds.conv import levels
from agents.reasons.names import card_name, last_clue, listed, place, unclued
from game.board.conventions import is_to_play, meaning
from game.board.moves import receiver, touched
from game.board.progress import pace
from native import Card, Game, Move, MoveKind, View
from native.empathy.exact import CardOdds, empathy, odds
from native.strategies.conv import ClueMeaning, explain, reading

NAMED = 3
"""A card with at most this many possible identities is described by a list of their names."""
LAST_STRIKES = 1
ALL = ("", "{}", "two copies of {}", "three copies of {}")
"""By the number of copies of a card, the words for all of them."""
EITHER = ("", "{}", "either copy of {}", "any copy of {}")
"""By the number of copies of a card, the words for one of them, where one is enough."""


@dataclass(frozen=True)
class ExplainedPosition:
    """A position in which moves are explained to the seat to move."""

    position: Game
    """The game before the move."""
    view: View
    """The view of the seat to move."""
    names: Sequence[str]
    """The players' names by seat."""
    keeps_points: bool = False
    """Whether the points are kept when the last strike ends the game."""
    level: str | None = None
    """The level of the partners' conventions, such as “h3”; None if the board does not show
    them."""

    def by_convention(self, move: Move) -> str:
        """Return sentences on what the conventions say about a move; empty if they say nothing."""
        return meaning(self.view, move, self.level, self.names) if self.level else ""

    def chop(self, seat: int) -> int | None:
        """Return the slot of a seat's chop by the conventions; None if it has none, or the board
        does not show them.
        """
        return reading(levels.blueprint(self.level), self.view).chops[seat] if self.level else None

    def clue_meaning(self, move: Move) -> ClueMeaning | None:
        """Return what a move would tell the table by the conventions; None if the board does not
        show them.
        """
        return explain(levels.blueprint(self.level), self.view, move) if self.level else None


def about(scene: ExplainedPosition, move: Move) -> str:
    """Return a few sentences about the effects of `move`, by the seat to move, in the scene's
    position.
    """
    if move.is_clue:
        return " ".join(_clue(scene, move))
    assert move.slot is not None
    card = odds(scene.view)[move.slot]
    assert card is not None
    tell = _play if move.kind is MoveKind.PLAY else _discard
    told = scene.by_convention(move) if 0 < card.playable < 1 else ""
    if move.kind is MoveKind.PLAY and 0 < card.playable < 1 and not scene.level:
        told = _just_clued(scene, move.slot)
    last = "It draws the last card." if scene.position.deck_left == 1 else ""
    by_facts = tell(scene, move.slot, card, "By the cards alone" if told else "")
    return " ".join(one for one in (told, by_facts, last) if one)


def situation(scene: ExplainedPosition) -> str:
    """Return sentences about what constrains the seat to move: clue tokens, strikes, the end of
    the deck, and what the next player would do. Empty if nothing is worth mentioning.
    """
    return " ".join([*_counters(scene), *_next_player(scene)])


def _play(scene: ExplainedPosition, slot: int, card: CardOdds, basis: str) -> str:
    """Return a sentence on playing an own card. `basis` is empty, or the words with which the
    sentence begins in place of the card's name, because the sentence before it names the card.
    """
    view = scene.view
    where, what = f"slot {view.position(view.seat, slot)}", _what(scene, card)
    if card.playable == 1:
        if card.deals in card.ways:
            return f"{where.capitalize()} is {what}, and it is playable."
        return f"Whatever {where} is{f' ({what})' if what else ''}, it is playable."
    last = view.strikes + 1 == view.rules.strikes
    if card.playable == 0:
        end = f"the third strike, and {_lost(scene, 'would be')}" if last else "a strike"
        return f"{where.capitalize()} is not playable now: {end}."
    subject = f"{basis} it" if basis else where.capitalize() + (f" ({what})" if what else "")
    said = f"{subject} is {_percent(card.playable)} likely to be playable."
    return said + (f" If not, it is the third strike, and {_lost(scene, 'is')}." if last else "")


def _just_clued(scene: ExplainedPosition, slot: int) -> str:
    """Return who has clued an own card since the player's previous move, as a sentence; empty if
    nobody has.
    """
    view = scene.view
    clue = last_clue(view, view.seat, slot)
    if clue is None or clue.turn <= view.turn - view.rules.players:
        return ""
    where = f"slot {view.position(view.seat, slot)}"
    return f"{scene.names[clue.seat]} has just clued {where}, so it may be meant to be played."


def _lost(scene: ExplainedPosition, verb: str) -> str:
    return "the game ends" if scene.keeps_points else f"the score {verb} 0"


def _discard(scene: ExplainedPosition, slot: int, card: CardOdds, basis: str) -> str:
    """Return a sentence on discarding an own card; `basis` as in `_play`."""
    view = scene.view
    where, what = f"slot {view.position(view.seat, slot)}", _what(scene, card)
    gain = "It gives a clue token back."
    if card.trash == 1:
        return f"{gain} {where.capitalize()} is {f'{what}: ' if what else ''}trash."
    subject = f"{basis} it" if basis else where.capitalize() + (f" ({what})" if what else "")
    if slot in unclued(view, view.seat)[:1]:
        subject += ", the oldest card without a clue,"
    if card.playable == 1:
        return f"{gain} {subject} could be played now."
    if card.critical == 1:
        return f"{gain} {subject} is critical."
    chance, kind = max((card.critical, "critical"), (card.trash, "trash"), key=lambda one: one[0])
    if not chance:
        return f"{gain} {subject} is still needed, but there is another copy."
    return f"{gain} {subject} is {_percent(chance)} likely to be {kind}."


def _clue(scene: ExplainedPosition, move: Move) -> Iterator[str]:
    game, rules, seat = scene.position, scene.position.rules, scene.view.seat
    target = receiver(scene.view, move)
    mate, hand = scene.names[target], game.hands[target]
    held = {slot: card for slot in touched(scene.view, move) if (card := hand[slot])}
    cards = list(held.values())
    playable, critical, useless = (
        rules.cards_in(identities) for identities in (game.playable, game.critical, game.useless)
    )
    yield f"It touches {mate}'s {_names(scene, cards)}."
    if game.turns_left == 1:
        yield "It is the last move, so it changes nothing."
        return
    after = game.copy()
    after.play(move)
    before_it, after_it = (empathy(g.view(seat), {seat, target})[target] for g in (game, after))
    sure = [
        card
        for slot, card in enumerate(hand)
        if card and not after_it[slot] & ~game.playable and before_it[slot] & ~game.playable
    ]
    if sure:
        yield f"Then {mate} knows that {_names(scene, sure, EITHER)} can be played."
    if said := scene.by_convention(move):
        yield said
    fits = [
        card
        for slot, card in held.items()
        if card in playable and after_it[slot] & ~game.playable and card not in sure
    ]
    if fits and not scene.level:
        named = _names(scene, fits, EITHER)
        yield f"{named[0].upper()}{named[1:]} {_are(fits)} playable now, but {mate} can't be sure."
    chop = scene.chop(target)
    if chop in held:
        busy = scene.level and is_to_play(scene.view, scene.level, target)
        if held[chop] in critical:
            until = "" if busy else ", from being discarded next"
            yield f"It saves {card_name(rules, held[chop])}, which is critical{until}."
        elif not busy and held[chop] not in (*sure, *fits, *useless):
            yield f"It keeps {card_name(rules, held[chop])} from being discarded next."
    kept = [
        card
        for slot, card in held.items()
        if slot != chop and not game.touched(target, slot) and card in critical
    ]
    if kept:
        yield f"It protects {_names(scene, kept)}, which {_are(kept)} critical."
    if all(card in useless for card in cards):
        they_are = "they are" if len(cards) > 1 else "it is"
        known = [
            all(not one[slot] & ~game.useless for slot in held) for one in (before_it, after_it)
        ]
        learns = f"Then {mate} knows that {they_are}" if known == [False, True] else ""
        yield f"{learns or they_are.capitalize()} trash."
    later = [card for card in dict.fromkeys(cards) if card not in (*playable, *useless)]
    if later and not (scene.level or sure or fits or kept):
        named = _names(scene, later)
        yield f"{named[0].upper()}{named[1:]} {_are(later)} needed later."
    if before_it == after_it and not scene.level:
        yield f"It tells {mate} nothing new."
    if game.clue_tokens == 1:
        yield "It uses the last clue token."
    if game.deck_left == 1:
        yield "It leaves the last card in the deck."


def _counters(scene: ExplainedPosition) -> Iterator[str]:
    game = scene.position
    rules = game.rules
    if game.clue_tokens == 0:
        yield "You have no clue tokens left."
    if game.clue_tokens == rules.clue_tokens:
        yield f"You have all {rules.clue_tokens} clue tokens, so you can't discard."
    if game.strikes + LAST_STRIKES == rules.strikes:
        yield f"One more strike ends the game{'' if scene.keeps_points else ' with 0 points'}."
    if game.turns_left is not None:
        more = game.turns_left - 1
        follow = "one more turn follows" if more == 1 else f"{more} more turns follow"
        yield f"The deck is empty: {follow} yours." if more else "This is the game's last turn."
    elif game.deck_left == 1:
        yield "One card is left in the deck: when it is drawn, everybody has one more turn."
    elif pace(game) == 0:
        yield "The pace is 0: every discard from now on costs a point."


def _next_player(scene: ExplainedPosition) -> Iterator[str]:
    game, seat = scene.position, scene.view.seat
    if game.turns_left == 1:
        return
    rules = game.rules
    target = (seat + 1) % rules.players
    mate, hand = scene.names[target], game.hands[target]
    knows = empathy(game.view(seat), {seat, target})[target]
    sure = [
        card
        for slot, card in enumerate(hand)
        if card and game.playable >> rules.identity(card) & 1 and not knows[slot] & ~game.playable
    ]
    if sure:
        yield f"{mate} already knows that {_names(scene, sure, EITHER)} can be played."
        return
    if scene.level and is_to_play(scene.view, scene.level, target):
        return
    chop, free = scene.chop(target), unclued(scene.view, target)
    at_risk = [hand[slot] for slot in free if slot == chop or not scene.level]
    lost = [card for card in at_risk if card and game.critical >> rules.identity(card) & 1]
    if lost:
        what, are = _names(scene, lost), _are(lost)
        has = "has" if are == "is" else "have"
        would = (
            f"would discard {place(scene.view, target, chop)} next: {what}, which is critical"
            if chop is not None
            else f"may discard {what}, which {are} critical and {has} no clue"
        )
        yield f"{mate} doesn't know of a card to play, and {would}."


def _are(cards: Sequence[Card]) -> str:
    return "is" if len(set(cards)) == 1 else "are"


def _what(scene: ExplainedPosition, odds: CardOdds) -> str:
    """Return the possible identities of an own card, such as “red 3 or blue 3”; empty if there are
    more than NAMED. `odds` are the card's probabilities.
    """
    rules = scene.position.rules
    cards = [card for card, ways in zip(rules.cards, odds.ways, strict=False) if ways]
    named = [card_name(rules, card) for card in cards]
    return listed(named, "or") if len(named) <= NAMED else ""


def _names(scene: ExplainedPosition, cards: list[Card], words: tuple[str, ...] = ALL) -> str:
    """Return the names of cards, such as “red 3, blue 1 and two copies of green 1”."""
    names = {card: card_name(scene.position.rules, card) for card in cards}
    return listed([words[cards.count(card)].format(name) for card, name in names.items()])


def _percent(chance: float) -> str:
    if 0 < chance < 0.01:
        return "less than 1%"
    if 0.99 < chance < 1:
        return "more than 99%"
    return f"{int(100 * chance + 0.5)}%"  # The board rounds halves up too.
