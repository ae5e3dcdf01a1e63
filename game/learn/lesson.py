"""The lessons: short scripted games, stored as JSON files and sent to the page as JSON.

A lesson has scenes, each a starting position with the moves that follow. The position comes from a
picture on the convention agent's page, from hands listed in the scene, or from a whole deck. If a
step's text says what a card may be by convention, `LessonStep.reads` stores these identities, so
that a test can confirm them with the agent.
"""

from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import msgspec

from agents.kinds.conv.lessons import LESSONS as PICTURES
from agents.kinds.conv.lessons import Drawing, dealt
from game import protocol as p
from game.board.moves import sent
from game.board.perspective import frames
from game.board.viewpoint import Viewpoint
from game.board.words import spelled, to_you
from game.models import Seating, Table
from game.tables.playback import Playback
from game.tables.state import TableState, replayed, unsaved
from native import Game, Move, Rules

FOLDER = Path(__file__).with_name("lessons")
Place = Literal[
    "mates", "mine", "stacks", "clue-pad", "clues", "strikes", "score", "deck", "discards", "card"
]
"""The part of the board that a step of a lesson points at; `card` is the card that the step
names."""
Part = Literal["figures", "odds", "discards"]
"""A part of the board that a lesson can hide until one of its steps shows it."""


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step of a lesson: a text to read, and possibly a move to make."""

    at: int
    """The number of moves made since the scene's starting position when the step is shown."""
    say: str
    """The text to read; the names of the identities in `reads` replace `{reads}`."""
    look: Place = "card"
    card: tuple[int, int] | None = None
    """The card that the step is about: its seat, and its position in the hand (1 is the
    newest)."""
    reads: str = ""
    """The identities that `card` may have by convention, such as “r1 y1”, for the text and a
    test."""
    role: Literal["", "chop", "focus", "asked"] = ""
    """The role of `card`, which a test confirms with the agent: its hand's chop, the last clue's
    focus, or “asked”, a card that a prompt or finesse asks its holder to play; empty for none."""
    do: bool = False
    """Whether the learner makes the next move; otherwise a button continues."""
    hint: str = ""
    """The answer to wrong moves. If it is not empty, the learner has to find the move: the page
    does not say which one to make."""
    go_on: str = "Next"
    """The label of the button that continues."""
    watch: bool = False
    """Whether the page shows the moves since the previous step one by one."""
    show: Part | None = None
    """The part of the board, hidden by the lesson until now, that is visible from this step on."""

    def text(self, rules: Rules) -> str:
        """Return the step's text with `{reads}` replaced by the names of the identities in
        `reads`.
        """
        return self.say.replace("{reads}", spelled(rules, self.reads))


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A part of a lesson: a starting position, the moves that follow, and the steps that explain
    them. Cards and moves are in the engine's notation.
    """

    steps: tuple[LessonStep, ...]
    picture: str = ""
    """The title of the example in `agents.kinds.conv.lessons` that has the starting position;
    empty if `hands` or `deck` gives it."""
    hands: tuple[str, ...] = ()
    """The hands at the start, from seat 0 on, newest card first; used without `picture` and
    `deck`."""
    before: str = ""
    """Moves made before the starting position. The field `drawn` lists the cards drawn by these
    and by later moves."""
    drawn: str = ""
    deck: str = ""
    """The whole deck, instead of `hands` or a `picture`."""
    players: int = 2
    """The number of seats in a scene with a `deck`."""
    moves: str = ""
    you: int = 0
    """The learner's seat."""

    @cached_property
    def start(self) -> Game:
        """The game at the scene's starting position. All callers share this object: play on a
        copy.
        """
        if self.deck:
            return replayed(Rules.standard(self.players), self.deck, self.before.split()).last
        position = Drawing("", "", self.hands, before=self.before, drawn=self.drawn)
        if self.picture:
            found = next(one for one in PICTURES if one.title == self.picture)
            drawn = f"{found.drawn} {self.drawn}"
            position = Drawing("", "", found.hands, before=found.before, drawn=drawn)
        return dealt(position)

    @cached_property
    def positions(self) -> tuple[Game, ...]:
        """The games at the scene's starting position and after each move. All callers share these
        objects: play on copies.
        """
        return Playback.of(self.start, self.moves.split()).positions

    def shown(self) -> list[int]:
        """Return the positions of the scene that the page shows, each given as the number of moves
        made since the starting position, in ascending order.
        """
        watched = [
            at
            for before, step in pairwise(self.steps)
            if step.watch
            for at in range(before.at, step.at)
        ]
        return sorted({*watched, *(step.at for step in self.steps)})


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson: its title and description (`about`), its scenes, the parts of the board to `hide`
    at first, and the names of the learner's partners (`mates`), in order of their seats.
    """

    title: str
    about: str
    scenes: tuple[Scene, ...]
    hide: tuple[Part, ...] = ("figures", "odds")
    mates: tuple[str, ...] = ("Robin", "Kim")

    @property
    def texts(self) -> list[str]:
        """The texts of the lesson's steps, in order."""
        return [step.text(scene.start.rules) for scene in self.scenes for step in scene.steps]


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return all lessons in order, read once per process from the folder `lessons`."""
    files = sorted(FOLDER.glob("*.json"))
    return tuple(msgspec.json.decode(file.read_bytes(), type=Lesson) for file in files)


@cache
def as_json(number: int) -> bytes:
    """Return lesson `number` (from 1) as JSON, cached per process.

    It has the parts of the board to `hide`, the `scenes` (a list of frames each) and the `steps`
    of all scenes. Raise IndexError if the number is too large.
    """
    lesson = lessons()[number - 1]
    return msgspec.json.encode(
        {
            "hide": lesson.hide,
            "scenes": [_frames(lesson, scene) for scene in lesson.scenes],
            "steps": [
                _step(scene, index, step)
                for index, scene in enumerate(lesson.scenes)
                for step in scene.steps
            ],
        }
    )


def state_of(lesson: Lesson, scene: Scene) -> TableState:
    """Return a scene's game, played to its last move, as the state of a table that is not in the
    database; `lesson` has the names of the learner's partners.
    """
    last = scene.positions[-1]
    mates = iter(lesson.mates)
    seats = [
        Seating(
            index=seat,
            kind=Seating.Kind.AGENT,
            name="You" if seat == scene.you else next(mates),
        )
        for seat in range(last.rules.players)
    ]
    # The board shows no conventions: they would answer the positions to try.
    return unsaved(last, seats, slug="lesson", reasons=Table.Reasons.AFTER)


def _frames(lesson: Lesson, scene: Scene) -> list[p.Frame]:
    """Return the frames of a scene that the page shows, each with the log lines since the frame
    before, and with legal moves only where the learner is to move.
    """
    every = frames(state_of(lesson, scene), Viewpoint(scene.you, open=False))
    began, asked = scene.start.turn, {step.at for step in scene.steps if step.do}
    result, before = [], -1
    for at in scene.shown():
        log = [
            msgspec.structs.replace(entry, text=to_you(entry.text))
            for one in every[before + 1 : began + at + 1]
            for entry in one.log
        ]
        frame = msgspec.structs.replace(every[began + at], log=log)
        if at not in asked:
            frame.legal = None
        result.append(frame)
        before = began + at
    return result


def _step(scene: Scene, index: int, step: LessonStep) -> dict[str, Any]:
    shown = scene.shown()
    previous = scene.steps[scene.steps.index(step) - 1]
    return {
        "scene": index,
        "frame": shown.index(step.at),
        "since": shown.index(previous.at) if step.watch else None,
        "say": step.text(scene.start.rules),
        "look": step.look,
        "order": _order(scene.positions[step.at], step.card)
        if step.card and step.look == "card"
        else None,
        "go_on": step.go_on,
        "hint": step.hint,
        "show": step.show,
        "act": _act(scene, step) if step.do else None,
    }


def slot_of(game: Game, seat: int, position: int) -> int:
    """Return the engine's slot of the card at `position` in a seat's hand, where position 1 is the
    newest card.
    """
    return game.slots(seat)[position - 1]


def _order(game: Game, card: tuple[int, int]) -> int | None:
    return game.order(card[0], slot_of(game, *card))


def _act(scene: Scene, step: LessonStep) -> dict[str, Any]:
    """Return the move that a step asks for, as the message that the board sends."""
    view = scene.positions[step.at].view(scene.you)
    kind, fields = sent(view, Move.parse(scene.moves.split()[step.at], view.rules))
    return {"t": kind, **fields}
