"""What an agent is like in self-play: shares, percentages and bars of a result made by hand."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from agents import profile, registry, scores
from agents.profile import Profile, games_of, profile_of, shipped
from agents.rule_table import in_a_sentence
from analysis.rebuilding import TARGETS
from native import End
from native.play.measures import TALLIES
from native.play.results import Result, SeatResult
from native.rulebase import RULES, Silence

pytestmark = pytest.mark.django_db


def result(**ends: int) -> Result:
    """Eight games of 400 moves in all: one of 3 points, four of 5, three of 25."""
    scores = {3: 1, 5: 4, 25: 3}
    stacks = tuple(scores.get(score, 0) for score in range(26))
    given_up = dict.fromkeys(Silence, 0)
    seats = tuple(
        SeatResult(dict.fromkeys(TALLIES, 1), fired, fallbacks, given_up)
        for fired, fallbacks in (((100, 20, 0), 30), ((60, 180, 0), 10))
    )
    counted = {end: ends.get(end.name.lower(), 0) for end in End}
    return Result(8, 400, stacks, stacks, counted, seats)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Profile:
    """The profile of a list of three rules whose games are those."""
    made = result(perfect=3, strikeout=1, out_of_turns=4)
    monkeypatch.setattr(profile, "play_profile_games", lambda entry, players: made)
    profile._profile.cache_clear()
    found = profile_of("genes:8,13,34", 4)
    profile._profile.cache_clear()
    return found


def test_rules_and_fallbacks_have_their_share_of_all_moves(told: Profile) -> None:
    rules = registry.find("genes:8,13,34").rule_list(4)
    assert [one.rule for one in told.rules] == list(rules.rules)
    assert [one.share for one in told.rules] == [0.4, 0.5, 0.0]
    assert [one.percent for one in told.rules] == [40, 50, 0]
    assert (told.fallbacks, told.fallback_percent) == (0.1, 10)


def test_ends_are_shown_in_percent_of_the_games(told: Profile) -> None:
    assert (told.players, told.games) == (4, 8)
    assert told.perfect == pytest.approx(37.5)
    assert told.strikeouts == pytest.approx(12.5)


def test_the_command_names_the_table_the_games_and_the_seed(told: Profile) -> None:
    expected = "manage.py simulate genes:8,13,34 --players 4 --games 8 --seed profile"
    assert told.command == expected


def test_a_bar_for_every_score_the_most_frequent_the_highest(told: Profile) -> None:
    bars = {score: bar for score, *bar in told.drawn}
    assert list(bars) == list(range(26))
    assert bars[5] == [4, 100, 0, 100]
    assert bars[3] == [1, 60, 75, 25]
    assert bars[25] == [3, 500, 25, 75]
    assert bars[0] == [0, 0, 100, 0]


def test_an_agent_has_no_profile_at_tables_that_it_does_not_play_or_if_it_is_too_slow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entry = registry.find("rules:piers")
    assert profile_of("rules:piers", 9) is None
    slow = replace(entry, address="toy:slow", self_play_games=0)
    assert games_of(slow) == 100
    assert games_of(replace(slow, self_play_games=3)) == 3
    monkeypatch.setattr(registry, "find", lambda _: slow)
    assert profile_of("toy:slow", 2) is None


def test_shipped_games_are_those_of_the_same_version_table_and_number() -> None:
    entry = registry.find("rules:piers")
    assert profile.shipped_of(entry, 2)
    assert profile.shipped_of(entry, 2) != profile.shipped_of(entry, 3)
    assert profile.shipped_of(replace(entry, version="other"), 2) is None
    assert profile.shipped_of(replace(entry, self_play_games=7), 2) is None


def test_a_named_agents_mean_is_its_stored_score_and_its_page_names_those_games(
    client: Client,
) -> None:
    row = scores.stored()["human:newcomer", 2]
    told = profile_of("human:newcomer", 2)
    assert (told.mean, told.sem) == (row.mean, row.sem) != (told.result.mean_stacks, row.sem)
    made = profile_of("genes:8,13,34", 2)
    assert (made.mean, made.sem) == (made.result.mean_stacks, made.result.sem_stacks)
    for page in ("/agents/", "/agents/human:newcomer/"):
        assert f"{row.mean:.2f}" in client.get(page).content.decode()
    assert row.command in client.get("/agents/human:newcomer/").content.decode()


def test_every_agent_is_shipped_as_it_plays_today() -> None:
    stale = TARGETS["profiles"].stale()
    assert stale == [], "manage.py rebuild profiles plays what is missing."


@pytest.mark.parametrize("address", ["rules:piers", "conv:expert", "rules:legal_random"])
def test_shipped_profiles_equal_new_games(address: str) -> None:
    entry = registry.find(address)
    result = profile.play_profile_games(entry, 3)
    kept = shipped()[address, entry.version, 3, entry.self_play_games]
    assert (kept.games, kept.turns, kept.ends) == (result.games, result.turns, result.ends)
    assert (kept.stacks, kept.zero) == (result.stacks, result.zero)
    assert kept.all_seats == result.all_seats


def test_shipped_agents_pages_play_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    profile._profile.cache_clear()
    monkeypatch.setattr(profile, "play_profile_games", None)
    assert client.get("/agents/").status_code == 200
    assert client.get("/agents/?players=5").status_code == 200
    assert client.get("/agents/conv:human/").status_code == 200
    slow = client.get("/agents/search:1000:rules:focus/").content.decode()
    assert "100 games with 2 players" in slow
    assert "100 games with 3 players" in client.get("/agents/rl:base-3p-10m-2/").content.decode()
    assert "thinks too long" in client.get("/agents/search:1000:rules:iggi/").content.decode()


def test_every_rules_meaning_is_an_instruction_to_a_player() -> None:
    sentences = [in_a_sentence(rule) for rule in RULES]
    of_the_program = r"\b(me|my|I|mine|rank|illegal|throws?|focus)\b"
    assert [one for one in sentences if re.search(of_the_program, one)] == []
    assert "If a clue shows 2 or more useless cards, give it." in sentences
