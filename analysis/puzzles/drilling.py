"""Choose drills from games that the convention profiles play with themselves.

The answer to a drill is the profile's own: its move, its reading of a clue, the play that it
expects, or the chop. All higher profiles agree with it. A drill that asks for a move is used only
if rollouts, with the profile in every seat, find no other move within LEAD points. A drill about
the play that a clue asks for is used only if the seat makes that play as its next move or, if the
clue saves a card instead, the clued seat does not play next. The coach's
`game.board.judging.compare` is not used, since another agent plays on there.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec

from agents.kinds.conv import levels
from agents.kinds.conv.agent import version
from agents.runs.life import checkpointed
from agents.runs.storage import locked, make_folder, replace, write_rows
from analysis.puzzles import drill_questions as questions
from analysis.puzzles.drill_questions import PROFILES
from analysis.puzzles.judging import lead
from game.board.judging import search
from game.puzzles.drill import FILE, Drill, Kind, drills
from game.puzzles.puzzle import AS_GOOD, idea
from game.tables.state import deck_text
from native import Game, Move, Rng, Rules
from native.search.search import Setting

SEED = "drills"
WANTED: dict[Kind, int] = {"move": 70, "reads": 150, "who": 140, "chop": 20}
"""The number of drills to find of each kind of question."""
EACH = 0.3
"""The largest share of the drills of one kind that may have the same technique."""
GAMES = 340
"""The largest number of games to search."""
LEAD = 0.5
"""The least advantage, in points, of a drill's right move over any other move."""
GLANCE, LOOK = Setting(300, 60), Setting(4_000, 300)
"""The budgets of the two searches of a position: a cheap one that selects, and a larger one whose
result is stored."""
LEFT = 12
"""The fewest cards in the deck in a drill's position: later, counting decides rather than
conventions."""
Say = Callable[[str], object]


class DrillSearch(msgspec.Struct):
    """The progress of a search for drills: the versions of the convention profiles (`made_of`),
    the number of games searched, and the drills found.
    """

    made_of: dict[str, str]
    games: int = 0
    drills: list[Drill] = msgspec.field(default_factory=list)


def versions() -> dict[str, str]:
    """Return the version of each convention profile (a level of the convention agent, such as
    "h5"), by the profile's name.
    """
    return {level: version(level) for level in PROFILES}


def write(folder: Path, say: Say) -> None:
    """Search games until there are enough drills, and write the site's file of drills. Progress is
    stored in `folder`; another call resumes, or starts again if a convention profile has changed.
    `say` is called with lines of progress. Raise BadRun if another process has locked the folder.
    """
    make_folder(folder)
    file = folder / "drills.json"
    with locked(folder):
        found = DrillSearch(versions())
        if file.exists():
            stored = msgspec.json.decode(file.read_bytes(), type=DrillSearch)
            found = stored if stored.made_of == found.made_of else found

        def take(new: list[Drill]) -> None:
            found.games += 1
            found.drills += [one for one in new if _is_wanted(one, found.drills)]

        def left() -> Iterator[list[Drill]]:
            for number in range(found.games, GAMES):
                if len(found.drills) >= sum(WANTED.values()):
                    return
                yield list(drills_of(number, found.drills))

        checkpointed(
            left(),
            take,
            lambda: replace(file, msgspec.json.encode(found)),
            every=5,
            say=lambda: say(f"{found.games} games, {len(found.drills)} drills"),
        )
    order = sorted(found.drills, key=lambda one: (one.level, one.technique, one.kind))
    write_rows(FILE, order)
    drills.cache_clear()
    say(f"{len(order)} drills are in {FILE.name}")


def doubtful(say: Say) -> list[str]:
    """Return the site's drills, such as "drill 7", whose stored answer is no longer that of their
    convention profile.

    `say` is called with a line about each such drill.
    """
    fallen = []
    for number, drill in enumerate(drills(), start=1):
        if not stands(drill):
            say(f"drill {number}: its answer is not that of {drill.profile}")
            fallen.append(f"drill {number}")
    return fallen


def stands(drill: Drill) -> bool:
    """Return whether a stored drill is still right: whether its convention profile, in its present
    version, gives the stored answer.
    """
    game, profile = drill.position, drill.profile
    if drill.kind == "move":
        move = levels.blueprint(profile).decide(drill.view, Rng(0)).move
        return move is not None and move.text(game.rules) == drill.right[0]
    before, event = drill.before, game.history[-1]
    if drill.kind == "who":
        answer = questions.expected(before, game, event, profile)
    else:
        assert drill.asked is not None
        answer = questions.said(game, profile, drill.asked)
        if drill.kind == "chop":
            answer = questions.chop_of(game, profile, drill.asked[0])
    return answer == drill.right[0]


def _is_wanted(drill: Drill, found: Sequence[Drill]) -> bool:
    """Return whether a drill's kind, and its technique within the kind, still have room."""
    same = [one for one in found if one.kind == drill.kind]
    alike = sum(one.technique == drill.technique for one in same)
    most = WANTED[drill.kind]
    return len(same) < most and alike < EACH * most


def drills_of(number: int, found: Sequence[Drill]) -> Iterator[Drill]:
    """Play game number `number`, which determines profile, players and deal, and yield its drills,
    at most one of each kind of question.

    `found` are the drills found so far; kinds and techniques of which it has enough are left out.
    """
    profile = [*PROFILES][number % len(PROFILES)]
    players = 2 + number // len(PROFILES) % 4
    rules = Rules.standard(players)
    game = Game(rules, seed=Rng(SEED).derive(number))
    blueprint, taken = levels.blueprint(profile), set[str]()
    positions = [game.copy()]
    while game.end is None and game.deck_left >= LEFT:
        move = blueprint.decide(game.view(game.to_move or 0), Rng(0)).move
        assert move is not None
        game.play(move)
        positions.append(game.copy())
    for turn in range(1, len(positions) - players):
        for drill in _at(positions, turn, profile, f"conv:{profile} {players}p {number}"):
            if drill.kind not in taken and _is_wanted(drill, found):
                sure = _with_lead(drill) if drill.kind == "move" else drill
                if sure:
                    taken.add(drill.kind)
                    yield sure


def _at(positions: list[Game], turn: int, profile: str, source: str) -> Iterator[Drill]:
    """Yield the drills about the position after `turn` moves."""
    before, game = positions[turn - 1], positions[turn]
    event = game.history[-1]
    options = Random(f"{source}/{turn}")
    asks = [questions.move(game, profile)]
    if event.target is not None:
        asks += [
            questions.reads(before, game, event, profile, options),
            questions.who(positions, turn, profile, options),
            questions.chop(before, game, event, profile),
        ]
    for ask in asks:
        if ask:
            yield Drill(
                game=source,
                players=game.rules.players,
                deck=deck_text(game.rules, game.deck),
                moves=" ".join(one.move.text(game.rules) for one in game.history),
                profile=profile,
                **ask,
            )


def _with_lead(drill: Drill) -> Drill | None:
    """Return the drill with the lead of its move over all others; None if that is too small."""
    view, rules = drill.view, drill.position.rules
    best = idea(view, Move.parse(drill.right[0], rules))
    for setting in (GLANCE, LOOK):
        seed = Rng(f"{SEED}/{drill.game}/{drill.moves}/{setting.rollouts}")
        thought = search(drill.partner, drill.players, setting).think(view, seed)
        values = {one.move: one.value for one in thought.values if one.worlds}
        ahead = lead(view, values, best)
        if ahead < LEAD:
            return None
    inside = {move: value for move, value in values.items() if idea(view, move) == best}
    top = max(inside.values())
    good = {move.text(rules) for move in inside if inside[move] > top - AS_GOOD}
    if drill.right[0] not in good:
        return None
    right = (drill.right[0], *sorted(good - {*drill.right}))
    return msgspec.structs.replace(drill, right=right, lead=round(ahead, 2))
