"""Mine puzzles from games: positions in which all judging agents agree that one idea is much
better than any other.

A cheap first search by two judges selects few positions; those are searched longer, by all judges.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from statistics import fmean

import msgspec

from agents import registry
from agents.runs.errors import BadRun
from agents.runs.life import checkpointed
from agents.runs.progress import Meter
from agents.runs.storage import locked, make_folder, replace, write_rows
from analysis.puzzles.judging import (
    FIRST,
    JUDGES,
    LOOK,
    PANEL,
    SECOND,
    Values,
    keeps_the_points,
    lead,
    share_solving,
    values,
)
from analysis.traces.hanabidata import in_our_colours
from analysis.traces.importing import GAMES
from game.puzzles.puzzle import FILE as PUZZLES
from game.puzzles.puzzle import LEVELS, SURE_PLAY, Puzzle, idea, puzzles
from game.tables.state import deck_text
from native import Game, Move, MoveKind, Rules, View
from native.empathy.exact import odds
from native.engine.errors import HanabiError
from native.records import Record, readable, replay
from native.records.hanabidata import FORMAT as HANABIDATA
from native.records.json_bytes import decode_json
from native.search.search import VERSION as SEARCH_VERSION

SEED = "puzzles"
WANTED = 200
"""The number of puzzles that the site has."""
FIRST_TURN = 4
"""The first turn of a game whose position is searched: earlier ones rarely have a clear answer."""
GLANCING = JUDGES[:2]
"""The judges of the first, cheap search."""
GLANCE_LEAD = 0.25
"""The least lead, in points, of the best idea over the next that the first, cheap search must find
for a position to be searched further."""
LEAD, LEAST = 0.4, 0.1
"""The least lead of the best idea over the next, in points: averaged over the judges, and by each
single judge."""
NOISE = 0.2
"""How far below LEAD and LEAST the leads of the second search may be, in points."""
OTHER_LOOKS = 3
"""The number of searches with other seeds that must all confirm a puzzle."""
FOUND_BY_MOST = 0.5
"""A position in which the answer is to play a card known to be playable is no puzzle if this share
of the panel plays it, unless the recorded player missed it."""
SAVE_SECONDS = 5
FILE = "found.json"


class PuzzleSearch(msgspec.Struct):
    """The progress of mining recorded games for puzzles: the number of games searched, and the
    puzzles found in them.
    """

    seed: str
    made_of: dict[str, str] = {}
    """The versions of the agents and of the search that judged the puzzles, and the names of the
    files that were mined, as `versions` returns them."""
    games: int = 0
    """The number of games searched."""
    puzzles: list[Puzzle] = msgspec.field(default_factory=list)


def mine(
    files: list[str],
    seed: str,
    folder: Path,
    games: int,
    say: Callable[[int, int, str], None] = lambda done, of, note: None,
) -> list[Puzzle]:
    """Mine the first `games` recorded games of these files for puzzles, and return the puzzles.

    `seed` is that of the searches. Progress is stored in `folder` and resumed from there; the
    search starts again with another seed or other files, or if the agents that judge positions
    have changed. `say` is called with the number of games done, of all games, and a note. Raises
    BadRecord if a file has no game that can be read, BadRun if the folder is locked or its file is
    damaged.
    """
    records = [record for file in files for record in readable(file)]
    make_folder(folder)
    with locked(folder):
        found = _kept(folder / FILE, PuzzleSearch(seed, versions(files)))
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


def versions(files: list[str]) -> dict[str, str]:
    """Return the versions of everything on which puzzles mined from these files depend, by name:
    the agents that judge positions or measure their difficulty, by address; the search algorithm,
    as "search"; and the names of the files, separated by spaces, as "games".
    """
    agents = {address: registry.find(address).version for address in (*JUDGES, *PANEL)}
    games = " ".join(Path(file).name for file in files)
    return agents | {"search": str(SEARCH_VERSION), "games": games}


def write(files: list[str], folder: Path, say: Callable[[str], object]) -> None:
    """Mine the games in these files and write the site's puzzles. Progress is stored in `folder`;
    `say` is called with lines of progress.

    Raise BadRecord if a file has no game that can be read, BadRun if the folder is locked or its
    file is damaged.
    """
    meter = Meter(None, unit="games")

    def progress(done: int, of: int, note: str) -> None:
        if now := meter.at(done, of, note):
            say(now.line)

    found = mine(files, SEED, folder, GAMES, progress)
    taken = chosen(found, WANTED)
    write_rows(PUZZLES, taken)
    puzzles.cache_clear()
    say(f"{len(taken)} of {len(found)} puzzles are in {PUZZLES.name}")


def doubtful(say: Callable[[str], object]) -> list[str]:
    """Search the site's puzzles again with another seed, and return those, such as "puzzle 7",
    whose answer leads all other moves by less than half of LEAD, averaged over the judges. `say`
    is called with a line about each puzzle.
    """
    fallen = []
    for number, puzzle in enumerate(puzzles(), start=1):
        leads = checked(puzzle, f"{SEED} again")
        say(f"{number}: {fmean(leads):.2f} points ahead, at least {min(leads):.2f}")
        fallen += [f"puzzle {number}"] if fmean(leads) < LEAD / 2 else []
    return fallen


def puzzles_of(record: Record, seed: str) -> list[Puzzle]:
    """Search the positions of one recorded game for puzzles, with searches seeded by `seed`, and
    return the puzzles; an empty list if the game cannot be replayed or has other cards than the
    standard game.
    """
    ours = in_our_colours(record) if record.format == HANABIDATA else record
    game = replay(ours).game
    if game is None or Rules.standard(game.rules.players).cards != game.rules.cards:
        return []
    name = f"{record.format} {Path(record.source).name.removesuffix('.log')}"
    puzzles = (_puzzle(position, made, name, seed) for position, made in _positions(game))
    return [puzzle for puzzle in puzzles if puzzle]


def _positions(game: Game) -> Iterator[tuple[Game, Move]]:
    """Yield the positions and the moves made, up to the first move that the rule book forbids (some
    sites allow more).
    """
    at = Game(Rules.standard(game.rules.players), deck=game.deck)
    for event in game.history:
        if event.turn >= FIRST_TURN and at.end is None:
            yield at.copy(), event.move
        try:
            at.play(event.move)
        except HanabiError:
            return


def _puzzle(game: Game, made: Move, name: str, seed: str) -> Puzzle | None:
    """Return the puzzle of a position, or None; each search costs more than the one before."""
    assert game.to_move is not None
    view = game.view(game.to_move)
    seed = f"{seed}/{name}/{game.turn}"
    glanced = _mean([values(view, judge, FIRST, seed) for judge in GLANCING])
    if not glanced:
        return None
    best = idea(view, max(glanced, key=glanced.__getitem__))
    if lead(view, glanced, best) < GLANCE_LEAD:
        return None
    share = share_solving(view, best, seed)
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
    """Return whether repeated searches with other seeds confirm the puzzle."""
    looks = (checked(puzzle, f"{seed}/{number}") for number in range(OTHER_LOOKS))
    return all(min(leads) >= 0 and fmean(leads) >= LEAD / 2 for leads in looks)


def is_clear(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has a clear and fair answer.

    Three conditions must hold: the preceding clue cannot be read as asking for another play than
    the answer; no wrong discard has the same purpose as the answer; and some wrong move is
    tempting, which means that it costs less than half of the mean final score after the answer.
    """
    if _is_open_to_reading(puzzle):
        return False
    wrong = {move: cost for move, cost in puzzle.costs.items() if move not in puzzle.right}
    another = any(move[0] == "d" and puzzle.is_best_idea(move) for move in wrong)
    return not another and min(wrong.values()) < puzzle.best / 2


def _is_open_to_reading(puzzle: Puzzle) -> bool:
    """Return whether the preceding clue may have asked for a card not known to be playable while
    playing it is not the answer: what a clue asks for depends on conventions.
    """
    clue, hand = puzzle.position.history[-1], odds(puzzle.view)
    if clue.target != puzzle.seat:
        return False
    asked = {f"p{slot}" for slot in clue.touched if (card := hand[slot]) and 0 < card.playable < 1}
    return bool(asked) and not asked & puzzle.right


def _plain(view: View, share: float) -> bool:
    """Return whether playing a card known to be playable is obvious here."""
    return share >= FOUND_BY_MOST or view.turns_left is not None


def _mean(looked: list[Values]) -> Values:
    """Return the mean over all judges, for the moves that all of them tried."""
    moves = sorted(set.intersection(*(set(one) for one in looked)), key=repr)
    return {move: sum(one[move] for one in looked) / len(looked) for move in moves}


def checked(puzzle: Puzzle, seed: str) -> tuple[float, ...]:
    """Search a puzzle's position again with another seed; return the number of points by which the
    answer (or a move with the same purpose) leads all other moves, one for each of JUDGES.
    """
    view = puzzle.view
    best = idea(view, Move.parse(next(iter(puzzle.costs)), view.rules))
    return tuple(lead(view, values(view, judge, LOOK, seed), best) for judge in JUDGES)


def chosen(found: list[Puzzle], wanted: int) -> list[Puzzle]:
    """Return up to `wanted` of the puzzles `found`, balanced over level, kind of move and stage of
    the game, and sorted from warm-up to hard.

    Puzzles whose answer is not obvious are taken first. If they are too few, puzzles with an
    obvious answer (to play a card known to be playable) are added, but only those whose answer the
    recorded player missed before the game's last turn. In both groups, the clearest puzzle of each
    game is taken before all others.
    """
    asking = [one for one in found if not _deduced(one)]
    missed = [one for one in found if _deduced(one) and _missed(one)]
    taken: list[Puzzle] = []
    for some in (asking, missed):
        ordered = sorted(some, key=_clearest)
        first = {one.game: one for one in reversed(ordered)}
        taken += _evenly([one for one in ordered if one is first[one.game]], wanted - len(taken))
        more = [one for one in ordered if one is not first[one.game]]
        taken += _evenly(more, wanted - len(taken))
    # A reproducible order that reveals nothing but the level.
    mixed = sorted(taken, key=lambda one: sha256(f"{one.game} {one.moves}".encode()).digest())
    order = list(LEVELS)
    return sorted(mixed, key=lambda one: order.index(one.level))


def _clearest(puzzle: Puzzle) -> tuple[float, float, str, str]:
    """Sort key: the largest agreement of the judges first."""
    return -min(puzzle.leads), -sum(puzzle.leads), puzzle.game, puzzle.moves


def _missed(puzzle: Puzzle) -> bool:
    """Return whether the recorded player missed the answer, before the last turn."""
    return puzzle.made not in puzzle.right and puzzle.view.turns_left != 1


def _deduced(puzzle: Puzzle) -> bool:
    """Return whether the answer is to play a card that the board proves playable, with no real
    alternative.
    """
    move = Move.parse(next(iter(puzzle.costs)), puzzle.view.rules)
    if move.kind is not MoveKind.PLAY or move.slot is None:
        return False
    card = odds(puzzle.view)[move.slot]
    return card is not None and card.playable == 1 and _plain(puzzle.view, puzzle.found)


def _evenly(ordered: list[Puzzle], wanted: int) -> list[Puzzle]:
    """Return up to `wanted` puzzles, taken in turn from each combination of level, kind of move and
    stage.
    """
    queues: dict[tuple[str, str, int], list[Puzzle]] = {}
    for puzzle in ordered:
        part = min(2, puzzle.position.score // 8)
        queues.setdefault((puzzle.level, next(iter(puzzle.costs))[0], part), []).append(puzzle)
    rounds = zip_longest(*queues.values())
    return [one for each in rounds for one in each if one][:wanted]


def _kept(file: Path, fresh: PuzzleSearch) -> PuzzleSearch:
    """Load the stored progress; start over if it is of another mining. Raises BadRun if it is
    damaged.
    """
    if not file.exists():
        return fresh
    try:
        found = decode_json(file.read_bytes(), PuzzleSearch)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadRun(f"{file} holds no puzzles: {error}") from error
    same = (found.seed, found.made_of) == (fresh.seed, fresh.made_of)
    return found if same else fresh
