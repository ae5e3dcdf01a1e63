"""Counting winnable deals: the same count however it is made, and every refusal in words."""

import json
from math import sqrt
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from analysis.management.commands import deals as command
from analysis.papers.deals import counting, exact
from analysis.papers.deals.counting import BadCount, Count, Scope, count, load, settle
from analysis.papers.deals.deal_report import _verdict
from native import Game, Move, Rng, Rules
from native.solver.whole_deals import PATIENCE, Proof, Prospect, prospect, prospects_of_deals
from tests.game.conftest import said

QUICK = Scope(players=3, seed="quick", budget=20_000)


def test_a_count_is_the_same_for_any_threads_and_pauses(tmp_path: Path) -> None:
    at_once = count(QUICK, 200)
    file = tmp_path / "deals.json"
    for deals in (1, 70, 200):
        count(QUICK, deals, threads=2, file=file)

    assert load(file) == at_once
    assert at_once.deals == 200
    assert at_once.won + at_once.not_winnable + len(at_once.undecided) == 200


def test_counts_from_before_an_interruption_are_not_lost(tmp_path: Path) -> None:
    file = tmp_path / "deals.json"

    def stop(now: Count) -> None:
        if now.deals >= 128:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count(QUICK, 500, file=file, say=stop)

    assert load(file).deals == 128
    assert count(QUICK, 192, file=file) == count(QUICK, 192)


def test_the_interval_of_winnable_deals_allows_undecided_ones_to_go_either_way() -> None:
    now = Count(QUICK, deals=1000, winnable=990, lost={"no-time": 8}, undecided=[3, 4])
    share, low, high = now.share

    assert share == pytest.approx(99.0)
    assert low == pytest.approx(98.17, abs=0.01)
    assert high == pytest.approx(99.59, abs=0.02)


def test_settling_decides_undecided_deals_and_reports_each() -> None:
    asked = Scope(players=2, seed="patience", budget=20)
    now = count(asked, 60)
    before, heard = list(now.undecided), list[str]()
    assert before

    settle(now, say=heard.append)

    words = {True: "winnable", False: "not winnable"}
    assert heard == [f"deal {deal}: {words[deal in now.won_exactly]}" for deal in before]
    assert not now.undecided
    assert sorted(now.won_exactly + now.lost_exactly) == before
    for deal in before:
        game = Game(asked.rules, seed=Rng("patience").derive(deal))
        assert (prospect(game, least=25).low == 25) == (deal in now.won_exactly)


def test_a_file_begun_with_another_question_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "deals.json"
    count(QUICK, 10, file=file)

    with pytest.raises(BadCount, match="--players 3 --budget 20000 --seed quick"):
        count(Scope(players=4), 10, file=file)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "deals.json"
    file.write_text("{}")

    with pytest.raises(BadCount, match="holds no count"):
        count(QUICK, 10, file=file)
    assert file.read_text() == "{}"


def test_with_exact_the_command_decides_undecided_deals() -> None:
    asked = {"seed": "patience", "budget": 20, "games": 60, "threads": 1, "json": True}
    before, settled = (json.loads(said("deals", **asked, exact=exact)) for exact in (False, True))
    assert before["undecided"] > settled["undecided"] == 0


def test_the_command_reports_shares_with_their_interval() -> None:
    report = json.loads(said("deals", players=4, games=100, seed="1", threads=1, json=True))

    assert report["games"] == 100
    assert report["winnable"] + report["not_winnable"] + report["undecided"] == 100
    low, high = report["interval"]
    assert low < report["winnable_percent"] <= high


def test_a_count_reports_progress_at_the_start_and_after_each_block(tmp_path: Path) -> None:
    """So the command knows how many deals are new, and what each of them took."""
    heard: list[int] = []
    count(Scope(2), 10, file=tmp_path / "kept", say=lambda now: heard.append(now.deals))
    count(Scope(2), 25, file=tmp_path / "kept", say=lambda now: heard.append(now.deals))
    assert heard == [0, 10, 10, 25]
    report = json.loads(said("deals", games=10, json=True, threads=1))
    assert report["ms_mean"] == pytest.approx(100 * report["seconds"], abs=0.06)


@pytest.mark.long
@pytest.mark.parametrize("kept", [True, False])
def test_a_stopped_count_says_how_to_resume_it(
    kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "count", lambda *_, **__: Count(QUICK, deals=99, winnable=99))
    file = tmp_path / "kept.json"
    with pytest.raises(CommandError) as stopped:
        call_command("deals", games=100, threads=1, keep=file if kept else None)
    assert str(stopped.value) == f"Stopped.{f' --keep {file} resumes.' if kept else ''}"


GAMES = {
    "two": (Rules.standard(2), 30),
    "three, all tokens": (Rules.standard(3), 0),
    "five with a strike": (Rules.standard(5, strikes=9), 34),
    "discards at most": (Rules.standard(4, discard_at_max=True), 26),
    "small": (Rules(2, suits="rg", ranks=3, copies=(3, 2, 1), hand_size=2, clue_tokens=3), 3),
}


def position(name: str) -> Game:
    """After so many random moves that score now and then."""
    rules, turns = GAMES[name]
    game, rng = Game(rules, seed=Rng(name)), Rng(name).derive(1)
    while game.turn < turns and game.end is None:
        moves = game.legal_moves()
        game.play(moves[rng.below(len(moves))])
    return game


@pytest.mark.skipif(not exact.available(), reason=exact.MISSING)
def test_the_sat_encoding_reaches_the_score_of_the_search_and_no_more() -> None:
    game = position("small")
    found = prospect(game)
    assert found.low == found.high
    assert exact.can_reach(game, found.low)
    assert exact.can_reach(game, game.score)
    assert not exact.can_reach(game, found.high + 1)
    assert not exact.can_reach(game, game.rules.max_score + 1)


@pytest.mark.parametrize("why", ["over", "no deck", "no tokens"])
def test_a_position_in_which_turns_may_be_forced_is_refused(why: str) -> None:
    game = position("small")
    if why == "over":
        game.terminate()
    elif why == "no deck":
        while game.deck_left:
            game.play(next(move for move in game.legal_moves() if not move.is_clue))
    else:
        rules = Rules(2, suits="rg", ranks=3, copies=(3, 2, 1), hand_size=2, clue_tokens=0)
        game = Game(rules, seed=1)
    with pytest.raises(ValueError, match="The game must be running"):
        exact.can_reach(game, 3)


@pytest.mark.parametrize("players", [2, 5])
def test_a_winnable_deal_is_shown_with_winning_moves(players: int) -> None:
    facts = json.loads(said("deals", players=players, deal=3, json=True))

    game = Game(Rules(players), seed=Rng("1").derive(3))
    assert facts["deck"] == "".join(card.text(game.rules.suits) for card in game.deck)
    for move in facts["moves"]:
        game.play(Move.parse(move, game.rules))
    assert game.score == facts["low"] == facts["most"] == 25
    assert facts["proof"] is None


def test_a_lost_deal_is_shown_with_the_reason_and_its_best_score() -> None:
    found = prospects_of_deals(Rules(2), "1", 0, 200, least=25, budget=PATIENCE)
    lost = next(deal for deal, this in enumerate(found) if this.high < 25)

    lines = said("deals", deal=lost).splitlines()

    assert lines[0].startswith(f"deal {lost}: not winnable, since {found[lost].proof.words}; 24 of")
    assert sum(" plays " in line for line in lines) == 24


@pytest.mark.parametrize("deal", [-1, 10**9])
def test_an_unknown_deal_is_refused(deal: int) -> None:
    with pytest.raises(CommandError, match="there is no deal"):
        said("deals", deal=deal)


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (25, 25, "winnable, by this line:"),
        (23, 25, "undecided; 23 of 25 points can be had by this line:"),
        (
            23,
            24,
            f"not winnable, since {Proof.EXHAUSTED.words}; 23 to 24 of 25 points, by this line:",
        ),
        (23, 23, f"not winnable, since {Proof.EXHAUSTED.words}; 23 of 25 points, by this line:"),
    ],
)
def test_the_verdict_claims_no_more_than_was_proved(low: int, high: int, words: str) -> None:
    answer = Prospect(low, high, Proof.EXHAUSTED, (), (), 1)
    assert _verdict(Game(Rules(2), seed=1), answer) == words


ADDRESS = "/analysis/deals/"
USUAL = [
    (players, variant) for players in counting.PLAYERS for variant in ("No Variant", counting.SIX)
]


@pytest.mark.long
@pytest.mark.parametrize(("players", "variant"), USUAL)
def test_stored_shares_agree_with_those_of_other_deals(players: int, variant: str) -> None:
    kept = counting.stored(players, variant)
    assert kept.deals >= 20_000
    again = count(Scope(players, variant, seed="again", budget=100_000), 300)
    share = (kept.share[0] + 0.01) / 100.02
    noise = 100 * sqrt(share * (1 - share) / 300)
    undecided = 100 * len(again.undecided) / 300
    assert abs(again.share[0] - kept.share[0]) < 5 * noise + undecided + 0.1


@pytest.mark.parametrize("kept", counting.counts().values(), ids=lambda kept: kept.asked.command)
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
def test_the_page_names_the_usual_reason_for_each_number_of_players(client: Client) -> None:
    text = client.get(ADDRESS).content.decode()
    assert "With two to four players, most are lost for want of time" in text
    assert "With five, most are lost because cards lie in the wrong seats" in text
    for players in counting.PLAYERS:
        kept = counting.stored(players)
        usual = Proof.WHO_HOLDS if players == 5 else Proof.NO_TIME
        assert kept.lost[usual.slug] > kept.not_winnable / 2


@pytest.mark.django_db
def test_the_page_shows_the_results(client: Client) -> None:
    page = client.get(ADDRESS).content.decode()

    for players in counting.PLAYERS:
        assert f"{counting.stored(players).share[0]:.2f}" in page
    assert "manage.py deals --players PLAYERS --seed 1 --games 100000 --exact" in page
    assert "manage.py deals --players 2 --hand HAND --seed 1 --games GAMES" in page
