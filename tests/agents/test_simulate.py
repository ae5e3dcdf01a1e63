"""`manage.py simulate` plays games between agents and prints how they did."""

import json
from io import StringIO
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from native.play.measures import MEASURES

CLASS = "python:tests.analysis.challengers:FirstLegal"
FIELDS = [
    *("agents", "players", "variant", "games", "first", "seed"),
    *("mean_stacks", "sem_stacks", "mean_zero", "sem_zero"),
    *("perfect", "strikeouts", "given_up", "turns_mean"),
    *(*MEASURES, "seats", "games_per_second"),
]


def simulate(*arguments: str) -> str:
    out = StringIO()
    call_command("simulate", *arguments, stdout=out)
    return out.getvalue()


def report(*arguments: str) -> dict[str, object]:
    return json.loads(simulate(*arguments, "--games", "50", "--json"))


@pytest.mark.parametrize(
    ("arguments", "agents"),
    [
        ("rules:piers", ["rules:piers"] * 2),
        ("rules:piers --players 4", ["rules:piers"] * 4),
        (CLASS, [CLASS] * 2),
        ("rules:piers genes:8,13,34 rules:iggi", ["rules:piers", "genes:8,13,34", "rules:iggi"]),
    ],
)
def test_one_address_fills_the_table_and_several_are_seats_in_order(
    arguments: str, agents: list[str]
) -> None:
    printed = report(*arguments.split())
    assert list(printed) == FIELDS
    assert printed["agents"] == agents
    assert (printed["players"], printed["games"]) == (len(agents), 50)


@pytest.mark.parametrize("agent", ["rules:piers", "hat:information", "rl:small-2p"])
def test_a_simulation_played_in_pieces_adds_up_to_the_whole(agent: str) -> None:
    def played(first: int, games: int) -> tuple[float, float]:
        words = (agent, "--first", str(first), "--games", str(games), "--threads", "1", "--json")
        printed = json.loads(simulate(*words))
        return games * printed["mean_stacks"], games * printed["turns_mean"]

    one = json.loads(simulate(agent, "--games", "1", "--json"))
    assert (one["sem_stacks"], one["sem_zero"]) == (None, None), "one game has no standard error"
    whole, pieces = played(0, 5), [played(0, 2), played(2, 3)]
    assert whole == pytest.approx([sum(each) for each in zip(*pieces, strict=True)])


def test_games_of_a_variant_are_played_by_its_rules() -> None:
    assert report("rules:piers", "--variant", "3 Suits")["mean_stacks"] <= 15  # its most points


def test_faithful_games_are_given_up_where_the_published_program_failed() -> None:
    assert report("genes:0,13,22", "--faithful")["given_up"] == 50
    assert report("genes:0,13,22")["given_up"] == 0


def test_without_json_the_command_prints_a_line_a_figure() -> None:
    lines = simulate("rules:legal_random", "--games", "10").splitlines()
    assert [line.split()[0] for line in lines] == FIELDS


def test_the_speed_of_a_simulation_is_games_per_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([10.0, 14.0])
    fake = SimpleNamespace(perf_counter=lambda: next(clock))
    monkeypatch.setattr("agents.management.commands.simulate.time", fake)
    assert report("rules:iggi")["games_per_second"] == 12


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("rules:nobody",), "no agent “rules:nobody”"),
        (("rules:piers", "--games", "0"), "from 1 to .*, not 0"),
        (("rules:piers", "--first", "-1"), "first must be 0 or more, not -1"),
        (("rules:piers", "--players", "9"), "from 2 to 6, not 9"),
        (("rules:piers", "rules:iggi", "--players", "3"), "or 3, one per seat, not 2"),
        (("rules:nyu_2019", "--players", "6"), "not 6"),
        (("rules:piers", "--threads", "-1"), "from 1 to 256, not -1"),
        (("rules:piers", "hat:information", "--faithful"), "and hat:information is not one"),
    ],
)
def test_an_unplayable_game_exits_with_a_sentence_and_status_2(
    arguments: tuple[str, ...], words: str
) -> None:
    with pytest.raises(CommandError, match=words) as refusal:
        simulate(*arguments)
    assert refusal.value.returncode == 2


KEYS = ["strategy", "reading", "games", "mean", "sem", "perfect", "turns_mean", "histogram"]


def told(strategy: str, **options: object) -> str:
    out = StringIO()
    call_command("perfect", strategy, stdout=out, stderr=StringIO(), **options)  # type: ignore[arg-type]
    return out.getvalue()


def test_the_report_has_the_named_keys_and_threads_change_nothing() -> None:
    report, same = (
        json.loads(told("priority", games=5_000, seed="1", json=True, threads=threads))
        for threads in (1, 2)
    )

    assert list(report) == KEYS
    assert report == same
    assert sum(report["histogram"]) == report["games"] == 5_000
    assert report["perfect"] == report["histogram"][25] / 5_000


def test_a_clue_costs_no_points_unless_a_price_is_given() -> None:
    free, unsaid, dear = (
        json.loads(told("clue-cost", games=200, json=True, **cost))
        for cost in ({"clue_cost": 0.0}, {}, {"clue_cost": 1.0})
    )
    assert free == unsaid
    assert free["mean"] > dear["mean"] + 1


@pytest.mark.parametrize(
    ("strategy", "options", "words"),
    [
        ("priority", {"players": 7}, "players must be"),
        ("priority", {"players": 3, "reading": "seed"}, "2 players"),
        ("priority", {"clue_cost": 1.0}, "applies to the strategy clue-cost, not to priority"),
    ],
)
def test_contradictory_options_are_refused(
    strategy: str, options: dict[str, object], words: str
) -> None:
    with pytest.raises(CommandError, match=words) as refusal:
        told(strategy, **options)
    assert refusal.value.returncode == 2
