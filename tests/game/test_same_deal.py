"""The same deal again with another partner: one's games on it side by side."""

import re

from django.test import Client

from agents.recommended import recommended
from analysis.models import Trace
from analysis.traces.tables import collect
from game.models import Player, Seating, Table
from game.tables import same_deal
from game.tables.state import load
from tests.game.conftest import seated
from tests.game.played import finished, play_out


def first_game(player: Player, **settings: object) -> Table:
    return play_out(seated("rules:iggi", player, **settings).slug)


def chosen(page: str) -> str:
    return re.findall('<option value="([^"]+)" selected', page)[0]


def once_more(client: Client, table: Table, partner: str) -> Table:
    page = client.get(f"/replays/{table.slug}/same-deal/")
    form = {"seat": page.context["seat"], "agent": partner}
    answer = client.post(f"/replays/{table.slug}/play-on/?turn=0", form)
    return Table.objects.get(slug=answer["Location"].split("/")[2])


def test_games_on_a_deal_stand_side_by_side_the_first_one_first(
    hers: Client, alice: Player
) -> None:
    first = first_game(alice)
    second = play_out(once_more(hers, first, "rules:piers").slug)
    third = once_more(hers, second, "rules:focus")
    page = hers.get(f"/replays/{second.slug}/same-deal/")
    told, text = page.context["results"], page.content.decode()
    assert text.count('<tr class="made">') == 1
    assert text.count(">Continue</a>") == 1
    assert f'<a href="{third.get_absolute_url()}">Continue</a>' in text
    assert [one.table for one in told] == [first, second, third]
    partners = [seat.address for one in told for seat in one.partners]
    assert partners == ["rules:iggi", "rules:piers", "rules:focus"]
    assert [one.table.points for one in told[:2]] == [first.zero, second.zero]
    assert [one.turns for one in told] == [first.moves.count(), second.moves.count(), 0]
    assert [one.irregular for one in told] == [False, True, True]


def test_a_replayed_deal_has_the_same_cards_and_the_same_seat(hers: Client, alice: Player) -> None:
    first = first_game(alice)
    second = once_more(hers, first, "rules:piers")
    assert second.deck == first.deck
    assert load(second.slug).seat_of(alice.pk) == 1


def test_only_the_first_game_is_a_trace(hers: Client, alice: Player) -> None:
    first = first_game(alice)
    play_out(once_more(hers, first, "rules:piers").slug)
    collect()
    assert [trace.table for trace in Trace.objects.all()] == [first]


def test_a_branch_from_a_later_turn_is_no_game_on_the_deal(hers: Client, alice: Player) -> None:
    first = first_game(alice)
    hers.post(f"/replays/{first.slug}/play-on/?turn=3", {"seat": "1"})
    told = hers.get(f"/replays/{first.slug}/same-deal/").context["results"]
    assert [one.table for one in told] == [first]


def test_the_same_cards_among_more_players_or_in_another_variant_are_another_deal(
    alice: Player,
) -> None:
    first = seated(alice, "rules:iggi")
    seated(alice, "rules:iggi", "rules:iggi")
    seated(alice, "rules:iggi", variant="Rainbow (5 Suits)")
    Table.objects.update(deck=first.deck)
    assert list(same_deal.games(first, alice)) == [first]


def test_only_ones_own_games_on_a_deal_are_shown(hers: Client, alice: Player, his: Client) -> None:
    first = first_game(alice)
    once_more(hers, first, "rules:piers")
    page = his.get(f"/replays/{first.slug}/same-deal/")
    assert page.context["results"] == []
    assert Client().get(f"/replays/{first.slug}/same-deal/").context["results"] == []


def test_a_deal_that_is_still_secret_is_not_dealt_again(client: Client, table: Table) -> None:
    assert client.get(f"/replays/{table.slug}/same-deal/").status_code == 403


def test_a_blind_partner_is_not_revealed(hers: Client, alice: Player) -> None:
    first = first_game(alice)
    hidden = {"blind": True, "name": "Partner", "address": recommended("unknown", 2)}
    Seating.objects.filter(table=first, index=0).update(**hidden)
    page = hers.get(f"/replays/{first.slug}/same-deal/").content.decode()
    assert "Partner" in page
    assert 'href="/agents/' not in page.split("Your games on this deal")[1]
    assert chosen(page) == hidden["address"]


def test_the_partner_chosen_at_first_has_not_played_the_deal(hers: Client, alice: Player) -> None:
    met, first = ["rules:iggi"], first_game(alice)
    for _ in range(2):
        met.append(chosen(hers.get(f"/replays/{first.slug}/same-deal/").content.decode()))
        once_more(hers, first, met[-1])
    assert len({*met}) == 3


def test_the_replay_leads_to_the_comparison_once_there_is_something_to_compare(
    hers: Client, alice: Player
) -> None:
    first = first_game(alice)
    assert "Compare your games" not in hers.get(f"/replays/{first.slug}/").content.decode()
    second = once_more(hers, first, "rules:piers")
    assert "Compare your games" in hers.get(f"/replays/{first.slug}/").content.decode()
    play_out(second.slug)
    assert "played a deal again" in hers.get(f"/replays/{second.slug}/").content.decode()


def test_a_game_of_bots_can_be_played_by_a_person(hers: Client) -> None:
    watched = finished("rules:piers", "rules:iggi", seed="watched")
    page = hers.get(f"/replays/{watched.slug}/same-deal/").content.decode()
    assert re.findall(r"counts in (?:no )?statistics", page) == ["counts in no statistics"]
    assert once_more(hers, watched, "rules:iggi").deck == watched.deck
