"""A participant's next step in an experiment, and when partners are revealed."""

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from analysis.models import Assignment, Participation, Study
from analysis.studies.assignment import PRACTICE
from analysis.studies.endings import ending, is_late
from analysis.studies.groups import debriefing, team_size
from analysis.studies.plan import is_full, is_over
from analysis.studies.questions import questions_of
from analysis.studies.teams import left_alone
from game.models import Table
from game.tables import changes
from game.tables.state import TERMINATED

EARLY = 10
"""A game that was given up in fewer moves than this counts as not played."""


class Stage(StrEnum):
    """The kinds of steps at which a participant can be in an experiment, from the consent to the
    end.
    """

    CONSENT = "consent"
    PLAYING = "playing"
    BEFORE = "before"
    SURVEY = "survey"
    OVER = "over"
    """No further game can be played: the experiment is closed, its last day is past or, for new
    people, it is full."""
    PRACTICE = "practice"
    GAME = "game"
    WAIT = "wait"
    """The participant waits for the people with whom they play the next game."""
    AFTER = "after"
    DONE = "done"
    SCREENED = "screened"
    LATE = "late"
    ALONE = "alone"
    WITHDRAWN = "withdrawn"


ENDS = (Stage.OVER, Stage.DONE, Stage.SCREENED, Stage.LATE, Stage.ALONE, Stage.WITHDRAWN)
"""The kinds of step that end a participation."""


@dataclass(frozen=True)
class StudyStep:
    """A participant's present step in an experiment.

    `table` is the table at which they play (PLAYING) or about which questions are open (SURVEY),
    otherwise None. `order` is the number, from 1, of the game that the step is about; 0 for the
    practice game or none.
    """

    kind: Stage
    table: Table | None = None
    order: int = 0

    @property
    def ends(self) -> bool:
        """Whether the participation is over."""
        return self.kind in ENDS


def step_of(study: Study, participation: Participation | None) -> StudyStep:
    """Return the participant's present step. Without a participation it is CONSENT, or OVER if the
    experiment admits nobody else.

    If nothing remains to be done, record that the participant is done. Once their part is over,
    reveal their partners if the study does so at that time.
    """
    if participation is None:
        return StudyStep(Stage.OVER if is_over(study) or is_full(study) else Stage.CONSENT)
    step = _step(study, participation)
    if step.ends:
        name_partners(study)
    return step


def _step(study: Study, participation: Participation) -> StudyStep:
    """Return the participant's present step; record how their part has ended if it has."""
    if participation.withdrawn:
        return StudyStep(Stage.WITHDRAWN)
    if participation.finished:
        return StudyStep(Stage.DONE)
    if participation.expired:
        return StudyStep(Stage(participation.ended or Stage.OVER))
    games = participation.assignments.select_related("table")
    running = games.filter(table__status=Table.Status.RUNNING).first()
    if running:
        return StudyStep(Stage.PLAYING, running.table, running.order)
    if ended := ending(study, participation):
        return StudyStep(Stage(ended))
    if not is_over(study) and participation.before is None and questions_of(study, "before"):
        return StudyStep(Stage.BEFORE)
    # Includes games whose table was deleted: they were played.
    played = set(counted(games).values_list("order", flat=True))
    last = len(played - {PRACTICE})
    unanswered = _unanswered(study, participation)
    if unanswered is not None:
        return StudyStep(Stage.SURVEY, unanswered.table, unanswered.order)
    practises = bool(study.practice) and PRACTICE not in played
    if practises or study.games is None or last < study.games:
        return _next_game(study, participation, PRACTICE if practises else last + 1)
    if participation.after is None and questions_of(study, "after"):
        return StudyStep(Stage.AFTER)
    participation.finished = timezone.now()
    participation.save(update_fields=["finished"])
    return StudyStep(Stage.DONE)


def _next_game(study: Study, participation: Participation, order: int) -> StudyStep:
    """Return the step at which a participant begins or awaits their game number `order`, or the end
    of their part if they may not play it.
    """
    if is_over(study):
        return StudyStep(Stage.OVER)
    if is_late(study, participation):
        return StudyStep(Stage.LATE)
    if order == PRACTICE:
        return StudyStep(Stage.PRACTICE)
    if team_size(participation) == 1:
        return StudyStep(Stage.GAME, order=order)
    if left_alone(participation):
        return StudyStep(Stage.ALONE)
    return StudyStep(Stage.WAIT, order=order)


def counted(games: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Return those of an experiment's `games` that are over and count as played: all finished
    ones, except those given up in fewer than EARLY (10) moves.
    """
    begun = games.annotate(moves=Count("table__moves"))
    early = Q(table__ending=TERMINATED, moves__lt=EARLY)
    over = Q(table__isnull=True) | Q(table__status=Table.Status.FINISHED)
    return begun.filter(over).exclude(early)


def asks_after_games(study: Study) -> bool:
    """Return whether the experiment asks any questions after a game."""
    return study.usual_questions or bool(questions_of(study, "game"))


def in_the_middle(study: Study) -> QuerySet[Participation]:
    """Return the participants whose part has begun and is not over."""
    return study.participations.filter(finished=None, ended="", withdrawn=None, expired=None)


def code_of(study: Study, kind: str) -> str:
    """Return the completion code, or the address to return to, of participants whose part ends at a
    step of this kind (a `Stage`); empty if there is none.

    People whose part was cut off by closing the experiment get the code of those out of time.
    """
    codes: dict[str, str] = {
        Stage.DONE: study.completion,
        Stage.WITHDRAWN: study.withdrawal,
        Stage.SCREENED: study.screened,
        Stage.LATE: study.late,
        Stage.OVER: study.late,
        Stage.ALONE: study.alone,
    }
    return codes.get(kind, "")


def set_open(study: Study, is_open: bool) -> None:
    """Close an experiment to new games, or reopen it, and reveal the partners that may be known
    now. Games in progress may be finished.
    """
    study.open = is_open
    study.save(update_fields=["open"])
    name_partners(study)


def name_partners(study: Study) -> None:
    """Reveal to participants who their partners were, at the finished tables at which the
    experiment's settings allow it.

    These are the tables whose participants have all ended their part and, if they read a false
    claim about their partners, have read the truth; none in an open experiment that reveals
    partners only once it is closed.
    """
    if study.open and study.named == Study.Named.CLOSED:
        return
    hidden = study.assignments.filter(
        table__status=Table.Status.FINISHED, table__seatings__blind=True
    )
    people = study.participations.filter(assignments__in=hidden).select_related("study").distinct()
    rest = [one.pk for one in people if _must_not_know(study, one)]
    over = hidden.exclude(table__assignment__participation__in=rest)
    for slug in over.values_list("table__slug", flat=True).distinct():
        changes.reveal(slug)


def _must_not_know(study: Study, participation: Participation) -> bool:
    """Return whether a participant may not learn yet who their partners were."""
    if participation.withdrawn:
        return False
    if debriefing(participation) and participation.debriefed is None:
        return True
    if participation.finished or participation.ended:
        return False
    return not is_over(study) or not _step(study, participation).ends


def _unanswered(study: Study, participation: Participation) -> Assignment | None:
    """Return the participant's first game whose questions are not answered; None if there is none.
    Practice games have no questions.
    """
    if not asks_after_games(study):
        return None
    games = counted(participation.assignments.filter(order__gt=PRACTICE, table__isnull=False))
    answered = Q(table__trace__surveys__person=participation.person_id)
    rest = games.exclude(
        pk__in=participation.assignments.filter(answered).values("pk")
    ).select_related("table")
    return rest.order_by("order").first()
