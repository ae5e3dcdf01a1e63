"""The table of rules is what its command prints, and a page."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from native.rulebase import RULES, Source


def test_the_committed_table_is_what_the_command_prints() -> None:
    out = StringIO()
    call_command("rules", stdout=out)
    assert Path("agents/RULES.md").read_text() == out.getvalue()


@pytest.mark.django_db
def test_the_page_has_every_rule(client: Client) -> None:
    page = client.get("/agents/rules/").content.decode()
    assert all(f'id="{rule.gene}"' in page for rule in RULES if rule.gene is not None)
    assert page.count("<tr") == len(RULES) + 1 + len(Source)
