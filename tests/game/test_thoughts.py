"""Pages that think about a game: whom a player plays like, and what every move was worth."""

from dataclasses import replace
from random import Random

import pytest
from django.test import Client

from agents import registry
from agents.arena import play_out
from game.models import Player, Seating, Table
from game.replays.plays_like import DEFAULT, plays_like
from game.replays.worth import MEASURED, worths
from game.tables.state import load
from native import Game, Rng, Rules
from tests.game.conftest import login
from tests.game.played import finished
from tests.native.twins import twin


@pytest.fixture
def piers(db: None) -> Table:
    """A finished game of Piers and IGGI."""
    return finished("rules:piers", "rules:iggi", seed="whom")


def test_a_replay_shows_which_agents_each_player_played_like(client: Client, piers: Table) -> None:
    address = f"/replays/{piers.slug}/plays-like.json?pool=literature7&turn=40"
    shares = [
        {
            one["address"]: one["share"]
            for one in client.get(f"{address}&seat={seat}").json()["likely"]
        }
        for seat in (0, 1)
    ]
    assert max(shares[0], key=shares[0].__getitem__) == "rules:piers"
    assert max(shares[1], key=shares[1].__getitem__) == "rules:iggi"


def test_before_the_first_move_everybody_is_as_likely(client: Client, piers: Table) -> None:
    told = client.get(f"/replays/{piers.slug}/plays-like.json?pool=pool:literature7&turn=0").json()
    assert told["moves"] == 0
    assert {one["share"] for one in told["likely"]} == {round(1 / 7, 4)}
    page = client.get(f"/replays/{piers.slug}/plays-like/?pool=paper-1").content.decode()
    assert "All are equally likely." in page
    usual = client.get(f"/replays/{piers.slug}/plays-like.json?turn=0").json()
    assert usual["pool"] == DEFAULT


def test_likeness_to_an_archive_is_shown_on_its_map(client: Client, piers: Table) -> None:
    page = client.get(f"/replays/{piers.slug}/plays-like/?pool=paper-1&turn=30").content.decode()
    assert page.count("<rect") > 300
    told = client.get(f"/replays/{piers.slug}/plays-like.json?pool=paper-1&turn=30").json()
    squares = told["map"]["squares"]
    likeliest = max(squares, key=lambda square: square["share"])
    assert likeliest["shade"] == 9
    assert f"elite:paper-1/{likeliest['row']},{likeliest['column']}" == told["likely"][0]["address"]


@pytest.mark.parametrize(
    "asked", ["seat=2", "seat=x", "turn=9999", "pool=nobody", "pool=mwum", "pool=rules:piers"]
)
def test_unknown_pools_and_seats_are_not_found(client: Client, piers: Table, asked: str) -> None:
    assert client.get(f"/replays/{piers.slug}/plays-like/?{asked}").status_code == 404


def test_a_running_game_of_people_is_shown_to_its_players_alone(
    client: Client, table: Table, alice: Player, charlie: Player
) -> None:
    assert client.get(f"/replays/{table.slug}/plays-like/").status_code == 403
    assert client.get(f"/tables/{table.slug}/plays-like/").status_code == 403
    assert login(client, charlie).get(f"/tables/{table.slug}/plays-like/").status_code == 403
    mine = login(client, alice).get(f"/tables/{table.slug}/plays-like/?seat=1")
    assert mine.status_code == 200
    assert mine.context["seat"] == 0
    assert client.get("/tables/nowhere/plays-like/").status_code == 404


def test_likeness_does_not_reveal_a_blind_partner(client: Client, piers: Table) -> None:
    Seating.objects.filter(table=piers, index=1).update(blind=True, name="Partner")
    for page in ("plays-like/", "plays-like.json"):
        assert client.get(f"/replays/{piers.slug}/{page}").status_code == 403


def test_likeness_is_hidden_at_the_table_of_an_experiment(hers: Client, table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(drawn=True)
    assert hers.get(f"/tables/{table.slug}/plays-like/").status_code == 403


@pytest.mark.long
def test_every_move_of_a_replay_has_its_worth(client: Client, piers: Table) -> None:
    told = client.get(f"/replays/{piers.slug}/worth.json?turn=4").json()
    assert (told["seat"], told["player"]) == (0, load(piers.slug).seats[0].name)
    made = [one["text"] for one in told["moves"] if one["made"]]
    assert len(made) == 1
    page = client.get(f"/replays/{piers.slug}/worth/?turn=4").content.decode()
    assert all(one["text"] in page for one in told["moves"])
    sure = [one for one in told["moves"] if one["error"] is not None]
    assert told["moves"][: len(sure)] == sorted(sure, key=lambda one: -one["gain"])
    assert [one["hands"] for one in sure] == [sure[0]["hands"]] * (MEASURED + 1)
    assert page.split("</table>")[0].count(" ± ") == MEASURED, "a rough number has an error"
    assert client.get(f"/replays/{piers.slug}/worth.json?turn=4").json() == told


@pytest.mark.long
def test_a_move_is_worth_what_the_scoring_of_its_table_makes_it(
    client: Client, piers: Table
) -> None:
    """Where a third strike keeps the points, a risk costs less."""
    said, worst = "A game that ends by strikes counts 0 here.", {}
    for scoring in Table.Scoring.values:
        Table.objects.filter(pk=piers.pk).update(scoring=scoring)
        page = client.get(f"/replays/{piers.slug}/worth/?turn=4")
        assert (said in page.content.decode()) == (scoring == Table.Scoring.ZERO)
        worst[scoring] = min(one.value for one in page.context["told"].moves)
    assert worst["stacks"] > worst["zero"]


@pytest.mark.long
def test_the_worth_of_a_move_depends_only_on_what_the_player_saw(piers: Table) -> None:
    """A function of the view: the cards that the player holds can be any."""
    state = load(piers.slug)
    told = worths(state, 10)
    positions = list(state.playback.positions)
    positions[10] = twin(positions[10], told.seat, Random(3))
    swapped = replace(state.playback, positions=tuple(positions))
    assert worths(replace(state, playback=swapped), 10) == told


@pytest.mark.long
def test_the_values_of_moves_end_before_the_last_position(client: Client, piers: Table) -> None:
    turns = piers.moves.count()
    assert client.get(f"/replays/{piers.slug}/worth/?turn={turns}").status_code == 404
    assert client.get(f"/replays/{piers.slug}/worth/?turn={turns - 1}").status_code == 200


ELITE = "elite:paper-1/9,16"


def played(seed: str) -> Game:
    game = Game(Rules(2), seed=Rng(seed))
    play_out(game, [registry.find(ELITE).agent("a"), registry.find("rules:piers").agent("b")])
    return game


def test_an_elite_plays_like_itself() -> None:
    found = plays_like("paper-1", played("like").view(0))
    assert ELITE in [one.address for one in found.likely]
    assert found.moves == sum(event.seat == 0 for event in played("like").history)
    likeliest = max(found.map.squares, key=lambda square: square.share)
    assert found.likely[0].share == likeliest.share
    assert abs(likeliest.row - 9) + abs(likeliest.column - 16) <= 4
    assert 0.9 < sum(square.share for square in found.map.squares) <= 1.01


def test_the_member_of_another_pool_has_no_map() -> None:
    found = plays_like("literature7", played("like").view(1))
    assert found.likely[0].address == "rules:piers"
    assert found.likely[0].title == registry.find("rules:piers").title
    assert found.likely[0].share > 0.9
    assert found.map is None


@pytest.mark.long
def test_no_byte_sent_to_me_depends_on_my_hidden_cards() -> None:
    whole, random = played("twins"), Random(4)
    game = Game(whole.rules, deck=whole.deck)
    for event in whole.history[:40]:
        game.play(event.move)
        for seat in range(2):
            other = twin(game, seat, random)
            mine, theirs = game.view(seat), other.view(seat)
            assert plays_like("literature7", mine) == plays_like("literature7", theirs)
