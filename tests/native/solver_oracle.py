"""The best score of a small game by trying every move of the engine."""

from native import Game
from native.engine.rules import MoveKind


def best_by_trying(game: Game) -> int:
    """Which clue is given makes no difference to those who see everything."""
    known: dict[tuple[object, ...], int] = {}

    def best(now: Game) -> int:
        if now.end is not None:
            return now.score
        turns_left = now.struct.pub.turns_left
        hands = tuple(tuple(sorted(map(str, hand))) for hand in now.hands)
        table = (now.stacks, now.clue_tokens, now.strikes, now.deck_left, now.to_move, turns_left)
        if (hands, table) in known:
            return known[hands, table]
        found, clued = now.score, False
        for move in now.legal_moves():
            if move.kind >= MoveKind.COLOUR:
                if clued:
                    continue
                clued = True
            then = now.copy()
            then.play(move)
            found = max(found, best(then))
        known[hands, table] = found
        return found

    return best(game)
