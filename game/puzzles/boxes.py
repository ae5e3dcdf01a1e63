"""Spaced repetition of drills.

Each answered drill lies in a box. A right answer moves it to the next box, which is repeated after
a longer time; a wrong answer moves it back to the first box, which is repeated on the same day
(Leitner, 1972).
"""

from collections.abc import Container, Mapping, Sequence
from datetime import date
from hashlib import sha256
from typing import NamedTuple

from game.puzzles.drill import TECHNIQUES, Drill, drills

DAYS = (0, 1, 3, 7, 21)
"""For each box, from the first: the days until a drill in it is asked again."""
KNOWN = 3
"""The index, in DAYS, of the first box whose drills count as known."""
Boxes = Mapping[str, Sequence[int]]
"""For each answered drill, by its key: its box and the day on which it is due (proleptic Gregorian
ordinal)."""


class BoxProgress(NamedTuple):
    """A visitor's progress in one technique: how many of its `total` drills they know (`known`),
    and how many are due today (`due`). `lesson` is the number of the lesson that teaches it, if
    any, and `level` the lowest H-group level of its drills.
    """

    technique: str
    title: str
    lesson: int | None
    level: int
    total: int
    known: int
    due: int


def answered(boxes: Boxes, drill: Drill, right: bool, today: date) -> dict[str, list[int]]:
    """Return the box of a drill after an answer, and the day when it is due again: the next box if
    the answer is `right`, else the first.
    """
    box, _ = boxes.get(_key(drill), (0, 0))
    box = min(box + 1, len(DAYS) - 1) if right else 0
    return {_key(drill): [box, today.toordinal() + DAYS[box]]}


def due(boxes: Boxes, today: date, techniques: frozenset[str]) -> list[int]:
    """Return the numbers of the answered drills of `techniques` that are due for repetition, those
    in the lowest box (the least known) first.
    """
    waiting = [
        (boxes[key][0], boxes[key][1], number)
        for number, drill in enumerate(drills(), start=1)
        if (key := _key(drill)) in boxes
        and boxes[key][1] <= today.toordinal()
        and drill.technique in techniques
    ]
    return [number for _, _, number in sorted(waiting)]


def following(
    boxes: Boxes,
    today: date,
    techniques: frozenset[str],
    but: int = 0,
    lessons: Container[int | None] = (),
) -> int | None:
    """Return the number of the drill of `techniques` to ask next: one due for repetition, else the
    easiest that was never answered; None if there is neither.

    Drills whose technique is taught by one of the visitor's finished `lessons` count as easier than
    all others; then those of a lower level, for fewer players, of an earlier lesson, from games by
    a lower level, and after fewer moves. `but` is the number of the drill just answered (0: none);
    it is asked again only if no other is left. A drill on the same deal as another that was
    answered today, whose page has shown all hands, comes after the others.
    """
    opened = {
        drill.deck: drill
        for drill in drills()
        if (box := boxes.get(_key(drill))) and box[1] - DAYS[box[0]] == today.toordinal()
    }

    def is_given_away(number: int) -> bool:
        drill = drills()[number - 1]
        return opened.get(drill.deck, drill) is not drill

    def difficulty(number: int) -> tuple[bool, bool, int, int, int, int, int]:
        drill = drills()[number - 1]
        by = TECHNIQUES[drill.technique][1]
        taught, later, turns = by in lessons, by or len(TECHNIQUES), len(drill.moves)
        given_away = is_given_away(number)
        return given_away, not taught, drill.level, drill.players, later, drill.played, turns

    new = [
        number
        for number, drill in enumerate(drills(), start=1)
        if drill.technique in techniques and _key(drill) not in boxes
    ]
    waiting = due(boxes, today, techniques)
    others = sorted((number for number in waiting if number != but), key=is_given_away)
    easiest = min(new, key=difficulty, default=None)
    return next(iter(others), None) or easiest or next(iter(waiting), None)


def progress(boxes: Boxes, today: date) -> list[BoxProgress]:
    """Return the visitor's progress in each technique that has drills, lowest level first."""
    rows = []
    for technique, (title, lesson) in TECHNIQUES.items():
        ours = [drill for drill in drills() if drill.technique == technique]
        if ours:
            known = sum(boxes.get(_key(drill), (0, 0))[0] >= KNOWN for drill in ours)
            waiting = len(due(boxes, today, frozenset({technique})))
            level = min(drill.level for drill in ours)
            rows.append(BoxProgress(technique, title, lesson, level, len(ours), known, waiting))
    return sorted(rows, key=lambda row: row.level)


def _key(drill: Drill) -> str:
    """Return a key for the drill that stays the same when `drills.json` is regenerated."""
    asked = f"{drill.kind} {drill.deck} {drill.moves}"
    return sha256(asked.encode()).hexdigest()[:8]
