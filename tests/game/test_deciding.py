"""Who waits for whom where agents decide: counted, not timed."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count

import pytest

from agents import registry
from agents.contract import AgentError, Decision
from agents.entry import LONGEST_DECISION
from game.live import deciding
from game.live.deciding import Lane
from native import Move, Rules
from tests.sockets import PATIENCE

DECISION = Decision(Move.play(0), "")


class Slow:
    """Decisions that end when they are let go, and how many of each person run at once."""

    def __init__(self) -> None:
        self.go_on, self.begun = threading.Event(), threading.Semaphore(0)
        self.running: list[str] = []
        self.order: list[str] = []
        self.most_of_one = 0

    def decision(self, person: str, name: str = "") -> Callable[[], Decision]:
        def decide() -> Decision:
            self.running.append(person)
            self.order.append(name or person)
            self.most_of_one = max(self.most_of_one, self.running.count(person))
            self.begun.release()
            assert self.go_on.wait(PATIENCE)
            self.running.remove(person)
            return DECISION

        return decide


@pytest.fixture
def slow() -> Slow:
    return Slow()


_names = count()


def lane(threads: int) -> Lane:
    return Lane(f"test-lane-{next(_names)}", threads, one_each=True)


def busy(slow: Slow) -> tuple[Lane, Future[Decision]]:
    """A lane of one thread in which a decision has begun."""
    one = lane(1)
    first = one.ask(slow.decision("ana", "first"), 5, "ana")
    assert slow.begun.acquire(timeout=PATIENCE)
    return one, first


def ended(*answers: Future[Decision]) -> None:
    for answer in answers:
        assert answer.result(PATIENCE) is DECISION


def test_one_person_never_has_two_long_decisions_at_once(slow: Slow) -> None:
    one = lane(2)
    hers = [one.ask(slow.decision("ana"), 5, "ana") for _ in range(4)]
    assert slow.begun.acquire(timeout=PATIENCE)
    his = one.ask(slow.decision("bo"), 9, "bo")
    assert slow.begun.acquire(timeout=PATIENCE)
    assert sorted(slow.running) == ["ana", "bo"]
    slow.go_on.set()
    ended(*hers, his)
    assert slow.most_of_one == 1


def test_the_shortest_decision_that_waits_begins_first(slow: Slow) -> None:
    one, first = busy(slow)
    waiting = [
        one.ask(slow.decision(f"person {seconds}", f"{seconds} s"), seconds, f"person {seconds}")
        for seconds in (9, 2, 4)
    ]
    slow.go_on.set()
    ended(first, *waiting)
    assert slow.order == ["first", "2 s", "4 s", "9 s"]


def test_a_long_decision_does_not_wait_for_ever_behind_a_stream_of_short_ones(slow: Slow) -> None:
    one, first = busy(slow)
    long = one.ask(slow.decision("bo", "long"), 9, "bo")
    stream = [one.ask(slow.decision(f"person {n}", "short"), 2, f"person {n}") for n in range(20)]
    slow.go_on.set()
    ended(first, long, *stream)
    assert 0 < slow.order.index("long") - slow.order.index("short") <= 9


def test_a_decision_that_nobody_waits_for_any_more_is_not_begun(slow: Slow) -> None:
    one, first = busy(slow)
    given_up = one.ask(slow.decision("bo", "given up"), 1, "bo")
    assert given_up.cancel()
    slow.go_on.set()
    ended(first, one.ask(slow.decision("cy", "last"), 1, "cy"))
    assert slow.order == ["first", "last"]


@pytest.mark.parametrize("players", [2, 5])
def test_the_usual_partners_never_wait_for_a_search(players: int) -> None:
    for address in ("wary:expert", "conv:expert", "rules:piers"):
        usual = deciding.lane(registry.find(address).seconds_with(players))
        assert not usual.one_each, f"{address} waits for other tables of its person"
        assert usual is not deciding.lane(LONGEST_DECISION), address


@pytest.mark.parametrize("base", ["wary:expert", "conv:expert", "rules:focus"])
@pytest.mark.parametrize("players", [2, 5])
def test_a_budget_beyond_the_deadline_is_refused_with_the_largest_that_meets_it(
    base: str, players: int
) -> None:
    rules = Rules.standard(players)
    entry = registry.find(f"search:100000,together:{base}")
    assert entry.largest_within
    largest = entry.largest_within(players, LONGEST_DECISION)
    if entry.seconds_with(players) <= LONGEST_DECISION:
        entry.refuse_unless_welcome(rules, with_people=True)
        return
    with pytest.raises(AgentError, match=largest or "No budget"):
        entry.refuse_unless_welcome(rules, with_people=True)
    if largest:
        registry.find(largest).refuse_unless_welcome(rules, with_people=True)
