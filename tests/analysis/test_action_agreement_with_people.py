"""Action agreement of agents with recorded games, split by what people did."""

import json
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from agents import registry
from analysis.partners.action_agreement import Agreement, PeoplesGame, agreements
from native import Game, Rng, Rules

GAMES = str(Path("tests/data/hanab_live_mit.tar.xz"))


def played(address: str, players: int) -> Game:
    """A game that an agent plays with itself."""
    blueprint = registry.find(address).in_core(players)
    game = Game(Rules.standard(players), seed=Rng("likeness"))
    while game.to_move is not None:
        game.play(blueprint.decide(game.view(game.to_move), Rng(0)).move)
    return game


def of_nobody(game: Game) -> PeoplesGame:
    """The game, of people who are not known."""
    return PeoplesGame(game, ("",) * game.rules.players)


def test_the_units_of_an_error_are_people_and_agents_moves_do_not_count() -> None:
    """Ann plays two games with an agent, which is most like itself."""
    games = [played("rules:piers", 2), played("rules:iggi", 2)]
    ann = [PeoplesGame(game, ("Ann", None)) for game in games]
    piers = [registry.find("rules:piers")]
    row, ours = (agreements(some, piers)[0] for some in (ann, map(of_nobody, games)))
    assert (row.games, ours.games) == (2, 2)
    assert (len(row.turns["all"]), len(ours.turns["all"])) == (1, 2)
    assert row.moves == sum(event.seat == 0 for game in games for event in game.history)
    for counts in (ours.same, ours.turns):
        assert sum(map(sum, counts.values())) == 2 * sum(counts["all"])


@pytest.mark.parametrize("address", ["conv:expert", "hat:information", "rules:piers"])
def test_an_agent_is_wholly_like_itself(address: str) -> None:
    game = played(address, 3)
    for row in agreements([of_nobody(game)], [registry.find(address)]):
        assert row.moves == game.turn
        assert row.share("all").value == 1


def test_always_playing_does_not_count_as_likeness_to_people() -> None:
    """Nine plays, a discard and a clue: agreeing on all plays alone is a third."""
    row = Agreement("rules:a", None)
    row.same = {"all": [9], "plays": [9], "discards": [0], "clues": [0]}
    row.turns = {"all": [11], "plays": [9], "discards": [1], "clues": [1]}
    assert row.share("all").value == pytest.approx(9 / 11)
    assert row.even == pytest.approx(1 / 3)
    assert Agreement("rules:a", None).even is None


def test_the_base_rate_is_that_of_any_legal_move() -> None:
    game = played("rules:piers", 2)
    (row,) = agreements([of_nobody(game)], [registry.find("rules:iggi")])[1:]
    again, luck = Game(game.rules, deck=game.deck), 0.0
    for event in game.history:
        luck += 1 / len(again.legal_moves())
        again.play(event.move)
    assert row.chance("all") == pytest.approx(luck / game.turn)
    assert 0.04 < luck / game.turn < 0.2


@pytest.mark.long
def test_the_command_reports_people_s_games(capsys: pytest.CaptureFixture[str]) -> None:
    agents = ["conv:human", "rules:flawed"]
    call_command("action_agreement", people=[GAMES], agents=agents, json=True)
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    human, flawed = (
        next(row for row in rows if row["agent"] == agent and row["players"] is None)
        for agent in agents
    )
    assert human["games"] >= 48
    assert human["all"] > 0.4 > flawed["all"]
    assert human["discards"] > 4 * flawed["discards"]
    assert human["even"] > flawed["even"]
    assert 0 < human["chance_all"] < human["all"]
    call_command("action_agreement", people=[GAMES], agents=["rules:piers"])
    out = capsys.readouterr().out
    assert re.search(r"rules:piers .* 0\.\d{3} ±0\.\d{3}", out)
    assert "(any legal move)" in out


def test_agents_that_can_play_no_game_are_refused_with_a_message() -> None:
    with pytest.raises(CommandError, match="None of these agents can play any of these games"):
        call_command("action_agreement", people=[GAMES], agents=["mwum:knowing-2"])


def test_the_agents_that_are_most_alike_come_first() -> None:
    agents = ["rules:iggi", "rules:piers", "rules:outer", "rules:flawed"]
    entries = [registry.find(one) for one in agents]
    rows = agreements([of_nobody(played("rules:piers", 2))], entries)
    assert [row.players for row in rows] == [None] * 4 + [2] * 4
    for part in (rows[:4], rows[4:]):
        shares = [row.even or 0 for row in part]
        assert shares == sorted(shares, reverse=True)
        assert part[0].address == "rules:piers"
