"""Every kind of person is recommended a partner that can sit down at once."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command

from agents import registry
from agents.recommended import KINDS, recommended
from native import Rules


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_is_recommended_a_partner_with_a_first_name(kind: str, players: int) -> None:
    partner = registry.find(recommended(kind, players))
    partner.refuse_unless_seatable(Rules.standard(players), with_people=True)
    assert partner.persona.name


def test_a_kind_or_a_table_that_is_unknown_is_refused() -> None:
    with pytest.raises(ValueError, match="one of new, rules, conventions, unknown"):
        recommended("experts", 2)
    with pytest.raises(ValueError, match="at least 2"):
        recommended("new", 1)


def test_the_command_prints_every_recommended_partner() -> None:
    out = StringIO()
    call_command("recommended", "--json", stdout=out)
    printed = json.loads(out.getvalue())
    assert set(printed) == set(KINDS)
    assert printed["new"]["2"] == recommended("new", 2)
    assert set(printed["unknown"]) == {"2", "3", "4", "5"}
