"""Sealed seasons: nobody learns the pool before the end, and then anybody can make the season
again."""

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError
from django.test import Client
from django.utils import timezone

from agents.contract import AgentError
from agents.runs.errors import BadRun
from analysis import checksums
from analysis.protocols import season_record, season_schedule, season_table, seasons
from analysis.protocols.season_record import Terms
from tests.game.conftest import said, work

pytestmark = [pytest.mark.usefixtures("runs_of_its_own"), pytest.mark.long]

NOW = datetime(2026, 12, 1, tzinfo=UTC)
END = NOW + timedelta(days=30)


def opened(**changed: int) -> Terms:
    sizes = {"individuals": 500, "members": 3, "deals": 6} | changed
    return seasons.open_season(Terms("winter", NOW, END, **sizes))


def secrets_of(name: str = "winter") -> list[str]:
    secret = json.loads((season_record.folder(name) / season_record.SECRET).read_text())
    return [secret["seed"], *secret["members"], *(one[6:] for one in secret["members"])]


@pytest.mark.django_db
def test_while_a_season_is_open_no_page_or_socket_shows_its_seed_or_members(client: Client) -> None:
    opened()
    seasons.submit("winter", "rules:piers", NOW)
    seasons.play("winter")
    home = season_record.folder("winter")
    public = [
        client.get("/analysis/seasons/").content.decode(),
        client.get("/analysis/runs/").content.decode(),
        said("season", "table", "winter"),
        said("season", "table", "winter", "--json"),
        *(path.read_text() for path in home.glob("*.json") if path.name != season_record.SECRET),
    ]
    with pytest.raises(CommandError) as refused:
        said("season", "close", "winter", "release")
    public.append(str(refused.value))
    for secret in secrets_of():
        assert not any(secret in text for text in public)
    assert "winter" in public[0].lower()
    assert (home / season_record.SECRET).stat().st_mode & 0o077 == 0


def test_anybody_makes_the_whole_season_again_from_its_release(tmp_path: Path) -> None:
    opened()
    for agent in ("rules:piers", "rules:iggi"):
        seasons.submit("winter", agent, NOW)
    seasons.close("winter", tmp_path / "release", END)
    command = [sys.executable, "manage.py", "season", "verify", str(tmp_path / "release")]
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (again.returncode, "every number is the same" in again.stdout) == (0, True), again
    file = tmp_path / "release" / season_record.RELEASE
    season = json.loads(file.read_text())
    changes = {
        "the seed": lambda: season["secret"].update(seed="0" * 32),
        "a member": lambda: season["secret"]["members"].__setitem__(0, "genes:1"),
        "a time": lambda: season["submissions"][0].update(sent=season["terms"]["closes"]),
        "a score": lambda: season["results"][0]["points"].__setitem__(0, 99),
    }
    for what, change in changes.items():
        season = json.loads(file.read_text())
        change()
        other = tmp_path / what
        other.mkdir()
        (other / season_record.RELEASE).write_text(json.dumps(season))
        (other / checksums.SUMS).write_text((tmp_path / "release" / checksums.SUMS).read_text())
        assert len(seasons.verify(other)) > 1, what


def test_a_pool_is_another_in_each_season_and_announced_before_anybody_plays() -> None:
    first = opened()
    second = seasons.open_season(Terms("next", NOW, END, individuals=500, members=3, deals=6))
    assert first.commitment != second.commitment
    assert set(secrets_of("winter")).isdisjoint(secrets_of("next"))


@pytest.mark.parametrize(("players", "members"), [(1, 3), (6, 3), (2, 0), (2, 101)])
def test_a_season_at_an_impossible_table_or_pool_is_refused(players: int, members: int) -> None:
    with pytest.raises(BadRun, match="goes from"):
        Terms("winter", NOW, END, players=players, members=members)


def test_an_agent_has_its_submissions_in_time_and_each_version_once() -> None:
    opened(submissions=1)
    for when, why in (
        (NOW - timedelta(seconds=1), "opens on 1 December 2026 at 00:00 UTC"),
        (END, "ended on 31 December 2026 at 00:00 UTC"),
    ):
        with pytest.raises(BadRun, match=why):
            seasons.submit("winter", "rules:piers", when)
    for agent, words in (
        ("cheat:priority", "sees every hand"),
        ("", "Name an agent"),
        ("python:mine:Mine", "takes agents of this site, no classes"),
    ):
        with pytest.raises(AgentError, match=words):
            seasons.submit("winter", agent, NOW)
    seasons.submit("winter", "rules:piers", NOW)
    with pytest.raises(BadRun, match="in this version already"):
        seasons.submit("winter", "rules:piers", NOW)
    file = season_record.folder("winter") / season_record.SENT
    file.write_text(file.read_text().replace('"version":"', '"version":"0.'))
    with pytest.raises(BadRun, match="has had its 1 submissions"):
        seasons.submit("winter", "rules:piers", NOW)
    with pytest.raises(Exception, match="was submitted as version 0"):
        seasons.play("winter")
    assert season_record.results("winter") == ()


def test_an_interrupted_season_goes_on_with_the_same_secret() -> None:
    def interrupt(line: str) -> None:
        raise KeyboardInterrupt(line)

    with pytest.raises(KeyboardInterrupt):
        seasons.open_season(Terms("winter", NOW, END, individuals=500, members=3), interrupt)
    seed = secrets_of()[0]
    opened()
    assert secrets_of()[0] == seed
    for agent in ("rules:piers", "rules:iggi"):
        seasons.submit("winter", agent, NOW)
    calls = iter([None])
    with pytest.raises(StopIteration):
        seasons.play("winter", say=lambda _: next(calls))
    assert [one.agent for one in season_record.results("winter")] == ["rules:piers"]
    assert [one.agent for one in seasons.play("winter")] == ["rules:piers", "rules:iggi"]


def test_regret_is_measured_from_the_best_with_each_member_and_the_worst_member_is_named() -> None:
    opened()
    for agent in ("rules:piers", "rules:iggi", "rules:legal_random"):
        seasons.submit("winter", agent, NOW)
    done = seasons.play("winter")
    rows = {row.agent: row for row in season_table.table(done)}
    means = {one.agent: one.by_member("zero") for one in done}
    for agent, row in rows.items():
        best = [max(of[i] for of in means.values()) for i in range(3)]
        behind = sum(best[i] - means[agent][i] for i in range(3)) / 3
        assert row.regret == pytest.approx(behind)
        assert row.worst == min(means[agent]) == means[agent][row.worst_member - 1]
    assert rows["rules:legal_random"].regret > 0


def test_after_the_end_regret_is_measured_from_best_responses_that_nobody_saw_before(
    tmp_path: Path,
) -> None:
    opened(members=1, responses=10)
    seasons.submit("winter", "rules:iggi", NOW)
    (alone,) = season_table.table(seasons.play("winter"))
    lines: list[str] = []
    seasons.respond("winter", lines.append)
    public = [*lines, said("season", "respond", "winter"), said("season", "table", "winter")]
    assert lines
    assert not any(secret in line for secret in secrets_of() for line in public)
    assert "behind the best submission with" in public[-1]
    assert (season_record.folder("winter") / season_record.CONTESTS).stat().st_mode & 0o077 == 0
    assert season_record.responses("winter") == ()
    released = seasons.close("winter", tmp_path / "release", END)
    assert [one.partner for one in released.responses] == list(released.secret.members)
    (row,) = season_table.table(released.results, season_record.responses("winter"))
    own = released.results[0].by_member("zero")
    behind = [max(0, one.mean - mean) for one, mean in zip(released.responses, own, strict=True)]
    assert row.regret == pytest.approx(sum(behind))
    assert row.regret > alone.regret == 0 < (row.regret_margin or 0)
    assert "behind the best response found" in said("season", "table", "winter")
    assert seasons.verify(tmp_path / "release") == []
    file = tmp_path / "release" / season_record.RELEASE
    season = json.loads(file.read_text())
    season["responses"][0]["mean"] += 1
    file.write_text(json.dumps(season))
    assert "the best responses to the members are others" in seasons.verify(tmp_path / "release")


def test_seasons_from_before_best_responses_and_sockets_load_and_are_measured_from_submissions(
    tmp_path: Path,
) -> None:
    opened()
    seasons.submit("winter", "rules:piers", NOW)
    seasons.close("winter", tmp_path / "release", END)
    file = tmp_path / "release" / season_record.RELEASE
    season = json.loads(file.read_text())
    for where, field in (
        (season, "responses"),
        (season, "games"),
        (season["terms"], "responses"),
        (season["terms"], "socket_deals"),
        (season["submissions"][0], "record"),
    ):
        del where[field]
    file.write_text(json.dumps(season))
    checksums.write(file.parent, {file.name: checksums.sha256_of(file)})
    assert seasons.verify(tmp_path / "release") == []
    terms = season_record.folder("winter") / season_record.TERMS
    terms.write_text(json.dumps(season["terms"]))
    assert season_record.terms("winter").responses == 0
    assert "behind the best submission with" in said("season", "table", "winter")


@pytest.mark.django_db(transaction=True)
def test_an_account_submits_on_the_page_and_the_worker_plays(client: Client) -> None:
    now = timezone.now()
    seasons.open_season(Terms("winter", now, now + timedelta(days=9), 2, 3, 6, 500, submissions=2))
    address = "/analysis/seasons/winter/submit/"
    assert "Log in" in client.get("/analysis/seasons/").content.decode()
    assert "/login/" in client.post(address, {"agent": "rules:piers"})["Location"]
    assert season_record.submissions("winter") == ()
    ada, bo = (User.objects.create_user(name) for name in ("ada", "bo"))
    client.force_login(ada)
    assert client.post(address, {"agent": "rules:piers"}).status_code == 302
    for agent, why in (
        ("search:1000:rules:focus", "thinks too long"),
        ("rules:nobody", "rules:nobody"),
    ):
        refused = client.post(address, {"agent": agent})
        assert (refused.status_code, why in refused.content.decode()) == (400, True), agent
        assert f'value="{agent}"' in refused.content.decode()
        assert "1 of 2 submissions left" in refused.content.decode()
    assert client.post(address, {"agent": "genes:67,21,8"}).status_code == 302
    late = client.post(address, {"agent": "rules:iggi"})
    assert "You have had your 2 submissions." in client.get("/analysis/seasons/").content.decode()
    assert (late.status_code, len(season_record.submissions("winter"))) == (400, 2)
    client.force_login(bo)
    again = client.post(address, {"agent": "rules:piers"})
    assert "submitted in this version already" in again.content.decode()
    assert client.post("/analysis/seasons/summer/submit/", {"agent": "x"}).status_code == 400
    (season_record.folder("winter").parent / "autumn").mkdir()
    (season_record.folder("autumn") / season_record.TERMS).write_text('{"name": "au')
    page = client.get("/analysis/seasons/")
    assert (page.status_code, "This season cannot be shown" in page.content.decode()) == (200, True)
    assert [one["name"] for one in page.context["seasons"] if "damaged" in one] == ["autumn"]
    work()
    assert [one.agent for one in season_record.results("winter")] == [
        "rules:piers",
        "genes:67,21,8",
    ]
    assert "Piers" in client.get("/analysis/seasons/").content.decode()
    assert len({one.by for one in season_record.submissions("winter")}) == 1
    assert "ada" not in (season_record.folder("winter") / season_record.SENT).read_text()


@pytest.mark.django_db
def test_a_season_is_released_and_followed_by_the_next_and_its_download_can_be_verified(
    tmp_path: Path, client: Client
) -> None:
    seasons.open_season(Terms("winter", NOW, END, 2, 3, 6, 500, every=20))
    seasons.submit("winter", "rules:piers", NOW)
    assert season_schedule.keep(NOW) == []
    assert [one.agent for one in season_record.results("winter")] == ["rules:piers"]
    assert client.get("/analysis/seasons/winter/season.json").status_code == 404
    season_schedule.released("winter").with_suffix(".part").mkdir()  # A killed one had begun.
    late = END + timedelta(days=3)
    released, opened = season_schedule.keep(late)
    assert "winter is released" in released
    assert "winter-2 is open" in opened
    following = season_record.terms("winter-2")
    assert (following.opens, following.closes) == (late, late + timedelta(days=20))
    assert following.commitment != season_record.terms("winter").commitment
    assert season_schedule.keep(late) == []
    answer = client.get("/analysis/seasons/winter/season.json")
    downloaded = tmp_path / answer.filename
    downloaded.write_bytes(b"".join(answer))
    assert json.loads(downloaded.read_text())["secret"]["seed"] == secrets_of()[0]
    page = client.get("/analysis/seasons/").content.decode()
    assert f"season verify {downloaded.name}" in page
    assert seasons.verify(downloaded) == []
    assert client.get("/analysis/seasons/winter-2/season.json").status_code == 404
    season_schedule.keep(following.closes)
    assert season_record.names()[0] == "winter-3"


def test_a_season_with_a_changed_agent_waits_without_stopping_others() -> None:
    for name in ("winter", "spring"):
        seasons.open_season(Terms(name, NOW, END, 2, 3, 6, 500))
    sent = seasons.submit("winter", "rules:piers", NOW)
    other = msgspec.structs.replace(sent, version="older")
    (season_record.folder("winter") / season_record.SENT).write_bytes(msgspec.json.encode([other]))
    lines = season_schedule.keep(END)
    assert sorted(line.split(":")[0].split(" in ")[0] for line in lines) == [
        "spring is released",
        "winter waits",
    ]
    assert not season_schedule.released("winter").exists()


def test_a_season_file_with_a_word_that_means_nothing_is_damaged() -> None:
    opened()
    file = season_record.folder("winter") / season_record.TERMS
    file.write_bytes(file.read_bytes().replace(b"{", b'{"dealz": 9, ', 1))
    with pytest.raises(BadRun, match="is damaged"):
        season_record.terms("winter")


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (("open", "Winter", "--closes", "2027-01-01"), "A season's name"),
        (("open", "winter", "--closes", "soon"), "Write --closes"),
        (("open", "winter", "--closes", "2020-01-01"), "must close later"),
        (("open", "winter", "--closes", "2099-01-01", "--members", "0"), "members goes from 1"),
        (("open", "winter", "--closes", "2099-01-01", "--responses", "7"), "a multiple of 10"),
        (("open", "winter", "--closes", "2099-01-01", "--socket-deals", "1"), "is at least 2"),
        (("open", "winter", "--closes", "2099-01-01", "--socket-deals", "9999"), "20,000 games"),
        (("token", "winter", "My net", "1"), "There is no season winter"),
        (("submit", "winter", "rules:piers"), "There is no season winter"),
        (("verify", "nowhere"), "nowhere is no released season"),
    ],
)
def test_an_invalid_season_command_is_refused(arguments: tuple[str, ...], wrong: str) -> None:
    with pytest.raises(CommandError, match=wrong):
        said("season", *arguments)


def test_a_submission_is_taken_while_others_play() -> None:
    opened()
    seasons.submit("winter", "rules:piers", NOW)
    seasons.play("winter", say=lambda _: seasons.submit("winter", "rules:iggi", NOW))
    assert [one.agent for one in season_record.submissions("winter")] == [
        "rules:piers",
        "rules:iggi",
    ]
    assert [one.agent for one in season_record.unfinished("winter")] == ["rules:iggi"]
