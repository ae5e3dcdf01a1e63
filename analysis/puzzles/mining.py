"""Mines puzzles from games: positions in which one idea is worth much more than any other,
whichever way the game is played on.

A first look is cheap and lets few positions through; these are looked at longer, by all judges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from random import Random
from statistics import fmean

import msgspec

from agents.runs.checkpoints import checkpointed
from agents.runs.errors import BadRun
from agents.runs.lock import locked
from agents.runs.storage import make_folder, replace
from analysis.puzzles.judging import (
    FIRST,
    JUDGES,
    LOOK,
    SECOND,
    Values,
    finders,
    keeps_the_points,
    lead,
    values,
)
from analysis.traces.hanabidata import in_our_colours
from game.puzzles.ideas import SURE_PLAY, idea
from game.puzzles.puzzle import LEVELS, Puzzle
from game.tables.state import deck_text
from native import Game, Move, MoveKind, Rules, View
from native.empathy.odds import odds
from native.engine.errors import HanabiError
from native.records import Record, load, replay
from native.records.hanabidata import FORMAT as HANABIDATA

FIRST_TURN, END = 4, 11
"""From so many cards in the deck on, and before the last strike, every position is looked at;
elsewhere few are as clear, so only some of each game are."""
EARLIER = 8
GLANCE_LEAD = 0.35
LEAD = 0.5
"""Points between the best idea and the next, in the mean of all judges; by none another is
better."""
NOISE = 0.1
"""Of a second look."""
FOUND_BY_MOST = 0.5
"""The share of the panel from which on playing a card that is known to fit is no puzzle."""
SAVE_SECONDS = 5
FILE = "found.json"


class Found(msgspec.Struct):
    """How far the mining is."""

    seed: str
    games: int = 0
    """Done."""
    puzzles: list[Puzzle] = msgspec.field(default_factory=list)


def mine(
    files: list[str],
    seed: str,
    folder: Path,
    games: int,
    say: Callable[[int, int, str], None] = lambda done, of, note: None,
) -> list[Puzzle]:
    """The puzzles of the first so many games. It keeps what it has found in
    the folder and goes on there; with another seed it begins anew. Raises BadRun."""
    make_folder(folder)
    with locked(folder):
        found = _kept(folder / FILE, seed)
        records = [record for file in files for record in load(file) if isinstance(record, Record)]
        left = records[found.games : games]

        def take(puzzles: list[Puzzle]) -> None:
            found.games += 1
            found.puzzles += puzzles

        checkpointed(
            (puzzles_of(record, seed) for record in left),
            take,
            lambda: replace(folder / FILE, msgspec.json.encode(found)),
            every=SAVE_SECONDS,
            say=lambda: say(found.games, min(games, len(records)), f"{len(found.puzzles)} puzzles"),
        )
    return found.puzzles


def puzzles_of(record: Record, seed: str) -> list[Puzzle]:
    """Those of a game."""
    ours = in_our_colours(record) if record.format == HANABIDATA else record
    game = replay(ours).game
    if game is None or Rules.standard(game.rules.players).cards != game.rules.cards:
        return []
    name = f"{record.format} {Path(record.source).name.removesuffix('.log')}"
    positions = list(_positions(game))
    tense = [one for one in positions if _tense(one[0])]
    calm = [one for one in positions if not _tense(one[0])]
    chosen = [*Random(f"{seed}/{name}").sample(calm, min(EARLIER, len(calm))), *tense]
    puzzles = (_puzzle(position, made, name, seed) for position, made in chosen)
    return [puzzle for puzzle in puzzles if puzzle]


def _tense(game: Game) -> bool:
    return game.deck_left <= END or game.strikes + 1 == game.rules.strikes


def _positions(game: Game) -> Iterator[tuple[Game, Move]]:
    """Those that the rule book knows, with the move that was made: some places let people do what
    it forbids."""
    at = Game(Rules.standard(game.rules.players), deck=game.deck)
    for event in game.history:
        if event.turn >= FIRST_TURN and at.end is None:
            yield at.copy(), event.move
        try:
            at.play(event.move)
        except HanabiError:
            return


def _puzzle(game: Game, made: Move, name: str, seed: str) -> Puzzle | None:
    assert game.to_move is not None
    view = game.view(game.to_move)
    seed = f"{seed}/{name}/{game.turn}"
    glanced = values(view, JUDGES[0], FIRST, seed)
    best = idea(view, max(glanced, key=glanced.__getitem__))
    if lead(view, glanced, best) < GLANCE_LEAD:
        return None
    share = finders(view, best, seed)
    if share == 1 or (best == SURE_PLAY and _plain(view, share)):
        return None
    second = []
    for judge in JUDGES:
        second.append(lead(view, values(view, judge, SECOND, seed), best))
        if second[-1] < -NOISE:
            return None
    if fmean(second) < LEAD - NOISE:
        return None
    looked = [values(view, judge, LOOK, seed) for judge in JUDGES]
    leads = [round(lead(view, one, best), 2) for one in looked]
    if min(leads) < 0 or fmean(leads) < LEAD:
        return None
    mean = _mean(looked)
    first = max(mean, key=mean.__getitem__)
    if idea(view, first) != best or not keeps_the_points(game, first):
        return None
    rules = game.rules
    return Puzzle(
        game=name,
        players=rules.players,
        deck=deck_text(rules, game.deck),
        moves=" ".join(event.move.text(rules) for event in game.history),
        made=made.text(rules),
        best=round(mean[first], 2),
        costs={
            move.text(rules): round(mean[first] - mean[move], 2)
            for move in sorted(mean, key=lambda move: -mean[move])
        },
        leads=leads,
        found=round(share, 2),
    )


def _plain(view: View, share: float) -> bool:
    """Whether playing a card that is known to fit is no question here."""
    return share >= FOUND_BY_MOST or view.turns_left is not None


def _mean(looked: list[Values]) -> Values:
    """Over all judges, of the moves that every one of them tried."""
    moves = sorted(set.intersection(*(set(one) for one in looked)), key=repr)
    return {move: sum(one[move] for one in looked) / len(looked) for move in moves}


def checked(puzzle: Puzzle, seed: str) -> tuple[float, ...]:
    """The leads of the best idea, searched for again with another seed, by all judges."""
    view = puzzle.view
    best = idea(view, Move.parse(next(iter(puzzle.costs)), view.rules))
    return tuple(lead(view, values(view, judge, LOOK, seed), best) for judge in JUDGES)


def chosen(found: list[Puzzle], wanted: int) -> list[Puzzle]:
    """So many of them, of every level, kind of move and part of the game as evenly as they are
    there, the clearest first, and a second one of a game only if there are too few; then from easy
    to hard."""
    asking = [one for one in found if not _deduced(one)]
    ordered = sorted(asking, key=lambda one: (-sum(one.leads), one.game, one.moves))
    first = {one.game: one for one in reversed(ordered)}
    taken = _evenly([one for one in ordered if one is first[one.game]], wanted)
    more = [one for one in ordered if one is not first[one.game]]
    taken += _evenly(more, wanted - len(taken))
    # The same order every time, in which nothing but the level can be read.
    mixed = sorted(taken, key=lambda one: sha256(f"{one.game} {one.moves}".encode()).digest())
    return sorted(mixed, key=lambda one: LEVELS.index(one.level))


def _deduced(puzzle: Puzzle) -> bool:
    """Whether the answer is to play a card that the board shows to fit, with little else to do."""
    move = Move.parse(next(iter(puzzle.costs)), puzzle.view.rules)
    if move.kind is not MoveKind.PLAY or move.slot is None:
        return False
    card = odds(puzzle.view)[move.slot]
    return card is not None and card.playable == 1 and _plain(puzzle.view, puzzle.found)


def _evenly(ordered: list[Puzzle], wanted: int) -> list[Puzzle]:
    queues: dict[tuple[str, str, int], list[Puzzle]] = {}
    for puzzle in ordered:
        part = min(2, puzzle.position.score // 8)
        queues.setdefault((puzzle.level, next(iter(puzzle.costs))[0], part), []).append(puzzle)
    rounds = zip_longest(*queues.values())
    return [one for each in rounds for one in each if one][:wanted]


def _kept(file: Path, seed: str) -> Found:
    """Raises BadRun."""
    if not file.exists():
        return Found(seed)
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Found)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadRun(f"{file} holds no puzzles: {error}") from error
    return found if found.seed == seed else Found(seed)
