"""The coach: estimate what each move of a finished game cost, given what its player could know.

A move is compared with the best alternative over hands that its player could have held. The moves
that seem costly are searched longer, and then measured again on fresh hands, because a move chosen
for a large estimate is overestimated. Points that were lost with all cards open by a move that is
no mistake are traced back to the earliest measured mistake that could have prevented the loss.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from agents import registry
from game.board.judging import COST, LOOK, Comparison, Gain, compare, glance, judge_of
from game.tables.playback import Playback
from native import BadRules, Event, Game, Move
from native.search.search import VERSION as SEARCH_VERSION
from native.search.search import Scoring
from native.solver.whole_deals import GLANCE, hindsight, prospect

VERSION = 7
BUDGETS = {2: 75_000, 3: 50_000, 4: 37_500, 5: 23_000, 6: 20_000}
"""By number of players, the most rollouts for a game, which take some 10 seconds: with more players
a rollout takes longer. They limit how many moves get a longer search."""
PLAUSIBLE = 0.7
"""A move gets a longer search if its rough loss plus two standard errors exceeds this many
points."""
ROUNDS = 2
"""A lost point is attributed only to mistakes made at most this many rounds before it."""


class Judged(msgspec.Struct):
    """One move with its estimated cost, given what its player could know."""

    turn: int
    """The number of the move, from 1."""
    seat: int
    move: str
    """The move made, in the engine's notation."""
    loss: float
    """The mean points by which the best alternative would have scored more; 0 if there is no
    better one."""
    error: float
    """The standard error of `loss`."""
    best: str
    """The best move, in the engine's notation; equal to `move` if none is better."""
    sure: bool = False
    """Whether the loss, measured again in newly sampled hands, is so clear that the move counts as
    a mistake."""
    whose: int | None = None
    """The turn of the mistake that explains this move's loss: this move's own turn if it is a
    mistake itself, else that of the earliest one that, if avoided, would have kept the points that
    this move lost with all cards open. None if there is no such mistake."""


class Verdict(msgspec.Struct):
    """The coach's verdict on a game: its moves with their estimated costs."""

    by: str
    """The addresses of the agents that played the rollouts, and the versions of all code that
    affects the verdict (`version`)."""
    moves: list[Judged]
    done: bool = False
    lost: dict[int, int] = {}
    """By turn, from 1: the points by which the move lowered the best score still possible with all
    cards open. Other turns are absent."""


def version(by: Sequence[str]) -> str:
    """Return a text with the addresses of the agents that judge, given by seat, and the versions of
    all code that affects a verdict. A stored verdict with another text is out of date.
    """
    agents = ", ".join(f"{one} {registry.find(one).version}" for one in dict.fromkeys(by))
    return f"{agents}, search {SEARCH_VERSION}, coach {VERSION}"


class _Move(NamedTuple):
    """A position and the move made there."""

    game: Game
    event: Event


def judge(
    game: Game,
    scoring: Scoring = Scoring.ZERO,
    say: Callable[[Verdict], object] = lambda verdict: None,
    by: Sequence[str] = (),
) -> Verdict:
    """Return the coach's verdict: the estimated cost of each move of a game. The result is
    deterministic. `by` has, by seat, the address of the agent that plays the rollouts when the
    seat's moves are judged, by default that of `judge_of`.

    `scoring` says what a game is worth after the last strike: 0, the number of cards played, or
    half of it. `say` is called with the unfinished verdict after the first search of all moves and
    after each longer search of one.
    """
    moves, by = _moves(game), by or (judge_of(game.rules),) * game.rules.players
    verdict = Verdict(version(by), [])
    doubtful: dict[int, float] = {}
    for turn, at in enumerate(moves):
        best = _best(glance, at, scoring, by)
        verdict.moves.append(_judged(at, best))
        if best is not None and best.points + 2 * best.error > PLAUSIBLE:
            doubtful[turn] = best.points + best.error / 2
    say(verdict)
    most = (BUDGETS[game.rules.players] - LOOK.rollouts * len(moves)) // COST
    costliest = sorted(doubtful, key=lambda turn: -doubtful[turn])[: max(0, most)]
    # In the order of turns: a search continues its belief about the hidden cards, never goes back.
    for turn in sorted(costliest):
        best = _best(compare, moves[turn], scoring, by)
        one = _judged(moves[turn], best)
        one.sure = best is not None and best.is_clear
        verdict.moves[turn] = one
        say(verdict)
    for judged in verdict.moves:
        judged.whose = judged.turn if judged.sure else None
    _trace_losses(game, moves, verdict, by)
    verdict.done = True
    return verdict


def _best(
    how: Callable[..., Comparison], at: _Move, scoring: Scoring, by: Sequence[str]
) -> Gain | None:
    """Return the best alternative to the move made at `at`; None if no other was tried."""
    seat = at.event.seat
    found = how(at.game.view(seat), at.event.move, scoring, judge=by[seat])
    return next(iter(found.gains), None)


def _trace_losses(game: Game, moves: Sequence[_Move], verdict: Verdict, by: Sequence[str]) -> None:
    """Note the points lost with all cards open, and trace each loss by a move that was no mistake
    to the earliest mistake that could have prevented it.

    Variants with cards that no clue touches cannot be searched with all cards open.
    """
    try:
        prospects = hindsight(game)
    except BadRules:
        return
    for turn, (before, after) in enumerate(pairwise(prospects), start=1):
        if after.high >= before.low:
            continue
        verdict.lost[turn] = before.low - after.high
        if verdict.moves[turn - 1].sure:
            # The judging agents would hardly make this mistake, so any other move "prevents" it.
            continue
        first = turn - ROUNDS * game.rules.players
        for mistake in verdict.moves[max(0, first - 1) : turn - 1]:
            if mistake.sure and _prevents(moves, mistake, turn, before.low, by):
                verdict.moves[turn - 1].whose = mistake.turn
                break


def _prevents(
    moves: Sequence[_Move], mistake: Judged, turn: int, points: int, by: Sequence[str]
) -> bool:
    """Return whether `points` could still be reached after turn `turn` if the better move had been
    made and the judging agents (by seat) had played on from there.
    """
    at = moves[mistake.turn - 1].game.copy()
    at.play(Move.parse(mistake.best, at.rules))
    agents = [registry.find(one).playing_on().agent("coach") for one in by]
    while at.to_move is not None and at.turn < turn:
        at.play(agents[at.to_move].decide(at.view(at.to_move)).move)
    return prospect(at, budget=GLANCE).low >= points


def _moves(game: Game) -> list[_Move]:
    start = Playback((Game(game.rules, deck=game.deck),))
    played = start.extended(*(event.move for event in game.history))
    return [_Move(*pair) for pair in zip(played.positions, played.events, strict=False)]


def _judged(at: _Move, best: Gain | None) -> Judged:
    """Return a move's judgement, given the best alternative to it, which may be worse."""
    rules, event = at.game.rules, at.event
    better = best if best is not None and best.points > 0 else Gain(event.move, 0.0, 0.0, 0)
    return Judged(
        turn=event.turn + 1,
        seat=event.seat,
        move=event.move.text(rules),
        loss=better.points,
        error=best.error if best else 0.0,
        best=better.move.text(rules),
    )
