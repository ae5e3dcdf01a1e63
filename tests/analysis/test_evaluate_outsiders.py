"""Agents of others: what a class may answer, how one that dials in is called, what it is told."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from agents.agent_protocol import Begin, FromServer, GameOver, Hello, MoveMade, MovesMade
from agents.challengers import PythonAgent, challenger
from agents.contract import AgentError, Decision
from analysis.evaluate import dialled
from analysis.evaluate import report as evaluation
from analysis.evaluate.dialled import deciding_many, entry_of, visitor_of
from native import Game, Move, Rules, View
from tests.reports import a_report

VIEW = Game(Rules.standard(2), seed=1).view(0)
HELLO = Hello("a token", "Bot", pool="pool:rules:piers", games=4)


class Answers:
    """A class that answers always the same."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def decide(self, _: View) -> Any:
        return self.answer


CLASS = '''
class First:
    """The first legal move."""

    def decide(self, view):
        """Return it."""
        return view.legal_moves()[0]
'''


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("The first legal move.", "Always the first legal move.", True),
        ("        return view", "        # It is always there.\n        return (view)", True),
        ('        """Return it."""\n', "", True),
        ("[0]", "[-1]", False),
    ],
)
def test_the_version_of_a_class_changes_only_with_code_that_may_change_its_play(
    old: str, new: str, same: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    versions = []
    for number, text in enumerate((CLASS, CLASS.replace(old, new))):
        name = f"first_{tmp_path.name}_{number}"
        (tmp_path / f"{name}.py").write_text(text)
        versions.append(challenger(f"python:{name}:First").version)
    assert (versions[0] == versions[1]) is same


def test_a_class_answers_with_a_move_or_with_a_decision_that_is_passed_on() -> None:
    def decided(answer: Any) -> Decision:
        return PythonAgent("python:a:B", Answers(answer)).decide(VIEW)

    reasoned = Decision(Move.discard(1), why="It is old.")
    assert decided(reasoned) is reasoned
    assert decided(Move.discard(2)) == Decision(Move.discard(2), why="")
    with pytest.raises(AgentError, match=r"^python:a:B answered 'x{79}, which is not a move"):
        decided("x" * 200)


def test_an_agent_at_a_table_is_called_by_its_name_and_whose_it_is() -> None:
    visitor = visitor_of(msgspec.structs.replace(HELLO, name="  Big\n  Bot ", version="7"), "Ada")
    assert (visitor.name, visitor.owner, visitor.version) == ("Big Bot", "Ada", "7")
    for name, owner in (("Bot\u200b", "Ada"), ("Bot", "A\u200bda"), ("Bot", " ")):
        hello = msgspec.structs.replace(HELLO, name=name)
        with pytest.raises(AgentError, match="printable characters"):
            visitor_of(hello, owner)


class Line:
    """To an agent that plays its oldest card, and notes what it hears."""

    def __init__(self, *answers: Any) -> None:
        self.sent: list[FromServer] = []
        self.asked: list[Any] = []
        self.answers = list(answers)

    def send(self, message: FromServer) -> None:
        self.sent.append(message)

    def ask(self, message: FromServer) -> str:
        self.asked.append(message)
        return msgspec.json.encode(self.answers.pop(0)).decode()


def test_each_session_of_an_external_agent_has_a_number_and_hears_its_games_end() -> None:
    line = Line(MoveMade("d2"), MoveMade("p0"))
    entry = entry_of(HELLO, line.send, line.ask)
    assert (entry.address, entry.title, entry.decide_many) == ("dialled:Bot", "Bot", None)
    agents = [entry.agent(seed) for seed in ("a", "b")]
    assert line.sent == [Begin(0, "a"), Begin(1, "b")]
    assert agents[1].decide(VIEW) == Decision(Move.discard(2), why="")
    assert agents[0].decide(VIEW) == Decision(Move.play(0), why="")
    assert [message.session for message in line.asked] == [1, 0]
    last: Any = agents[0]
    last.game_over(VIEW)
    assert isinstance(line.sent[-1], GameOver)
    assert line.sent[-1].session == 0


def test_an_agent_that_plays_several_games_at_once_is_asked_in_batches() -> None:
    hello = msgspec.structs.replace(HELLO, at_once=2, view="full")
    line = Line(MovesMade(["p0", "d1"]), MovesMade(["p3"]))
    assert entry_of(hello, line.send, line.ask).decide_many is not None
    decide = deciding_many(hello, line.ask)
    assert decide([VIEW] * 3) == [Move.play(0), Move.discard(1), Move.play(3)]
    assert [len(message.views) for message in line.asked] == [2, 1]


def test_the_limit_of_games_counts_those_with_all_members(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Any] = []

    def evaluate(entry: Any, partners: Any, plan: Any) -> evaluation.Report:
        played.append((entry.address, len(partners.members), plan))
        return a_report(mean=1.0)

    def asked(**facts: Any) -> dict[str, Any]:
        line = Line()
        return dialled.played(msgspec.structs.replace(HELLO, **facts), line.send, line.ask).report

    monkeypatch.setattr(dialled, "evaluate", evaluate)
    two = "pool:rules:piers+rules:iggi"
    facts = {"games": 10_000, "seed": "s", "scoring": "zero", "session": 5, "players": 3}
    assert asked(pool=two, **facts) == a_report(mean=1.0, practice=True).as_json()
    ((address, members, plan),) = played
    assert (address, members) == ("dialled:Bot", 2)
    assert plan == replace(plan, games=10_000, seed="s", scoring="zero", session=5)
    assert plan.rules == Rules.standard(3)
    with pytest.raises(AgentError, match=r"allows at most 10000 games with each"):
        asked(pool=two, games=10_001)
    with pytest.raises(AgentError, match="Games of a session come one after another"):
        asked(games=4, session=2, at_once=2)
    assert asked(games=4, session=1, at_once=2)
    assert asked(games=4, session=2, at_once=1)
