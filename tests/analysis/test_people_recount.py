"""A person's page says what anybody can count in the export, with other code."""

import pytest
from django.test import Client

from analysis.models import Person, Trace
from analysis.traces.exporting import lines
from analysis.traces.importing import import_file
from tests.analysis.conftest import Write, play, trace
from tests.analysis.recount_style import Counts, recount

pytestmark = pytest.mark.django_db

SEATINGS = [
    ["rules:flawed", "rules:piers"],
    ["rules:risky", "rules:outer"],
    ["rules:legal_random", "rules:iggi"],
    ["rules:flawed", "rules:piers", "rules:iggi"],
    ["rules:risky", "rules:outer", "rules:legal_random", "rules:iggi"],
]


def per(part: float, whole: float) -> object:
    """About this, or None where there is nothing to divide by."""
    return pytest.approx(part / whole, abs=1e-8) if whole else None


def assert_the_page_says(client: Client, person: Person, counts: Counts) -> None:
    figures = client.get(person.measures_url).context["figure_of"]
    style = {row[0]: row[1] for row in figures["style"].rows}
    clues = sum(counts.told.values())
    marked = style.pop("marked per clue")  # recounted in tests/native/test_style.py
    assert marked is None or 0 <= float(str(marked)) <= 1
    assert style == {
        "communicativeness": per(counts.clues, counts.offered),
        "risk aversion": per(float(counts.certainty), counts.plays),
        "information per play": per(counts.known / 2, counts.plays),
        "told per clue": per(sum(n * k for n, k in counts.told.items()), clues),
        "idle clues": per(counts.idle, clues),
        "lost tokens": per(counts.lost, counts.games),
        "wasted tokens": per(counts.lost + counts.idle, counts.games),
    }
    told = {row[0]: row[1] for row in figures["tellings"].rows}
    assert told.pop("nothing new") == counts.idle
    assert told.pop("only of others") == counts.told[0] - counts.idle
    by_count = {int(label.split()[0]): number for label, number in told.items()}
    assert by_count == {n: counts.told[n] for n in by_count}
    assert sum(by_count.values()) == clues - counts.told[0]
    assert sum(row[1] for row in figures["misplays"].rows) == counts.misplays


@pytest.mark.long
@pytest.mark.parametrize("agents", SEATINGS)
def test_style_clues_and_misplays_are_what_the_export_counts(
    client: Client, write_lines: Write, agents: list[str]
) -> None:
    seats = [None, *agents[1:]]
    names = ["Xenia", *agents[1:]]
    import_file(
        write_lines(*(trace(play(agents, seed), names, seats) for seed in range(8)))  # type: ignore[arg-type]
    )
    Person.objects.update(public=True)
    (counts,) = recount(lines(Trace.objects.all())).values()
    assert counts.games == 8
    assert_the_page_says(client, Person.objects.get(), counts)
