"""Rehearse an experiment before its launch: scripted people take part through its real pages.

Everything happens in one transaction that is rolled back, so that only the report remains; with
SQLite, in a copy of the database. Some people stop half-way, withdraw, or answer attention checks
wrongly.
"""

import logging
from collections import Counter, deque
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

import msgspec
from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from agents import registry
from analysis.models import Participation, Study, Trace
from analysis.studies.assignment import PRACTICE, participation_of
from analysis.studies.consent import consent_of
from analysis.studies.endings import SCREENED
from analysis.studies.export import COLUMNS, concealed, design, games_table
from analysis.studies.groups import IMBALANCE, debriefing, group_of
from analysis.studies.plan import is_unchanged
from analysis.studies.questions import Question, When, all_questions, questions_of
from analysis.studies.steps import Stage, code_of, step_of
from analysis.studies.study_figures import results
from analysis.traces.filters import released_by_people
from analysis.traces.tables import collect
from game.models import Player, Table
from game.tables import agent_turns, changes
from game.tables.people import player_of
from game.tables.state import TableState, load

WAYS = (
    *("finishes", "withdraws", "answers wrongly", "finishes", "abandons", "leaves at once"),
    *("finishes",) * 4,
)
"""Behaviours of the scripted people, assigned in turn: most finish; the others withdraw, answer
wrongly, abandon a game, or leave at once."""
STAND_IN = "rules:piers"
"""The agent that decides the moves of the scripted people."""
ABANDONED_AFTER = 8
"""Number of moves in a game after which a scripted person who abandons it stops for good."""
MOST_STEPS = 500
USUAL = timedelta(minutes=30)
"""A rehearsal that has run for longer was probably cut off, because its worker was stopped; another
one may begin."""
PLAYED_FREELY = 2
"""Number of games after which a scripted person stops where the experiment sets no number."""
ABANDONED, STOPPED = "abandoned", "stopped"
LEFT = (ABANDONED, STOPPED)
"""How a participation ended (`ScriptedPerson.ended`) if the person left before the end."""
ENDED = {
    "done": "finished",
    "left": "left before the consent",
    ABANDONED: "gave up in a game",
    STOPPED: "stopped after two games, as no number of games is set",
    "withdrawn": "withdrew",
    "screened": "were screened out",
    "late": "ran out of time",
    "alone": "found nobody to play with",
    "over": "found it closed",
    "stuck": "could not get on",
}
"""What people did whose participation ended in each way (`ScriptedPerson.ended`)."""
logger = logging.getLogger(__name__)


class Unrehearsable(Exception):
    """Raised if the experiment has begun: scripted people would be counted with real ones."""


class Item(msgspec.Struct, frozen=True):
    """A line of a rehearsal's checklist: a requirement (`promise`), whether the rehearsal met it
    (`kept`), and the test that checks it too.
    """

    promise: str
    kept: bool
    test: str
    """The automated test of the requirement: its file and name."""


class RehearsalReport(msgspec.Struct, frozen=True):
    """The report of a rehearsal: its numbers of scripted people and games, the numbers of people
    by behaviour and by ending, and its checklist.
    """

    people: int
    ways: dict[str, int]
    ended: dict[str, int]
    """The number of people by how their participation ended, such as "done"."""
    games: int
    items: tuple[Item, ...]

    @property
    def endings(self) -> list[str]:
        """The numbers of people by how their participation ended, such as "6 withdrew"."""
        return [f"{number} {ENDED.get(how, how)}" for how, number in self.ended.items()]


@task
def rehearse_study(slug: str) -> None:
    """Rehearse the experiment called `slug` and store the report in it; a background task. If real
    people have begun, or the experiment was deleted, only write a log line.
    """
    try:
        study = Study.objects.get(slug=slug)
        report = rehearse(study)
    except (Study.DoesNotExist, Unrehearsable) as error:
        logger.info("Did not rehearse %s: %s", slug, error)
        return
    Study.objects.filter(pk=study.pk).update(rehearsed=msgspec.to_builtins(report))


class Latest(NamedTuple):
    """The latest rehearsal of an experiment that was asked for: its `state`, empty if there is none
    or it ended as it should, and since when it waits or runs. It is dropped if real people began
    before it.
    """

    state: Literal["", "waiting", "running", "failed", "dropped"]
    since: datetime | None = None

    @property
    def may_follow(self) -> bool:
        """Whether another rehearsal may begin: none is queued, or running for less than USUAL."""
        if self.state == "running" and self.since:
            return timezone.now() - self.since > USUAL
        return self.state != "waiting"


def latest_rehearsal(study: Study) -> Latest:
    """Return the state of the latest rehearsal of the experiment that was asked for."""
    tasks = DBTaskResult.objects.filter(task_path=rehearse_study.module_path)
    for one in tasks.order_by("-enqueued_at"):
        if one.args_kwargs["args"] == [study.slug]:
            states = {
                TaskResultStatus.READY: Latest("waiting", one.enqueued_at),
                TaskResultStatus.RUNNING: Latest("running", one.started_at),
                TaskResultStatus.FAILED: Latest("failed"),
            }
            return states.get(one.status, Latest("" if study.rehearsed else "dropped"))
    return Latest("")


def report_of(study: Study) -> RehearsalReport | None:
    """Return the report of an experiment's latest rehearsal; None if there was none."""
    return msgspec.convert(study.rehearsed, RehearsalReport) if study.rehearsed else None


class ScriptedPerson(NamedTuple):
    """A scripted person after their participation: their number, their behaviour (one of `WAYS`),
    how their participation ended, and the last page they saw.
    """

    number: int
    way: str
    ended: str
    participation: Participation | None
    page: str
    """The HTML of the last page that they saw."""


Part = Generator[bool, bool | None, ScriptedPerson]
"""The participation of one scripted person, as a generator that returns the `ScriptedPerson`.

It yields when the person has to wait for others; the value says whether they did anything since
the last yield. The value sent to it says whether nobody else will come, so that they should
leave."""


def rehearse(study: Study, people: int = 60) -> RehearsalReport:
    """Let `people` scripted people take part in the experiment, undo all their changes, and return
    the report.

    Raise Unrehearsable if real people have begun.
    """
    with _apart(), transaction.atomic():
        # With PostgreSQL, the lock keeps real people out until the scripted ones are gone.
        study = Study.objects.select_for_update().get(pk=study.pk)
        if study.participations.exists():
            raise Unrehearsable("People have begun this experiment: rehearse a copy of it.")
        study.open, study.people = True, None
        study.save(update_fields=["open", "people"])
        report = _report(study, list(_all_take_part(study, people)))
        transaction.set_rollback(True)
    return report


@contextmanager
def _apart() -> Iterator[None]:
    """With SQLite, connect this thread to a copy of the database during the block, because a
    transaction that writes blocks all other writers.
    """
    usual = connection.settings_dict
    is_file = connection.vendor == "sqlite" and Path(str(usual["NAME"])).is_file()
    if not is_file or connection.in_atomic_block:
        yield
        return
    with TemporaryDirectory() as folder:
        copy = str(Path(folder) / "rehearsal.sqlite3")
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [copy])
        connection.close()
        connection.settings_dict = {**usual, "NAME": copy}
        try:
            yield
        finally:
            connection.close()
            connection.settings_dict = usual


def _all_take_part(study: Study, people: int) -> Iterator[ScriptedPerson]:
    """Let all people take part in turn, each until they have to wait for another, and yield each
    person who is through. Where everybody waits, one leaves.
    """
    parts = deque(_take_part(study, number, WAYS[number % len(WAYS)]) for number in range(people))
    begun: set[Part] = set()
    waiting = 0
    while parts:
        part = parts.popleft()
        nobody_comes = waiting > len(parts)
        try:
            did_something = part.send(nobody_comes if part in begun else None)
        except StopIteration as over:
            waiting = 0
            yield over.value
            continue
        waiting = 0 if did_something or nobody_comes or part not in begun else waiting + 1
        begun.add(part)
        parts.append(part)


def _take_part(study: Study, number: int, way: str) -> Part:
    """Let one person follow the experiment's pages to the end, or to where they stop."""
    host = next((one.lstrip(".") for one in settings.ALLOWED_HOSTS if one != "*"), "localhost")
    client = Client(SERVER_NAME=host, REMOTE_ADDR=f"10.1.{number // 250}.{number % 250 + 1}")
    address = study.get_absolute_url()
    page = client.get(address, {"participant": f"rehearsal-{number}"}, secure=True)
    if way == "leaves at once":
        return ScriptedPerson(number, way, "left", None, page.content.decode())
    consent = consent_of(study)
    ticks = [str(one) for one in range(len(consent.statements))]
    agreed = {"consent": "yes", "version": consent.version, "tick": ticks}
    if _publishes(number):
        agreed["publish"] = "yes"
    client.post(
        address, agreed | {"reference": f"rehearsal-{number}", "name": "Rehearsal"}, secure=True
    )
    player = player_of(client.session, None)
    assert player is not None
    ended = yield from _follow(study, client, player, way)
    participation = participation_of(study, player)
    page = client.get(address, secure=True)
    return ScriptedPerson(number, way, ended, participation, page.content.decode())


def _publishes(number: int) -> bool:
    """Return whether a scripted person lets their games be published, if they are asked: every
    other one does.
    """
    return number % 2 == 1


def _follow(
    study: Study, client: Client, player: Player, way: str
) -> Generator[bool, bool | None, str]:
    """Do what each page asks a person for, and return how their participation ended. Yield as
    `Part` does.
    """
    address = study.get_absolute_url()
    wrong = way == "answers wrongly"
    until = ABANDONED_AFTER if way == "abandons" else None
    steps = 0
    while steps < MOST_STEPS:
        steps += 1
        step = step_of(study, participation_of(study, player))
        again = step.kind in (Stage.GAME, Stage.WAIT) and step.order > PLAYED_FREELY
        if study.games is None and again:
            return STOPPED
        if step.kind in (Stage.BEFORE, Stage.AFTER):
            when: When = "before" if step.kind == Stage.BEFORE else "after"
            answers = _answers(questions_of(study, when), wrong)
            client.post(address, {"step": step.kind, **answers}, secure=True)
        elif step.kind in (Stage.PRACTICE, Stage.GAME):
            client.post(address, {"step": step.kind, "consent": "yes"}, secure=True)
        elif step.kind == Stage.WAIT:
            steps -= 1
            found = client.post(reverse("waiting", args=[study.slug]), secure=True).json()
            if (yield "next" in found):
                client.post(address, {"step": step.kind, "leave": "yes"}, secure=True)
        elif step.kind == Stage.PLAYING and step.table:
            if (yield from _play(step.table, player, until)):
                return ABANDONED
        elif step.kind == Stage.SURVEY and step.table:
            if way == "withdraws":
                client.post(reverse("withdraw", args=[study.slug]), secure=True)
                continue
            survey = {"skill": "3", "like": "3", "intention": "3", "again": "yes"}
            own = _answers(questions_of(study, "game"), wrong)
            client.post(reverse("survey", args=[step.table.slug]), survey | own, secure=True)
        else:
            return str(step.kind)
    return "stuck"


def _answers(questions: list[Question], wrong: bool) -> dict[str, str]:
    """Return answers as a form sends them."""
    given = {}
    for one in questions:
        options = [option for option in one.options if (option == one.right) != wrong]
        chosen = (options or list(one.options) or [""])[0] if one.right else (*one.options, "")[0]
        at = one.options.index(chosen) + 1 if chosen in one.options else 0
        given[one.id] = "a" if one.kind == "text" else str(at) if one.kind == "scale" else chosen
    return given


def _play(table: Table, player: Player, until: int | None) -> Generator[bool, bool | None, bool]:
    """Play a person's game to its end, or until it has `until` moves; return whether the person
    abandoned it. If nobody else at the table will move, the game is given up. Yield as `Part`
    does.
    """
    agent = registry.find(STAND_IN).agent("rehearsal")
    moved = True
    while (state := _running(table.slug)) is not None:
        if until is not None and len(state.moves) >= until:
            return True
        assert state.position.to_move is not None
        seat = agent_turns.agent_to_move(state)
        if seat is not None:
            decision = agent_turns.decide(state, seat)
            agent_turns.submit(state, seat, decision, state.table.version)
        elif state.seat_of(player.pk) == state.position.to_move:
            move = agent.decide(state.position.view(state.position.to_move)).move
            changes.submit(table.slug, changes.Actor(player=player), move, state.table.version)
        else:
            if (yield moved):
                changes.give_up(table.slug, player, state.table.version)
            moved = False
            continue
        moved = True
    return False


def _running(slug: str) -> TableState | None:
    """Return the state of a table; None if its game is over, or deleted because somebody
    withdrew.
    """
    running = Table.objects.filter(slug=slug, status=Table.Status.RUNNING)
    return load(slug) if running.exists() else None


def _report(study: Study, people: list[ScriptedPerson]) -> RehearsalReport:
    collect()
    study.refresh_from_db()
    ended = Counter(one.ended for one in people)
    begun = [(one, one.participation) for one in people if one.participation is not None]
    table = games_table(study)
    exported = {int(row["participant"]) for row in table.rows()}
    with_games = {int(row["participant"]) for row in table.rows() if row["counts"] in (0, 1)}
    gone = {part.number + 1 for one, part in begun if one.ended == Stage.WITHDRAWN}
    empty = concealed(study)
    told = {str(value) for name in empty for value in table.columns[name]} - {"None"}
    figures = {figure.name for figure in results(study)} - {"codebook"}
    hidden = not empty or not (told or figures)
    study.open = False
    study.save(update_fields=["open"])
    whole, shown = design(study), games_table(study).columns["group"]
    released = Trace.objects.filter(released_by_people(), table__assignment__study=study)
    publishing = {*released.values_list("table", flat=True)}
    mine = {part.number for one, part in begun if _publishes(one.number)}
    revealed = Table.objects.filter(assignment__study=study, status=Table.Status.FINISHED)
    agreed = {
        game.pk
        for game in revealed.exclude(seatings__blind=True)
        if {*game.assignments.values_list("participation__number", flat=True)} <= mine
    }
    groups = Counter(group.name for _, part in begun if (group := group_of(part)))
    over = [(one, part) for one, part in begun if debriefing(part) and one.ended not in LEFT]
    checks = any(question.right for question in all_questions(study))
    screened = {one.way for one, _ in begun if one.ended == SCREENED}
    where = "tests/analysis/test_study_groups.py::"
    consent = "tests/analysis/test_study_consent.py::"
    items = [
        Item(
            "Everybody who agrees to take part is counted, and nobody gets stuck.",
            len(begun) == study.participations.count() and not ended["stuck"],
            "tests/analysis/test_study_rehearsal.py::test_a_rehearsal_accounts_for_every_participant",
        ),
        Item(
            "Everybody ticks the consent, and the version that they read is stored.",
            all(part.agreed for _, part in begun),
            consent + "test_the_consent_text_of_each_participant_is_preserved",
        ),
        Item(
            "A game is published only if everybody at its table agreed to that.",
            publishing == (agreed if study.licence else set()),
            "tests/analysis/test_release.py::test_games_of_participants_are_published_only_as_they_"
            "agreed",
        ),
        Item(
            "If a person withdraws, everything about them is deleted except their number.",
            not gone & with_games,
            consent + "test_a_withdrawal_leaves_nothing_but_a_number",
        ),
        Item(
            "The download has everybody who agreed to take part, and every column of the codebook.",
            {part.number + 1 for _, part in begun} == exported and {*COLUMNS} <= {*table.columns},
            "tests/analysis/test_study_rehearsal.py::test_the_export_has_everybody_who_agreed",
        ),
        Item(
            "People who finish, withdraw, are screened out, run out of time or find no partners "
            "see the code for it.",
            all(code_of(study, one.ended) in one.page for one, _ in begun),
            "tests/analysis/test_study_steps.py::test_a_participant_is_led_from_consent_to_code",
        ),
        Item(
            "People in teams keep the same partners, and nobody is left waiting.",
            _teams_hold(study) and not (ended[str(Stage.WAIT)] or ended[str(Stage.PLAYING)]),
            "tests/analysis/test_study_teams.py::test_a_team_stays_together_and_nobody_waits_alone",
        ),
        Item(
            f"No group has over {IMBALANCE} people more than another.",
            not groups or max(groups.values()) - min(groups.values()) <= IMBALANCE,
            where + "test_groups_stay_balanced_and_their_settings_reach_the_table",
        ),
        Item(
            "The experimenter learns who is in which group only once the experiment is closed.",
            hidden and (not groups or {*shown} - {None} <= {*groups}),
            where + "test_the_owner_learns_groups_only_at_the_end",
        ),
        Item(
            "Everybody who read something untrue about a partner reads the truth at the end.",
            all(debriefing(part)[:40] in one.page for one, part in over),
            where + "test_a_participant_deceived_about_a_bot_is_debriefed_in_any_case",
        ),
        Item(
            "Only people with too many wrong answers to attention checks are screened out.",
            screened <= {"answers wrongly"}
            and (not checks or study.wrong_allowed is None or bool(screened)),
            where + "test_wrong_answers_to_attention_checks_end_the_study_with_a_code",
        ),
        Item(
            "A SHA-256 in the design file shows whether the settings, the analysis plan or the "
            "stopping rule have changed since the first person began.",
            bool(whole["sha256"]) and is_unchanged(study),
            where + "test_the_design_is_fixed_by_a_digest_when_the_first_person_begins",
        ),
    ]
    games = study.assignments.count()
    ways = Counter(one.way for one in people)
    return RehearsalReport(len(people), dict(ways), dict(ended), games, tuple(items))


def _teams_hold(study: Study) -> bool:
    """Return whether the people at every table are one whole team, or one person without a team."""
    for game in Table.objects.filter(assignment__study=study, assignment__order__gt=PRACTICE):
        here = {*game.assignments.values_list("participation", flat=True)}
        first = Participation.objects.get(pk=min(here))
        team = {*first.team.members.values_list("pk", flat=True)} if first.team else {first.pk}
        if here != team:
            return False
    return True
