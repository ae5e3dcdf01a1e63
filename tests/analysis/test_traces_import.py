"""Games from files become traces, once each, with everything measured by replaying them."""

import re
import zlib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from analysis.models import Document, Person, Trace, TraceSeat
from analysis.traces.documents import unpack
from analysis.traces.importing import import_file
from native.play.measures import styles
from native.records import record_of
from native.records.hanab_live import write
from tests.analysis.conftest import Write, play, trace, with_piers

pytestmark = pytest.mark.django_db

GAMES = Path(__file__).parents[1] / "native" / "games"


def test_a_game_is_imported_once(write_lines: Write) -> None:
    path = write_lines(with_piers(1), with_piers(2), with_piers(1))
    first, second = import_file(path), import_file(path)
    assert (first.games, first.new, first.known) == (3, 2, 1)
    assert (second.games, second.new, second.known) == (3, 0, 3)
    stored = (Trace.objects.count(), TraceSeat.objects.count(), Person.objects.count())
    assert stored == (2, 4, 1)


def test_the_columns_of_an_imported_game_are_what_its_replay_finds(write_lines: Write) -> None:
    game = play(["rules:iggi", "rules:piers"], 1)
    import_file(write_lines(with_piers(1)))
    kept = Trace.objects.get()
    assert (kept.stacks, kept.zero, kept.strikes) == (game.score, game.score_zero, game.strikes)
    assert (kept.players, kept.turns, kept.variant) == (2, game.turn, "No Variant")
    assert kept.played == datetime(2026, 3, 1, 12, tzinfo=UTC)
    for seat, style in zip(kept.seats.order_by("index"), styles(game), strict=True):
        assert seat.tallies == style.tallies
        assert len(seat.risks) == len(style.risks)


def test_a_stored_seat_lists_its_partners(write_lines: Write) -> None:
    pair, trio = play(["rules:iggi"] * 2, 3), play(["rules:iggi"] * 3, 3)
    import_file(
        write_lines(
            with_piers(),
            trace(pair, ["A", "B"], ["rules:iggi", "rules:iggi"]),
            trace(trio, ["A", "B", "C"], ["rules:iggi", "rules:piers", "rules:piers"]),
            trace(
                play(["rules:iggi"] * 3, 4), ["Z", "B", "C"], [None, "rules:outer", "rules:iggi"]
            ),
        )
    )
    found = TraceSeat.objects.filter(kind="agent").values_list("address", "company", "partner")
    assert sorted(found) == [
        ("rules:iggi", "agents", "rules:piers"),
        ("rules:iggi", "people", ""),
        ("rules:iggi", "self", "rules:iggi"),
        ("rules:iggi", "self", "rules:iggi"),
        ("rules:outer", "people", ""),
        ("rules:piers", "agents", ""),
        ("rules:piers", "agents", ""),
        ("rules:piers", "people", ""),
    ]


def test_a_seat_that_changed_hands_counts_for_no_person(write_lines: Write) -> None:
    line = with_piers()
    taken_over = {"seat": 1, "kind": "person", "name": "Yves", "from_turn": 9}
    line["lab"]["seats"].append(taken_over)  # type: ignore[index]
    import_file(write_lines(line))
    changed = TraceSeat.objects.get(index=1)
    assert (changed.kind, changed.address, changed.version) == ("changed", "", "")
    assert TraceSeat.objects.get(index=0).company == "people"


def test_imports_store_no_name_of_a_person(write_lines: Write) -> None:
    import_file(write_lines(with_piers(1), with_piers(2)))
    person = Person.objects.get()
    assert person.seats.count() == 2
    assert "Xenia" not in f"{person.key} {person.name}"
    for document in Document.objects.all():
        assert unpack(document.body).players == ("Player 1", "Piers")
        assert b"Xenia" not in zlib.decompress(document.body)


def test_exports_of_hanab_live_are_read(write_lines: Write) -> None:
    game = play(["rules:iggi", "rules:piers"], 1)
    assert import_file(write_lines(write(record_of(game, ["Ann", "Bo"])))).new == 1
    assert Trace.objects.get().collection == "hanab-live"
    assert Person.objects.count() == 2
    assert import_file(str(GAMES / "hanab_live_templates.jsonl")).new == 2


def test_games_may_be_read_by_the_rules_of_another_place(write_lines: Write) -> None:
    """hanab.live forbids to discard with all clue tokens; HanabiData's site allowed it."""
    game = play(["rules:iggi", "rules:piers"], 1)
    export = write(record_of(game, ["Ann", "Bo"]))
    export["actions"] = [{"type": 1, "target": 0, "value": 0}]
    path = write_lines(export)
    assert len(import_file(path).refused) == 1
    call_command("import_traces", path, rules="hanabidata")
    assert Trace.objects.get().turns == 1


def test_an_impossible_game_is_refused_and_the_others_are_imported(
    write_lines: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = with_piers(1)
    first, second = whole["lab"]["seats"]
    surveys = ({"like": 6}, {"skill": 0}, {"intention": -1})
    wrong = {
        "turn 1: seat 0 does not hold card 40": {
            "actions": [{"type": 0, "target": 40, "value": 0}]
        },
        "lab.seats must say who sat at each seat": {"lab": {"seats": []}},
        "from turn 0 on": {"lab": {"seats": [first, second | {"from_turn": 3}]}},
        "the record says 30 points": {"lab": {"zero": 30}},
    } | {f"{survey}": {"lab": {"survey": survey}} for survey in surveys}
    games = [
        whole | facts | {"lab": whole["lab"] | facts.get("lab", {})} for facts in wrong.values()
    ]
    with pytest.raises(CommandError, match="Refused: 8 of 9") as error:
        call_command("import_traces", write_lines({}, *games, with_piers(3)))
    assert error.value.returncode == 1
    told = capsys.readouterr().out
    assert [words for words in [*wrong][:4] if words not in told] == []
    assert told.count("at `$.survey.") == 3
    assert "games: 9, new: 1, known: 0, refused: 8" in told


def test_people_of_published_games_may_be_shown(client: Client, write_lines: Write) -> None:
    file = write_lines(with_piers())
    call_command("import_traces", file)
    assert list(client.get("/analysis/people/").context["page"]) == []
    call_command("import_traces", file, "--public")
    call_command("import_traces", file)
    (person,) = client.get("/analysis/people/").context["page"]
    assert "Xenia" not in client.get(person.get_absolute_url()).content.decode()
    games = client.get("/analysis/games/")
    assert games.context["page"].paginator.count == 1
    assert ">Piers</a>" in games.content.decode(), "the name, not the address"
    assert Person.objects.count() == 1


def test_people_are_named_by_their_collection_and_progress_is_reported(write_lines: Write) -> None:
    heard: list[tuple[int, int]] = []
    path = write_lines(with_piers(1), with_piers(2))
    import_file(path, lambda now: heard.append((now.games, now.new)))
    assert heard == [(2, 2)]
    assert re.fullmatch(r"trace [0-9a-f]{6}", Person.objects.get().name)
