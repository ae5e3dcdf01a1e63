"""Every word and number of the pages that tell of runs which come with the program."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.kept import same_as_kept, told

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("runs_of_its_own")]


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
    ],
)
def test_a_page_tells_what_is_kept_of_it(client: Client, name: str, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200
    assert same_as_kept(name, told(response, but=("archive", "tables", "choices")))
