"""What people are told of every agent, and what the agents say of their moves, to the last word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from hashlib import blake2b
from itertools import islice
from typing import Any

import pytest
from django.test import Client

from agents import registry
from agents.agent_protocol import schema, seat_view
from agents.contract import AgentError, GivesUp, decision_of
from agents.entry import Entry
from agents.kinds.conv import levels
from agents.kinds.conv import words as words_of_conventions
from agents.kinds.conv.lessons import pictures
from agents.partners import partners
from agents.pools import members
from native import Game, Rng, Rules
from tests.kept import as_text, same_as_kept, told

pytestmark = pytest.mark.long

TALKING = [
    "rules:piers",
    "rules:iggi2",
    "genes:67,21,8",
    "elite:paper-1/9,16",
    "conv:expert",
    "conv:beginner",
    "conv:human",
    "wary:expert",
    "human:proxy",
    "hat:information",
    "mwum:knowing-2",
    "rl:plus-2p",
    "rl:small-2p",
    "search:100:rules:focus",
    "adaptive:40:paper-1",
    "cheat:priority",
]


def facts(entry: Entry) -> dict[str, Any]:
    given = {one.name: getattr(entry, one.name) for one in fields(entry)}
    rules = entry.rule_list(entry.players[0])
    return {name: value for name, value in given.items() if not callable(value)} | {
        "rules": ", ".join(rule.name for rule in rules.rules) if rules else None,
        "mode": rules and rules.mode.name,
        "pictures": len(entry.pictures()) if entry.pictures else 0,
    }


def test_every_agent_with_a_name() -> None:
    assert same_as_kept("agents", as_text({one.address: facts(one) for one in registry.everyone()}))


def test_everybody_as_people_choose_them() -> None:
    told_of = {
        one.entry.address: {
            "role": one.persona.role,
            "persona": one.persona,
            "face": blake2b(one.drawing.encode(), digest_size=6).hexdigest(),
            "alone": one.alone,
            "with people": one.with_people,
        }
        for one in partners()
    }
    assert same_as_kept("partners", as_text(told_of))


def test_the_pictures_of_conventions() -> None:
    told_of = {level: {one.title: one for one in pictures(level)} for level in levels.LEVELS}
    assert same_as_kept("pictures", as_text(told_of))


def said(address: str, moves: int) -> Iterator[str]:
    """A game of an agent with itself, at the smallest table that it plays at."""
    entry = registry.find(address)
    players = entry.players[0]
    agents = [entry.agent(f"kept/{seat}") for seat in range(players)]
    game = Game(Rules.standard(players), seed=Rng("kept"))
    while game.to_move is not None and moves:
        try:
            decision = decision_of(agents[game.to_move], game)
        except GivesUp as reason:
            yield f"gives up: {reason}"
            return
        yield decision.move.text(game.rules)
        yield f"  {decision.why}"
        yield f"  {decision.detail}"
        # What a network answers is the same on every machine to a few digits only.
        data = sorted(decision.data) if address.startswith("rl:") else dict(decision.data)
        yield f"  {as_text(data).strip()}"
        game.play(decision.move)
        moves -= 1


@pytest.mark.parametrize("address", TALKING)
def test_what_it_says_of_its_moves(address: str) -> None:
    name = address.replace(":", "-").replace("/", "-").replace(",", "-")
    assert same_as_kept(f"said/{name}", "\n".join(said(address, 16)) + "\n")


def test_what_conventions_say_of_what_they_saw() -> None:
    seen = {reason.name: words for reason, words in words_of_conventions.SEEN.items()}
    assert same_as_kept("seen", as_text(seen))


def test_what_a_seat_is_told_elsewhere() -> None:
    game = Game(Rules.standard(3), seed=Rng("kept"))
    agents = [registry.find("rules:piers").agent(f"{seat}") for seat in range(3)]
    for _ in islice(iter(int, 1), 17):
        assert game.to_move is not None
        game.play(agents[game.to_move].decide(game.view(game.to_move)).move)
    assert same_as_kept("seat_view", as_text(seat_view(game.view(1))))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "address", "part"),
    [
        ("all", "/agents/", "rows"),
        ("three", "/agents/?players=3", "rows"),
        ("conv", "/agents/conv:expert/?players=4", "seats"),
        ("piers", "/agents/rules:piers/", "seats"),
        ("rules", "/agents/rules/", "groups"),
        ("refused", "/agents/rules/?agent=rules:nobody", "groups"),
    ],
)
def test_a_page_of_agents(client: Client, name: str, address: str, part: str) -> None:
    response = client.get(address)
    assert response.status_code == (400 if name == "refused" else 200)
    but = ("agent", "profile", "cheats", "pictures") if part == "seats" else ("cheats",)
    assert same_as_kept(f"agents-{name}", told(response, but=but, part=part))


REFUSED = [
    "",
    "nobody",
    "rules:nobody",
    "genes:",
    "genes:1,2,x",
    "genes:1,999",
    "genes:" + ",".join("1" * 200),
    "elite:nothing/1,2",
    "elite:paper-1/0,0",
    "elite:paper-1/99,99",
    "elite:paper-1",
    "conv:master",
    "wary:beginner",
    "human:child",
    "hat:recommendation",
    "mwum:nothing",
    "mwum:ending-1",
    "mwum:../up",
    "rl:nothing",
    "search:99:rules:piers",
    "search:100001:rules:piers",
    "search:100",
    "search:1e3:rules:piers",
    "search:100,aloud:rules:piers",
    "search:100,stacks,stacks:rules:piers",
    "search:100:search:100:rules:piers",
    "search:100:adaptive:40:paper-1",
    "search:100:rl:small-2p",
    "adaptive:7:paper-1",
    "adaptive:1000000:paper-1",
    "adaptive:40:nothing",
    "adaptive:40",
    "cheat:luck",
]
FOUND = [
    "genes:67,21,8",
    "elite:improved-2/9,19",
    "search:100:rules:piers",
    "search:100000,stacks:conv:expert",
    "search:200,together:rules:focus",
    "adaptive:60:literature7+rules:focus",
    "rl:goir-3p",
]
POOLS = ["", "nothing", "conv+conv", "conv+", "paper-1@9", "conv@1", "humans", "conv+rules:piers"]


@pytest.mark.usefixtures("small_runs")
def test_what_is_no_agent_is_refused_in_these_words() -> None:
    said: dict[str, str] = {}
    for address in REFUSED:
        try:
            said[address[:60]] = f"accepted: {registry.find(address).title}"
        except AgentError as refusal:
            said[address[:60]] = str(refusal)
    assert same_as_kept("refusals", as_text(said))


@pytest.mark.usefixtures("small_runs")
def test_agents_that_are_made_by_their_addresses() -> None:
    found = {address: facts(registry.find(address)) for address in FOUND}
    assert same_as_kept("found", as_text(found))


@pytest.mark.usefixtures("small_runs")
def test_pools_and_what_is_none() -> None:
    said: dict[str, object] = {}
    for pool in POOLS:
        try:
            said[pool] = members.addresses(pool)
        except AgentError as refusal:
            said[pool] = str(refusal)
    assert same_as_kept("members", as_text(said))


def test_what_agents_elsewhere_are_told_and_may_answer() -> None:
    """Names, tags and bounds of every message: programs of others rely on them."""
    assert same_as_kept("protocol-of-agents", as_text(schema()))
