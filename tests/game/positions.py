"""Random tables in mid-game, and their twins: the same from one viewpoint, with other cards
where it cannot look."""

from dataclasses import dataclass, replace
from random import Random

from game.models import Table
from game.tables.state import TableState, deck_text, playback_of, rules_of
from native import Card, Game, Rules
from tests.game.known_deals import table_after

VARIANTS = ("No Variant", "6 Suits", "Rainbow (5 Suits)", "Black (5 Suits)", "3 Suits")


def random_state(random: Random) -> TableState:
    """A running table of people after some legal moves; nothing of it is in the database."""
    fields = {
        "players": random.randint(2, 5),
        "variant": random.choice(VARIANTS),
        "help": random.choice(Table.Help.values),
    }
    rules = rules_of(Table(**fields))
    game = Game(rules, seed=random.random().hex())
    moves: list[str] = []
    stop = random.randint(0, 60)
    while len(moves) < stop:
        legal = game.legal_moves()
        careful = [m for m in legal if m.is_clue or m.kind.name == "DISCARD"]
        move = random.choice(careful if careful and random.random() < 0.9 else legal)
        game.play(move)
        if game.end is not None:
            break
        moves.append(move.text(rules))
    deck = " ".join(card.text(rules.suits) for card in game.deck)
    return table_after(deck, *moves, **fields, slug="twin", seed="secret")


@dataclass(frozen=True)
class Place:
    """A card that is hidden from somebody: its place in the deck, and what clues left of it."""

    index: int
    allowed: int


def hidden_places(game: Game, seat: int | None) -> list[Place]:
    """Where this seat cannot look: the undrawn deck and the seat's hand (None: every hand)."""
    rules = game.rules
    anything = (1 << rules.max_score) - 1
    first_undrawn = rules.deck_size - game.deck_left
    places = [Place(index, anything) for index in range(first_undrawn, rules.deck_size)]
    for holder in range(rules.players) if seat is None else [seat]:
        for slot in range(rules.hand_size):
            order = game.order(holder, slot)
            if order is not None:
                places.append(Place(order, game.clued(holder, slot)))
    return places


def twin(random: Random, state: TableState, seat: int | None) -> TableState:
    """The same table to this seat (None: a spectator), with hidden cards dealt differently."""
    rules, deck = state.game.rules, state.game.deck
    places = hidden_places(state.game, seat)
    shuffled = deal_into(random, rules, places, [deck[place.index] for place in places])
    for place, card in zip(places, shuffled, strict=True):
        deck[place.index] = card
    table = Table(
        **{f.attname: getattr(state.table, f.attname) for f in Table._meta.concrete_fields}
    )
    table.deck = deck_text(rules, deck)
    return replace(state, table=table, playback=playback_of(table, state.moves))


def deal_into(random: Random, rules: Rules, places: list[Place], cards: list[Card]) -> list[Card]:
    """The same cards in the same places by random swaps that every clue allows."""
    dealt = list(cards)

    def fits(index: int, card: Card) -> bool:
        return bool(places[index].allowed >> rules.identity(card) & 1)

    for _ in range(8 * len(dealt)):
        one, other = random.randrange(len(dealt)), random.randrange(len(dealt))
        if fits(one, dealt[other]) and fits(other, dealt[one]):
            dealt[one], dealt[other] = dealt[other], dealt[one]
    return dealt
