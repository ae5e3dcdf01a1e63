"""The page of winnable deals: what is stored comes out again, every figure has its data."""

import csv
from io import StringIO
from math import sqrt

import pytest
from django.core.management import call_command
from django.test import Client

from analysis.papers.deals import stored_counts
from analysis.papers.deals.counting import Asked, Count, count
from native import Game, Rng
from native.solver.whole_deals import Proof, prospect

ADDRESS = "/analysis/deals/"
USUAL = [
    (players, variant)
    for players in stored_counts.PLAYERS
    for variant in ("No Variant", stored_counts.SIX)
]


@pytest.mark.long
@pytest.mark.parametrize(("players", "variant"), USUAL)
def test_what_is_stored_comes_out_again_with_other_deals(players: int, variant: str) -> None:
    kept = stored_counts.usual(players, variant)
    assert kept is not None
    assert kept.deals >= 20_000
    again = count(Asked(players, variant, seed="again", budget=100_000), 300)
    share = (kept.share[0] + 0.01) / 100.02
    noise = 100 * sqrt(share * (1 - share) / 300)
    undecided = 100 * len(again.undecided) / 300
    assert abs(again.share[0] - kept.share[0]) < 5 * noise + undecided + 0.1


@pytest.mark.parametrize(
    "kept", stored_counts.counts().values(), ids=lambda kept: kept.asked.command
)
def test_every_stored_count_adds_up_and_its_examples_are_lost(kept: Count) -> None:
    assert kept.won + kept.not_winnable + len(kept.undecided) == kept.deals
    rules, seed = kept.asked.rules, Rng(kept.asked.seed)
    for slug, examples in kept.examples.items():
        if slug in (Proof.NO_TIME.slug, Proof.HANDS_FULL.slug):
            found = prospect(
                Game(rules, seed=seed.derive(examples[0])), least=rules.max_score, budget=1000
            )
            assert found.high < rules.max_score
            assert found.proof.slug == slug


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["winnable", "reasons", "hands", "tokens"])
def test_every_figure_can_be_downloaded(name: str) -> None:
    out = StringIO()
    call_command("figure", ADDRESS, name, stdout=out)
    rows = list(csv.DictReader(StringIO(out.getvalue())))

    assert rows
    if name != "reasons":
        for row in rows:
            assert float(row["low"]) <= float(row["winnable, %"]) <= float(row["high"])


@pytest.mark.django_db
def test_the_page_says_what_was_found(client: Client) -> None:
    page = client.get(ADDRESS).content.decode()

    for players in stored_counts.PLAYERS:
        kept = stored_counts.usual(players)
        assert kept is not None
        assert f"{kept.share[0]:.2f}" in page
    assert "manage.py deals --players PLAYERS --seed 1 --games 100000 --exact" in page
    assert "manage.py deals --players 2 --hand HAND --seed 1 --games GAMES" in page
