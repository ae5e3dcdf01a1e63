"""The coach: estimate what each move of a finished game cost, given what its player could know.

A move is compared with the best alternative over hands that its player could have held. The moves
that seem costly are searched longer, and then measured again on fresh hands, because a move chosen
for a large estimate is overestimated. Points that were lost with all cards open are traced back to
the earliest measured mistake that could have prevented the loss.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import msgspec

from agents import registry
from game.board.judging import is_strike, judge_of, order, search
from game.tables.playback import Playback
from native import BadRules, Event, Game, Move, Rng
from native.search.search import VERSION as SEARCH_VERSION
from native.search.search import Scoring, Setting
from native.solver.whole_deals import GLANCE, hindsight, prospect

VERSION = 1
LOOK = Setting(240, particles=120, explained=0, seed=1)
"""The setting of the first, cheap search, which is made for every move."""
WEIGH = Setting(1_000, particles=200, explained=0, seed=2)
"""The setting of the longer search, for the best alternative to a move that seems costly."""
PROVE = Setting(800, particles=200, explained=0, seed=3, sure=3)
"""The setting of the last search, which compares the best alternative with the move in newly
sampled hands."""
BUDGET = 110_000
"""Once the number of rollouts for a game, multiplied by its number of players, exceeds this limit,
no further move gets a longer search. With more players a rollout takes longer."""
PLAUSIBLE = 0.7
"""A move gets a longer search if its rough loss plus two standard errors exceeds this many
points."""
LEAST, SURE = 0.3, 1.645
"""A move is a mistake if its measured loss exceeds LEAST points by more than SURE standard
errors."""
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
    """The turn of the mistake that explains this move's loss: the earliest one that, if avoided,
    would have kept the points that this move lost with all cards open. Without one, this move's
    own turn if it is a mistake itself, else None."""


class Verdict(msgspec.Struct):
    """The coach's verdict on a game: its moves with their estimated costs."""

    by: str
    """The address of the agent that played the rollouts, and the versions of all code that affects
    the verdict (`version`)."""
    moves: list[Judged]
    done: bool = False
    lost: dict[int, int] = {}
    """By turn, from 1: the points by which the move lowered the best score still possible with all
    cards open. Other turns are absent."""


def version(game: Game) -> str:
    """Return a text with the judging agent's address and the versions of all code that affects a
    verdict. A stored verdict with another text is out of date.

    Raise ValueError if no agent can judge by the rules of this game.
    """
    address = judge_of(game.rules)
    return f"{address} {registry.find(address).version}, search {SEARCH_VERSION}, coach {VERSION}"


class _Move(NamedTuple):
    """A position and the move made there."""

    game: Game
    event: Event


def judge(
    game: Game,
    scoring: Scoring = Scoring.ZERO,
    say: Callable[[Verdict], object] = lambda verdict: None,
) -> Verdict:
    """Return the coach's verdict: the estimated cost of each move of a game. The result is
    deterministic.

    `scoring` says what a game is worth after the last strike: 0, the number of cards played, or
    half of it. `say` is called with the unfinished verdict after the first search of all moves and
    after each longer search of one. Raise ValueError if no agent can judge by the rules of this
    game.
    """
    moves = _moves(game)
    coach = _Coach(judge_of(game.rules), scoring)
    verdict = Verdict(version(game), [coach.glance(move) for move in moves])
    say(verdict)
    for turn in sorted(coach.doubtful, key=lambda turn: -coach.doubtful[turn]):
        if coach.rollouts * game.rules.players > BUDGET:
            break
        verdict.moves[turn] = coach.measure(moves[turn], verdict.moves[turn])
        say(verdict)
    for judged in verdict.moves:
        judged.whose = judged.turn if judged.sure else None
    _trace_losses(game, moves, verdict)
    verdict.done = True
    return verdict


class _Coach:
    """The searches of one game."""

    def __init__(self, address: str, scoring: Scoring) -> None:
        self.address = address
        self.scoring = scoring
        self.rollouts = 0
        self.doubtful: dict[int, float] = {}
        """How costly each move that may be a mistake seems, by turn from 0."""

    def glance(self, at: _Move) -> Judged:
        """Return a rough estimate of a move's loss; if the move may be a mistake, add it to
        `doubtful`.
        """
        best, loss, error = self._compare(LOOK, at)
        if loss + 2 * error > PLAUSIBLE:
            self.doubtful[at.event.turn] = loss + error / 2
        return _judged(at, best, max(loss, 0.0), error)

    def measure(self, at: _Move, glanced: Judged) -> Judged:
        """Return the loss of the move made at `at` against the best alternative, measured in newly
        sampled hands.

        `glanced` is the rough estimate that `glance` returned for this move. Its alternative is
        taken if it beats the move made by more than LEAST points plus two standard errors;
        otherwise a longer search chooses the alternative. If this search finds no loss that may
        exceed LEAST, its estimate is returned and nothing is measured again.
        """
        best, loss, error = Move.parse(glanced.best, at.game.rules), glanced.loss, glanced.error
        if loss - 2 * error <= LEAST:
            best, loss, error = self._compare(WEIGH, at)
        if best == at.event.move or loss + error <= LEAST:
            return _judged(at, best, max(loss, 0.0), error)
        _, loss, error = self._compare(PROVE, at, best)
        one = _judged(at, best, loss, error)
        one.sure = loss - SURE * error > LEAST
        return one

    def _compare(self, setting: Setting, at: _Move, *others: Move) -> tuple[Move, float, float]:
        """Return the best move, its gain over the move made, and the gain's standard error."""
        setting = replace(setting, scoring=self.scoring)
        players, view = at.game.rules.players, at.game.view(at.event.seat)
        thought = search(self.address, players, setting).compare(
            view, Rng("coach"), at.event.move, *others
        )
        self.rollouts += thought.rollouts
        rest = [
            one
            for one in thought.values
            if one.worlds and one.move != at.event.move and not is_strike(view, one.move)
        ]
        if not rest:
            return at.event.move, 0.0, 0.0
        best = max(rest, key=order)
        return (best.move if others or best.gain > 0 else at.event.move), best.gain, best.error


def _trace_losses(game: Game, moves: Sequence[_Move], verdict: Verdict) -> None:
    """Note the points lost with all cards open, and trace them to the earliest mistake that could
    have prevented it.

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
        first = turn - ROUNDS * game.rules.players
        for mistake in verdict.moves[max(0, first - 1) : turn - 1]:
            if mistake.sure and _prevents(moves, mistake, turn, before.low, judge_of(game.rules)):
                verdict.moves[turn - 1].whose = mistake.turn
                break


def _prevents(
    moves: Sequence[_Move], mistake: Judged, turn: int, points: int, address: str
) -> bool:
    """Return whether `points` could still be reached after turn `turn` if the better move had been
    made and the judging agent had played on from there.
    """
    at = moves[mistake.turn - 1].game.copy()
    at.play(Move.parse(mistake.best, at.rules))
    agent = registry.find(address).playing_on().agent("coach")
    while at.to_move is not None and at.turn < turn:
        at.play(agent.decide(at.view(at.to_move)).move)
    return prospect(at, budget=GLANCE).low >= points


def _moves(game: Game) -> list[_Move]:
    start = Playback((Game(game.rules, deck=game.deck),))
    played = start.extended(*(event.move for event in game.history))
    return [_Move(*pair) for pair in zip(played.positions, played.events, strict=False)]


def _judged(at: _Move, best: Move, loss: float, error: float) -> Judged:
    rules, event = at.game.rules, at.event
    return Judged(
        turn=event.turn + 1,
        seat=event.seat,
        move=event.move.text(rules),
        loss=round(loss, 3),
        error=round(error, 3),
        best=best.text(rules),
    )
