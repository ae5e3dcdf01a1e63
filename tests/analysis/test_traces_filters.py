"""Which games anybody may see, and which games a filter leaves."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from django.utils import timezone

from analysis.models import Person, Trace, TraceSeat
from analysis.traces.filters import Filters, visible_to
from game.models import DailyDeal, Player, Table
from game.tables import changes
from tests.game.conftest import seated

pytestmark = pytest.mark.django_db

NUMBERS = count()


def game(*people: Person | None, **facts: Any) -> Trace:
    """A stored game of these people, and of agents where None stands."""
    columns: dict[str, Any] = {"players": len(people), "variant": "No Variant", "help": "full"}
    columns |= {"collection": "", "played": None, "stacks": 5, "zero": 5}
    columns |= {name: facts.pop(name) for name in list(facts) if name in columns}
    address = facts.pop("address", "rules:a")
    whole: dict[str, Any] = {"ending": "out_of_turns", "strikes": 0, "turns": 9}
    trace = Trace.objects.create(digest=f"{next(NUMBERS):032x}", **columns | whole | facts)
    for index, person in enumerate(people):
        who = {"kind": "person"} if person else {"kind": "agent", "address": address}
        TraceSeat.objects.create(
            trace=trace,
            index=index,
            person=person,
            company="agents",
            finished=True,
            struck=False,
            turns=5,
            told=1,
            idle_clues=0,
            lost_tokens=0,
            version="1" if not person else "",
            **columns | who,
        )
    return trace


def seen(player: Player | None) -> set[Trace]:
    return set(Trace.objects.filter(visible_to(player)))


@pytest.fixture
def her(alice: Player) -> Person:
    return Person.objects.create(key="a", name="Alice", player=alice)


def test_everybody_sees_games_of_agents_and_of_published_people(bob: Player) -> None:
    published = Person.objects.create(key="p", name="P", public=True)
    games = {game(None, None), game(published, None)}
    assert seen(None) == seen(bob) == games


def test_one_private_person_makes_a_game_private(her: Person, alice: Player, bob: Player) -> None:
    published = Person.objects.create(key="p", name="P", public=True)
    private = {game(her, None), game(published, her), game(None, her, None)}
    # A game with a hint counts for nobody.
    private.add(game(None, None, table=seated(alice, "rules:piers")))
    assert seen(None) == seen(bob) == set()
    assert seen(alice) == private


def test_a_running_table_is_secret_to_its_own_players_too(her: Person, alice: Player) -> None:
    running = game(her, None, ending="running", table=seated(alice, "rules:piers"))
    assert seen(alice) == set()
    running.ending = "terminated"
    running.save()
    assert seen(alice) == {running}


def test_an_unfinished_game_from_elsewhere_can_be_seen() -> None:
    away = game(None, None, ending="running")
    assert seen(None) == {away}


def test_a_blind_game_is_secret_until_its_agent_is_named(her: Person, alice: Player) -> None:
    blind = changes.SeatPlan(address="rules:piers", alias="Partner", blind=True)
    table = changes.create([changes.SeatPlan(player=alice), blind], alice)
    changes.give_up(table.slug, alice, table.version)
    trace = game(her, None, table=Table.objects.get(pk=table.pk))
    other = game(None, None)
    everything = Filters.of({})
    assert seen(alice) == {other}
    assert {seat.trace for seat in everything.seats()} == {other}
    changes.reveal(table.slug)
    assert seen(alice) == {other, trace}
    assert {seat.trace for seat in everything.seats()} == {other, trace}


def test_a_daily_deal_is_secret_to_everybody_until_its_day_is_over(
    her: Person, alice: Player
) -> None:
    table = seated(alice, "rules:piers")
    played = game(her, None, table=table)
    today = timezone.now().date()
    for days, mine in ((1, set()), (0, set()), (-1, {played})):
        deal = DailyDeal.objects.create(day=today + timedelta(days=days))
        Table.objects.filter(pk=table.pk).update(daily=deal)
        assert seen(alice) == mine
        assert seen(None) == set()


def chosen(**query: str) -> set[Trace]:
    return set(Filters.of(query).traces())


def test_each_filter_keeps_only_matching_games() -> None:
    plain = game(None, None)
    three = game(None, None, None)
    six = game(None, None, variant="6 Suits")
    bare = game(None, None, help="none")
    away = game(None, None, collection="hanabidata")
    other = game(None, None, address="rules:b")
    everything = {plain, three, six, bare, away, other}
    assert chosen() == everything
    assert chosen(players="3") == {three}
    assert [chosen(variant=v) for v in ("6 Suits", "Classic")] == [{six}, everything - {six}]
    assert chosen(help_level="none") == {bare}
    assert chosen(collection="hanabidata") == {away}
    assert chosen(collection="here") == everything - {away}
    assert chosen(agent="rules:b") == {other}
    assert chosen(agent="rules:a", agent_version="1") == everything - {other}
    assert chosen(agent_version="2") == set()


def test_a_game_with_an_agent_on_several_seats_is_one_game() -> None:
    pair = game(None, None)
    assert list(Filters.of({"agent": "rules:a"}).traces()) == [pair]
    assert Filters.of({"agent": "rules:a"}).seats().count() == 2


def test_filtering_by_an_agent_keeps_every_seat_of_its_games(her: Person) -> None:
    game(her, None)
    game(her, None, address="rules:b")
    of_b = Filters.of({"agent": "rules:b"})
    assert of_b.seats().count() == 1
    assert of_b.seats_in_company().count() == 2
    assert Filters.of({}).seats_in_company().count() == 4


def test_filters_by_day_include_the_whole_day() -> None:
    first = game(None, None, played=datetime(2026, 3, 1, tzinfo=UTC))
    last = game(None, None, played=datetime(2026, 3, 1, 23, 59, 59, tzinfo=UTC))
    game(None, None, played=datetime(2026, 3, 2, tzinfo=UTC))
    game(None, None, played=datetime(2026, 2, 28, 23, 59, 59, tzinfo=UTC))
    assert chosen(since="2026-03-01", until="2026-03-01") == {first, last}
