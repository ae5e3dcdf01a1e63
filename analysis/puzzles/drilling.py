"""Choose drills from games that the convention profiles play with themselves.

The answer to a drill is the profile's own: its move, its reading of a clue, the play that it
expects, or the chop. All higher profiles agree with it. A drill that asks for a move is used only
if rollouts, with the profile in every seat, find no other move within LEAD points. A drill that
asks for the play that a clue asks for is used only if that play is the next move of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from agents.conventions.position import SUITS
from agents.kinds.conv import levels
from agents.kinds.conv.agent import reading, version
from agents.runs.life import checkpointed
from agents.runs.storage import locked, make_folder, replace
from game.board.judging import search
from game.puzzles.drill import FILE, NOBODY, Drill, Kind, drills, identities
from game.puzzles.puzzle import AS_GOOD, idea, written
from game.tables.state import deck_text
from native import Event, Game, Move, MoveKind, Rng, Rules
from native.search.search import Setting
from native.strategies.conv import Reading, Reason, explain
from native.strategies.conv import reading as read_table

SEED = "drills"
PROFILES = {"h1": 1, "h2": 2, "h3": 3, "h5": 5, "h11": 11}
"""The profiles whose games are searched, and their levels."""
WANTED: dict[Kind, int] = {"move": 70, "reads": 150, "who": 140, "chop": 20}
"""The drills of each kind."""
EACH = 0.3
"""The largest share of a kind that one technique may have."""
GAMES = 340
"""Games searched."""
LEAD = 0.5
"""Points by which a right move must be better than any other."""
GLANCE, LOOK = Setting(300, 60), Setting(4_000, 300)
"""The searches: a cheap one, and the one whose lead is stored."""
LEFT = 12
"""Cards left in the deck at least: later, counting decides rather than conventions."""
REASONS = {
    Reason.CLUE_SAVE: "save",
    Reason.CLUE_FINESSE: "finesse",
    Reason.CLUE_FIX: "fix",
    Reason.CLUE_STALL: "stall",
    Reason.CLUE_PLAY: "play clue",
    Reason.PLAY_BLIND: "finesse",
    Reason.PLAY_PROMPT: "prompt",
}
Say = Callable[[str], object]


class Found(msgspec.Struct):
    """The progress of a search for drills: the versions of the convention agents at the time, the
    games searched, and the drills found.
    """

    made_of: dict[str, str]
    games: int = 0
    drills: list[Drill] = msgspec.field(default_factory=list)


def versions() -> dict[str, str]:
    """Return the versions of the convention profiles, by address."""
    return {level: version(level) for level in PROFILES}


def write(folder: Path, say: Say) -> None:
    """Search games until there are enough drills, and write the site's file. Progress is stored in
    the folder and resumed. Raise BadRun if the folder is locked."""
    make_folder(folder)
    file = folder / "drills.json"
    with locked(folder):
        found = Found(versions())
        if file.exists():
            stored = msgspec.json.decode(file.read_bytes(), type=Found)
            found = stored if stored.made_of == found.made_of else found

        def take(new: list[Drill]) -> None:
            found.games += 1
            found.drills += [one for one in new if _is_wanted(one, found.drills)]

        def left() -> Iterator[list[Drill]]:
            for number in range(found.games, GAMES):
                if len(found.drills) >= sum(WANTED.values()):
                    return
                yield list(drills_of(number, found.drills))

        def tell() -> None:
            say(f"{found.games} games, {len(found.drills)} drills")

        def save() -> None:
            replace(file, msgspec.json.encode(found))

        checkpointed(left(), take, save, every=5, say=tell)
    order = sorted(found.drills, key=lambda one: (one.level, one.technique, one.kind))
    replace(FILE, written(order))
    drills.cache_clear()
    say(f"{len(order)} drills are in {FILE.name}")


def doubtful(say: Say) -> list[str]:
    """Return the numbers of the site's drills whose stored answer is no longer that of the
    convention agent at the drill's level.

    `say` is called with a line about each.
    """
    fallen = []
    for number, drill in enumerate(drills(), start=1):
        if not stands(drill):
            say(f"drill {number}: its answer is not that of {drill.profile}")
            fallen.append(f"drill {number}")
    return fallen


def stands(drill: Drill) -> bool:
    """Return whether the convention agent at the drill's level still gives the stored answer."""
    game, profile = drill.position, drill.profile
    if drill.kind == "move":
        move = levels.blueprint(profile).decide(drill.view, Rng(0)).move
        return move is not None and move.text(game.rules) == drill.right[0]
    before, event = drill.before, game.history[-1]
    if drill.kind == "who":
        answer = _expected(before, game, event, profile)
    else:
        assert drill.asked is not None
        answer = _said(game, profile, drill.asked)
        if drill.kind == "chop":
            answer = _chop_of(game, profile, drill.asked[0])
    return answer == drill.right[0]


def _said(game: Game, profile: str, place: tuple[int, int]) -> str:
    """Return what a profile takes a card for."""
    return identities(game, reading(levels.blueprint(profile), game, *place), place)


def _chop_of(game: Game, profile: str, seat: int) -> str:
    """Return the seat and slot of a hand's next discard; empty if there is none."""
    slot = read_table(levels.blueprint(profile), game.view(seat)).chops[seat]
    return "" if slot is None else f"{seat}:{slot}"


def _is_wanted(drill: Drill, found: Sequence[Drill]) -> bool:
    """Return whether a drill's kind, and its technique within the kind, still have room."""
    same = [one for one in found if one.kind == drill.kind]
    alike = sum(one.technique == drill.technique for one in same)
    most = WANTED[drill.kind]
    return len(same) < most and alike < EACH * most


def drills_of(number: int, found: Sequence[Drill]) -> Iterator[Drill]:
    """Play game number `number` and yield its drills, at most one of a kind (question).

    Kinds and techniques of which `found`, the drills found so far, has enough are left out.
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
    asks = [_move(game, profile)]
    if event.target is not None:
        asks += [
            _reads(before, game, event, profile, options),
            _who(positions, turn, profile, options),
            _chop(before, game, event, profile),
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


def _move(game: Game, profile: str) -> dict[str, Any] | None:
    """Return the question for the best move, if the profile's reason is one to learn."""
    seat = game.to_move or 0
    view = game.view(seat)
    choice = levels.blueprint(profile).decide(view, Rng(0))
    move, technique = choice.move, REASONS.get(Reason(choice.reason or 0))
    if technique is None or move is None:
        return None
    if technique == "play clue" and move.is_clue:
        told = explain(levels.blueprint(profile), view, move)
        technique = "good touch" if told.touched & told.touched - 1 else technique
    level = _level(profile, lambda one: levels.blueprint(one).decide(view, Rng(0)).move)
    return {
        "level": level,
        "technique": technique,
        "kind": "move",
        "you": seat,
        "right": (move.text(game.rules),),
    }


def _with_lead(drill: Drill) -> Drill | None:
    """Return the drill with the lead of its move over all others; None if that is too small."""
    view, rules = drill.view, drill.position.rules
    best = idea(view, Move.parse(drill.right[0], rules))
    for setting in (GLANCE, LOOK):
        seed = Rng(f"{SEED}/{drill.game}/{drill.moves}/{setting.rollouts}")
        thought = search(drill.partner, drill.players, setting).think(view, seed)
        values = {one.move: one.value for one in thought.values if one.worlds}
        inside = {move: value for move, value in values.items() if idea(view, move) == best}
        outside = [value for move, value in values.items() if idea(view, move) != best]
        if not inside or not outside or max(inside.values()) - max(outside) < LEAD:
            return None
    top = max(inside.values())
    right = tuple(move.text(rules) for move in inside if inside[move] > top - AS_GOOD)
    return (
        msgspec.structs.replace(
            drill,
            right=(drill.right[0], *sorted({*right} - {*drill.right})),
            lead=round(top - max(outside), 2),
        )
        if drill.right[0] in right
        else None
    )


def _reads(
    before: Game, game: Game, event: Event, profile: str, lots: Random
) -> dict[str, Any] | None:
    """Return the question what the last clue says of its focus."""
    assert event.target is not None
    seat = event.target
    table = read_table(levels.blueprint(profile), game.view(seat))
    if table.focus is None or before.touched(seat, table.focus):
        return None
    place = (seat, table.focus)
    facts = game.view(seat).possible(table.focus)
    told = explain(levels.blueprint(profile), before.view(event.seat), event.move)

    def answer(one: str) -> str:
        return _said(game, one, place)

    right, card = answer(profile), game.hands[seat][table.focus]
    assert card is not None
    named = {*right.split()}
    if len(named) > 3 or card.text(SUITS) not in named:
        return None
    useful = facts & ~game.useless
    others = {
        identities(game, mask, place)
        for mask in (
            useful,
            facts & game.playable,
            told.said & ~told.later,
            told.later,
            facts & game.critical,
            facts & told.reach,
            useful & ~told.reach,
        )
        if mask & facts
    } | {answer(one) for one in PROFILES}
    wrong = sorted(one for one in others if {*one.split()} != named and len(one.split()) <= 5)
    if len(wrong) < 2:
        return None
    options = [right, *lots.sample(wrong, min(3, len(wrong)))]
    lots.shuffle(options)
    return {
        "level": _level(profile, answer),
        "technique": _technique(table, told.later, told.chop, game, seat, card.rank),
        "kind": "reads",
        "you": seat,
        "asked": place,
        "options": tuple(options),
        "right": (right,),
    }


def _technique(table: Reading, later: int, chop: bool, game: Game, seat: int, rank: int) -> str:
    """Return what a clue is, by its true focus."""
    assert table.focus is not None
    card = game.hands[seat][table.focus]
    assert card is not None
    one = 1 << game.rules.identity(card)
    if later & one:
        return "finesse"
    if chop and not one & game.playable:
        return "save"
    if rank == game.rules.ranks and not one & game.playable:
        return "stall"
    return "play clue"


def _who(positions: list[Game], turn: int, profile: str, lots: Random) -> dict[str, Any] | None:
    """Return the question who is expected to play after a clue, for its giver."""
    before, game = positions[turn - 1], positions[turn]
    event, players = game.history[-1], game.rules.players

    def answer(one: str) -> str:
        return _expected(before, game, event, one)

    right = answer(profile)
    newest = [_newest(game, seat) for seat in range(players)]
    places = {
        f"{seat}:{slot}"
        for seat, slot in enumerate(newest)
        if seat != event.seat and slot is not None
    }
    table = read_table(levels.blueprint(profile), game.view(event.seat))
    if table.focus is not None:
        places.add(f"{event.target}:{table.focus}")
    wrong = sorted({*places, NOBODY} - {right})
    if not right or len(wrong) < 2 or not _happens(positions, turn, right):
        return None
    options = [right, *lots.sample(wrong, min(4, len(wrong)))]
    if NOBODY not in options:
        options[-1] = NOBODY
    lots.shuffle(options)
    seat = event.target if right == NOBODY else int(right.split(":")[0])
    clued = right != NOBODY and game.touched(*map(int, right.split(":")))
    technique = "save" if right == NOBODY else "finesse" if not clued else "prompt"
    if clued and seat == event.target:
        technique = "play clue"
    return {
        "level": _level(profile, answer),
        "technique": technique,
        "kind": "who",
        "you": event.seat,
        "options": tuple(options),
        "right": (right,),
    }


def _expected(before: Game, game: Game, event: Event, profile: str) -> str:
    """Return the seat and slot that a profile expects to play first because of a clue; NOBODY if
    the clue saves its focus; empty if it is about something else."""
    assert event.target is not None
    blueprint = levels.blueprint(profile)
    told = explain(blueprint, before.view(event.seat), event.move)
    table = read_table(blueprint, game.view(event.seat))
    turn = len(before.history)
    for after in range(1, game.rules.players):
        seat = (event.seat + after) % game.rules.players
        play = told.plays[seat]
        if play is None:
            continue
        request = table.asked[seat][play[0]]
        if request and request.turn == turn:
            return f"{seat}:{play[0]}"
        if seat == event.target and play[0] == table.focus:
            return f"{seat}:{play[0]}"
    if told.chop and told.plays[event.target] is None and table.focus is not None:
        return NOBODY
    return ""


def _happens(positions: list[Game], turn: int, right: str) -> bool:
    """Return whether the expected card is the next that its seat plays; for NOBODY, whether the
    clued hand does not play."""
    game = positions[turn]
    event = game.history[-1]
    seat = event.target if right == NOBODY else int(right.split(":")[0])
    for later in positions[turn + 1 : turn + game.rules.players]:
        made = later.history[-1]
        if made.seat == seat:
            played = made.move.kind is MoveKind.PLAY
            return not played if right == NOBODY else played and right == f"{seat}:{made.move.slot}"
    return False


def _chop(before: Game, game: Game, event: Event, profile: str) -> dict[str, Any] | None:
    """Return the question for the chop of a hand whose chop the clue protects without touching."""
    assert event.target is not None
    seat = event.target

    def answer(one: str) -> str:
        return _chop_of(game, one, seat)

    was = read_table(levels.blueprint(profile), before.view(seat)).chops[seat]
    right = answer(profile)
    if was is None or game.touched(seat, was) or right in ("", f"{seat}:{was}"):
        return None
    unclued = [
        f"{seat}:{slot}"
        for slot in sorted(
            range(game.rules.hand_size), key=lambda one: game.position(seat, one) or 0
        )
        if not game.touched(seat, slot)
    ]
    if len(unclued) < 3:
        return None
    return {
        "level": _level(profile, answer),
        "technique": "chop move",
        "kind": "chop",
        "you": event.seat,
        "asked": (seat, was),
        "options": tuple(unclued),
        "right": (right,),
    }


def _newest(game: Game, seat: int) -> int | None:
    """Return the slot of a seat's newest unclued card; None if all are clued."""
    unclued = [
        slot
        for slot in range(game.rules.hand_size)
        if not game.touched(seat, slot) and game.position(seat, slot)
    ]
    return min(unclued, key=lambda slot: game.position(seat, slot) or 0, default=None)


def _level(profile: str, answer: Callable[[str], object]) -> int:
    """Return the lowest level from which all profiles up to this one answer alike."""
    right, lowest = answer(profile), PROFILES[profile]
    for one in reversed([*PROFILES][: [*PROFILES].index(profile)]):
        if answer(one) != right:
            break
        lowest = PROFILES[one]
    return lowest
