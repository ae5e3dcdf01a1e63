"""The coach's verdicts on finished games: computed by a background worker, stored, and sent to the
replay's page as sentences.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta
from typing import Literal

import msgspec
from django.utils import timezone
from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from agents.kinds.search import SCORINGS
from game import worker
from game.board import moves
from game.board.conventions import judges_at, keep_conventions, level_at
from game.board.explanation import ExplainedPosition, about
from game.board.judging import measured
from game.board.viewpoint import Viewpoint
from game.models import CoachReport, Player
from game.replays import recorded
from game.replays.coach import Judged, Verdict, judge, version
from game.replays.hindsight import move_done
from game.replays.own_conventions import of_player
from game.replays.verdict import verdict
from game.tables.refusals import Refused
from game.tables.state import TableState, load
from native import Game, Move, MoveKind

QUEUED = 100
"""The most games that may wait for the worker."""
PATIENCE = timedelta(seconds=15)
"""How long a game may wait without a worker before the page says that there is none."""
AGAIN = timedelta(minutes=10)
"""An unfinished verdict is asked for again after this time: the worker may have been stopped."""

PRACTISE: dict[tuple[moves.Kind, moves.Kind], tuple[int, str]] = {
    ("play", "play"): (
        2,
        "When you have several cards to play, look which one your partners wait for.",
    ),
    ("play", "discard"): (
        3,
        "Before you play a card, ask what else it can be. A discard is often cheaper.",
    ),
    ("play", "clue"): (
        4,
        "Before you play a card, look whether a partner needs a clue more urgently.",
    ),
    ("discard", "play"): (2, "Before you discard, look for a card of yours that can be played."),
    ("discard", "discard"): (
        3,
        "Before you discard, ask which of your cards the table can best spare.",
    ),
    ("discard", "clue"): (
        4,
        "Before you discard, look what your partners would discard next, or could play.",
    ),
    ("clue", "play"): (2, "Before you give a clue, look for a card of yours that can be played."),
    ("clue", "discard"): (7, "Save clue tokens: discard when no clue is worth one."),
    ("clue", "clue"): (
        5,
        "Before you give a clue, compare what each clue would get played or save.",
    ),
}
"""The advice by (kind of the move made, kind of the better move): the number of a lesson, and a
sentence on what to practise."""
STALLS = " It costs no card."
"""Added to the reason for a better move that is a clue to cards that are neither playable nor
critical, if the move made was a play or discard."""
UNSURE = (2, "Play a card only if a clue says that it can be played.")
"""The advice on playing a card that was a strike, or that no clue had touched."""


class Mistake(msgspec.Struct):
    """A mistake that its player could have avoided, with the better move, as sent to the page."""

    turn: int
    seat: int
    move: str
    """The move as a sentence, such as “Ana discards yellow 4 from slot 2.”"""
    cost: float
    """The mean points by which the better move scored more."""
    points: str
    """The cost with its standard error as shown, such as “2.4 ± 0.3”."""
    instead: str
    """The better move, such as “Clue 5 to Bo”."""
    why: str
    """Some sentences on what the better move does, by what its player could know."""


class ExplainedLoss(msgspec.Struct):
    """A move that lowered the best score possible with all cards open, and a sentence about who
    could have prevented it.
    """

    turn: int
    text: str


class Practice(msgspec.Struct):
    """Advice on what to practise next, as a sentence, and the lesson about it."""

    text: str
    lesson: int
    """The number of the lesson that explains the advice; it ends with three positions to try."""
    finished: bool = False
    """Whether the reader has finished the lesson, so that its drills come next."""


class GameReport(msgspec.Struct):
    """The coach's report on a game, as sent to the page."""

    status: Literal["done", "working", "waiting", "away", "full"]
    """“done”; “working” while the verdict is incomplete; “waiting” for the worker; “away” if no
    worker is running; or “full” if too many games wait for it."""
    mistakes: list[Mistake] = []
    losses: list[ExplainedLoss] = []
    practise: dict[int, Practice] = {}
    """One thing to practise, by seat; none for a seat without a mistake."""
    verdict: str = ""
    """A sentence about how good the game was for the reader, if they played it."""
    card: str = ""
    """A sentence about how the reader's latest games differ from their convention card, if so."""


def report_on(state: TableState, player: Player | None) -> GameReport:
    """Return the coach's report on a finished game for the reader `player`, who need not have
    played it; None is a visitor without a player.

    If no verdict by the present version of the coach is stored, ask the background worker for one;
    the report's `status` says how far it has come.
    """
    report = _report_on(state, player)
    report.verdict = verdict(state, player)
    if player is not None and state.was_here(player) and (seen := of_player(player)):
        report.card = seen.text
    return report


def _report_on(state: TableState, player: Player | None) -> GameReport:
    """Return the stored verdict on a finished game, as far as the worker has come, as a report;
    queue the game for the worker if it is not queued. Names and texts are those of `state`.
    """
    slug, made_by, now = state.table.slug, version(judges_at(state)), timezone.now()
    row = CoachReport.objects.filter(game=slug).first()
    if row and row.made_by == made_by and (row.done or now - row.asked < AGAIN):
        judged = msgspec.convert(row.body, Verdict, strict=False) if row.body else None
        return _report(state, judged, row)
    tasks = DBTaskResult.objects.filter(task_path=coach_game.module_path)
    if tasks.filter(status=TaskResultStatus.READY).count() >= QUEUED:
        return GameReport("full")
    fresh = {"made_by": made_by, "asked": now, "done": False, "body": None}
    row, _ = CoachReport.objects.update_or_create(game=slug, defaults=fresh)
    coach_game.enqueue(slug, player.pk if player else None)
    return _report(state, None, row)


@task
def coach_game(slug: str, player: int | None) -> None:
    """Judge a finished game in the background worker, and store the verdict as it grows.

    `slug` names a table, or a recorded game that the person with primary key `player` (None: an
    unknown visitor) may see. Do nothing if there is no such finished game, or no unfinished
    `CoachReport` on it.
    """
    person = Player.objects.filter(pk=player).first() if player else None
    try:
        state: TableState | None = load(slug)
    except Refused:
        state = recorded.find(slug, person)
    rows = CoachReport.objects.filter(game=slug, done=False)
    if state is None or not state.over or not rows.exists():
        return

    def store(judged: Verdict) -> None:
        body = msgspec.to_builtins(judged, str_keys=True)
        rows.update(body=body, done=judged.done, made_by=judged.by)

    scoring = SCORINGS[state.table.scoring]
    store(judge(state.played.last, scoring, store, judges_at(state)))


def _report(state: TableState, judged: Verdict | None, row: CoachReport) -> GameReport:
    away = timezone.now() - row.asked > PATIENCE and not worker.lives()
    if judged is None:
        return GameReport("away" if away else "waiting")
    sure = [one for one in judged.moves if one.sure]
    return GameReport(
        "done" if judged.done else "away" if away else "working",
        [_mistake(state, one) for one in sure],
        [ExplainedLoss(turn, _who_could(state, judged, turn)) for turn in sorted(judged.lost)],
        {
            seat: practise((one, state.played.last) for one in sure if one.seat == seat)
            for seat in sorted({one.seat for one in sure})
        },
    )


def _mistake(state: TableState, one: Judged) -> Mistake:
    at = state.played.positions[one.turn - 1]
    scene, best = _better(state, one)
    made = state.played.events[one.turn - 1].move
    stalls = best.is_clue and not made.is_clue and not moves.that_matter(scene.view, best)
    return Mistake(
        turn=one.turn,
        seat=one.seat,
        move=move_done(state, at, state.played.events[one.turn - 1]),
        cost=one.loss,
        points=measured(one.loss, one.error),
        instead=moves.name(scene.view, best, scene.names),
        why=about(scene, best) + (STALLS if stalls else ""),
    )


def _better(state: TableState, one: Judged) -> tuple[ExplainedPosition, Move]:
    """Return the position of a judged move, and the better move there."""
    at = state.played.positions[one.turn - 1]
    names = state.names_at(at.turn)
    level = level_at(state, Viewpoint(None, open=True)) if keep_conventions(state) else None
    scene = ExplainedPosition(at, at.view(one.seat), names, state.table.keeps_points, level)
    return scene, Move.parse(one.best, at.rules)


def _who_could(state: TableState, report: Verdict, turn: int) -> str:
    """Return a sentence on who could have known that this turn would lose points."""
    judged = report.moves[turn - 1]
    if judged.whose is None:
        return "By what the players could know, no clear mistake led to it."
    if judged.whose == turn:
        return "The player could know better."
    blamed = report.moves[judged.whose - 1]
    scene, best = _better(state, blamed)
    name, instead = scene.names[blamed.seat], moves.name(scene.view, best, scene.names)
    return f"{name} could have prevented it at turn {blamed.turn}: {instead}."


def practise(mistakes: Iterable[tuple[Judged, Game]]) -> Practice:
    """Return the advice on the kind of mistake that cost most in total. `mistakes` are judged
    moves, each with its finished game; there must be at least one.
    """
    cost: dict[tuple[int, str], float] = defaultdict(float)
    for one, game in mistakes:
        cost[_advice(one, game)] += one.loss
    lesson, text = max(cost, key=lambda advice: cost[advice])
    return Practice(text, lesson)


def _advice(one: Judged, game: Game) -> tuple[int, str]:
    *before, made = game.history[: one.turn]
    clued = any(made.order in event.touched_orders for event in before)
    if made.move.kind is MoveKind.PLAY and not (made.success and clued):
        return UNSURE
    return PRACTISE[moves.kind(made.move), moves.kind(Move.parse(one.best, game.rules))]
