"""Convention cards: chosen, shared by link, shown at the table, and kept to by the bots there."""

import pytest
from django.test import Client

from agents import registry
from agents.contract import AgentError
from agents.kinds.conv import levels
from analysis.people.access import forget
from analysis.traces.tables import person_of
from game.board.log import entries
from game.board.perspective import frame
from game.board.viewpoint import Viewpoint
from game.models import Player, Seating, Table
from game.replays.own_conventions import changes, of_player
from game.replays.traces import trace_of
from game.tables import daily, series
from game.tables.changes import waiting_room
from game.tables.changes.seats import SeatPlan
from game.tables.state import load
from native.strategies.conv import Ideas
from tests.game.conftest import login, seated
from tests.game.played import play_out

pytestmark = pytest.mark.django_db


def at_a_table(cards: list[str], *bots: str, **settings: object) -> Table:
    """A game that has begun, of people with these cards and of bots."""
    people = [Player.objects.create(name=f"P{n}", card=card) for n, card in enumerate(cards)]
    return seated(*people, *bots, **settings)


def said(table: Table) -> list[str]:
    return [one.text for one in entries(load(table.slug), open_hands=False)]


def bots_of(table: Table) -> set[str]:
    seats = table.seatings.filter(kind=Seating.Kind.AGENT)
    return {seat.address for seat in seats}


@pytest.mark.parametrize(
    ("cards", "bot", "shared"),
    [
        (["h2"], "conv:h11", "conv:h2"),
        (["h11:no-bluffs"], "conv:h5", "conv:h5"),
        (["h11:no-bluffs", "h5:no-chop-moves"], "conv:h11", "conv:h5:no-chop-moves"),
        (["", "h3"], "conv:h5", "conv:h3"),
    ],
)
def test_a_bot_plays_the_conventions_of_every_card_at_the_table_and_the_log_says_so(
    cards: list[str], bot: str, shared: str
) -> None:
    table = at_a_table(cards, bot, bot)
    assert bots_of(table) == {shared}
    differ = {card for card in cards if card} | {bot.removeprefix("conv:")} != {shared[5:]}
    lines = [line for line in said(table) if "Shared at this table" in line]
    assert len(lines) == differ
    version = registry.find(shared).version
    assert {seat.agent_version for seat in table.seatings.filter(address=shared)} == {version}
    assert shared in str(trace_of(load(table.slug)))


@pytest.mark.django_db(transaction=True)
def test_a_player_waiting_at_the_table_reads_how_the_convention_cards_differ() -> None:
    host = Player.objects.create(name="Host", card="h3")
    table = waiting_room.create([SeatPlan(player=host), SeatPlan()], host)
    assert not said(table)
    waiting_room.fill(table.slug, host, "conv:h5")
    assert "Shared at this table: level 3." in said(table)[0]


def test_after_a_changed_convention_card_a_rematch_uses_what_the_bot_can_play() -> None:
    table = at_a_table(["h2"], "conv:h11", "conv:h11")
    person = table.seatings.get(index=0).player
    Player.objects.update(card="h5")
    person.refresh_from_db()
    play_out(table.slug)
    assert bots_of(series.play_again(table.slug, person)) == {"conv:h5"}


def test_bots_with_other_conventions_and_games_of_experiments_stay_as_they_are() -> None:
    assert bots_of(at_a_table(["h1"], "conv:expert", "rules:piers")) == {
        "conv:expert",
        "rules:piers",
    }
    assert bots_of(at_a_table(["h1"], "conv:h5", drawn=True)) == {"conv:h5"}
    assert bots_of(at_a_table([""], "conv:h5")) == {"conv:h5"}
    person = Player.objects.create(name="Daily", card="h1")
    assert bots_of(daily.begin(person, "conv:h5")) == {"conv:h5"}


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("conv:sieve", "Juri plays the referential sieve and keeps to it."),
        ("conv:2p", "Timo plays the H-Group's set for two players and keeps to it."),
        ("conv:beginner", "plays this site's own set of conventions, without finesses, and keeps"),
        ("rules:piers", ""),
    ],
)
def test_the_log_says_before_the_first_move_that_a_bot_keeps_to_other_conventions(
    bot: str, says: str
) -> None:
    (line,) = said(at_a_table(["h11:no-bluffs"], bot)) or [""]
    assert says in line
    assert line.startswith("P0 plays the H-Group's level 11, no bluffs; ") == bool(says)
    assert not said(at_a_table([""], bot)) + said(at_a_table(["h11"], bot, drawn=True))


def test_a_nameplate_shows_the_card_of_a_person_but_not_in_experiments() -> None:
    for settings, shown in (({}, "H-Group, level 5, no layered finesses"), ({"drawn": True}, None)):
        table = at_a_table(["h5:no-layered-finesses"], "conv:h5", **settings)
        seat = frame(load(table.slug), Viewpoint(1, open=False)).seats[0]
        assert seat.type == shown
        assert (seat.page is None) == (shown is None)


def test_a_card_is_chosen_changed_taken_by_link_and_removed(client: Client) -> None:
    player = Player.objects.create(name="Anna")
    login(client, player)
    client.post("/conventions/", {"level": "h5", "without": ["no-layered-finesses"]})
    player.refresh_from_db()
    assert player.card == "h5:no-layered-finesses"
    assert f"/conventions/{player.card}/" in client.get("/conventions/").content.decode()
    other = Client()
    other.post("/conventions/", {"card": player.card})
    taken = Player.objects.exclude(pk=player.pk).get()
    assert (taken.card, taken.plays) == (player.card, "conventions")
    assert "This is your card" in other.get(f"/conventions/{player.card}/").content.decode()
    client.post("/conventions/")
    player.refresh_from_db()
    assert player.card == ""


@pytest.mark.parametrize("text", ["h9", "expert", "h5:magic", "h5:no-bluffs:", "2p", "h1" * 100])
def test_an_invalid_card_is_refused(client: Client, text: str) -> None:
    assert client.post("/conventions/", {"card": text}).status_code == 400
    assert client.get(f"/conventions/{text}/").status_code == 404
    assert not Player.objects.exclude(card="").exists()


def test_a_card_has_one_spelling(client: Client) -> None:
    assert client.get("/conventions/h2:no-bluffs/").headers["Location"] == "/conventions/h2/"
    with pytest.raises(AgentError, match="is called conv:h2"):
        registry.find("conv:h2:no-bluffs")
    for level in levels.GROUP_LEVELS:
        for one in levels.EXCEPTIONS:
            name = levels.named(levels.ideas_of(f"{level}:{one}"))
            assert levels.ideas_of(name) == levels.ideas_of(f"{level}:{one}")


@pytest.mark.parametrize(
    ("ideas", "wrong"),
    [
        (levels.ideas_of("2p"), "No level of the H-Group has all .*PAIR"),
        (levels.H5 & ~Ideas.GROUP, "no exception that removes .*GROUP"),
    ],
)
def test_conventions_that_no_card_can_name_are_refused_and_not_called_by_another_name(
    ideas: Ideas, wrong: str
) -> None:
    with pytest.raises(ValueError, match=wrong):
        levels.named(ideas)


@pytest.mark.parametrize("card", ["h2:no-finesses", "h11:no-finesses", "h5:no-bluffs"])
def test_a_changed_card_differs_by_the_exception_that_it_is_proposed_for(card: str) -> None:
    for exception, (other, added) in changes(card).items():
        of = levels.EXCEPTIONS[exception]
        assert not (levels.ideas_of(other) ^ levels.ideas_of(card)) & ~of, exception
        assert bool(levels.ideas_of(other) & of) != added, exception


def test_a_bot_with_an_exception_gives_and_reads_no_such_clue() -> None:
    assert not levels.read("h11:no-bluffs").ideas & Ideas.BLUFFS
    assert not levels.read("h5:no-finesses").finesses
    for level in levels.GROUP_LEVELS:
        shared = levels.common(["h11:no-finesses", level])
        assert not levels.ideas_of(shared) & Ideas.FINESSES


def played_as(player: Player, moves_by: str, games: int, **settings: object) -> None:
    """Finished games with two bots of the card's level, in which the person moves as an agent."""
    for number in range(games):
        table = seated(player, "conv:h11", "conv:h11", seed=f"seen {number}", **settings)
        play_out(table.slug, moves_by)


@pytest.mark.long
@pytest.mark.parametrize(
    ("moves_by", "card", "then"),
    [
        ("conv:h11:no-finesses", "h11", "h11:no-finesses"),
        ("conv:h11", "h11:no-finesses", "h11"),
        ("conv:h11", "h11", None),
    ],
)
def test_an_exception_is_seen_in_the_moves_and_proposed(
    client: Client, moves_by: str, card: str, then: str | None
) -> None:
    player = Player.objects.create(name="Anna", card=card)
    login(client, player)
    assert "As you play" not in client.get("/conventions/").content.decode()
    played_as(player, moves_by, 4)
    seen = of_player(player)
    assert (seen.card if seen else None) == then
    page = client.get("/conventions/").content.decode()
    assert ("As you play" in page) == (f'value="{then}"' in page) == (then is not None)
    slug = Table.objects.latest("finished").slug
    report = client.get(f"/replays/{slug}/coach.json").json()
    assert report["card"] == (seen.text if seen else "")
    assert Client().get(f"/replays/{slug}/coach.json").json()["card"] == ""


@pytest.mark.long
@pytest.mark.parametrize("settings", [{"seed_chosen": True}, {"branch_of": "another"}])
def test_games_that_no_statistic_includes_show_no_exception(settings: dict[str, object]) -> None:
    player = Player.objects.create(name="Anna", card="h11")
    played_as(player, "conv:h11:no-finesses", 4, **settings)
    assert of_player(player) is None


def test_a_player_has_no_card_without_a_choice_or_by_experiments_alone() -> None:
    player = Player.objects.create(name="Anna")
    assert of_player(player) is None
    player.card = "h11"
    with_one = seated(player, "conv:h11", drawn=True)
    Table.objects.filter(pk=with_one.pk).update(status=Table.Status.FINISHED)
    assert of_player(player) is None


@pytest.mark.parametrize("keep_games", [True, False])
def test_a_card_is_deleted_with_the_person(keep_games: bool) -> None:
    player = at_a_table(["h5"], "conv:h5").seatings.get(index=0).player
    forget(person_of(player), keep_games=keep_games)
    assert not Player.objects.exclude(card="").exists()
    assert not Seating.objects.exclude(card="").exists()
