"""A new kind of agent is a module and one line: every door then knows it."""

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command
from django.test import Client

from agents import registry
from agents.arena import simulate
from agents.contract import AgentError
from agents.entry import seat
from agents.kinds import KINDS, cheats
from agents.kinds.conv.lessons import pictures
from agents.kinds.human import learned
from agents.partners import partners
from agents.persona import PictureCard
from game.forms import NewTableForm
from native import Game, Rules
from native.strategies.perfect import Strategy
from tests.agents import toy_kind
from tests.game.doors import NEW_TABLE


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(KINDS, "toy", "tests.agents.toy_kind")
    partners.cache_clear()
    yield
    partners.cache_clear()


def test_the_registry_finds_a_new_kind_and_lists_it_in_the_menu() -> None:
    assert registry.find("toy:first").title == "Toy"
    assert "toy:first" in [entry.address for entry in registry.seatable()]
    with pytest.raises(AgentError, match="There is no toy"):
        registry.find("toy:second")


def test_the_arena_plays_a_new_kind_with_any_other() -> None:
    out = StringIO()
    call_command("simulate", "toy:first", "rules:piers", games=4, threads=1, json=True, stdout=out)
    assert json.loads(out.getvalue())["games"] == 4


def test_tables_of_agents_alone_refuse_unsupported_rules_too() -> None:
    assert len(seat([registry.find("toy:first")], Rules.standard(3))) == 3
    with pytest.raises(AgentError, match="knows five suits"):
        seat([registry.find("toy:first")], Rules.standard(2, "6 Suits"))
    with pytest.raises(AgentError, match="not 4"):
        seat([registry.find("toy:first")] * 4, Rules.standard(4))


@pytest.mark.long
@pytest.mark.django_db
def test_a_new_kind_has_a_page_with_figures_description_and_buttons(client: Client) -> None:
    page = client.get("/agents/toy:first/").content.decode()
    assert "version 7" in page
    assert "reads the list of moves from the top" in page
    assert '<a class="button" href="/agents/rules/">All the rules</a>' in page
    assert "manage.py simulate toy:first --players 2 --games 3 --seed profile" in page
    assert "Takes the first move of the list." in client.get("/agents/").content.decode()


@pytest.mark.long
@pytest.mark.django_db
def test_the_page_of_a_slow_agent_answers_at_once(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = registry.Entry(**{**vars(toy_kind.entry("toy:first")), "self_play_games": 0})
    monkeypatch.setattr(toy_kind, "entry", lambda _address: slow)
    page = client.get("/agents/toy:first/").content.decode()
    assert "thinks too long" in page
    assert "manage.py simulate toy:first --players 2" in page
    assert "thinks too long" in client.get("/agents/").content.decode()


def table_of(**fields: str) -> NewTableForm:
    return NewTableForm(NEW_TABLE | {"seat_1": "toy:first"} | fields)


@pytest.mark.long
@pytest.mark.django_db
def test_the_form_of_a_new_table_offers_a_new_kind_and_shows_its_refusals() -> None:
    assert "Toy" in str(table_of()["seat_1"])
    assert table_of().is_valid()
    six_suits = table_of(variant="6 Suits")
    assert six_suits.errors["seat_1"][0].startswith("The toy knows five suits. ")
    four = table_of(players="4", seat_2="rules:piers", seat_3="rules:piers")
    assert four.errors["seat_1"][0].startswith("Toy plays with 2, 3 players, not 4. ")


@pytest.mark.parametrize("kind", ["conv", "human", "wary", "hat", "rules"])
def test_an_unknown_long_address_is_shortened_in_the_message(kind: str) -> None:
    address = f"{kind}:{'y' * 100}"
    for wrong, most in ((address, 80), (address.replace(kind, "cheat"), 60)):
        with pytest.raises(AgentError) as refusal:
            registry.find(wrong)
        assert f"“{wrong[:most]}”" in str(refusal.value)


def test_the_refusal_of_a_variant_names_what_the_variant_lacks() -> None:
    """The code goes by one colour and one rank, a learner by its cards."""
    odd = {
        "hat:information": "Information needs one colour and one rank for each card",
        "mwum:knowing-2": "It learnt with five plain suits, and this variant has others.",
        "rl:small-2p": "It learnt with five plain suits, and this variant has others.",
    }
    for address, words in odd.items():
        entry = registry.find(address)
        assert entry.refusal(Rules.standard(2)) == "", address
        assert entry.refusal(Rules.standard(2, "Rainbow (5 Suits)")).startswith(words), address
    blank = Rules.standard(2, empty_clues=True)
    for address in ("conv:expert", "wary:expert", "human:proxy"):
        assert registry.find(address).refusal(blank).startswith("The convention players need")
    small = registry.find("rl:small-2p")
    assert small.refusal(Rules.standard(3)) == (
        "It learnt with other cards or hands than these rules have."
    )


@pytest.mark.parametrize(
    ("cost", "known"), [("0", True), ("1", True), ("-0.1", False), ("3", False), ("x", False)]
)
def test_only_the_clue_cost_cheat_takes_a_price_and_within_bounds(cost: str, known: bool) -> None:
    if known:
        cheat = registry.find(f"cheat:clue-cost:{cost}").agent("1")
        assert (cheat.strategy, cheat.cost) == (Strategy.CLUE_COST, float(cost))
    else:
        with pytest.raises(AgentError, match=r"^Only cheat:clue-cost has a price, 0 to "):
            registry.find(f"cheat:clue-cost:{cost}")
    with pytest.raises(AgentError, match="Only cheat:clue-cost has a price"):
        registry.find("cheat:priority:0.5")


def test_a_cheat_given_a_view_says_that_it_needs_the_whole_game() -> None:
    agent = registry.find("cheat:oldest").agent("1")
    game = Game(Rules.standard(2), seed=1)
    with pytest.raises(AgentError, match=r"^cheat:oldest must see every hand\.$"):
        agent.decide(game.view(0))
    said = agent.decide_seeing(game)
    assert said.why == said.detail == "I see every hand, mine too, so I need no clues."
    assert said.data == {"how": f"It {cheats.IDEAS[Strategy.OLDEST]}."}
    assert agent.cost == 0.0


def test_people_are_imitated_with_weights_of_known_features(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network, version = learned.read(), learned.version.__wrapped__()
    monkeypatch.setattr(learned, "PATH", tmp_path / "weights.npz")
    learned.write(network)
    again = learned.read()
    for name in ("inwards", "bias", "outwards"):
        assert getattr(again, name).dtype == np.float32
        assert (getattr(again, name) == getattr(network, name)).all()
    (tmp_path / "weights.npz").write_bytes((tmp_path / "weights.npz").read_bytes() + b"x")
    assert learned.version.__wrapped__() != version
    monkeypatch.setattr(learned, "FEATURES", ("other",))
    with pytest.raises(ValueError, match="learned of other features: train again"):
        learned.read()


def test_a_picture_shows_who_holds_what_and_how_it_is_read() -> None:
    """The newest card first, as the lesson deals them: “y3 r1 g4 r4 b2”, and red was clued."""
    one = next(one for one in pictures("expert") if one.title == "A clue to play")
    assert one.happens == "You clue red to Bo."
    (hand,) = one.hands
    assert hand.name == "Bo"
    red = (("r", 1),)
    told = [(f"{c.suit}{c.rank}", c.clued, c.touched, c.label) for c in hand.cards]
    assert told == [
        ("y3", False, False, ""),
        ("r1", False, True, "focus, plays"),
        ("g4", False, False, ""),
        ("r4", False, True, ""),
        ("b2", False, False, "chop"),
    ]
    assert hand.cards[1] == PictureCard("r", 1, False, True, red, "focus, plays")
    assert hand.cards[0].read == ()
    kept = pictures("expert")[0]
    assert kept.happens == "Bo's 5 was clued."
    assert [card.clued for card in kept.hands[0].cards] == [False, False, False, False, True]


@pytest.mark.parametrize("players", [2, 4])
def test_the_imitated_person_plays_fairly_well_with_a_convention_player(players: int) -> None:
    person, expert = registry.find("human:proxy"), registry.find("conv:expert")
    seats = [person] + [expert] * (players - 1)
    result = simulate(Rules.standard(players), seats, 40, "fair", threads=1)
    assert result.mean_stacks > 17


def test_the_imitated_person_says_how_many_people_would_do_the_same() -> None:
    said = (
        registry.find("human:proxy").agent("0").decide(Game(Rules.standard(2), seed="said").view(0))
    )
    assert said.why.endswith(" Most people would do that.")
    assert 0 < float(str(said.data["chance"])) <= 1
