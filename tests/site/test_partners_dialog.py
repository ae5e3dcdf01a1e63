"""The partners to choose from, once a page: those that we recommend, then all others."""

from __future__ import annotations

import pytest
from django.template import Context, Template

from agents import faces, partners


@pytest.mark.django_db
def test_every_partner_has_a_card_and_the_recommended_come_first() -> None:
    page = Template("{% load site_tags %}{% partners_dialog %}").render(Context())
    first, _, rest = page.partition("<summary>All bots</summary>")
    for half, those in ((first, partners.offered()), (rest, partners.others())):
        assert those
        assert half.count("<li") == len(those)
        for one in those:
            assert one.entry.called in half


def test_an_agent_has_its_drawing() -> None:
    page = Template("{% load site_tags %}{% face 'rules:piers' %}").render(Context())
    assert page == faces.face("rules:piers")
    assert page.startswith("<svg")
