"""Groups, attention checks, time limits and the plan of an experiment: what participants and the
scientific record were promised."""

import json
import re
from collections import Counter
from datetime import date, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from agents.contract import Decision
from analysis.models import Assignment, Participation, Study
from analysis.statistics import mean
from analysis.studies.assignment import take_part
from analysis.studies.consent import withdraw
from analysis.studies.export import design, games_table
from analysis.studies.forms import StudyForm
from analysis.studies.groups import DEBRIEFING, IMBALANCE, NOBODY, group_of
from analysis.studies.plan import is_unchanged
from analysis.studies.study_figures import InGroup, contrasts
from analysis.traces.filters import Filters
from analysis.traces.tables import collect
from game.board import messages
from game.board.viewpoint import viewpoint_of
from game.live import presence
from game.models import Player, Table
from game.tables import changes
from game.tables.people import player_of
from game.tables.state import load, memory
from tests.analysis.conftest import a_study, records
from tests.game.conftest import login
from tests.game.played import play_out

pytestmark = pytest.mark.django_db

GROUPS = [
    {"name": "A", "partner": "rules:iggi", "explanations": "on", "told": "bot"},
    {"name": "B", "partner": "rules:piers", "help": "none", "told": "person"},
]
CHECK = {
    "id": "q1",
    "when": "before",
    "kind": "choice",
    "text": "Choose blue.",
    "options": ["red", "blue"],
    "right": "blue",
}


def begin(study: Study, name: str) -> tuple[Client, Participation]:
    player = Player.objects.create(name=name)
    client = login(Client(), player)
    return client, take_part(study, player)


def page(client: Client, study: Study) -> str:
    return client.get(study.get_absolute_url()).content.decode()


def play(client: Client, study: Study) -> Table:
    client.post(study.get_absolute_url(), {"consent": "yes"})
    return Assignment.objects.latest("number").table


def test_groups_stay_balanced_and_their_settings_reach_the_table(bob: Player) -> None:
    study = a_study(owner=bob, games=1, groups=GROUPS)
    sizes: Counter[str] = Counter()
    for number in range(12):
        client, participation = begin(study, f"P{number}")
        group = group_of(participation)
        sizes[group.name] += 1
        assert abs(sizes["A"] - sizes["B"]) <= IMBALANCE
        if number < 4:
            table = play(client, study)
            partner = next(seat for seat in load(table.slug).seats if seat.kind == "agent")
            assert partner.address == group.partner
            assert (group.told in partner.name, partner.blind) == (True, True)
            assert table.help == (group.help or study.help)
            assert table.reasons == ("live" if group.explanations == "on" else "after")
    assert len(sizes) == 2


@pytest.mark.long
def test_the_owner_learns_groups_only_at_the_end(bob: Player, his: Client) -> None:
    study = a_study(owner=bob, games=1, groups=GROUPS, seed="a secret seed")
    for number in range(4):
        theirs, _ = begin(study, f"P{number}")
        play_out(play(theirs, study).slug)
    collect()
    address = study.get_absolute_url()

    def doors() -> str:
        figures = [f"csv&figure={one}" for one in ("balance", "places", "partners", "answers")]
        asked = ["", *(f"?format={one}" for one in ("csv", "jsonl", "traces", *figures))]
        files = (his.get(address + one) for one in asked)
        said = "".join(str(b"".join(one) if one.streaming else one.content) for one in files)
        return re.sub("Settings</summary>.*?</details>", "", said)

    while_open = doors()
    assert study.seed not in while_open
    assert not re.search("iggi|piers", while_open, re.IGNORECASE)
    for name in ("group", "team", "waited", "agent", "table", "deal", "started"):
        assert {str(value) for value in games_table(study).columns[name]} == {"None"}, name
    his.post(f"{address}close/")
    study.refresh_from_db()
    assert {*games_table(study).columns["group"]} == {"A", "B"}
    assert all(said in doors() for said in (study.seed, "rules:iggi", "Games by agent", "By group"))
    assert "?participant=ID" not in doors()
    assert his.post(f"{address}close/", {"open": "yes"}).status_code == 400
    study.refresh_from_db()
    assert not study.open


@pytest.mark.long
def test_results_stand_by_group_and_drawn_agents_apart_from_fixed_ones(
    bob: Player, his: Client
) -> None:
    groups = [{"name": "A", "partner": "rules:iggi"}, {"name": "B"}]
    study = a_study(owner=bob, games=1, groups=groups, named="start", wrong_allowed=0)
    people = [begin(study, f"P{number}") for number in range(6)]
    for number, (client, participation) in enumerate(people):
        table = play_out(play(client, study).slug)
        if number:
            client.post(f"/analysis/survey/{table.slug}/", {"like": "4"})
        if how := {1: "screened", 2: "late", 3: "alone"}.get(number):
            Participation.objects.filter(pk=participation.pk).update(ended=how)
        page(client, study)
    assert not Filters.of({}).seats(), "public means tell the owner how the groups get on"
    ends_told = {*games_table(study).columns["ended"]}
    Study.objects.update(open=False)
    assert {*games_table(Study.objects.get()).columns["ended"]} - ends_told == {"alone"}
    assert Filters.of({}).seats()
    shown = his.get(study.get_absolute_url())
    assert "the games of 1 person who was screened out" in shown.content.decode()
    figures = {name: records(figure) for name, figure in shown.context["figure_of"].items()}
    sizes = Counter(participation.group for _, participation in people)
    assert [row["people"] for row in figures["groups"]] == [sizes[0], sizes[1]]
    ends = ("finished", "screened out", "out of time", "without partners", "left unfinished")
    assert [sum(row[end] for row in figures["groups"]) for end in ends] == [2, 1, 1, 1, 1]
    assert {row["enjoyed (1–5)"] for row in figures["groups"]} == {4}
    means = [row["mean"] for row in figures["groups"]]
    assert [row["difference"] for row in figures["contrasts"]] == [means[0] - means[1]]
    drawn = {row["agent"]: row["drawn"] for row in figures["balance"]}
    assert (drawn.pop("IGGI (group A)"), sum(drawn.values())) == (sizes[0], sizes[1])
    assert sum(row["game 1"] for row in figures["places"]) == sizes[1]


def test_differences_between_groups_are_tested_over_people_and_for_all_pairs_together() -> None:
    scores = {"A": [9.0, 12, 14, 11], "B": [15.0, 16, 18, 13, 17], "C": [20.0, 21, 22]}
    found = [InGroup(name, *[0] * 8, mean(values), []) for name, values in scores.items()]
    rows = records(contrasts(found))
    assert rows[0]["p"] == pytest.approx(3 * 0.017764, rel=1e-4)
    assert [row["high"] < 0 for row in rows] == [row["p"] < 0.05 for row in rows]


@pytest.mark.long
def test_a_participant_deceived_about_a_bot_is_debriefed_in_any_case(bob: Player) -> None:
    study = a_study(owner=bob, games=1, groups=GROUPS, minutes=30)
    told: set[str] = set()
    ways = {name: ["done", "late", "withdrawn"] * 4 for name in ("A", "B")}
    for number in range(9):
        client, participation = begin(study, f"P{number}")
        group = group_of(participation)
        way = ways[group.name].pop()
        assert DEBRIEFING[:40] not in page(client, study)
        if way != "late":
            play_out(play(client, study).slug)
        if way == "withdrawn":
            withdraw(participation)
        elif way == "late":
            participation.consented -= timedelta(minutes=31)
            participation.save()
        elif "survey" in page(client, study) or "questions" in page(client, study):
            table = Assignment.objects.get(participation=participation).table
            client.post(f"/analysis/survey/{table.slug}/", {"skill": "3"})
        shown = DEBRIEFING[:40] in page(client, study)
        participation.refresh_from_db()
        assert shown == (group.told == "person"), way
        assert (participation.debriefed is not None) == shown
        told |= {way} if shown else set()
    assert told == {"done", "withdrawn", "late"}


@pytest.mark.parametrize(("told", "ends"), [("person", None), ("bot", 0), ("person", 1)])
def test_nothing_that_a_table_sends_distinguishes_a_person_from_an_agent(
    bob: Player, told: str, ends: int | None
) -> None:
    sent = []
    for partner in ("rules:iggi", NOBODY):
        people = 1 if partner != NOBODY else 2
        groups = [{"name": "A", "partner": partner, "team": people, "told": told}] * 2
        more = {"slug": f"s{people}", "common_deals": True, "named": "game"}
        study = a_study(owner=bob, games=2, groups=groups, **more)
        somebody = [begin(study, name)[0] for name in ("Ana", "Ben")[:people]]
        for client in somebody * 2:
            client.post(study.get_absolute_url(), {"consent": "yes"})
        table = Assignment.objects.latest("number").table
        first = table.seatings.get(index=0).player
        client = next(one for one in somebody if player_of(one.session, None) == first)
        sent.append(_all_sent(client, first, table, ends))
    for alone, together in zip(*sent, strict=True):
        assert alone == together


def _all_sent(client: Client, player: Player, table: Table, ends: int | None) -> list[str]:
    """All that a table sends to a person, from the deal to the replay, without names and keys.

    Whoever else is a person comes and goes all the time. The seat `ends` gives up after two moves.
    """
    address = f"/tables/{table.slug}/"
    sent = []

    def look() -> None:
        memory.forget(table.slug)
        state = load(table.slug)
        for seat in state.seats:
            for here in (True, seat.player == player):
                sent.append(str(presence.mark(state, seat.player, here) is None))
        seen = viewpoint_of(state, player)
        sent.extend([messages.whole(state, seen), messages.update(state, seen)])
        sent.append(str(presence.summary(state)))

    look()
    sent.append(client.get(address).content.decode())
    while (mover := (state := load(table.slug)).position.to_move) is not None:
        version = state.table.version
        seat = state.seats[mover if ends is None or version < 2 else ends]
        move = state.position.legal_moves()[0]
        if version == 2 and seat.index == ends and seat.player:
            changes.give_up(table.slug, seat.player, version)
        elif version == 2 and seat.index == ends:
            changes.resign(table.slug, ends, version)
        else:
            actor = changes.Actor(player=seat.player, agent_seat=None if seat.player else mover)
            decision = None if seat.player else Decision(move, "Because.", "Because.", {"rule": 3})
            changes.submit(table.slug, actor, move, version, decision=decision)
        look()
    client.post(f"/analysis/survey/{table.slug}/", {"like": "3"})
    replay = f"/replays/{table.slug}/"
    doors = ["", "frames.json", "frames.json?seat=0", "hindsight.json", "trace.json", "plays-like/"]
    pages = [*(replay + door for door in doors), f"/analysis/survey/{table.slug}/", address]
    sent += [client.get(page).content.decode() for page in pages]
    hidden = rf"{table.slug}|(Ana|Ben|Partner)( [12])?( \(a \w+\))?|csrf.*?>|nonce=.*?>"
    return [re.sub(hidden, "", text) for text in sent]


@pytest.mark.parametrize(("answer", "screened"), [("blue", False), ("red", True)])
def test_wrong_answers_to_attention_checks_end_the_study_with_a_code(
    bob: Player, answer: str, screened: bool
) -> None:
    study = a_study(
        owner=bob, games=1, questions=[CHECK], wrong_allowed=0, screened="SORRY", completion="DONE"
    )
    client, _ = begin(study, "P")
    client.post(study.get_absolute_url(), {"step": "before", "q1": answer})
    text = page(client, study)
    assert ("SORRY" in text) == screened
    assert "DONE" not in text
    client.post(study.get_absolute_url(), {"consent": "yes"})
    assert Assignment.objects.exists() != screened
    assert design(study)["screened"] == screened
    assert games_table(study).columns["wrong"] == [int(screened)]


def test_an_attention_check_must_be_answered(bob: Player) -> None:
    study = a_study(owner=bob, games=1, questions=[CHECK], wrong_allowed=0)
    client, participation = begin(study, "P")
    assert "can skip any" not in page(client, study)
    assert client.post(study.get_absolute_url(), {"step": "before"}).status_code == 400
    participation.refresh_from_db()
    assert participation.before is None


@pytest.mark.parametrize(
    ("games", "way", "code"),
    [(2, "late", "LATE"), (2, "closed", "LATE"), (1, "late", "DONE"), (2, "screened", "SORRY")],
)
def test_after_the_time_limit_no_game_begins_but_a_running_one_is_finished(
    bob: Player, his: Client, games: int, way: str, code: str
) -> None:
    codes = {"late": "LATE", "completion": "DONE", "screened": "SORRY"}
    asked = {"questions": [CHECK | {"when": "game"}], "wrong_allowed": 0}
    study = a_study(owner=bob, games=games, minutes=10, **codes, **asked)
    assert "You have 10 minutes in all" in page(Client(), study)
    client, _ = begin(study, "P")
    table = play(client, study)
    close = f"{study.get_absolute_url()}close/"
    assert "1 person is in the middle" in his.get(close).content.decode()
    if way == "closed":
        his.post(close)
    elif way == "late":
        Participation.objects.update(consented=timezone.now() - timedelta(minutes=11))
    assert "Continue" in page(client, study)
    play_out(table.slug)
    assert "Answer the questions" in page(client, study)
    client.post(f"/analysis/survey/{table.slug}/", {"q1": "red" if way == "screened" else "blue"})
    assert code in page(client, study)
    assert not table.seatings.filter(blind=True), "their part is over: they learn who it was"
    client.post(study.get_absolute_url(), {"consent": "yes"})
    assert Assignment.objects.count() == 1


def test_nobody_begins_once_the_stopping_rule_is_met_and_who_withdraws_frees_a_place(
    bob: Player,
) -> None:
    study = a_study(owner=bob, games=1, people=2)
    first = begin(study, "P0")[1]
    begin(study, "P1")
    assert "This experiment is over" in page(Client(), study)
    with pytest.raises(PermissionDenied, match="Enough people"):
        begin(study, "P2")
    withdraw(first)
    begin(study, "P3")


def test_the_design_is_fixed_by_a_digest_when_the_first_person_begins(bob: Player) -> None:
    study = a_study(owner=bob, games=1, plan="A t test.", preregistration="https://osf.io/abcde")
    begin(study, "P0")
    study.refresh_from_db()
    fixed = design(study)
    assert (fixed["sha256"], fixed["unchanged"]) == (study.frozen, True)
    assert (fixed["plan"], fixed["preregistration"]) == ("A t test.", "https://osf.io/abcde")
    begin(study, "P1")
    assert design(study)["sha256"] == fixed["sha256"]
    others = {"people": 3, "slug": "t", "licence": "CC0", "patience": 3, "team": 3}
    others |= {"plan": "Another.", "seed": "8", "groups": GROUPS, "keep_until": date(2030, 1, 1)}
    for name, value in others.items():
        changed = Study.objects.get(pk=study.pk)
        setattr(changed, name, value)
        assert not is_unchanged(changed), name
        changed.save()
        assert design(changed)["unchanged"] is False
        study.save()


def test_an_experiment_that_began_under_the_first_digest_is_still_unchanged() -> None:
    study = a_study(games=1, plan="A t test.")
    study.frozen = "6e8d1f2be16e7f34cefcae383c3c8c823108bf47c46e88e40c07e4b255560970"
    assert is_unchanged(study)
    study.plan = "Another."
    assert not is_unchanged(study)


@pytest.mark.parametrize(
    ("groups", "wrong"),
    [
        ("A: partner=rules:piers", "2 to 12 groups"),
        ("A:\nA: help=none", "same name"),
        ("A: partner=nobody\nB:", "nobody"),
        ("A: colour=blue\nB:", "A group has partner, team, help, explanations, told; not colour."),
        ("A: told=alien\nB:", "told is bot or person, not alien."),
        ("A: team=x\nB:", "team is 1, 2 or 3, not x."),
    ],
)
def test_invalid_groups_are_refused(groups: str, wrong: str) -> None:
    """Whatever is wrong with the agents is said at the same time."""
    form = StudyForm({"title": "T", "consent": "C", "pool": "rules:nobody", "groups": groups})
    assert not form.is_valid()
    assert re.search(wrong, json.dumps(form.errors["groups"]))
    assert "rules:nobody" in json.dumps(form.errors["pool"])
