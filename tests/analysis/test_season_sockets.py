"""Agents elsewhere in a sealed season: they learn nothing of the pool, each game counts once, and
anybody can replay their games."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from channels.db import database_sync_to_async as in_thread
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from agents.contract import AgentError
from agents.runs.errors import BadRun
from analysis import checksums
from analysis.evaluate import keys
from analysis.evaluate.challenge import progress
from analysis.evaluate.challenge.consumers import _table
from analysis.evaluate.challenge.submission import Submission, replayed, schedule
from analysis.people.access import forget
from analysis.protocols import season_record, season_table, seasons
from analysis.protocols.season_record import Secret, Terms
from analysis.protocols.standing import standing_of
from analysis.traces.tables import person_of
from game.models import Player
from hanabi_site.asgi import application
from tests.analysis.test_seasons import secrets_of
from tests.sockets import PatientCommunicator

pytestmark = [
    pytest.mark.usefixtures("runs_of_its_own"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.long,
]

MEMBERS = ("genes:67,21,8", "genes:8,11,26")
TERMS = Terms("winter", timezone.now(), timezone.now() + timedelta(days=9), 2, 2, 6, 500)


def opened(**changed: int) -> Terms:
    """Open a season with two known members, which are not bred."""
    secret = Secret("5e" * 16, MEMBERS)
    known = msgspec.structs.replace(
        TERMS, commitment=secret.commitment, **({"socket_deals": 2} | changed)
    )
    home = season_record.folder(known.name)
    home.mkdir(parents=True)
    (home / season_record.TERMS).write_bytes(msgspec.json.encode(known))
    (home / season_record.SECRET).write_bytes(msgspec.json.encode(secret))
    return known


def key(agent: str = "My net", version: str = "1", by: str = "") -> str:
    return seasons.key("winter", agent, version, TERMS.opens, by)


def play_one(submission: Submission, turns: int = 1000) -> int | None:
    """Play the next game with the first legal moves; break it off after some turns."""
    place = progress.begin_next(submission)
    if place is None:
        return None
    table, told, score = _table(submission, place), {"done": False}, None
    for _ in range(turns):
        if not told["done"]:
            seen = table.seen()
            told = table.turn({name: seen[name]["legal_moves"].index(1) for name in seen})
            score = told.get("score") if told["done"] else None
    progress.end(submission, place, score, None, table.moves)
    return place


async def socket_game(key: str, turns: int = 1000) -> list[dict[str, Any]]:
    """Play the next game over a socket; return all that it said."""
    line = PatientCommunicator(application, f"/ah2ac2/play-next?submission_key={key}")
    assert (await line.connect())[0]
    said = [json.loads(await line.receive_from()) for _ in range(2)]
    for _ in range(turns):
        names = [name for name in said[-1] if name.startswith("agent_")]
        if said[-1].get("done") or not names:
            break
        actions = {name: said[-1][name]["legal_moves"].index(1) for name in names}
        await line.send_to(json.dumps(actions))
        said.append(json.loads(await line.receive_from()))
    await line.disconnect()
    return said


async def test_the_games_of_an_agent_elsewhere_are_secret_until_the_end_and_then_replayed(
    tmp_path: Path, async_client: Any
) -> None:
    known = msgspec.structs.replace(TERMS, socket_deals=2)
    seasons.open_season(known)
    text = await in_thread(key)()
    await in_thread(key)("Another", "1")
    said: list[Any] = [await socket_game(text, turns) for turns in (1000, 1000, 5, 1000, 1000)]
    assert [len(one) > 5 for one in said[:4]] == [True] * 4
    assert "are played" in said[4][-1]["error_details"]
    answer = await async_client.get(f"/ah2ac2/evaluation-info/{text}")
    info = answer.json()
    assert info["human_ai_eval_done"]
    games = info["all_envs"]
    assert (games[2]["score"], [one["partner"] for one in games]) == (0, [None] * 4)
    (standing,) = seasons.play("winter")
    assert sum(one["score"] for one in games) == sum(standing.points) - sum(standing.lost)
    page = (await async_client.get("/analysis/seasons/")).content.decode()
    assert "My net" in page
    public = [json.dumps(said), answer.content.decode(), page]
    public += [path.read_text() for path in season_record.folder("winter").glob("[!s]*.json")]
    public.append((season_record.folder("winter") / season_record.SENT).read_text())
    for secret in secrets_of():
        assert not any(secret in one for one in public)
    (row,) = season_table.table(
        season_record.results("winter"), (), season_record.submissions("winter")
    )
    assert (row.replayed, row.games) == (True, 4)
    release = tmp_path / "release"
    season = seasons.close("winter", release, known.closes)
    assert [one.agent for one in season.results] == ["My net"]
    assert [one.agent for one in season_record.unfinished("winter")] == ["Another"]
    assert seasons.verify(release) == []
    file = release / season_record.RELEASE
    told = json.loads(file.read_text())
    told["results"][0]["points"][0] += 1
    file.write_text(json.dumps(told))
    checksums.write(release, {file.name: checksums.sha256_of(file)})
    assert [one.split(",")[0] for one in seasons.verify(release)] == ["My net"]


def test_a_replay_refuses_moves_that_the_partner_does_not_make_and_that_nobody_may_make() -> None:
    submission = Submission(
        "net", "pool:" + "+".join(MEMBERS), (2,), 2, "1", record="r", season="s"
    )
    while play_one(submission) is not None:
        pass
    games = [progress.played(submission)[place].moves for place in range(4)]
    points, lost = replayed(submission, games)
    scores = [0] * 4
    for place, scheduled in enumerate(schedule(submission)):
        scores[scheduled.deal] = progress.played(submission)[place].score or 0
    assert [
        0 if gone else all_ for all_, gone in zip(points.flat, lost.flat, strict=True)
    ] == scores
    first = schedule(submission)[0]
    words = games[0].split()
    partners = words.copy()
    partners[1 - first.seat] = "d4" if partners[1 - first.seat] != "d4" else "d3"
    wrong = {
        "the partner plays": partners,
        "was over before": [*words, "d0"],
        "move 1": ["d9", *words[1:]],
    }
    for why, moves in wrong.items():
        with pytest.raises(AgentError, match=why):
            replayed(submission, [" ".join(moves), *games[1:]])
    _, cut = replayed(submission, [" ".join(words[:-1]), *games[1:]])
    assert cut.ravel()[first.deal]
    with pytest.raises(AgentError, match="There are 4 games, not 3"):
        replayed(submission, games[1:])


def test_no_deal_returns_in_another_game_or_with_another_key() -> None:
    opened(socket_deals=5)
    submissions = [keys.opened(key(version=version)) for version in ("1", "2")]
    decks = [
        tuple(submission.deal(scheduled).deck)
        for submission in submissions
        for scheduled in schedule(submission)
    ]
    assert len(set(decks)) == len(decks) == 20


def test_a_game_that_breaks_off_is_lost_and_never_dealt_again() -> None:
    opened()
    submission = keys.opened(key())
    broken = play_one(submission, turns=9)
    stored = progress.played(submission)[broken]
    assert (stored.score, len(stored.moves.split())) == (0, 9)
    left = progress.begin_next(submission)  # The process that plays this one is killed.
    progress.active.clear()
    places = [broken, left, *(play_one(submission) for _ in range(2))]
    assert sorted(place for place in places if place is not None) == [0, 1, 2, 3]
    assert play_one(submission) is None
    assert seasons.play("winter") == ()
    (standing,) = seasons.play("winter", ended=True)
    assert standing.struck >= 2
    assert standing.by_member("zero").sum() * 2 == sum(
        one.score or 0 for one in progress.played(submission).values()
    )


def test_a_key_is_a_submission_from_the_moment_that_it_is_made(tmp_path: Path) -> None:
    known = opened(submissions=2)
    key()
    with pytest.raises(BadRun, match="in this version already"):
        key()
    with pytest.raises(BadRun, match="Another account submits under the name My net"):
        key(version="2", by="bo")
    half = keys.opened(key(version="2"))
    play_one(half)
    with pytest.raises(BadRun, match="has had its 2 submissions"):
        key(version="3")
    for agent, version in (("rules:piers", "1"), ("", "1"), ("net", ""), ("net", "x" * 41)):
        with pytest.raises(BadRun, match="in 1 to 40 letters"):
            key(agent, version)
    with pytest.raises(BadRun, match="The season winter ended on"):
        seasons.key("winter", "late", "1", known.closes)
    released = seasons.close("winter", tmp_path / "release", known.closes)
    assert released.results == ()
    assert [one.version for one in season_record.unfinished("winter")] == ["1", "2"]
    games = released.games[half.record]
    assert [one is not None for one in games].count(True) == 1


def test_an_agent_on_deals_of_its_own_is_not_compared_deal_by_deal() -> None:
    """One point more on every deal separates two agents on the same deals, but not on others."""
    scores = np.array([[5, 9, 14, 18, 22, 3]] * 2)
    never = np.zeros(scores.shape, np.bool_)
    better, worse = (
        standing_of(agent, "1", 1, scores + more, never) for agent, more in (("a", 1), ("b", 0))
    )
    sent = season_record.Entrant("a", "1", TERMS.opens, record="r")
    assert [row.place for row in season_table.table([better, worse])] == [(1, 1), (2, 2)]
    rows = season_table.table([better, worse], (), [sent])
    assert [(row.place, row.replayed) for row in rows] == [((1, 2), True), ((1, 2), False)]


def test_after_the_end_of_a_season_no_game_begins() -> None:
    opened()
    submission = keys.opened(key())
    assert submission.until == TERMS.closes
    over = msgspec.structs.replace(TERMS, name="past").closes - timedelta(days=20)
    with pytest.raises(AgentError, match="These games ended on"):
        progress.begin_next(Submission(**{**vars(submission), "until": over}))


def test_a_season_without_deals_for_sockets_gives_no_key() -> None:
    opened(socket_deals=0)
    with pytest.raises(BadRun, match="admits no agents over a socket"):
        key()


def test_the_page_shows_a_key_once_and_the_key_ends_with_its_account(client: Client) -> None:
    opened()
    address = "/analysis/seasons/winter/key/"
    form = {"name": "My net", "version": "1"}
    assert "/login/" in client.post(address, form)["Location"]
    client.force_login(User.objects.create_user("ada"))
    page = client.post(address, form)
    made = page.content.decode().split("shown only here: <code>")[1].split("</code>")[0]
    assert keys.opened(made).season == "winter"
    assert page["Cache-Control"] == "no-store"
    again = client.get("/analysis/seasons/").content.decode()
    assert made not in again
    assert "My net" in again
    refused = client.post(address, form)
    assert refused.status_code == 400
    assert "submitted in this version already" in refused.content.decode()
    assert 'value="My net"' in refused.content.decode()
    assert season_record.submissions("winter")[0].by
    forget(person_of(Player.objects.get()), keep_games=True)
    with pytest.raises(AgentError, match="was withdrawn"):
        keys.opened(made)
