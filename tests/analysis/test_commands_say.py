"""What commands that play for long ask for, print and keep, with games that take no time."""

import shlex
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from agents.matchups import store
from analysis.evaluate.challenge.submission import Submission
from analysis.evaluate.keys import opened, owner_of
from analysis.papers import strangers
from analysis.papers.perfect import measured
from analysis.rebuilding import target, targets
from native.strategies.perfect import Ruleset, Strategy

PEOPLE, PICTURE = "tests/data/hanab_live_mit.tar.xz", "static/img/map.png"


def said(*call: object) -> tuple[list[str], list[str]]:
    """What the command prints, and what it tells on the way."""
    out, err = StringIO(), StringIO()
    call_command(*map(str, call), stdout=out, stderr=err)
    return out.getvalue().splitlines(), err.getvalue().splitlines()


@pytest.mark.django_db
@pytest.mark.usefixtures("runs_of_its_own")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("action_agreement", "Name a run, or recorded games after --people"),
        ("action_agreement nobody", "no run nobody"),
        ("action_agreement paper-1 --games 0", "games must be from 1 to 1000, not 0"),
        ("action_agreement --people nowhere.json", "There is no file"),
        (f"action_agreement --people {PICTURE}", "not the beginning of a game"),
        (f"action_agreement --people {PEOPLE} --agents rules:nobody", "There is no agent"),
        ("agent_token Ada --pool pool:nobody", "There is no pool nobody"),
        ("best_response rules:nobody", "rules:nobody"),
        ("best_response rules:iggi --games 50 --until 0.2", "--games or --until"),
        ("best_response rules:iggi --until 9", "from 0.01 to 5 points"),
        ("best_response rules:iggi --pool nowhere", "There is no pool nowhere"),
        ("check_archive paper-1 --games 99999999999999999999", "games must be from 2000"),
        ("check_statistics --times 0", "from 1 to"),
        ("corresponding paper-1 nobody", "no run nobody"),
        ("corresponding paper-1 paper-1", "two different runs"),
        ("crossplay nobody", "no run nobody"),
        ("crossplay paper-1 --games 1", "games must be from 2"),
        ("deals --players 9", "players must be"),
        ("deals --variant Nonsense", "no variant"),
        ("deals --variant 'Null (5 Suits)'", "no clue touches"),
        ("deals --tokens 99", "clue_tokens"),
        ("deals --games 0", "deals can be counted"),
        ("deals --threads 0", "threads can count"),
        ("deals --budget 0", "positions"),
        ("deals --keep nowhere/at/all.json", "The folder “nowhere/at” is not writable"),
        ("evaluate rules:piers --games 0", "go from 1 to"),
        ("evaluate rules:piers --games 10 --session 3", "cannot be played in sessions of 3"),
        ("evaluate rules:piers --players 9", "players must be from 2 to 6"),
        ("evaluate rules:piers --pool pool:no-such-run", "There is no pool no-such-run"),
        ("evaluate rules:piers --pool README.md", r"README\.md, line 3: There is no agent"),
        ("evaluate rules:piers --pool nowhere.txt", "There is no pool"),
        ("evaluate rules:piers --pool 'rules:iggi;rules:iggi'", "names an agent twice"),
        ("evaluate rules:piers --pool fresh:many", "Write fresh:<individuals>"),
        (f"evaluate rules:piers --pool {PICTURE}", "not a text file with one address per line"),
        ("evaluate socket:127.0.0.1:1 --pool pool:literature7 --games 2", "Nothing listens"),
        ("export_traces games.txt", r"games\.txt must end with \.jsonl, \.parquet, \.csv or"),
        ("export_traces --since 2026-01-02 --until 2026-01-01", "until: The last day is before"),
        ("import_traces nowhere", "no file 'nowhere'"),
        (f"replay {PEOPLE} nowhere", r"^There is no file 'nowhere'\.$"),
        ("standings chess", "There is no protocol chess"),
        ("strength rules:piers rules:nobody", "nobody"),
        ("strength rules:piers rules:iggi --games 5", "games must be from 100"),
        ("strength rules:piers rules:iggi --margin -1", "margin must be from 0"),
        ("strength rules:piers rules:iggi --margin nan", "margin must be from 0"),
        ("best_response rules:piers --budgets 5", "budgets must be from 100"),
        ("best_response rules:piers --budgets few", "Write --budgets as 1000,4000, not few"),
    ],
)
def test_an_impossible_command_is_refused_with_a_message(line: str, words: str) -> None:
    with pytest.raises(CommandError, match=words) as refusal:
        said(*shlex.split(line))
    assert refusal.value.returncode == 2


def test_rebuild_plays_learners_with_each_other_and_with_strangers_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    one, two, other = "rules:iggi", "rules:piers", "rules:flawed"
    learners = strangers.Learners((one, two), (other,))
    monkeypatch.setattr(targets, "LEARNERS", {"mwum": learners})
    monkeypatch.setattr(strangers, "GAMES", 5)
    monkeypatch.setattr(store, "NAMED", tmp_path / "named.npz")
    assert learners.load() is None
    places = [(one, one), (one, two), (two, two), (one, other), (two, other)]
    assert said("rebuild", "strangers")[1] == [
        f"strangers: {first} and {second}" for first, second in places
    ]
    stored = learners.load()
    assert [(pair.one, pair.other) for pair in stored.pairs] == places
    means = [pair.mean.value or 0 for pair in stored.pairs]
    assert stored.alone == pytest.approx((means[0] + means[2]) / 2)
    assert stored.apart == means[1]
    assert said("rebuild", "strangers") == (["strangers: up to date"], [])


def test_rebuild_replays_long_games_of_a_changed_strategy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    run = measured.Run(Strategy.PRIORITY, Ruleset.OFFICIAL)
    monkeypatch.setattr(measured, "runs", lambda: iter([run]))
    monkeypatch.setattr(measured, "HINTS", ())
    monkeypatch.setattr(measured, "GAMES", 30)
    monkeypatch.setattr(measured, "BLOCK", 20)
    monkeypatch.setattr(measured, "FILE", tmp_path / "measured.json")
    monkeypatch.setattr(target, "RECORD", tmp_path / "made_of.json")
    blocks = [f"perfect: {run.name}: {games} of 30 games" for games in (20, 30)]
    assert said("rebuild", "perfect") == (["perfect: made"], blocks)
    assert said("rebuild", "perfect") == (["perfect: up to date"], [])
    target.record("perfect", {"strategies": "0"})
    assert said("rebuild", "perfect") == (["perfect: made"], blocks)


@pytest.mark.django_db
def test_a_token_names_its_owner_and_a_key_the_games_to_play() -> None:
    (token,), hints = said("agent_token", "Ada")
    assert "agent_tokens --withdraw" in " ".join(hints)
    assert owner_of(token) == "Ada"
    pool = "pool:rules:piers"
    (key,), _ = said("agent_token", "Ada", "--pool", pool, "--players", 2, 3, "--seed=s")
    found = replace(opened(key), record="")
    assert found == Submission("Ada", pool, (2, 3), 10, "s", practice=True)
