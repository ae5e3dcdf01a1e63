"""The careful strategy once more, slowly: which move, up to cards and clues that are alike."""

from __future__ import annotations

from itertools import chain

from native import Card, Game, Move, MoveKind

Choice = str | tuple[str, Card]
"""`clue`, or what is done with which card."""


def told(game: Game, move: Move) -> Choice:
    """What a move comes to."""
    if move.is_clue:
        return "clue"
    assert game.to_move is not None
    assert move.slot is not None
    card = game.hands[game.to_move][move.slot]
    assert card is not None
    return ("play" if move.kind is MoveKind.PLAY else "discard", card)


def allowed(game: Game) -> set[Choice]:
    """What the careful strategy may do here; several where it does not matter."""
    seat, rules = game.to_move, game.rules
    assert seat is not None
    hands = [[card for card in hand if card] for hand in game.hands]
    mine, others = hands[seat], list(chain(*(hands[:seat] + hands[seat + 1 :])))

    def among(card: Card, identities: int) -> bool:
        return bool(identities >> rules.identity(card) & 1)

    def playable(cards: list[Card]) -> list[Card]:
        return [card for card in cards if among(card, game.playable)]

    def useful(card: Card) -> int:
        after = Card(card.suit, card.rank + 1)
        points = -4 * (card.rank - 1)
        points += 30 * (after in others) + 12 * (after in mine) - 8 * (card in others)
        return points + 20 * among(card, game.critical)

    if playable(mine):
        most = max(map(useful, playable(mine)))
        return {("play", card) for card in playable(mine) if useful(card) == most}
    kinds = {move.kind for move in game.legal_moves()}
    clues = bool(kinds & {MoveKind.COLOUR, MoveKind.RANK})
    discards = MoveKind.DISCARD in kinds
    if clues and (not discards or game.turns_left is not None):
        return {"clue"}

    def worth(card: Card) -> tuple[int, int]:
        if among(card, game.useless) or (mine + others).count(card) > 1:
            return 0, 0
        if among(card, game.critical):
            return 2, -card.rank
        return 1, game.stacks[card.suit] - card.rank

    left = bin(((1 << len(game.stacks) * rules.ranks) - 1) & ~game.useless).count("1")
    wasteful = game.deck_left + rules.players - left < rules.players
    trash = [card for card in mine if worth(card)[0] == 0]
    verb = "discard" if discards else "play"
    if trash:
        if clues and wasteful and playable(others):
            return {"clue"}
        dead = [card for card in trash if among(card, game.useless)]
        return {(verb, card) for card in dead or trash}
    least = min(map(worth, mine))
    if clues and (playable(others) or any(worth(card) < least for card in others)):
        return {"clue"}
    return {(verb, card) for card in mine if worth(card) == least}
