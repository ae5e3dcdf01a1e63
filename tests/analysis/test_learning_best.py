"""What the page of deep learning says of the learners that come with the program."""

import re

import pytest
from django.test import Client

from agents.learning import policies
from agents.learning.run import LEARNERS

pytestmark = pytest.mark.usefixtures("runs_of_its_own")


@pytest.mark.django_db
def test_the_best_learner_without_an_adviser_is_shown_beside_the_best(client: Client) -> None:
    page = client.get("/analysis/learning/")
    numbers = page.context["numbers"]
    finished = [run for name in LEARNERS.names() if (run := LEARNERS.load(name)).final]
    assert numbers.best.final.mean == max(run.final.mean for run in finished if run.final)
    assert numbers.best.recipe.advice == "conv:expert"
    assert not numbers.alone.recipe.advice
    assert numbers.alone.final.mean < numbers.best.final.mean
    linked = re.findall(r'href="/agents/rl:([^"/]+)/"', page.content.decode())
    assert linked
    assert all(map(policies.there, linked)), "A link leads to a run that has no policy here."
