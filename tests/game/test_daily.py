"""The daily deal: the same cards for everybody, one attempt, and nobody sees them before."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from analysis.models import Person, Trace
from analysis.traces.filters import visible_to
from analysis.traces.tables import collect
from game.models import DailyDeal, Player, Table
from game.protocol import CLOSE_NO_TABLE
from game.tables import changes, daily, series
from game.tables.refusals import Refused
from game.tables.state import load
from tests.game.conftest import Connect, login
from tests.game.played import play_out

PARTNER = "rules:piers"


@pytest.fixture
def attempt(alice: Player) -> Table:
    """Alice at today's deal."""
    return daily.begin(alice, PARTNER)


def let_the_day_pass() -> None:
    DailyDeal.objects.update(day=timezone.now().date() - timedelta(days=1))


def test_everybody_gets_the_same_cards_with_any_partner(attempt: Table, bob: Player) -> None:
    other = daily.begin(bob, "conv:expert")
    assert other.pk != attempt.pk
    assert other.deck == attempt.deck


def test_the_next_day_has_other_cards(attempt: Table, bob: Player) -> None:
    let_the_day_pass()
    assert daily.begin(bob, PARTNER).deck != attempt.deck


def test_only_one_attempt_counts_and_is_shown(hers: Client, attempt: Table, alice: Player) -> None:
    assert daily.begin(alice, "conv:expert").pk == attempt.pk
    answer = hers.post("/daily/play/", {"agent": "conv:expert"})
    assert answer["Location"] == attempt.get_absolute_url()
    assert "Continue your game" in hers.get("/").content.decode()
    zero = play_out(attempt.slug).zero
    assert f"Your result: <strong>{zero}</strong>" in hers.get("/").content.decode()
    assert hers.post("/daily/play/", {})["Location"] == attempt.get_absolute_url()
    page = hers.get("/daily/").content.decode()
    assert "Choose your partner" not in page
    assert f'href="{attempt.get_absolute_url()}">Your game' in page


def test_a_daily_deal_cannot_be_undone_repeated_or_changed(attempt: Table, alice: Player) -> None:
    version = load(attempt.slug).table.version
    assert not changes.may_undo(load(attempt.slug), 0)
    assert load(attempt.slug).notes[0].text == daily.OPENING
    with pytest.raises(Refused, match="daily deal no move can be taken back"):
        changes.undo(attempt.slug, alice, version)
    with pytest.raises(Refused, match="the partner you chose"):
        changes.replace(attempt.slug, alice, 1, "conv:expert", version)
    play_out(attempt.slug)
    with pytest.raises(Refused, match="one attempt"):
        series.play_again(attempt.slug, alice)


def test_daily_results_open_after_ones_game(client: Client, attempt: Table, bob: Player) -> None:
    play_out(attempt.slug)
    assert "Alice" not in client.get("/daily/").content.decode()
    own = login(client, bob)
    assert "Alice" not in own.get("/daily/").content.decode()
    mine = daily.begin(bob, PARTNER)
    assert "Alice" not in own.get("/daily/").content.decode()
    play_out(mine.slug)
    page = own.get("/daily/")
    assert [(row.name, row.mine) for row in page.context["results"]] == [
        ("Alice", False),
        ("Bob", True),
    ]


def test_daily_results_of_equal_score_are_ordered_by_time(
    alice: Player, bob: Player, charlie: Player
) -> None:
    now = timezone.now()
    for player, minutes, zero in ((alice, -1, 9), (bob, -2, 9), (charlie, -3, 3)):
        Table.objects.filter(pk=daily.begin(player, PARTNER).pk).update(
            status=Table.Status.FINISHED, zero=zero, finished=now + timedelta(minutes=minutes)
        )
    rows = daily.results(daily.deal_of_today(), bob)
    assert [(row.name, row.mine) for row in rows] == [
        ("Bob", True), ("Alice", False), ("Charlie", False)
    ]  # fmt: skip


def test_a_game_finished_after_its_day_takes_no_place_among_the_results(
    hers: Client, attempt: Table, bob: Player
) -> None:
    play_out(daily.begin(bob, PARTNER).slug)
    let_the_day_pass()
    Table.objects.filter(creator=bob).update(finished=daily.ends() - timedelta(days=1, seconds=1))
    play_out(attempt.slug)
    page = hers.get(f"/daily/{DailyDeal.objects.get()}/")
    assert [row.name for row in page.context["results"]] == ["Bob"]
    assert "so it is not among the results" in page.content.decode()


def test_the_pages_of_earlier_days_lead_to_those_before_them_alone(
    client: Client, attempt: Table
) -> None:
    today = daily.deal_of_today().day
    days = [today - timedelta(days=ago) for ago in range(1, 10)]
    DailyDeal.objects.bulk_create(DailyDeal(day=day) for day in days)
    for page, later in (("/daily/", 0), (f"/daily/{days[2]}/", 3)):
        assert [deal.day for deal in client.get(page).context["earlier"]] == days[later:][:7]


def test_an_attempt_at_a_daily_deal_is_not_in_the_lobby(client: Client, attempt: Table) -> None:
    assert attempt.slug not in client.get("/").content.decode()


@pytest.mark.long
def test_nobody_watches_or_replays_a_daily_deal_before_its_day_is_over(
    client: Client, attempt: Table, alice: Player, bob: Player
) -> None:
    table, replay = attempt.get_absolute_url(), f"/replays/{attempt.slug}/"
    doors = [
        *("", "frames.json", "trace.json", "hindsight.json"),
        *("coach.json", "how-known/", "plays-like/", "worth/"),
    ]
    assert login(client, bob).get(table).status_code == 404
    play_out(attempt.slug)
    assert client.get(table).status_code == 404
    for person in (bob, alice):
        login(client, person)
        assert {client.get(replay + door).status_code for door in doors} == {403}
    assert client.get(table).status_code == 200
    let_the_day_pass()
    assert {client.get(replay + door).status_code for door in doors} == {200}


async def test_sockets_get_no_frame_of_anothers_attempt(
    attempt: Table, connect: Connect, bob: Player
) -> None:
    socket = await connect(attempt, bob)
    heard = await socket.communicator.receive_output(5)
    while heard["type"] != "websocket.close":
        assert "frame" not in str(heard)
        heard = await socket.communicator.receive_output(5)
    assert heard["code"] == CLOSE_NO_TABLE
    assert "daily deal" in heard["reason"]


def test_the_trace_of_a_daily_deal_opens_when_its_day_is_over(attempt: Table, bob: Player) -> None:
    play_out(attempt.slug)
    collect()
    Person.objects.update(public=True)
    assert Trace.objects.filter(table=attempt).exists()
    assert not Trace.objects.filter(visible_to(bob), table=attempt).exists()
    let_the_day_pass()
    assert Trace.objects.filter(visible_to(bob), table=attempt).exists()


def test_a_daily_deal_does_not_reveal_its_seed(hers: Client, attempt: Table) -> None:
    seed = DailyDeal.objects.get().seed
    for page in ("/daily/", attempt.get_absolute_url()):
        assert seed not in hers.get(page).content.decode()


@pytest.mark.parametrize("day", ["2026-13-01", "x", "2020-01-01", "9" * 4500])
def test_an_invalid_day_is_not_found(client: Client, db: None, day: str) -> None:
    assert client.get(f"/daily/{day}/").status_code == 404


def test_giving_up_a_daily_deal_scores_0(attempt: Table, alice: Player) -> None:
    play_out(attempt.slug, leave=10)
    playback = load(attempt.slug).playback
    assert playback.last.score
    changes.give_up(attempt.slug, alice, load(attempt.slug).table.version)
    (row,) = daily.results(daily.deal_of_today(), alice)
    assert (row.score, row.gave_up) == (0, True)


def test_an_unknown_partner_for_the_daily_deal_is_refused(client: Client, db: None) -> None:
    assert client.post("/daily/play/", {"agent": "rules:nobody", "name": "Ana"}).status_code == 400
    assert not Table.objects.exists()


def test_only_finished_daily_games_count_as_played(client: Client, attempt: Table) -> None:
    assert client.get("/daily/").context["played"] == 0
    play_out(attempt.slug)
    assert client.get("/daily/").context["played"] == 1
