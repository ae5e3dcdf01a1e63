"""Where no usual partner plays, the best measured one sits down."""

from __future__ import annotations

import pytest

from agents import fallbacks, registry
from agents.arena import simulate
from agents.recommended import recommended
from game.variant_menu import GROUPS
from native import Rules

VARIANTS = [name for names in GROUPS.values() for name in names]


@pytest.mark.parametrize("players", fallbacks.PLAYERS)
def test_every_variant_of_the_menu_has_a_partner_that_plays_it(players: int) -> None:
    for variant in VARIANTS:
        rules = Rules.standard(players, variant)
        fallbacks.partner_for(rules).refuse_unless_seatable(rules, with_people=True)


@pytest.mark.parametrize("players", fallbacks.PLAYERS)
def test_every_table_of_the_menu_where_no_usual_partner_plays_was_measured(players: int) -> None:
    usual = registry.find(recommended("unknown", players))
    for variant in VARIANTS:
        rules = Rules.standard(players, variant)
        if not usual.plays_at(rules):
            best = fallbacks.stored().best[variant][str(players)]
            assert fallbacks.partner_for(rules).address == best.agent


def test_the_usual_partner_sits_wherever_it_knows_the_rules() -> None:
    rules = Rules.standard(2)
    assert fallbacks.partner_for(rules).address == registry.DEFAULT


@pytest.mark.long
@pytest.mark.parametrize(("players", "variant"), [(2, "Pink (5 Suits)"), (3, "Brown (5 Suits)")])
def test_no_other_candidate_scores_clearly_more(players: int, variant: str) -> None:
    """On deals that the choice was not made by."""
    rules = Rules.standard(players, variant)
    chosen = fallbacks.partner_for(rules)
    scores = {
        entry.address: simulate(rules, [entry] * players, 400, "other deals").mean_zero
        for entry in fallbacks.candidates()
        if entry.plays_at(rules)
    }
    assert scores[chosen.address] > max(scores.values()) - 1.0


def test_a_variant_that_was_not_measured_has_a_partner_too() -> None:
    rules = Rules.standard(2, "Muddy Rainbow & Omni (4 Suits)")
    assert fallbacks.partner_for(rules).plays_at(rules)
