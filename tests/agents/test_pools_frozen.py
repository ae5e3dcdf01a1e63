"""Frozen pools stay what they are, or say what has changed."""

from pathlib import Path

import pytest

from agents.contract import AgentError
from agents.pools import freezing, members
from analysis.evaluate.pools import pool
from native import Rules


def newest() -> list[str]:
    """The newest version of each frozen pool; agents may have changed since an older one."""
    versions = sorted(
        freezing.names(), key=lambda name: (name.partition("@")[0], int(name.partition("@")[2]))
    )
    return list({name.partition("@")[0]: name for name in versions}.values())


@pytest.mark.long
@pytest.mark.parametrize("name", newest())
def test_every_frozen_pool_plays_as_it_did(name: str) -> None:
    frozen = freezing.load(name)
    assert frozen.name == name
    assert members.addresses(name) == [address for address, _ in frozen.members]
    assert len(set(frozen.seeds)) == len(frozen.seeds) > 1
    assert len(pool(f"pool:{name}", Rules.standard(2)).members) == len(frozen.members)


def test_the_pools_of_published_results_are_frozen() -> None:
    runs = [f"{kind}-{number}@1" for kind in ("improved", "paper") for number in (1, 2, 3)]
    assert set(freezing.names()) >= {*runs, "literature7@1", "humans@1"}


@pytest.mark.parametrize(("name", "version"), [("two", 0), ("Two pools", 1)])
def test_a_name_that_no_frozen_pool_has_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, version: int
) -> None:
    monkeypatch.setattr(freezing, "FOLDER", tmp_path)
    with pytest.raises(AgentError) as refusal:
        freezing.freeze(name, ["rules:piers"], version)
    assert str(refusal.value) == (
        f"A frozen pool has a name and a version from 1, not {name}@{version}."
    )
    assert not list(tmp_path.iterdir())


def test_a_frozen_pool_refuses_a_member_whose_behaviour_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(freezing, "FOLDER", tmp_path)
    frozen = freezing.freeze("two", ["rules:piers", "rules:iggi"], 1)
    assert freezing.load("two@1") == frozen
    assert members.addresses("two@1+rules:outer") == ["rules:piers", "rules:iggi", "rules:outer"]
    file = tmp_path / "two@1.json"
    version = frozen.members[0][1]
    file.write_text(file.read_text().replace(version, "0.other"))
    with pytest.raises(AgentError, match=f"rules:piers has version {version} now"):
        members.addresses("two@1")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("paper-1@9", "There is no frozen pool paper-1@9. Frozen are"),
        ("../secret@1", "There is no frozen pool"),
        ("@1", "There is no frozen pool"),
    ],
)
def test_an_unfrozen_pool_is_refused_with_a_message(name: str, words: str) -> None:
    with pytest.raises(AgentError, match=words):
        members.addresses(name)


def test_a_pool_cannot_be_frozen_twice_under_one_version() -> None:
    with pytest.raises(AgentError, match="literature7@1 is frozen already; take version 2"):
        freezing.freeze("literature7", ["rules:piers"], 1)
