"""Every figure of the study has a table, two files, a command that makes it again, and says of how
many games it tells."""

import csv
import json
import shlex
from io import StringIO
from typing import Any

import pytest
from django.test import Client

from analysis.models import Person
from analysis.traces import tables as traces_of_tables
from analysis.traces.importing import import_file
from game.models import Player
from tests.analysis.conftest import Write, a_study, finished_table, with_piers
from tests.game.conftest import said

pytestmark = pytest.mark.django_db


@pytest.fixture
def pages(alice: Player, write_lines: Write) -> list[str]:
    """One of each kind, with games on them; some are Alice's alone."""
    finished_table(alice)
    traces_of_tables.collect()
    games = (
        with_piers(10 * i + like, name, "rules:risky", survey={"like": like, "again": True})
        for i, name in enumerate(("Xenia", "Yves", "Zoe"))
        for like in (2, 3)
    )
    import_file(write_lines(*games))
    a_study(pool=["rules:piers"], owner=alice)
    me = Person.objects.get(player=alice)
    return [
        "/analysis/partners/",
        "/analysis/partners/?players=2&scoring=zero",
        "/analysis/pools/?agents=rules%3Aiggi+rules%3Aouter&players=3",
        "/analysis/pools/?pool=paper-1",
        "/analysis/standings/?protocol=humans&scoring=stacks",
        "/analysis/partners/rules:piers/?pool=rules%3Aiggi&run=improved-2",
        f"/analysis/people/{me.pk}/measures/?run=paper-3",
        "/analysis/experiments/s/",
    ]


EMPTY = ("balance", "codebook")
"""Figures of an experiment that nobody has taken part in."""


@pytest.mark.slow
def test_every_figure_has_a_table_two_files_and_a_command_that_prints_them(
    hers: Client, pages: list[str]
) -> None:
    figures: list[tuple[str, Any]] = [
        (address, figure) for address in pages for figure in hers.get(address).context["figures"]
    ]
    assert {address for address, _ in figures} == set(pages)
    assert len({(address, figure.name) for address, figure in figures}) == len(figures) > 25
    for address, figure in figures:
        assert all(len(row) == len(figure.columns) for row in figure.rows), (address, figure.name)
        assert figure.games > 0 or not figure.rows or figure.name in EMPTY, figure.name
        mark = "&" if "?" in address else "?"
        wish = f"{address}{mark}figure={figure.name}"
        facts = json.loads(hers.get(f"{wish}&format=json").content)
        assert facts["columns"] == [column.title for column in figure.columns]
        assert len(facts["rows"]) == len(figure.rows)
        assert (facts["games"], facts["command"]) == (figure.games, figure.command)
        _prints_the_same(address, figure)
    file = hers.get(f"{wish}&format=csv").content.decode()
    table = list(csv.reader(StringIO(file)))
    assert (table[0], len(table)) == (facts["columns"], 1 + len(figure.rows))


def _prints_the_same(address: str, figure: Any) -> None:
    program, name, *arguments = shlex.split(figure.command)
    assert program == "manage.py"
    if name == "figure":
        assert said(name, *arguments) == figure.csv(), (address, figure.name)
    elif name == "standings":
        # Who stands there played for minutes; without --field they are printed as stored.
        told = said(name, *(word for word in arguments if word != "--field"))
        if figure.name == "standings":
            assert all(f"{row[2]:.2f}" in told for row in figure.rows)
    elif name == "rebuild":
        assert arguments == ["families"]
        assert len(figure.rows) in (8 * 9, 21 * 22 / 2)
    else:
        assert name == "evaluate"
        report = json.loads(said(name, *arguments, "--json"))
        assert [m["mean"] for m in report["members"]] == [row[1] for row in figure.rows]


PAPERS = ("deals", "perfect", "mwum", "runs/published", "runs/paper-1/diversity")


@pytest.mark.slow
@pytest.mark.usefixtures("runs_of_its_own")
@pytest.mark.parametrize("paper", PAPERS)
def test_each_figure_of_a_paper_has_a_table_and_two_files(client: Client, paper: str) -> None:
    wish = f"/analysis/{paper}/?figure="
    for figure in client.get(f"/analysis/{paper}/").context["figures"]:
        facts = client.get(f"{wish}{figure.name}&format=json").json()
        assert len(facts["rows"]) == len(figure.rows) > 1, figure.name
        assert facts["games"] == figure.games, figure.name
        assert all(len(row) == len(facts["columns"]) for row in facts["rows"]), figure.name
        assert len(list(csv.reader(StringIO(figure.csv())))) == 1 + len(figure.rows), figure.name
    assert client.get(f"{wish}{figure.name}&format=csv").content.decode() == figure.csv()
