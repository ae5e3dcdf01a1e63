"""Every word and number of the pages that tell of runs which come with the program."""

from __future__ import annotations

import pytest
from django.test import Client

from agents.archives import runs
from agents.archives.summary import summary
from agents.learning import hcic_training
from agents.learning import report as learnt
from agents.learning import storage as learners
from agents.management.commands import hcic
from agents.mwum import report as weights
from agents.mwum import storage as weights_of
from analysis.maps.layers import TITLES
from analysis.maps.new_run_form import NewRunForm
from analysis.maps.thumbnail import squares
from analysis.studies.forms import StudyForm
from tests.kept import as_text, same_as_kept, told

pytestmark = [pytest.mark.long, pytest.mark.django_db, pytest.mark.usefixtures("runs_of_its_own")]


@pytest.mark.parametrize(
    ("name", "address"),
    [
        pytest.param("deals", "/analysis/deals/", marks=pytest.mark.long),
        ("mwum", "/analysis/mwum/"),
        ("learning", "/analysis/learning/"),
        ("perfect", "/analysis/perfect/"),
        ("perfect-seed", "/analysis/perfect/?reading=seed"),
        pytest.param("diversity", "/analysis/runs/paper-1/diversity/", marks=pytest.mark.long),
        pytest.param("published", "/analysis/runs/published/", marks=pytest.mark.long),
        ("named", "/analysis/runs/paper-1/named/"),
        ("compare", "/analysis/runs/compare/?run=paper-1&run=improved-1&shown=score"),
        ("run", "/analysis/runs/canaan-2019/"),
        ("cell", "/analysis/runs/paper-1/9,16/"),
        ("standings", "/analysis/standings/?protocol=humans&scoring=stacks"),
        ("pools", "/analysis/pools/?agents=rules%3Aiggi+rules%3Aouter&players=3"),
        ("power", "/analysis/experiments/people/"),
        ("mirror", "/analysis/standings/"),
        ("families", "/analysis/standings/?protocol=families"),
        *((f"map-{layer}", f"/analysis/runs/paper-1/?show={layer}&to=9,16") for layer in TITLES),
    ],
)
def test_a_page_tells_what_is_kept_of_it(client: Client, name: str, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200
    assert same_as_kept(name, told(response, but=("archive", "tables", "choices")))


def test_all_runs() -> None:
    found = {
        name: {"summary": summary(runs.load(name)), "squares": squares(runs.load(name))}
        for name in runs.names()
    }
    assert same_as_kept("runs", as_text(found))


def test_the_forms_of_runs_and_experiments() -> None:
    for name, form in (("new-run", NewRunForm()), ("new-study", StudyForm())):
        assert same_as_kept(f"form-{name}", as_text(form))
        empty = type(form)({})
        assert not empty.is_valid()
        assert same_as_kept(f"form-{name}-empty", as_text(empty.errors))


def test_what_learners_report() -> None:
    found = [
        [learnt.sentences(run), learnt.command(run), learnt.report(run)]
        for run in map(learners.load, ("plus-2p", "goir-3p", "hcic-2p", "small-2p"))
    ]
    assert same_as_kept("learners", as_text(found))
    models = [hcic._sentences(hcic_training.load(name)) for name in ("hcic-small-2p",)]
    assert same_as_kept("models", as_text(models))


def test_what_the_method_of_weights_reports() -> None:
    names = ("ending-1", "knowing-2", "knowing-whole-1", "faster-3")
    found = [[weights.sentences(run), weights.report(run)] for run in map(weights_of.load, names)]
    assert same_as_kept("weights", as_text(found))
