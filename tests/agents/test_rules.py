"""The page of rules."""

import pytest
from django.test import Client

from native.rulebase import RULES, Source


@pytest.mark.django_db
def test_the_page_has_every_rule(client: Client) -> None:
    page = client.get("/agents/rules/").content.decode()
    assert all(f'id="{rule.gene}"' in page for rule in RULES if rule.gene is not None)
    assert page.count("<tr") == len(RULES) + 1 + len(Source)
