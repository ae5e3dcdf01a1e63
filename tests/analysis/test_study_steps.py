"""What a person does in an experiment, one step after another, until the code."""

import pytest
from django.test import Client

from analysis.models import Assignment, Study
from analysis.studies.assignment import participation_of
from analysis.studies.consent import delete_old
from analysis.studies.export import design
from analysis.studies.steps import Stage, in_the_middle, step_of
from analysis.traces.tables import collect
from game.models import Player, Table
from game.tables import changes
from game.tables.state import load
from tests.analysis.conftest import a_study, page_of
from tests.game.conftest import login
from tests.game.played import play_out

pytestmark = pytest.mark.django_db

QUESTIONS = [
    {"id": "q1", "when": "before", "kind": "choice", "text": "Ever played?", "options": ["A", "B"]},
    {"id": "q2", "when": "game", "kind": "scale", "text": "Human-like?", "options": ["no", "yes"]},
    {"id": "q3", "when": "after", "kind": "text", "text": "Anything else?", "options": []},
]


@pytest.fixture
def study(bob: Player) -> Study:
    settings = {"practice": "rules:internal", "questions": QUESTIONS, "completion": "C0FFEE"}
    return a_study(owner=bob, games=2, **settings)


class Participant:
    """Somebody who does what the page offers."""

    def __init__(self, client: Client, player: Player, study: Study) -> None:
        self.client, self.player, self.study = login(client, player), player, study

    @property
    def kind(self) -> Stage:
        self.study.refresh_from_db()
        return step_of(self.study, participation_of(self.study, self.player)).kind

    @property
    def page(self) -> str:
        return self.client.get(self.study.get_absolute_url()).content.decode()

    def send(self, **data: str) -> None:
        answer = self.client.post(self.study.get_absolute_url(), {"consent": "yes"} | data)
        assert answer.status_code == 302

    def play(self, *, leave: int = 0) -> Table:
        self.send()
        table = Assignment.objects.latest("number").table
        play_out(table.slug, leave=leave)
        if leave:
            self.give_up(table)
        return table

    def give_up(self, table: Table) -> None:
        changes.give_up(table.slug, self.player, load(table.slug).table.version)

    def answer(self, table: Table, **data: str) -> None:
        assert self.client.post(f"/analysis/survey/{table.slug}/", data).status_code == 302


@pytest.fixture
def ann(client: Client, alice: Player, study: Study) -> Participant:
    return Participant(client, alice, study)


def named(table: Table) -> bool:
    return not table.seatings.filter(blind=True).exists()


@pytest.mark.long
def test_a_participant_is_led_from_consent_to_code(ann: Participant, study: Study) -> None:
    assert ann.kind == Stage.CONSENT
    ann.send(reference="prolific-1")
    assert ann.kind == Stage.BEFORE
    assert "Ever played?" in ann.page
    ann.send(step="before", q1="B")
    assert ann.kind == Stage.PRACTICE
    practice = ann.play()
    assert ann.kind == Stage.GAME
    assert "Game 1 of 2" in ann.page
    tables = []
    for _ in range(2):
        tables.append(ann.play())
        assert ann.kind == Stage.SURVEY
        assert "Human-like?" in page_of(ann.client, f"/analysis/survey/{tables[-1].slug}/")
        assert "C0FFEE" not in ann.page
        assert not any(map(named, [practice, *tables]))
        ann.answer(tables[-1], q2="2", like="5")
    assert ann.kind == Stage.AFTER
    ann.send(step="after", q3="Fun.")
    page = ann.page
    assert "C0FFEE" in page
    assert all(map(named, [practice, *tables]))
    assert "Piers" in page
    somebody = study.participations.get()
    assert (somebody.before, somebody.after) == ({"q1": "B"}, {"q3": "Fun."})
    assert (somebody.reference, somebody.finished is not None) == ("prolific-1", True)
    assert tables[0].trace.surveys.get().answers == {"q2": 2}
    ends = {name: design(study)[name] for name in ("finished", "screened", "late", "withdrawn")}
    assert ends == {"finished": 1, "screened": 0, "late": 0, "withdrawn": 0}
    assert study.assignments.get(order=0).address == "rules:internal"
    assert {game.address for game in study.assignments.filter(order__gt=0)} == set(study.pool)
    ann.send()
    assert study.assignments.count() == 3


def test_a_game_given_up_at_the_start_is_played_again(ann: Participant, study: Study) -> None:
    Study.objects.update(questions=[], practice="")
    ann.send(step="consent")
    first = study.assignments.get()
    ann.give_up(first.table)
    assert ann.kind == Stage.GAME
    page = ann.client.get(f"/analysis/survey/{first.table.slug}/")
    assert page["Location"] == study.get_absolute_url()
    ann.send()
    again = study.assignments.latest("number")
    assert (again.order, again.attempt, again.address) == (1, 2, first.address)
    play_out(again.table.slug, leave=5)
    ann.give_up(again.table)
    assert ann.kind == Stage.SURVEY


def test_partners_may_stay_hidden_until_the_experiment_is_closed(
    ann: Participant, study: Study, his: Client
) -> None:
    Study.objects.update(questions=[], practice="", named="closed", usual_questions=False)
    ann.send()
    play_out(study.assignments.get().table.slug)  # type: ignore[union-attr]
    second = ann.play()
    assert ann.kind == Stage.DONE
    assert "Once the experiment is closed" in ann.page
    assert not named(second)
    his.post(f"{study.get_absolute_url()}close/", {"open": "no"})
    assert named(second)
    assert "Your partners" in ann.page


@pytest.mark.parametrize("told", ["", "person"])
def test_closing_names_no_partner_to_anybody_whose_part_is_not_over(
    ann: Participant, study: Study, his: Client, told: str
) -> None:
    groups = [{"name": "A", "told": told}, {"name": "B", "told": told}] if told else []
    Study.objects.update(questions=[], groups=groups)
    ann.send()
    ann.send()
    practice = ann.play()
    ann.send()
    his.post(f"{study.get_absolute_url()}close/", {"open": "no"})
    game = study.assignments.get(order=1).table
    assert (ann.kind, named(practice), named(game)) == (Stage.PLAYING, False, False)
    play_out(game.slug)
    assert (ann.kind, named(practice), named(game)) == (Stage.SURVEY, False, False)
    assert "Your partners" not in ann.page
    ann.answer(game)
    thanks = ann.client.get(f"/analysis/survey/{game.slug}/thanks/")
    assert (ann.kind, thanks["Location"]) == (Stage.OVER, study.get_absolute_url())
    assert named(game) != bool(told), "named before they have read that they were misled"
    page = ann.page
    assert ("What was not true" in page, "Your partners" in page) == (bool(told), True)
    assert all(map(named, [practice, game]))


def test_answers_are_fixed_once_they_are_sent(ann: Participant, study: Study) -> None:
    Study.objects.update(questions=[], practice="")
    ann.send()
    table = study.assignments.get().table
    play_out(table.slug)  # type: ignore[union-attr]
    for like in ("5", "1"):
        ann.answer(table, like=like)
    again = ann.client.get(f"/analysis/survey/{table.slug}/")
    assert again["Location"] == study.get_absolute_url()
    assert table.trace.surveys.get().like == 5


def test_when_one_has_finished_the_partners_of_others_stay_hidden(
    ann: Participant, study: Study
) -> None:
    carol = Player.objects.create(name="Carol")
    Study.objects.update(questions=[], practice="", usual_questions=False)
    other = Participant(Client(), carol, study)
    for participant in (other, ann):
        participant.send()
        play_out(Assignment.objects.latest("number").table.slug)
    begun = Assignment.objects.get(participation__person__player=carol).table
    mine = [Assignment.objects.latest("number").table, ann.play()]
    assert ann.kind == Stage.DONE
    assert all(named(table) for table in mine if table)
    assert not named(begun)
    last = other.play()
    assert other.kind == Stage.DONE
    assert named(begun)
    assert named(last)


def test_an_outdated_form_or_an_invalid_answer_changes_nothing(
    ann: Participant, study: Study
) -> None:
    ann.send()
    invalid = ann.client.post(study.get_absolute_url(), {"step": "before", "q1": "C"})
    assert (invalid.status_code, ann.kind) == (400, Stage.BEFORE)
    ann.send(step="before", q1="A")
    ann.send(step="before", q1="B")
    ann.send(step="consent")
    assert study.participations.get().before == {"q1": "A"}
    assert not study.assignments.exists()


@pytest.mark.parametrize("keep", ["no", "yes"])
def test_a_participant_who_deletes_everything_has_withdrawn(
    ann: Participant, study: Study, keep: str
) -> None:
    ann.send(reference="prolific-1")
    ann.send(step="before", q1="B")
    person = study.participations.get().person
    ann.play()
    collect()
    assert "cannot take part in them again" in page_of(
        ann.client, f"{person.get_absolute_url()}delete/"
    )
    ann.client.post(f"/analysis/people/{person.pk}/delete/", {"keep": keep})
    somebody = study.participations.get()
    assert (somebody.person, somebody.recruited, design(study)["withdrawn"]) == (None, {}, 1)
    assert not in_the_middle(study)
    again = Client().post(study.get_absolute_url(), {"consent": "yes", "reference": "prolific-1"})
    assert again.status_code == 403
    kept = {"q1": "B"} if keep == "yes" else None
    assert (somebody.before, Table.objects.exists()) == (kept, keep == "yes")
    Study.objects.update(keep_until="2026-01-01")
    delete_old()
    somebody.refresh_from_db()
    assert (somebody.before, Table.objects.exists()) == (None, False)
