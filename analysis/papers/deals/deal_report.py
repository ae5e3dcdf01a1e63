"""The report of one deal: the best score it allows, moves that reach it, and the proof that no more
is possible.
"""

from collections.abc import Iterator
from typing import Any

from analysis.papers.deals.counting import MOST, BadCount, Scope
from game.board import words
from native import Game, Rng
from native.solver.whole_deals import Prospect, prospect


def facts_of(asked: Scope, deal: int) -> dict[str, Any]:
    """Return a report on the deal with number `deal` (from 0), as JSON data.

    `asked` has the rules, the seed of the deals and the search budget. In the report, `low` and
    `high` are bounds on the best score that the deal allows, `most` is the maximum score of the
    rules, `moves` are moves that reach `low`, in the engine's notation, and `proof` is the kind of
    proof that no more than `high` is possible, None if `high` is `most`. `players`, `variant`,
    `seed`, `deal` and `deck` identify the deal. Raises BadCount if there is no such deal, BadRules
    if the rules are invalid.
    """
    game, answer = _searched(asked, deal)
    return {
        "deal": deal,
        "players": asked.players,
        "variant": asked.variant,
        "seed": asked.seed,
        "low": answer.low,
        "high": answer.high,
        "most": game.rules.max_score,
        "proof": answer.proof.slug if answer.high < game.rules.max_score else None,
        "deck": "".join(card.text(game.rules.suits) for card in game.deck),
        "moves": [move.text(game.rules) for move in answer.line],
    }


def sentences_of(asked: Scope, deal: int) -> str:
    """Return a report on the deal with number `deal` (from 0) as text: the verdict, then the moves
    that reach the best known score.

    `asked` has the rules, the seed of the deals and the search budget. Raises BadCount if there is
    no such deal, BadRules if the rules are invalid.
    """
    game, answer = _searched(asked, deal)
    return "\n".join([f"deal {deal}: {_verdict(game, answer)}", *_line(game, answer)])


def _searched(asked: Scope, deal: int) -> tuple[Game, Prospect]:
    if not 0 <= deal < MOST:
        raise BadCount(f"Deals are numbered from 0 to {MOST - 1:,}; there is no deal {deal}.")
    game = Game(asked.rules, seed=Rng(asked.seed).derive(deal))
    return game, prospect(game, budget=asked.budget)


def _verdict(game: Game, answer: Prospect) -> str:
    most = game.rules.max_score
    if answer.low == most:
        return "winnable, by this line:"
    if answer.high == most:
        return f"undecided; {answer.low} of {most} points can be had by this line:"
    points = f"{answer.low}" if answer.exact else f"{answer.low} to {answer.high}"
    return f"not winnable, since {answer.proof.words}; {points} of {most} points, by this line:"


def _line(game: Game, answer: Prospect) -> Iterator[str]:
    names = [f"Player {seat + 1}" for seat in range(game.rules.players)]
    for turn, move in enumerate(answer.line, start=1):
        before = game.copy()
        event = game.play(move)
        yield f"{turn:4}  {words.move_sentence(before, event, names)}"
