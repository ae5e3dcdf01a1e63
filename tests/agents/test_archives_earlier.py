"""What an earlier version wrote can be read, shown and gone on with: archives of schema 1 are kept
here, and archives that know fewer tallies than this version, or more."""

import json
from pathlib import Path

import msgspec
import pytest
from django.test import Client

from agents.archives import Archive, BadArchive, runs
from agents.archives.files import decode, encode
from agents.generator.population import Population
from native.play.matches import FIELDS
from native.play.measures import MEASURES, TALLIES, Measure
from tests.agents.small_runs import continued, made

HERE = Path(__file__).parent / "archives"
DEMO = sorted(path.parent.name for path in runs.FOLDERS.bundled.glob("*/archive.json"))

pytestmark = pytest.mark.usefixtures("small_runs")


def old(algorithm: str = "paper") -> bytes:
    """As this program wrote it in November 2026."""
    return (HERE / f"schema_1_{algorithm}.json").read_bytes()


COUNTED_SINCE = set(FIELDS) - set(json.loads(old())["tally_fields"])
"""Tallies that neither the archive of schema 1 nor the shipped archives have."""


def without(archive: Archive, *tallies: str) -> Archive:
    """As it would be if those had not been counted yet."""
    plain = msgspec.to_builtins(archive)
    counted = [cell[kind] for cell in plain["cells"] for kind in ("stored", "remeasured")]
    for measurement in [*counted, plain["best"]["remeasured"]]:
        for name in tallies:
            measurement["tally"].pop(name, None)
    return msgspec.convert(plain, Archive)


@pytest.mark.parametrize("algorithm", ["paper", "improved"])
def test_an_archive_of_schema_1_equals_that_of_the_same_run_today(algorithm: str) -> None:
    today = without(made("today", algorithm), *COUNTED_SINCE)
    assert msgspec.structs.replace(decode(old(algorithm)), run="today") == today


def test_tallies_of_schema_1_are_read_by_their_names() -> None:
    plain, archive = json.loads(old()), decode(old())
    assert (archive.setting.alphabet, archive.schema) == ("published", 2)
    for before, cell in zip(plain["cells"], archive.cells, strict=True):
        by_name = [cell.stored.tally[name] for name in plain["tally_fields"]]
        assert by_name == before["stored"]["tally"]


@pytest.mark.parametrize("algorithm", ["paper", "improved"])
def test_a_run_begun_by_an_earlier_version_resumes_as_one_of_today(algorithm: str) -> None:
    made("today", algorithm, individuals=400)
    runs.save(msgspec.structs.replace(decode(old(algorithm)), run="begun"))
    today = without(runs.load("today"), *COUNTED_SINCE)
    goes_on = continued("begun", 400)
    assert [cell.stored for cell in goes_on.cells] == [cell.stored for cell in today.cells]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"tally_fields": ["games"]}, "tally_fields must name every sum"),
        ({"tally_fields": None}, "tally_fields must name every sum"),
        ({"tally_fields": [*FIELDS, "one_more"]}, "tally_fields must name every sum"),
        ({"setting": {"rules": "unheard"}}, "alphabet must be published"),
        ({"setting": 5}, "not a complete archive"),
        ({"best": []}, "not a complete archive"),
        ({"cells": {}}, "not a complete archive"),
        ({"cells": [7]}, "not a complete archive"),
    ],
)
def test_a_damaged_archive_of_schema_1_is_refused_with_a_message(
    changes: dict[str, object], words: str
) -> None:
    with pytest.raises(BadArchive, match=words):
        decode(json.dumps(json.loads(old()) | changes).encode())


@pytest.mark.parametrize("run", DEMO)
def test_every_shipped_archive_has_its_tallies(run: str) -> None:
    for cell in runs.load(run).cells:
        assert cell.remeasured.tally.keys() | COUNTED_SINCE == set(FIELDS)


def test_tallies_of_a_later_version_are_preserved() -> None:
    plain = json.loads(encode(decode(old())))
    plain["cells"][0]["stored"]["tally"]["moonlight"] = 17
    archive = decode(json.dumps(plain).encode())
    assert archive.cells[0].stored.tally["moonlight"] == 17
    assert decode(encode(archive)) == archive


def test_a_resumed_run_counts_only_the_tallies_that_it_began_with() -> None:
    """A sum over some of its games would pass for one over all."""
    begun = without(decode(old("improved")), "known")
    runs.save(msgspec.structs.replace(begun, run="begun"))
    gone_on = continued("begun", 400)
    counted = set(FIELDS) - COUNTED_SINCE - {"known"}
    assert all(cell.stored.tally.keys() == counted for cell in gone_on.cells)  # type: ignore[union-attr]
    today = without(made("today", "improved", individuals=400), *COUNTED_SINCE, "known")
    assert [cell.stored for cell in gone_on.cells] == [cell.stored for cell in today.cells]


def test_a_measure_is_unknown_if_its_tallies_are() -> None:
    tallies = dict.fromkeys(TALLIES, 8)
    for name, measure in MEASURES.items():
        assert measure.of(tallies) is not None, name
        for tally in (measure.above, measure.below):
            assert measure.of({k: v for k, v in tallies.items() if k != tally}) is None


@pytest.fixture
def haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """A made-up measure: cards played of the turns with a clue token."""
    words = "cards played of turns with a clue token"
    monkeypatch.setitem(MEASURES, "haste", Measure("plays", "offered", 1, words))


@pytest.mark.usefixtures("haste")
def test_archives_load_after_a_measure_was_added() -> None:
    assert decode(old()).cells
    assert all(runs.load(run).cells for run in DEMO)


@pytest.mark.long
@pytest.mark.usefixtures("haste")
@pytest.mark.django_db
def test_a_new_measure_can_be_an_axis_of_an_older_archives_map(client: Client) -> None:
    archive = decode(old())
    setting = msgspec.structs.replace(archive.setting, measures=("haste", "risk_aversion"))
    runs.save(msgspec.structs.replace(archive, run="hasty", setting=setting))
    cell = archive.valid[0]
    page = client.get(f"/analysis/runs/hasty/{cell.row},{cell.column}/")
    assert "haste" in page.content.decode()
    name, _, error = page.context["measures"][0]
    assert name == "haste"
    assert error > 0


def test_a_tally_that_one_elite_lacks_is_unknown_and_not_zero() -> None:
    today = made("today")
    others = today.cells[1:]
    lacking = without(today, "marked").cells[0]
    assert "marked" in Population.of(today).known
    mixed = Population.of(msgspec.structs.replace(today, cells=(lacking, *others)))
    assert set(FIELDS) - set(mixed.known) == {"marked"}
    assert "marked" not in (mixed.cells(today.setting)[0].stored.tally or {})
