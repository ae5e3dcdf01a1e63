"""Staff start, stop and continue small runs from the page; nobody else does."""

from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from agents.archives import runs
from agents.generator import tasks
from agents.generator.run import make, resumed
from agents.runs import stopping
from agents.runs.storage import is_locked
from analysis.maps import run_updates
from tests.agents.small_runs import ready
from tests.game.conftest import work
from tests.serial import Serial

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("runs_of_its_own")]

FORM = {
    "name": "mine", "algorithm": "paper", "alphabet": "published", "mode": "faithful",
    "players": "2", "scoring": "stacks", "rows": "communicativeness", "columns": "risk_aversion",
    "side": "5", "individuals": "300", "initial_individuals": "100", "games": "8", "seed": "7",
}  # fmt: skip


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_user("boss", is_staff=True))
    return client


@pytest.mark.long
def test_a_run_started_from_the_page_is_the_one_of_the_command_line(staff: Client) -> None:
    assert staff.post("/analysis/runs/new/", FORM)["Location"] == "/analysis/runs/mine/"
    assert runs.load("mine").individuals == 0
    work()
    found = runs.load("mine")
    assert found.complete
    call_command(
        "evolve", run="same", seed="7", individuals=300, initial=100, games=8, grid=(5, 5),
        stdout=StringIO(), stderr=StringIO(),
    )  # fmt: skip
    assert found.cells == runs.load("same").cells


@pytest.mark.long
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"columns": "communicativeness"}, "measures must differ"),
        ({"individuals": "10"}, "initial must be from 1 to 10"),
        ({"individuals": "1000000"}, "200000"),
        ({"name": "Not a name"}, "A run&#x27;s name is"),
        ({"name": "paper-1"}, "The run paper-1 exists already"),
    ],
)
def test_bad_parameters_are_refused_with_a_message_and_make_no_run(
    staff: Client, wrong: dict[str, str], words: str, tmp_path: Path
) -> None:
    response = staff.post("/analysis/runs/new/", FORM | wrong)
    assert response.status_code == 400
    assert words in response.content.decode()
    assert list(tmp_path.iterdir()) == []


def test_a_stopped_run_keeps_its_results_and_resumes(
    staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agents.generator.run.SNAPSHOT_SECONDS", 0)
    staff.post("/analysis/runs/new/", FORM)
    with resumed("mine") as run:
        assert is_locked(runs.folder("mine"))
        make(run, Serial(), lambda _: None if stopping.asked(runs.folder("mine")) else _stop(staff))
    assert 0 < runs.load("mine").individuals < 300 or not runs.load("mine").complete
    assert not is_locked(runs.folder("mine"))
    staff.post("/analysis/runs/mine/go-on/")
    work()
    assert runs.load("mine").complete


def test_stopping_a_finished_run_changes_nothing(staff: Client) -> None:
    """And nothing is written to the runs that come with the program."""
    assert staff.post("/analysis/runs/paper-1/stop/").status_code == 302
    assert not stopping.asked(runs.folder("paper-1"))


def _stop(staff: Client) -> None:
    assert staff.post("/analysis/runs/mine/stop/").status_code == 302


def test_a_run_requested_twice_is_made_once(staff: Client) -> None:
    staff.post("/analysis/runs/new/", FORM)
    staff.post("/analysis/runs/mine/go-on/")
    assert runs.load("mine").individuals == 0
    tasks.go_on.call("mine")
    file = runs.folder("mine") / runs.ARCHIVE
    made_at = file.stat().st_mtime_ns
    tasks.go_on.call("mine")
    assert file.stat().st_mtime_ns == made_at


def test_a_run_in_the_queue_says_that_it_waits_for_the_worker(staff: Client) -> None:
    staff.post("/analysis/runs/new/", FORM)
    told = run_updates.update("mine")
    assert (told["making"], told["state"]) == (False, "Waiting")
    assert "one run after another" in told["line"]
    with resumed("mine"):
        assert run_updates.update("mine")["state"] == "In the making"
    assert "Not finished" in staff.get("/analysis/runs/").content.decode()


def test_an_unfinished_run_does_not_claim_to_be_re_measured(staff: Client) -> None:
    staff.post("/analysis/runs/new/", FORM)
    assert "measured again" not in staff.get("/analysis/runs/mine/").content.decode()
    work()
    assert "measured again" in staff.get("/analysis/runs/mine/").content.decode()


def test_anybody_may_follow_a_runs_progress_and_unchanged_progress_is_not_resent(
    staff: Client,
) -> None:
    told = Client().get("/analysis/runs/paper-1/news.json").json()
    assert told["individuals"] == told["of"] == 1_000_000
    assert len(told["z"]) == 20
    assert told["summary"]["coverage"] == 327
    staff.post("/analysis/runs/new/", FORM)
    asked = Client()
    known = {"If-None-Match": asked.get("/analysis/runs/mine/news.json")["ETag"]}
    assert asked.get("/analysis/runs/mine/news.json", headers=known).status_code == 304
    with resumed("mine"):
        assert asked.get("/analysis/runs/mine/news.json", headers=known).json()["making"]
    work()
    told = asked.get("/analysis/runs/mine/news.json", headers=known).json()
    assert told["complete"]
    assert asked.get("/analysis/runs/nobody/news.json").status_code == 404


@pytest.mark.parametrize("signed_in", [True, False])
def test_only_staff_may_start_stop_or_resume_a_run(client: Client, signed_in: bool) -> None:
    ready("small")
    if signed_in:
        client.force_login(User.objects.create_user("somebody"))
    assert client.get("/analysis/runs/new/").status_code == 403
    for address in ("new/", "small/stop/", "small/go-on/"):
        assert client.post(f"/analysis/runs/{address}", FORM).status_code == 403
    assert not runs.exists("mine")
    assert not stopping.asked(runs.folder("small"))
