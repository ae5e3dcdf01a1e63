"""Games one after another: the same seats and settings, another deal each."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from game.board.perspective import frame
from game.board.viewpoint import Viewpoint
from game.models import Player, Table
from game.tables import changes, series
from game.tables.refusals import Refusal
from game.tables.state import load
from tests.game.conftest import login, refuses, seated

pytestmark = pytest.mark.django_db


def end(table: Table, player: Player) -> None:
    changes.give_up(table.slug, player, load(table.slug).table.version)


def next_game(slug: str, alice: Player, bob: Player) -> Table:
    """Alice offers another game, and Bob accepts."""
    series.play_again(slug, alice)
    return series.play_again(slug, bob)


@pytest.fixture
def over(table: Table, alice: Player) -> Table:
    end(table, alice)
    return Table.objects.get(pk=table.pk)


def test_every_game_of_a_series_has_a_new_deal(over: Table, alice: Player, bob: Player) -> None:
    games = [over]
    for _ in range(3):
        games.append(next_game(games[-1].slug, alice, bob))
        end(games[-1], alice)
    assert len({game.deck for game in games}) == 4
    assert [game.number for game in games] == [1, 2, 3, 4]
    assert {game.series_id for game in games[1:]} == {over.pk}


def test_the_next_game_keeps_seats_and_settings(alice: Player, bob: Player) -> None:
    kept = {
        "variant": "6 Suits",
        "scoring": "stacks",
        "help": "clues",
        "reasons": "after",
        "delay": 123,
        "listed": False,
        "planned": 4,
        "clock_base": 300,
        "clock_increment": 10,
        "clock_move": 30,
        "at_zero": "end",
        "watching": "closed",
        "watch_delay": 5,
    }
    assert set(kept) == set(series.KEPT)
    table = seated(alice, "rules:piers", by=bob, **kept)
    end(table, alice)
    follower = series.play_again(table.slug, alice)
    assert {name: getattr(follower, name) for name in kept} == kept
    assert [(s.player_id, s.address) for s in load(follower.slug).seats] == [
        (alice.pk, ""), (None, "rules:piers")
    ]  # fmt: skip
    assert (follower.status, follower.creator) == (Table.Status.RUNNING, alice)


def test_another_game_waits_until_every_person_has_accepted_it(
    over: Table, alice: Player, bob: Player
) -> None:
    offered = series.play_again(over.slug, alice)
    assert (offered.status, offered.listed) == (Table.Status.OPEN, False)
    assert [seat.name for seat in load(offered.slug).seats] == ["Alice", ""]
    assert frame(load(over.slug), Viewpoint(1, open=True)).ending.offered
    begun = series.play_again(over.slug, bob)
    assert (begun, begun.status, Table.objects.count()) == (offered, Table.Status.RUNNING, 2)
    assert [seat.name for seat in load(begun.slug).seats] == ["Alice", "Bob"]
    assert not frame(load(over.slug), Viewpoint(1, open=True)).ending.offered


def test_the_seats_of_a_rematch_are_kept_for_the_last_players_for_two_minutes(
    over: Table, alice: Player, bob: Player, charlie: Player
) -> None:
    offered = series.play_again(over.slug, alice)
    page = offered.get_absolute_url()
    for player, said in ((alice, "Bob is asked"), (bob, "You are asked"), (charlie, "Kept for")):
        text = login(Client(), player).get(page).content.decode()
        assert said in text
        assert ("Sit here" in text, "Bob is" in text) == (player == bob, player == alice)
    with refuses(Refusal.SEAT_TAKEN):
        changes.sit(offered.slug, charlie, 1)
    with refuses(Refusal.SEAT_TAKEN):
        changes.welcome(offered.slug, changes.Visitor("bot", "Charlie", "1"))
    Table.objects.update(created=timezone.now() - timedelta(minutes=2))
    assert "Sit here" in login(Client(), charlie).get(page).content.decode()
    changes.sit(offered.slug, charlie, 1)


def test_a_player_whose_seat_was_taken_may_choose_another(
    alice: Player, bob: Player, charlie: Player
) -> None:
    end(table := seated(alice, bob, charlie), alice)
    offered = series.play_again(table.slug, alice)
    Table.objects.update(created=timezone.now() - timedelta(minutes=2))
    changes.sit(offered.slug, charlie, 1)
    assert series.play_again(table.slug, bob) == offered
    changes.sit(offered.slug, bob, 2)


def test_viewers_of_the_old_game_are_notified_of_the_next(over: Table, alice: Player) -> None:
    follower = series.play_again(over.slug, alice)
    assert load(over.slug).table.version == over.version + 1
    ending = frame(load(over.slug), Viewpoint(0, open=True)).ending
    assert ending.next == follower.get_absolute_url()


def test_a_game_that_runs_or_is_of_an_experiment_has_no_next(table: Table, alice: Player) -> None:
    with refuses(Refusal.ALREADY_STARTED):
        series.play_again(table.slug, alice)
    end(table, alice)
    Table.objects.update(drawn=True)
    with refuses(Refusal.NOT_ALLOWED):
        series.play_again(table.slug, alice)
    assert Table.objects.count() == 1


def test_a_hidden_agent_keeps_its_pseudonym_in_a_series(alice: Player) -> None:
    blind = changes.SeatPlan(address="rules:piers", alias="A partner", blind=True)
    end(table := changes.create([changes.SeatPlan(player=alice), blind], alice), alice)
    seat = load(series.play_again(table.slug, alice).slug).seats[1]
    assert (seat.name, seat.blind, seat.address) == ("A partner", True, "rules:piers")


def test_the_scores_of_a_series_come_in_order_and_only_of_finished_games(
    over: Table, alice: Player, bob: Player
) -> None:
    second = next_game(over.slug, alice, bob)
    end(second, alice)
    third = next_game(second.slug, alice, bob)
    Table.objects.filter(pk=over.pk).update(stacks=7, zero=7)
    Table.objects.filter(pk=second.pk).update(stacks=9, zero=0)
    assert third.scores_of_series() == [(7, 7), (9, 0)]
    told = frame(load(third.slug), Viewpoint(0, open=False)).series
    assert (told.number, told.planned, told.stacks, told.zero) == (3, 1, [7, 9], [7, 0])
    assert frame(load(over.slug), Viewpoint(0, open=True)).series is None


def test_a_stranger_cannot_ask_for_the_next_game(over: Table, charlie: Player) -> None:
    for stranger in (charlie, None):
        with refuses(Refusal.NOT_SEATED):
            series.play_again(over.slug, stranger)
    assert Table.objects.count() == 1


def agents_with_the_seed(seed: str, creator: Player) -> Table:
    return seated("rules:piers", "rules:iggi", by=creator, seed=seed, seed_chosen=True, planned=3)


def test_agents_go_on_with_a_seed_that_somebody_chose(alice: Player) -> None:
    end(table := agents_with_the_seed("known", alice), alice)
    follower = series.go_on(table.slug)
    assert (follower.seed, follower.seed_chosen) == ("known game 2", True)


def test_no_seed_that_somebody_may_know_deals_a_persons_game(alice: Player) -> None:
    table = agents_with_the_seed("known", alice)
    changes.take_over(table.slug, alice, 0, table.version)
    end(table, alice)
    follower = series.play_again(table.slug, alice)
    assert not follower.seed_chosen
    assert "known" not in follower.seed
    assert agents_with_the_seed("known game 2", alice).deck != follower.deck


def test_a_persons_next_deal_does_not_follow_from_the_last(over: Table, alice: Player) -> None:
    seed = series.play_again(over.slug, alice).seed
    assert (over.seed in seed, len(seed)) == (False, 32)
