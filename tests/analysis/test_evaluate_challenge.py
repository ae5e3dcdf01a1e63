"""Whole games in the way of AH2AC2: through its two classes, against a site with our pools."""

import asyncio
import json
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from channels.db import database_sync_to_async as in_thread
from django.core import signing
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from agents import registry
from agents.contract import AgentError, decision_of
from agents.matchups.python_games import play_in_python
from agents.pools import freezing
from analysis.evaluate.challenge import consumers, progress
from analysis.evaluate.challenge.consumers import GameConsumer
from analysis.evaluate.challenge.game import ChallengeGame
from analysis.evaluate.challenge.progress import information
from analysis.evaluate.challenge.submission import Submission, schedule
from analysis.evaluate.keys import key_for, numbered, opened, owner_of, token_for
from analysis.evaluate.pools import pool
from hanabi_lab.environments.ah2ac2 import EvaluationSpace
from hanabi_site.asgi import application
from native import Game, Rng, Rules
from native.environment.observation import action_of
from tests.game.conftest import said as printed
from tests.serving import ROOT, ServedSite
from tests.sockets import PatientCommunicator

pytestmark = pytest.mark.django_db(transaction=True)


class Key(NamedTuple):
    """A key, and what it opens."""

    text: str
    opens: Submission


def given(pool: str, players: tuple[int, ...] = (2,), games: int = 1, seed: str = "") -> Key:
    text = key_for(Submission("tests", pool, players, games, seed))
    return Key(text, opened(text))


@pytest.fixture
def one() -> Key:
    """Of a single game."""
    return given("pool:rules:piers")


@pytest.fixture
def two() -> Key:
    """Of tables of two sizes."""
    return given("pool:rules:piers+rules:iggi", (2, 3), games=2)


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> Iterator[None]:
    settings.RUNS_DIR = tmp_path / "runs"
    yield
    assert not progress.active


async def line(address: str) -> PatientCommunicator:
    communicator = PatientCommunicator(application, f"/ah2ac2/{address}")
    assert (await communicator.connect())[0]
    assert await said(communicator) == {"message": "Hanabi Lab"}
    return communicator


async def said(communicator: PatientCommunicator) -> dict[str, Any]:
    return json.loads(await communicator.receive_from())


async def next_game(key: Key) -> tuple[PatientCommunicator, dict[str, Any]]:
    communicator = await line(f"play-next?submission_key={key.text}")
    return communicator, await said(communicator)


async def answer(communicator: PatientCommunicator, actions: object) -> dict[str, Any]:
    await communicator.send_to(json.dumps(actions))
    return await said(communicator)


def first_legal(told: dict[str, Any]) -> dict[str, int]:
    seats = [name for name in told if name.startswith("agent_")]
    return {name: told[name]["legal_moves"].index(1) for name in seats}


async def played_out(communicator: PatientCommunicator, told: dict[str, Any]) -> dict[str, Any]:
    number = told["info"]["game_id"]
    while not told.get("done"):
        told = await answer(communicator, first_legal(told))
    return {**told, "game_id": number}


@pytest.mark.long
async def test_a_key_plays_all_its_games_and_then_no_more(two: Key) -> None:
    for _ in schedule(two.opens):
        communicator, told = await next_game(two)
        info = told["info"]
        (name,) = info["candidate_controlling"]
        assert len(told[name]["obs"]) == {2: 658, 3: 956}[info["num_players"]]
        assert information(two.opens)["current_env"]["status"] == "ACTIVE"
        score = (await played_out(communicator, told))["score"]
        await communicator.disconnect()
        assert information(two.opens)["all_envs"][info["game_id"]]["score"] == score
    known = information(two.opens)
    assert known["human_ai_eval_done"]
    partners = {(game["num_players"], game["partner"]) for game in known["all_envs"]}
    assert partners == {(n, f"rules:{name}") for n in (2, 3) for name in ("piers", "iggi")}
    over = await line(f"play-next?submission_key={two.text}")
    assert "All games of this key are played" in (await said(over))["error_details"]


@pytest.mark.long
async def test_a_game_that_the_partner_gives_up_ends_with_its_score_and_says_so() -> None:
    """Some elites of the paper know no move for some hands."""
    elites = "pool:elite:paper-3/0,5+elite:paper-3/5,16+rules:piers"
    key = await in_thread(given)(elites, games=4)
    submission = key.opens
    for _ in schedule(submission):
        communicator, told = await next_game(key)
        told = await played_out(communicator, told)
        known = information(submission)["all_envs"]
        assert told["score"] == known[told["game_id"]]["score"]
        await communicator.disconnect()
    known = information(submission)
    assert known["human_ai_eval_done"]
    given_up = {game["partner"]: game["gave_up"] for game in known["all_envs"] if game["gave_up"]}
    assert given_up
    assert "rules:piers" not in given_up
    assert all("gives up" in words for words in given_up.values())


def by_hand(submission: Submission, address: str) -> dict[int, int]:
    """The score of each game when one of our agents is the candidate."""
    scores = {}
    for place, scheduled in enumerate(schedule(submission)):
        seed = f"{submission.seed}/{scheduled.partner.address}/{scheduled.deal}"
        agent = registry.find(address).agent(seed)
        table = consumers._table(submission, place)
        name, over = f"agent_{scheduled.seat}", False
        while not over:
            action = table.game.rules.move_count
            if table.game.to_move == scheduled.seat:
                view = table.game.view(scheduled.seat)
                action = action_of(view, decision_of(agent, table.game).move)
            told = table.turn(table.validated({name: action}))
            over = told["done"]
        scores[place] = int(told["score"])
    return scores


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3])
def test_the_games_are_those_of_an_evaluation(players: int) -> None:
    """With partners that draw lots, too."""
    members = "pool:rules:piers+rules:internal"
    submission = Submission("tests", members, (players,), games=4, seed="e")
    scores = by_hand(submission, "rules:outer")
    rules = Rules.standard(players)
    members = pool(submission.pool, rules).members
    played = play_in_python(rules, [registry.find("rules:outer")], members, 4, "e")
    for number, member in enumerate(members):
        mine = {
            scheduled.deal: scores[place]
            for place, scheduled in enumerate(schedule(submission))
            if scheduled.partner.address == member.address
        }
        assert [mine[deal] for deal in range(4)] == played.scores("zero")[0, number].tolist()


def test_the_order_of_the_games_says_nothing_of_the_partner() -> None:
    submission = Submission("tests", "pool:literature7", games=20, seed="1")
    partners = [scheduled.partner.address for scheduled in schedule(submission)]
    same = sum(one == other for one, other in pairwise(partners))
    assert sorted(partners) != partners
    assert same < 40  # 20 are expected of 139; in blocks it would be 133.


def test_the_partner_is_not_named_before_the_game_is_over(one: Key) -> None:
    place = progress.begin_next(one.opens)
    assert place == 0
    (game,) = information(one.opens)["all_envs"]
    assert (game["status"], game["partner"], game["deal"], game["attempts"]) == (
        "ACTIVE",
        None,
        None,
        1,
    )
    progress.end(one.opens, place, 12)
    (game,) = information(one.opens)["all_envs"]
    assert (game["status"], game["partner"], game["score"]) == ("DONE", "rules:piers", 12)


async def test_an_interrupted_game_is_dealt_again_and_the_attempt_is_counted(one: Key) -> None:
    communicator, told = await next_game(one)
    name = told["info"]["candidate_controlling"][0]
    await communicator.disconnect()
    again, same = await next_game(one)
    assert same[name]["obs"] == told[name]["obs"]
    await played_out(again, same)
    await again.disconnect()
    assert information(one.opens)["all_envs"][0]["attempts"] == 2


async def test_games_played_at_the_same_time_with_one_key_are_different(two: Key) -> None:
    lines = [await next_game(two) for _ in range(3)]
    assert len({told["info"]["game_id"] for _, told in lines}) == 3
    for communicator, _ in lines:
        await communicator.disconnect()
    assert GameConsumer.under_way == 0


def test_the_first_result_of_a_game_counts(one: Key) -> None:
    """Two processes may have begun it at the same moment."""
    place = progress.begin_next(one.opens)
    progress.end(one.opens, place, 12)
    progress.end(one.opens, place, 20)
    assert progress.played(one.opens)[place] == progress.GameProgress(1, 12)


def test_a_result_that_was_cut_off_by_a_power_cut_is_no_result(one: Key) -> None:
    progress.end(one.opens, progress.begin_next(one.opens), 12)
    path = progress._path(one.opens)
    path.write_text(path.read_text()[:-4])
    assert not information(one.opens)["human_ai_eval_done"]


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ({}, "Send one action for each of agent_"),
        ([1], "Send one action for each of agent_"),
        ({"agent_7": 0}, "Send one action for each of agent_"),
        ({"mine": 99}, "not a number from 0 to 20"),
        ({"mine": True}, "not a number from 0 to 20"),
        ({"mine": "p0"}, "not a number from 0 to 20"),
        ({"mine": None}, "not a number from 0 to 20"),
        ({"mine": "illegal"}, "is not legal for agent_"),
    ],
)
async def test_invalid_actions_are_refused_with_a_message(
    one: Key, actions: Any, words: str
) -> None:
    communicator, told = await next_game(one)
    (name,) = told["info"]["candidate_controlling"]
    if isinstance(actions, dict) and "mine" in actions:
        illegal = told[name]["legal_moves"].index(0)
        actions = {name: illegal if actions["mine"] == "illegal" else actions["mine"]}
    assert words in (await answer(communicator, actions))["error_details"]
    assert (await communicator.receive_output())["type"] == "websocket.close"
    assert not progress.active


async def test_silence_and_noise_end_the_game(one: Key, monkeypatch: pytest.MonkeyPatch) -> None:
    communicator, _ = await next_game(one)
    await communicator.send_to("{" * 100)
    assert "send JSON" in (await said(communicator))["error_details"]
    communicator, _ = await next_game(one)
    await communicator.send_to("x" * 5000)
    assert "at most 4096" in (await said(communicator))["error_details"]
    monkeypatch.setattr(consumers, "ANSWER_SECONDS", 0.1)
    communicator, _ = await next_game(one)
    assert "no answer within 0.1 seconds" in (await said(communicator))["error_details"]
    monkeypatch.setattr(consumers, "AT_ONCE", 0)
    assert "as many games as it can" in (await next_game(one))[1]["error_details"]
    assert GameConsumer.under_way == 0


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("play-next", "Name one submission_key"),
        ("play-next?submission_key=nonsense", "This site has no such key"),
        ("play-random-agent?num_players=2&candidate_positions=0", "Name one test_submission_key"),
        ("play-random-agent?{key}&candidate_positions=0", "Name one num_players"),
        ("play-random-agent?{key}&num_players=two&candidate_positions=0", "are numbers"),
        ("play-random-agent?{key}&num_players=7&candidate_positions=0", "2 to 5 players"),
        ("play-random-agent?{key}&num_players=2", "positions from 0 to 1"),
        ("play-random-agent?{key}&num_players=2&candidate_positions=2", "positions from 0 to 1"),
    ],
)
async def test_an_invalid_game_is_refused_with_a_message(
    one: Key, address: str, words: str
) -> None:
    key = f"test_submission_key={one.text}"
    assert words in (await said(await line(address.format(key=key))))["error_details"]
    assert GameConsumer.under_way == 0


async def test_a_test_key_may_control_several_seats(one: Key) -> None:
    asked = "num_players=3&candidate_positions=1&candidate_positions=2"
    communicator = await line(f"play-random-agent?{asked}&test_submission_key={one.text}")
    told = await said(communicator)
    assert told["info"]["is_debug"]
    assert told["info"]["candidate_controlling"] == ["agent_1", "agent_2"]
    assert (await played_out(communicator, told))["done"]
    await communicator.disconnect()


@pytest.mark.long
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"pool": "pool:nobody"}, "There is no pool nobody"),
        (
            {"pool": "pool:paper-1", "games": 100},
            r"^pool:paper-1 has \d+ members: there would be more than 20000 games\.$",
        ),
        ({"pool": "pool:rules:piers", "games": 0}, "at least one game"),
        ({"pool": "pool:rules:piers", "players": [2, 2]}, "each size of a table once"),
        ({"pool": "pool:rules:piers", "players": [9]}, "players"),
    ],
)
def test_a_key_for_impossible_games_is_refused(options: Any, words: str) -> None:
    with pytest.raises(CommandError, match=words):
        call_command("agent_token", "Ada", **options)


def test_a_made_up_key_and_a_token_open_nothing(two: Key, client: Client, caplog: Any) -> None:
    answer = client.get(reverse("evaluation_info", args=["nonsense"]))
    assert (answer.status_code, caplog.messages) == (404, []), "it may be a token"
    assert "has no such key" in answer.json()["error_details"]
    told = client.get(reverse("evaluation_info", args=[two.text])).json()
    assert len(told["all_envs"]) == 8
    with pytest.raises(AgentError, match="has no such token"):
        owner_of(two.text)
    with pytest.raises(AgentError, match="has no such key"):
        opened(token_for("tests"))


def test_a_key_predicts_neither_partner_nor_deal() -> None:
    """Keys for other pools and seeds of as many games say exactly the same."""
    keys = [
        given("pool:rules:piers+rules:iggi", games=3),
        given("pool:rules:outer+rules:flawed", games=3),
        given("pool:rules:outer+rules:flawed", games=3, seed="mine"),
        given("pool:rules:outer+rules:flawed", games=3, seed="mine"),
    ]
    assert len({key.text for key in keys}) == len(keys)
    for key in keys:
        raw = b64decode(key.text, altchars="-_")
        assert not any(word in raw for word in (b"rules", b"pool", b"mine", b"tests"))
    said = [{**information(key.opens), "practice": None} for key in keys]
    assert all(one == said[0] for one in said)
    assert keys[0].opens.seed != keys[1].opens.seed


def test_the_seed_is_published_when_all_games_are_played(two: Key) -> None:
    for _ in schedule(two.opens):
        assert information(two.opens)["seed"] is None
        progress.end(two.opens, progress.begin_next(two.opens), 12)
    told = information(two.opens)
    assert (told["pool"], told["seed"]) == (two.opens.pool, two.opens.seed)
    assert not told["practice"]


def test_a_key_with_a_seed_of_ones_own_is_for_practice() -> None:
    assert information(given("pool:rules:piers", seed="1").opens)["practice"]


def test_an_older_key_is_refused_with_the_command_for_a_new_one() -> None:
    facts = {"name": "Ada", "pool": "pool:rules:piers", "players": [2], "games": 1, "seed": "1"}
    old = signing.dumps(facts, salt="evaluations in the way of AH2AC2")
    with pytest.raises(AgentError, match=r"has an older form.*agent_token NAME --pool POOL"):
        opened(old)


def test_withdrawn_tokens_and_keys_are_refused(one: Key, client: Client) -> None:
    token, other = token_for("Ada"), token_for("Bo")
    numbers = [numbered(token), numbered(one.text)]
    assert printed("agent_tokens", withdraw=numbers).count("withdrawn") == 2
    with pytest.raises(AgentError, match="token was withdrawn"):
        owner_of(token)
    with pytest.raises(AgentError, match="key was withdrawn"):
        opened(one.text)
    info = client.get(reverse("evaluation_info", args=[one.text]))
    assert (info.status_code, "withdrawn" in info.json()["error_details"]) == (404, True)
    assert owner_of(other) == "Bo"
    listed = printed("agent_tokens")
    assert not any(secret in listed for secret in (token, other, one.text))
    with pytest.raises(CommandError, match="no token or key 999"):
        call_command("agent_tokens", withdraw=[999])


def test_an_observation_does_not_depend_on_ones_own_cards() -> None:
    """The same position with other cards in the candidate's hand looks the same to it."""
    submission = Submission("tests", "pool:rules:piers", games=30, seed="1")
    for place, scheduled in enumerate(schedule(submission)):
        game, rules = submission.deal(scheduled), Rules.standard(2)
        deck, hand = list(game.deck), rules.hand_size
        first = scheduled.seat * hand
        deck[first], deck[-1] = deck[-1], deck[first]
        other = type(game)(rules, deck=deck)
        mine, swapped = (ChallengeGame(one, [scheduled.seat], []).seen() for one in (game, other))
        assert mine == swapped, place


@pytest.mark.parametrize("players", [2, 3])
def test_the_belief_about_a_card_is_the_share_of_copies_left(players: int) -> None:
    """At first three of fifty are r1; what all copies are gone of is believed no more."""
    rules = Rules.standard(players)
    game, rng = Game(rules, seed=5), Rng(5)
    table = ChallengeGame(game, range(players), [])
    cards = players * rules.hand_size
    first = np.array(table.seen()["agent_0"]["obs"])[-cards * 35 :].reshape(cards, 35)
    assert first[:, :5] == pytest.approx(np.tile([0.06, 0.04, 0.04, 0.04, 0.02], (cards, 1)))
    while game.end is None:
        seen = table.seen()
        for seat in range(players):
            known = np.array(seen[f"agent_{seat}"]["obs"])[-cards * 35 :].reshape(cards, 35)
            assert set(known[:, 25:].ravel().tolist()) <= {0, 1}
            place = 0
            for other in ((seat + step) % players for step in range(players)):
                orders = [game.order(other, slot) for slot in range(rules.hand_size)]
                held = sorted(order for order in orders if order is not None)
                for order in held:
                    belief = known[place + held.index(order), :25]
                    assert belief.sum() == pytest.approx(1, abs=1e-5)
                    assert belief[rules.identity(game.deck[order])] > 0
                place += rules.hand_size
        gone = [card for card in rules.cards if game.stacks[card.suit] >= card.rank == 5]
        assert all((known[:, rules.identity(card)] == 0).all() for card in gone)
        mover = seen[f"agent_{game.to_move}"]["legal_moves"]
        possible = [action for action, may in enumerate(mover) if may]
        actions = dict.fromkeys(table.names, rules.move_count)
        actions[f"agent_{game.to_move}"] = possible[rng.below(len(possible))]
        table.turn(actions)


@pytest.mark.slow
def test_the_two_classes_and_the_documents_program_play_whole_games_on_a_real_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = ServedSite(tmp_path)
    key, by_document = (
        site.manage("agent_token", "Ada", "--pool", f"pool:rules:{name}", "--games", games).strip()
        for name, games in (("piers", "2"), ("iggi", "1"))
    )
    monkeypatch.setenv("AH2AC2_EVALUATION_BASE_URL", f"127.0.0.1:{site.port}/ah2ac2")

    async def game(environment: Any) -> float:
        _, legal = await environment.reset()
        done = False
        while not done:
            actions = {name: int(moves.argmax()) for name, moves in legal.items()}
            _, score, done, legal = await environment.step(actions)
        with pytest.raises(RuntimeError, match="over"):
            await environment.step(actions)
        return float(score)

    async def whole() -> None:
        space, scores = EvaluationSpace(key), []
        await game(space.new_test_environment(3, [0, 2]))
        while not (await asyncio.to_thread(lambda: space.info)).human_ai_eval_done:
            environment, _ = space.next_environment(), space.new_test_environment(2, [0])
            with pytest.raises(RuntimeError, match="Reset"):
                _ = environment.info
            scores.append(await game(environment))
        found = (await asyncio.to_thread(lambda: space.info)).all_envs
        assert [one.score for one in found] == scores
        assert {one.partner for one in found} == {"rules:piers"}
        with pytest.raises(RuntimeError, match="All games of this key are played"):
            await space.next_environment().reset()

    site.start()
    try:
        asyncio.run(whole())
        program = documented_client(by_document)
        subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)
        told = EvaluationSpace(by_document).info
        assert told.human_ai_eval_done
        assert [one.partner for one in told.all_envs] == ["rules:iggi"]
        with pytest.raises(RuntimeError, match="has no such key"):
            _ = EvaluationSpace("nonsense").info
    finally:
        site.stop()
    with pytest.raises(RuntimeError, match="does not answer"):
        _ = EvaluationSpace(key).info


def documented_client(key: str) -> str:
    """The program in the document, with this key."""
    text = (ROOT / "docs" / "ah2ac2.md").read_text()
    return text.split("```py\n")[1].split("```")[0].replace('"KEY"', repr(key))


@pytest.mark.long
def test_every_frozen_pool_that_is_quick_enough_has_a_game_with_each_member() -> None:
    refused = []
    for name in freezing.names():
        try:
            games = schedule(Submission("tests", f"pool:{name}", games=1, seed="1"))
        except AgentError as error:
            refused.append((name, str(error)))
            continue
        members = pool(f"pool:{name}", Rules.standard(2)).members
        assert sorted(game.partner.address for game in games) == sorted(
            member.address for member in members
        )
    assert len(refused) < len(freezing.names()) / 2, refused
