"""Traces are stored whole or not at all, know who sat with whom, and are told apart by the game."""

import json
from typing import Any

import msgspec
import pytest
from django.db import DatabaseError

from analysis.models import Document, Person, Survey, Trace, TraceSeat
from analysis.traces import storage
from analysis.traces.documents import digest, moment, read
from analysis.traces.exporting import lines
from analysis.traces.importing import import_file
from analysis.traces.tables import person_of
from game.models import Player
from native.play.measures import MEASURES, pooled
from native.records import Record, load
from tests.analysis.conftest import Write, play, trace

pytestmark = pytest.mark.django_db

LISTS, NAMES = ["rules:iggi", "rules:piers", "rules:outer"], ["IGGI", "Piers", "Outer"]


def three(*people: str, seed: int = 4, **lab: Any) -> dict[str, Any]:
    """The trace of a game of these people, at the first seats, and agents."""
    names = [*people, *NAMES[len(people) :]]
    return trace(play(LISTS, seed), names, [None] * len(people) + LISTS[len(people) :], **lab)


def with_persons() -> list[str]:
    """By seat, the name of the one person on the other seats."""
    seats = TraceSeat.objects.order_by("index")
    return [seat.with_person.name if seat.with_person else "" for seat in seats]


def test_a_seat_knows_the_one_person_it_played_with(write_lines: Write) -> None:
    import_file(write_lines(three("Ann")))
    ann = Person.objects.get().name
    assert with_persons() == ["", ann, ann]


def test_a_seat_knows_how_the_others_played_and_leaves_itself_out(write_lines: Write) -> None:
    import_file(write_lines(three("Ann")))
    seats = list(TraceSeat.objects.order_by("index"))
    for seat in seats:
        others = pooled(other.tallies for other in seats if other != seat)
        for name in ("communicativeness", "risk_aversion", "information_per_play"):
            measure = MEASURES[name]
            expected = others[measure.above] / (measure.unit * others[measure.below])
            assert getattr(seat, f"partner_{name}") == pytest.approx(expected)


def test_of_several_people_a_seat_played_with_no_one_person(write_lines: Write) -> None:
    import_file(write_lines(three("Ann", "Bo")))
    ann, bo = (seat.person.name for seat in TraceSeat.objects.order_by("index")[:2])  # type: ignore[union-attr]
    assert with_persons() == [bo, ann, ""]


def test_nothing_of_a_batch_is_stored_if_a_part_fails(
    write_lines: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise DatabaseError("disk full")

    path = write_lines(three("Ann"))
    monkeypatch.setattr(storage, "_surveys", broken)
    with pytest.raises(DatabaseError):
        import_file(path)
    for model in (Trace, Document, TraceSeat, Person):
        assert not model.objects.exists()


def test_a_survey_is_stored_with_the_first_seats_person_and_consent(write_lines: Write) -> None:
    answers = {"like": 4, "skill": 2, "intention": 1, "again": True, "background": {"age": "9"}}
    import_file(write_lines(three("Ann", "Bo", survey=answers)))
    kept = Survey.objects.get()
    assert kept.person == TraceSeat.objects.get(index=0).person
    assert (kept.like, kept.skill, kept.intention, kept.again) == (4, 2, 1, True)
    assert (kept.background, kept.publish) == ({"age": "9"}, True)
    import_file(write_lines(three("Ann", "Bo", seed=5, survey={"publish": False})))
    assert Survey.objects.latest("trace_id").publish is False


def test_the_same_name_is_another_person_in_another_collection(write_lines: Write) -> None:
    import_file(write_lines(three("Ann", collection="hanab-live")))
    import_file(write_lines(three("Ann", seed=5)))
    one, other = Person.objects.all()
    assert one.key.split(":")[1] != other.key.split(":")[1]


def test_a_pseudonym_cannot_be_had_without_the_secret_key(
    write_lines: Write, settings: Any
) -> None:
    path = write_lines(three("Ann"))
    keys = set()
    for secret in ("one", "two"):
        settings.SECRET_KEY = secret
        import_file(path)
        keys.add(Person.objects.get().key)
        Trace.objects.all().delete()
        Person.objects.all().delete()
    assert len(keys) == 2


def test_a_player_without_a_name_is_no_person(write_lines: Write) -> None:
    import_file(write_lines(three("Player 1")))
    assert not Person.objects.exists()
    assert TraceSeat.objects.get(index=0).kind == "person"


def test_the_name_of_a_table_of_another_site_is_not_stored(write_lines: Write) -> None:
    named = three(id="secret-table", collection="nowhere")
    import_file(write_lines(named, three(seed=5, id="7", collection="trace")))
    assert list(Trace.objects.order_by("pk").values_list("collection", "source")) == [
        ("trace", ""),
        ("trace", "7"),
    ]
    assert b"secret-table" not in b"".join(lines(Trace.objects.all()))


def record(path: str) -> Record:
    (only,) = load(path)
    assert isinstance(only, Record)
    return only


def test_games_are_distinguished_by_rules_deck_and_moves_alone(write_lines: Write) -> None:
    document = read(record(write_lines(three()))).document
    lab, change = document.lab, msgspec.structs.replace
    same = change(document, lab=change(lab, scoring="stacks", finished="2027-01-01T00:00:00Z"))
    assert digest(same) == digest(document)
    others = [
        change(document, lab=change(lab, discard_at_max=True)),
        change(document, lab=change(lab, stop_when_nothing_left=not lab.stop_when_nothing_left)),
        change(document, deck=document.deck[::-1]),
        change(document, actions=document.actions[:-1]),
        change(document, players=(*document.players, "X")),
        change(document, options=change(document.options, variant="6 Suits")),
    ]
    assert len({digest(one) for one in (document, *others)}) == 7
    assert len(digest(document)) == 32


def test_a_time_without_a_time_zone_is_ignored(write_lines: Write) -> None:
    assert moment("2026-03-01T12:00:00") is None
    assert moment("yesterday") is None
    assert moment(None) is None
    assert moment("2026-03-01T12:00:00+01:00") is not None
    begun = {"finished": None, "started": "2026-03-01T11:00:00+00:00"}
    import_file(write_lines(three(**begun)))
    assert Trace.objects.get().played.hour == 11


def exported() -> dict[str, Any]:
    (line,) = lines(Trace.objects.all())
    return json.loads(line)


def test_an_export_names_agents_and_hides_people(write_lines: Write) -> None:
    import_file(write_lines(three("Ann", "Bo", survey={"like": 2})))
    line = exported()
    ann, bo, outer = line["players"]
    assert outer == "Outer"
    assert ann.startswith("person-")
    assert bo.startswith("person-")
    assert ann != bo
    assert [fact["name"] for fact in line["lab"]["seats"]] == line["players"]
    assert line["lab"]["id"] == Trace.objects.get().digest
    assert line["lab"]["survey"] == {"like": 2}


def test_a_player_who_was_renamed_stays_one_person(alice: Player) -> None:
    first = person_of(alice)
    alice.name = "Alicia"
    alice.save()
    again = person_of(alice)
    assert (again.pk, again.name, again.key) == (first.pk, "Alicia", first.key)
    assert person_of(Player.objects.create(name="Alicia")).pk != first.pk
