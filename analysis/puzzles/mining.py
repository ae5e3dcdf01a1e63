"""Mines puzzles from games: positions in which one idea is worth much more than any other,
whichever way the game is played on.

A first look, by two judges, is cheap and lets few positions through; these are looked at longer, by
all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
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

FIRST_TURN = 4
"""Before it little is clear."""
GLANCING = JUDGES[:2]
GLANCE_LEAD = 0.25
LEAD, LEAST = 0.4, 0.1
"""Points between the best idea and the next: in the mean of all judges, and by every one."""
NOISE = 0.2
"""Of a second look."""
OTHER_LOOKS = 3
"""At what was found, with other seeds."""
FOUND_BY_MOST = 0.5
"""The share of the panel from which on playing a card that is known to fit is no puzzle, unless
the person there missed it."""
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
    puzzles = (_puzzle(position, made, name, seed) for position, made in _positions(game))
    return [puzzle for puzzle in puzzles if puzzle]


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
    glanced = _mean([values(view, judge, FIRST, seed) for judge in GLANCING])
    if not glanced:
        return None
    best = idea(view, max(glanced, key=glanced.__getitem__))
    if lead(view, glanced, best) < GLANCE_LEAD:
        return None
    share = finders(view, best, seed)
    missed = idea(view, made) != best
    if not missed and (share == 1 or (best == SURE_PLAY and _plain(view, share))):
        return None
    second = []
    for judge in JUDGES:
        second.append(lead(view, values(view, judge, SECOND, seed), best))
        if second[-1] < LEAST - NOISE:
            return None
    if fmean(second) < LEAD - NOISE:
        return None
    looked = [values(view, judge, LOOK, seed) for judge in JUDGES]
    leads = [round(lead(view, one, best), 2) for one in looked]
    if min(leads) < LEAST or fmean(leads) < LEAD:
        return None
    mean = _mean(looked)
    first = max(mean, key=mean.__getitem__)
    if idea(view, first) != best or not keeps_the_points(game, first):
        return None
    rules = game.rules
    puzzle = Puzzle(
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
    return puzzle if is_clear(puzzle) and _stands(puzzle, f"{seed}/again") else None


def _stands(puzzle: Puzzle, seed: str) -> bool:
    """Whether other looks find the same."""
    looks = (checked(puzzle, f"{seed}/{number}") for number in range(OTHER_LOOKS))
    return all(min(leads) >= 0 and fmean(leads) >= LEAD / 2 for leads in looks)


def is_clear(puzzle: Puzzle) -> bool:
    """Whether one can tell: no clue just before is open to reading, all useless cards are as good
    to discard, and not all else loses the game."""
    if _is_open_to_reading(puzzle):
        return False
    wrong = {move: cost for move, cost in puzzle.costs.items() if move not in puzzle.right}
    another = any(move[0] == "d" and puzzle.is_best_idea(move) for move in wrong)
    return not another and min(wrong.values()) < puzzle.best / 2


def _is_open_to_reading(puzzle: Puzzle) -> bool:
    """Whether the clue just before may have asked for a card that is not known to fit, and to play
    it is not the answer: what a clue asks for is a matter of conventions."""
    clue, hand = puzzle.position.history[-1], odds(puzzle.view)
    if clue.target != puzzle.seat:
        return False
    asked = {f"p{slot}" for slot in clue.touched if (card := hand[slot]) and 0 < card.playable < 1}
    return bool(asked) and not asked & puzzle.right


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
    there, the clearest first, and a second one of a game only if there are too few; then certain
    plays that a person missed before the last turn. In the end from warm-up to hard."""
    asking = [one for one in found if not _deduced(one)]
    missed = [one for one in found if _deduced(one) and _missed(one)]
    taken: list[Puzzle] = []
    for some in (asking, missed):
        ordered = sorted(some, key=_clearest)
        first = {one.game: one for one in reversed(ordered)}
        taken += _evenly([one for one in ordered if one is first[one.game]], wanted - len(taken))
        more = [one for one in ordered if one is not first[one.game]]
        taken += _evenly(more, wanted - len(taken))
    # The same order every time, in which nothing but the level can be read.
    mixed = sorted(taken, key=lambda one: sha256(f"{one.game} {one.moves}".encode()).digest())
    order = list(LEVELS)
    return sorted(mixed, key=lambda one: order.index(one.level))


def _clearest(puzzle: Puzzle) -> tuple[float, float, str, str]:
    """What all judges agree on comes first."""
    return -min(puzzle.leads), -sum(puzzle.leads), puzzle.game, puzzle.moves


def _missed(puzzle: Puzzle) -> bool:
    return puzzle.made not in puzzle.right and puzzle.view.turns_left != 1


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
