"""How the core is compiled: portable and optimised, or as HANABI_BUILD says."""

import os
from pathlib import Path

import pytest

from native import _build, _core

STRICT = ["-std=c11", "-O3", "-g0", "-Wall", "-Wextra", "-ffp-contract=off"]
PORTABLE = "-march=x86-64-v2"
SANITIZERS = "-fsanitize=address,undefined"


def built(monkeypatch: pytest.MonkeyPatch, build: str, machine: str = "x86_64") -> list[list[str]]:
    """Flags of the compiler and of the linker."""
    monkeypatch.setattr(_build.platform, "machine", lambda: machine)
    monkeypatch.setenv("HANABI_BUILD", build)
    monkeypatch.delenv("CI", raising=False)
    return [_build.flags(), _build.linking()]


@pytest.mark.parametrize(
    ("build", "compiler", "linker"),
    [
        (
            "sanitized",
            ["-O1", "-g", "-fno-omit-frame-pointer", "-DHANABI_PORTABLE_LANES", SANITIZERS],
            [SANITIZERS],
        ),
        ("covered", ["-O1", "--coverage"], ["--coverage"]),
        ("quick", ["-O1"], []),
        ("", [*_build.ONE_UNIT], ["-O3", "-g0", *_build.ONE_UNIT]),
    ],
)
def test_a_build_has_the_flags_of_its_name(
    monkeypatch: pytest.MonkeyPatch, build: str, compiler: list[str], linker: list[str]
) -> None:
    assert built(monkeypatch, build) == [[*STRICT, PORTABLE, *compiler], linker]


@pytest.mark.parametrize(("machine", "ours"), [("AMD64", True), ("aarch64", False)])
def test_newer_instructions_are_used_only_on_processors_that_have_them(
    monkeypatch: pytest.MonkeyPatch, machine: str, ours: bool
) -> None:
    assert (PORTABLE in built(monkeypatch, "quick", machine)[0]) is ours


def test_a_warning_stops_the_build_of_ci_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "-Werror" not in built(monkeypatch, "")[0]
    monkeypatch.setenv("CI", "true")
    assert "-Werror" in _build.flags()


def test_every_c_file_is_compiled_and_every_header_watched() -> None:
    sources = _build.sources()
    assert sources == sorted(sources)
    assert "native/engine/deal.c" in sources
    assert not [name for name in sources if "_core" in name]
    assert all((_build.HERE.parent / name).exists() for name in sources)


MARKS = {"sanitized": b"__asan_report", "covered": b".gcda"}


@pytest.mark.native
@pytest.mark.skipif("HANABI_BUILD" not in os.environ, reason="This is the normal build.")
def test_the_loaded_core_is_the_one_that_was_asked_for() -> None:
    assert MARKS[os.environ["HANABI_BUILD"]] in Path(_core.__file__).read_bytes()
