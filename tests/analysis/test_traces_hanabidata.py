"""The published games of people with three agents load, with what stands beside them."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db.models import Avg, IntegerField, Sum
from django.db.models.functions import Cast
from django.test import Client

from analysis.models import Person, Survey, Trace, TraceSeat
from analysis.people.habits import KINDS, usual
from analysis.traces.exporting import lines
from analysis.traces.hanabidata import in_our_colours, metadata_of
from analysis.traces.importing import import_file
from native import Card, Game
from native.engine.rules import Rules
from native.records import ActionKind, replay
from native.records.hanabidata import RULES, deck_of_seed, read
from tests.analysis.conftest import FIRST, SECOND, records
from tests.analysis.recount_style import recount
from tests.analysis.test_people_recount import assert_the_page_says
from tests.native.hanabidata_logs import NAMES, write_log
from tests.recorded import HANABIDATA

pytestmark = pytest.mark.django_db


def test_games_of_one_person_are_recognised_by_the_old_id(logs: Path) -> None:
    assert [import_file(str(logs)).new for _ in range(2)] == [2, 0]
    person = Person.objects.get()
    assert person.public
    assert person.seats.count() == 2
    assert TraceSeat.objects.filter(kind="agent", address="hanabidata:outer").count() == 2


def test_a_game_has_its_time_and_its_survey(logs: Path) -> None:
    import_file(str(logs))
    second = Trace.objects.get(source=SECOND)
    assert second.played == datetime.fromtimestamp(1490488725, UTC)
    survey = Survey.objects.get()
    assert survey.trace.source == FIRST
    assert survey.person == Person.objects.get()
    assert (survey.intention, survey.skill, survey.like, survey.again) == (3, 2, 5, None)
    assert survey.background == {"age": "30s", "exp": "new"}


def test_old_ids_that_point_at_each_other_cause_no_endless_loop(logs: Path) -> None:
    text = (logs / f"game{FIRST}.log").read_text()
    (logs / f"game{FIRST}.log").write_text(f"Old GID: {SECOND}\n{text}")
    assert metadata_of(str(logs)).first_game(FIRST) in (FIRST, SECOND)


@pytest.mark.slow
def test_the_whole_collection_says_of_its_people_what_was_published_and_what_can_be_counted(
    client: Client,
) -> None:
    """One test, because to import the collection takes most of the time."""
    found = import_file(str(HANABIDATA))
    assert (found.new, found.refused) == (2040, [])
    has_the_published_means()
    people_do_what_their_pages_call_usual()
    pages_count_what_the_export_counts(client)
    people_are_foretold_within_two_points(client)


def has_the_published_means() -> None:
    assert Survey.objects.count() == 240
    agents = TraceSeat.objects.filter(kind="agent")
    means = dict(agents.values_list("address").annotate(Avg("stacks")))
    assert {address: round(mean, 2) for address, mean in means.items()} == {
        "hanabidata:intentional": 14.21,
        "hanabidata:full": 13.31,
        "hanabidata:outer": 8.90,
    }


def people_do_what_their_pages_call_usual() -> None:
    assert {name: round(share, 2) for name, (share, _) in usual().items()} == {
        name: kind.usual for name, kind in KINDS.items()
    }


def pages_count_what_the_export_counts(client: Client) -> None:
    silent = Person.objects.alias(clues=Sum(Cast("seats__tallies__clues", IntegerField()))).filter(
        clues=0
    )
    for person in [*Person.objects.order_by("pk")[::80], silent.earliest("pk")]:
        theirs = Trace.objects.filter(seats__person=person)
        (counts,) = recount(lines(theirs)).values()
        assert_the_page_says(client, person, counts)


def people_are_foretold_within_two_points(client: Client) -> None:
    page = client.get(Person.objects.earliest("pk").measures_url)
    rows = records(page.context["figure_of"]["with-agents"])
    rows.sort(key=lambda row: -row["everybody else with it"])
    assert [row["agent"].split()[0] for row in rows] == ["Intentional", "Full", "Outer"]
    assert page.context["check"].error == pytest.approx(1.94, abs=0.06)
    assert page.context["check"].correlation > 0.7


@pytest.mark.long
def test_every_page_that_shows_them_names_their_authors(client: Client, logs: Path) -> None:
    import_file(str(logs))
    person = Person.objects.first()
    own = ("partners/hanabidata:outer/", f"people/{person.pk}/")
    for page in ("partners/", "games/", "people/", *own):
        text = client.get(f"/analysis/{page}").content.decode()
        assert "Marcela Alfaro Córdoba" in text
        assert "CC BY 4.0" in text
    assert "Marcela" not in client.get("/analysis/pools/").content.decode()


def test_of_two_games_that_look_alike_the_first_has_the_first_time(logs: Path) -> None:
    rows = (logs / "games.csv").read_text()
    head, row = rows.splitlines()
    later = row.replace("1490488725.0", "1490499999.0")
    (logs / "games.csv").write_text("\n".join([head, row, later]) + "\n")
    second = (logs / f"game{SECOND}.log").read_text()
    (logs / "game0000000000000003.log").write_text(second)
    assert metadata_of(str(logs)).times == {
        SECOND: datetime.fromtimestamp(1490488725, UTC),
        "0000000000000003": datetime.fromtimestamp(1490499999, UTC),
    }


OURS = {"green": "g", "yellow": "y", "white": "p", "blue": "b", "red": "r"}


def test_cards_and_clues_keep_their_colours() -> None:
    game = Game(RULES, deck=deck_of_seed(6))
    while game.to_move is not None:
        moves = game.legal_moves()
        clues = [move for move in moves if move.kind.name == "COLOUR"]
        game.play((clues or moves)[game.turn % len(clues or moves)])
    theirs = read(write_log(game, 6).encode(), "game.log")
    ours = in_our_colours(theirs)
    suits = Rules.standard(2).suits

    def translated(suit: int) -> int:
        return suits.index(OURS[NAMES[suit]])

    assert list(ours.deck) == [Card(translated(card.suit), card.rank) for card in theirs.deck]
    clued = 0
    for before, after in zip(theirs.actions, ours.actions, strict=True):
        colour = before.kind is ActionKind.COLOUR
        assert after.value == (translated(before.value) if colour else before.value)
        clued += colour
    assert clued > 5
    assert replay(ours).ok
