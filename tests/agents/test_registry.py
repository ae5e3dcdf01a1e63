"""Addresses name agents, and wrong ones are refused in words."""

from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

import agents
from agents import faces, partners, profile, registry, scores, with_people
from agents.archives import runs
from agents.arena import simulate
from agents.contract import AgentError
from agents.entry import AgentKind
from agents.generator import evaluation
from agents.kinds import KINDS, rule_agent, search
from agents.kinds.conv import agent as conv
from agents.kinds.conv import lessons, levels
from agents.kinds.human import learned
from agents.kinds.wary import tuned
from agents.learning import policies as networks
from agents.learning.run import LEARNERS
from agents.mwum import policies as taught
from agents.pools import policies as pools
from agents.reasons.names import listed, named
from agents.recommended import recommended
from game.variant_menu import GROUPS
from native import Game, Move, Rules, View
from native.rulebase import FULL


def test_every_kind_keeps_the_protocol_and_owns_its_addresses() -> None:
    for prefix, kind in zip(KINDS, registry.kinds(), strict=True):
        assert isinstance(kind, AgentKind)
        assert all(one.startswith(f"{prefix}:") for one in (kind.EXAMPLE, *kind.NAMED))


def test_the_menu_has_no_address_twice_and_no_cheats() -> None:
    addresses = [entry.address for entry in registry.everyone()]
    assert len(set(addresses)) == len(addresses)
    menu = [entry.address for entry in registry.seatable()]
    assert menu == [address for address in addresses if not address.startswith("cheat:")]
    assert {"rules:piers", "hat:information", "mwum:knowing-2"} <= set(menu)


@pytest.mark.parametrize("variant", ["No Variant", "Rainbow (5 Suits)"])
def test_agents_simulated_in_the_core_follow_the_rules_of_the_table(variant: str) -> None:
    rules = Rules.standard(2, variant=variant)
    simulated = registry.in_core(rules)
    assert all(blueprint.knows(rules) for _, blueprint in simulated)
    assert all(2 in entry.players for entry, _ in simulated)
    names = {entry.address for entry, _ in simulated}
    assert "rules:piers" in names
    assert ("hat:information" in names) == (variant == "No Variant")


def test_versions_differ_when_lists_differ() -> None:
    assert registry.find("genes:8,13,34").version != registry.find("genes:8,34,13").version


@pytest.mark.parametrize(
    "address",
    ["", "piers", "rules:", "rules:nobody", "genes:", "genes:1,two", f"genes:{len(FULL)}",
     "genes:-1",
     "genes:1,,2", "genes:" + ",".join(["1"] * 73), "genes:١", "no:such", "hat:other",
     "hat:information:1", "python:os:path"],
)  # fmt: skip
def test_an_unknown_address_is_refused_with_a_message(address: str) -> None:
    with pytest.raises(AgentError, match=r"^[A-Z].*\."):
        registry.find(address)


def test_the_message_on_an_unknown_kind_shows_example_addresses() -> None:
    with pytest.raises(AgentError) as refusal:
        registry.find("piers")
    assert all(kind.EXAMPLE in str(refusal.value) for kind in registry.kinds())


def test_a_long_address_is_shortened_in_the_message() -> None:
    address = "x" + "y" * 200
    with pytest.raises(AgentError, match=f"no agent “{address[:80]}”"):
        registry.find(address)


def test_agents_of_imported_games_are_not_in_the_registry() -> None:
    assert all(registry.find_if_any(kind.EXAMPLE) for kind in registry.kinds())
    assert not registry.find_if_any("hanabidata:full")
    assert not registry.find_if_any("")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", ""),
        ("red", "red"),
        ("red blue", "red and blue"),
        ("red blue green", "red, blue and green"),
        ("1 2 3 4", "1, 2, 3 and 4"),
    ],
)
def test_a_list_of_words_is_joined_with_commas_and_and(words: str, sentence: str) -> None:
    assert listed(words.split()) == sentence
    assert listed(words.split(), "or") == sentence.replace(" and ", " or ")


def view(seat: int, variant: str = "No Variant") -> View:
    return Game(Rules.standard(4, variant), seed=1).view(seat)


@pytest.mark.parametrize(
    ("seat", "move", "text"),
    [
        (0, "p0", "play slot 4"),
        (2, "d3", "discard slot 1"),
        (0, "c14", "clue 4 to seat 2"),
        (1, "c24", "clue 4 to seat 4"),
        (3, "c11", "clue 1 to seat 1"),
        (3, "c35", "clue 5 to seat 3"),
        (3, "c2g", "clue green to seat 2"),
    ],
)
def test_a_move_names_positions_as_people_count_them(seat: int, move: str, text: str) -> None:
    seen = view(seat)
    assert named(seen, Move.parse(move, seen.rules)) == text


VARIANTS = [name for names in GROUPS.values() for name in names]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_variant_of_the_menu_has_a_partner_that_plays_it(players: int) -> None:
    for variant in VARIANTS:
        rules = Rules.standard(players, variant)
        registry.partner_for(rules).refuse_unless_seatable(rules, with_people=True)


@pytest.mark.parametrize("variant", ["Null (5 Suits)", "Odds and Evens (5 Suits)"])
@pytest.mark.parametrize("kind", ["new", "rules", "conventions"])
def test_every_kind_of_player_has_a_partner_for_a_hard_variant(kind: str, variant: str) -> None:
    rules = Rules.standard(3, variant)
    partner = registry.partner_for(rules, kind)
    assert simulate(rules, [partner] * 3, 200, "1").mean_zero >= 22


def test_under_unusual_rules_the_default_partner_is_one_that_plays_by_any_rules() -> None:
    rules = Rules.standard(2, empty_clues=True)
    assert registry.partner_for(rules).address == registry.OF_ALL_WORK
    assert registry.partner_for(Rules.standard(2)).address == recommended("unknown", 2)


MESSAGES = {"agents.agent_protocol", "agents.archives.files"}
"""Their structs are read and dropped; those that are passed on are frozen all the same."""
PASSED_ON = {"CardSeen", "TurnSeen", "SeatView"}
GROWING = {"agents.generator.population.Population", "agents.generator.run.GeneratorRun"}
"""Runs in progress."""
ROOT = Path(agents.__file__).parent
PASSED = {"migrations"}


def defined() -> Iterator[type]:
    """Every class that a module of the room defines."""
    for file in sorted(ROOT.rglob("*.py")):
        parts = file.relative_to(ROOT.parent).with_suffix("").parts
        if PASSED.isdisjoint(parts):
            module = import_module(".".join(parts))
            found = vars(module).values()
            yield from (one for one in found if getattr(one, "__module__", "") == module.__name__)


def frozen(one: type) -> bool:
    if is_dataclass(one):
        return bool(one.__dataclass_params__.frozen)  # type: ignore[attr-defined]
    return bool(one.__struct_config__.frozen)


def test_value_classes_are_immutable() -> None:
    values = [
        one
        for one in defined()
        if isinstance(one, type) and (is_dataclass(one) or issubclass(one, msgspec.Struct))
    ]
    assert len(values) > 50
    loose = [one for one in values if not frozen(one)]
    elsewhere = [one for one in loose if one.__module__ not in MESSAGES]
    assert {f"{one.__module__}.{one.__qualname__}" for one in elsewhere} == GROWING
    assert PASSED_ON.isdisjoint(one.__name__ for one in loose)


SEARCH, _, FOCUS = search._parts("search:200:rules:focus")
POOL = "rules:iggi+rules:piers+conv:expert"


def policy(run: str) -> networks.Policy:
    return networks.load(LEARNERS.folder(run) / networks.FILE)


@pytest.mark.parametrize(
    "made",
    [
        lambda: learned.blueprint("proxy"),
        lambda: learned.likelihood("proxy"),
        learned.version,
        lambda: registry.find("rules:piers"),
        lambda: registry.find("cheat:priority"),
        lambda: registry.find("genes:8,13,34"),
        lambda: search._search(SEARCH, FOCUS, 2),
        lambda: lessons.pictures("expert"),
        lambda: levels.blueprint("expert"),
        lambda: conv.version("expert"),
        tuned.blueprint,
        tuned.version,
        lambda: rule_agent.rule_list((8, 13, 34)),
        lambda: taught.load("knowing-2"),
        lambda: policy("small-2p"),
        partners.partners,
        scores.stored,
        with_people.stored,
        lambda: faces.face("rules:piers"),
        lambda: evaluation._game(3),
        lambda: runs.load("paper-1"),
        lambda: runs.load("paper-1").by_place,
        lambda: runs.load("paper-1").valid,
        profile.shipped,
        lambda: profile.profile_of("rules:piers", 2),
        lambda: pools.policies(POOL, 2),
        lambda: pools.policies(POOL, 2).suspects,
        lambda: pools.policies(POOL, 2).blueprints,
        lambda: pools.policies(POOL, 2)._searches,
    ],
)
def test_a_cached_value_is_the_same_object(made: Callable[[], object]) -> None:
    assert made() is made()
