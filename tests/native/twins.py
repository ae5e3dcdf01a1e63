"""Games that look the same from one seat and hide other cards."""

from random import Random

from native import Card, Game, Rules


def twin(game: Game, seat: int, rng: Random) -> Game:
    """A game with the same moves that looks the same to a seat, its hidden cards shuffled."""
    rules, deck = game.rules, game.deck
    drawn = rules.deck_size - game.deck_left
    allowed = dict.fromkeys(range(drawn, rules.deck_size), (1 << rules.max_score) - 1)
    for slot in range(rules.hand_size):
        order = game.order(seat, slot)
        if order is not None:
            allowed[order] = game.clued(seat, slot)
    for _ in range(200 if allowed else 0):
        one, other = rng.choice(list(allowed)), rng.choice(list(allowed))
        if fits(rules, deck[one], allowed[other]) and fits(rules, deck[other], allowed[one]):
            deck[one], deck[other] = deck[other], deck[one]
    again = Game(rules, deck=deck)
    for event in game.history:
        again.play(event.move)
    return again


def fits(rules: Rules, card: Card, identities: int) -> bool:
    return bool(identities >> rules.identity(card) & 1)
