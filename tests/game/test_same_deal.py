"""The same deal again with another partner: one's games on it side by side."""

from __future__ import annotations

from django.test import Client

from analysis.models import Trace
from analysis.traces.tables import collect
from game.models import Player, Seating, Table
from game.tables import changes, same_deal
from game.tables.state import load
from tests.game.conftest import login
from tests.game.played import finished, play_out


def first_game(player: Player, **settings: object) -> Table:
    plans = [changes.SeatPlan(address="rules:iggi"), changes.SeatPlan(player=player)]
    return play_out(changes.create(plans, player, **settings).slug)


def once_more(client: Client, table: Table, partner: str) -> Table:
    page = client.get(f"/replays/{table.slug}/same-deal/")
    form = {"seat": page.context["seat"], "agent": partner}
    answer = client.post(f"/replays/{table.slug}/play-on/?turn=0", form)
    return Table.objects.get(slug=answer["Location"].split("/")[2])


def test_games_on_a_deal_stand_side_by_side_the_first_one_first(
    client: Client, alice: Player
) -> None:
    first = first_game(alice)
    login(client, alice)
    second = play_out(once_more(client, first, "rules:piers").slug)
    third = once_more(client, second, "rules:focus")
    told = client.get(f"/replays/{second.slug}/same-deal/").context["results"]
    assert [one.slug for one in told] == [first.slug, second.slug, third.slug]
    assert [[s.address for s in one.partners] for one in told] == [
        ["rules:iggi"],
        ["rules:piers"],
        ["rules:focus"],
    ]
    assert [one.score for one in told[:2]] == [first.zero, second.zero]
    assert [one.turns for one in told] == [first.moves.count(), second.moves.count(), 0]
    assert [one.strikes for one in told[:2]] == [first.strikes, second.strikes]
    assert [one.over for one in told] == [True, True, False]
    assert [one.again for one in told] == [False, True, True]
    assert [one.here for one in told] == [False, True, False]


def test_one_sits_where_one_sat_with_the_same_cards(client: Client, alice: Player) -> None:
    first = first_game(alice)
    second = once_more(login(client, alice), first, "rules:piers")
    assert second.deck == first.deck
    assert load(second.slug).seat_of(alice.pk) == 1


def test_only_the_first_game_is_a_trace(client: Client, alice: Player) -> None:
    first = first_game(alice)
    play_out(once_more(login(client, alice), first, "rules:piers").slug)
    collect()
    assert [trace.table for trace in Trace.objects.all()] == [first]


def test_what_goes_on_from_a_later_turn_is_no_game_on_the_deal(
    client: Client, alice: Player
) -> None:
    first = first_game(alice)
    login(client, alice).post(f"/replays/{first.slug}/play-on/?turn=3", {"seat": "1"})
    told = client.get(f"/replays/{first.slug}/same-deal/").context["results"]
    assert [one.slug for one in told] == [first.slug]


def test_the_same_cards_among_more_players_or_in_another_variant_are_another_deal(
    alice: Player,
) -> None:
    me, bot = changes.SeatPlan(player=alice), changes.SeatPlan(address="rules:iggi")
    first = changes.create([me, bot], alice)
    changes.create([me, bot, bot], alice)
    changes.create([me, bot], alice, variant="Rainbow (5 Suits)")
    Table.objects.update(deck=first.deck)
    assert list(same_deal.games(first, alice)) == [first]


def test_others_see_their_own_games_alone(client: Client, alice: Player, bob: Player) -> None:
    first = first_game(alice)
    once_more(login(client, alice), first, "rules:piers")
    page = login(Client(), bob).get(f"/replays/{first.slug}/same-deal/")
    assert page.context["results"] == []
    assert Client().get(f"/replays/{first.slug}/same-deal/").context["results"] == []


def test_a_deal_that_is_still_secret_is_not_dealt_again(client: Client, table: Table) -> None:
    assert client.get(f"/replays/{table.slug}/same-deal/").status_code == 403


def test_a_blind_partner_is_not_told(client: Client, alice: Player) -> None:
    first = first_game(alice)
    Seating.objects.filter(table=first, index=0).update(blind=True, name="Partner")
    page = login(client, alice).get(f"/replays/{first.slug}/same-deal/").content.decode()
    assert "Partner" in page
    assert 'href="/agents/rules:iggi' not in page.split("Your games on this deal")[1]


def test_the_replay_leads_to_the_comparison_once_there_is_something_to_compare(
    client: Client, alice: Player
) -> None:
    first = first_game(alice)
    login(client, alice)
    assert "Compare your games" not in client.get(f"/replays/{first.slug}/").content.decode()
    second = once_more(client, first, "rules:piers")
    assert "Compare your games" in client.get(f"/replays/{first.slug}/").content.decode()
    play_out(second.slug)
    assert "played a deal again" in client.get(f"/replays/{second.slug}/").content.decode()


def test_a_game_of_bots_can_be_played_by_a_person(client: Client, alice: Player) -> None:
    watched = finished("rules:piers", "rules:iggi", seed="watched")
    mine = once_more(login(client, alice), watched, "rules:iggi")
    assert mine.deck == watched.deck
