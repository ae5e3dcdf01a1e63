"""Finding games in files, folders and archives, and refusing what is damaged or too large."""

import gzip
import io
import json
import tarfile
from pathlib import Path

import pytest

from native.records import Record, RefusedGame, files, load, loading
from native.records.loading import MAX_GAME

pytestmark = pytest.mark.native

GAMES = Path(__file__).parent / "games"
LINES = (GAMES / "hanab_live_templates.jsonl").read_bytes()
FIRST, SECOND = LINES.splitlines()


def sources(path: Path) -> list[str]:
    found = list(load(str(path)))
    assert all(isinstance(record, Record) for record in found), found
    return [record.source.removeprefix(str(path)) for record in found]


def refusal(path: Path) -> str:
    """Why the only thing in the file is refused."""
    (refused,) = load(str(path))
    return refused.reason


def saved(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def archive(path: Path, members: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as tar:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return path


@pytest.mark.parametrize(
    ("data", "places"),
    [
        (FIRST, [""]),
        (json.dumps(json.loads(FIRST), indent=2).encode(), [""]),
        (b"# two games\n\n" + LINES, [":3", ":4"]),
        (b"[\n" + FIRST + b",\n" + SECOND + b"]", ["[0]", "[1]"]),
        (b"\xef\xbb\xbf" + FIRST, [""]),
        (gzip.compress(LINES), [":1", ":2"]),
    ],
    ids=["one game", "over many lines", "a game a line", "a list", "a byte order mark", "gzip"],
)
def test_games_are_named_by_file_and_position_in_it(
    tmp_path: Path, data: bytes, places: list[str]
) -> None:
    assert sources(saved(tmp_path / "games", data)) == places


def test_one_file_may_hold_games_of_two_formats(tmp_path: Path) -> None:
    lines = LINES + (GAMES / "own.hanabi").read_bytes()
    assert len(sources(saved(tmp_path / "a.txt", lines))) == 6


def test_an_archive_is_read_member_by_member_without_surveys(tmp_path: Path) -> None:
    path = archive(
        tmp_path / "games.tar.gz",
        {
            "README.md": b"hello",
            "log/survey1.log": b"age 20s",
            "log/a.json": FIRST,
            "log/b.jsonl.gz": gzip.compress(LINES),
        },
    )
    assert sources(path) == [":log/a.json", ":log/b.jsonl.gz:1", ":log/b.jsonl.gz:2"]


def test_a_folder_is_walked_in_order_without_surveys(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    saved(tmp_path / "deep" / "b.json", SECOND)
    saved(tmp_path / "a.json", FIRST)
    saved(tmp_path / "survey1.log", b"age 20s")
    saved(tmp_path / "notes.txt", b"hello")
    assert sources(tmp_path) == ["/a.json", "/deep/b.json"]


def test_a_damaged_file_in_a_folder_does_not_hide_the_others(tmp_path: Path) -> None:
    saved(tmp_path / "a.json.gz", gzip.compress(FIRST)[:-20])
    archive(tmp_path / "b.tar.gz", {"a.json": FIRST})
    saved(tmp_path / "b.tar.gz", (tmp_path / "b.tar.gz").read_bytes()[:100])
    saved(tmp_path / "c.json", SECOND)
    refused = {Path(r.source).name for r in load(str(tmp_path)) if isinstance(r, RefusedGame)}
    read = {Path(r.source).name for r in load(str(tmp_path)) if isinstance(r, Record)}
    assert (refused, read) == ({"a.json.gz", "b.tar.gz"}, {"c.json"})


def test_one_broken_line_does_not_hide_the_others(tmp_path: Path) -> None:
    lines = FIRST + b"\n{}\nhello\n" + SECOND
    found = list(load(str(saved(tmp_path / "a.jsonl", lines))))
    assert [isinstance(record, Record) for record in found] == [True, False, False, True]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "there is no game in it"),
        (b"\n\n# nothing\n", "there is no game in it"),
        (b"# Hanabi\nhello\nworld\n", "line 2 is not the beginning of a game: 'hello'"),
        (bytes(range(256)), "line 1 is not the beginning of a game"),
        (b'{"deck":\n', "not JSON"),
        (b"[1, 2", "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a": "' + b"x" * MAX_GAME + b'"}', "longer than 1 MiB"),
        (b'{"a":\n"' + b"x" * MAX_GAME + b'"}', "longer than 1 MiB"),
        (gzip.compress(b"\n" * 10_000)[:-10], "damaged gzip file"),
        (b"\x1f\x8b\x08" + b"\0" * 40, "damaged gzip file"),
    ],
    ids=[
        "empty", "blank", "text", "bytes", "JSON", "list", "deep list", "long line", "long game",
        "cut gzip", "bad gzip",
    ],
)  # fmt: skip
def test_a_file_without_a_game_is_refused_once_with_a_message(
    tmp_path: Path, data: bytes, words: str
) -> None:
    assert words in refusal(saved(tmp_path / "file", data))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "nowhere") == "there is no such file"


def test_a_folder_or_an_archive_without_games_is_refused(tmp_path: Path) -> None:
    suffixes = ", ".join(files.GAME_SUFFIXES)
    assert refusal(tmp_path) == f"no file of games in this folder ({suffixes})"
    empty = archive(tmp_path / "a.tar.gz", {"README": b"x"})
    assert refusal(empty) == f"no file of games in this archive ({suffixes})"


@pytest.mark.long
def test_a_compressed_file_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_UNPACKED", 2**20)
    bomb = gzip.compress(b"\n" * 2**22)
    assert "unpacks to more than 1 MiB" in refusal(saved(tmp_path / "bomb.json.gz", bomb))
    whole = archive(tmp_path / "bomb.tar.gz", dict.fromkeys("abc", b"\0" * 2**19))
    assert "unpacks to more than 1 MiB" in refusal(whole)
    nested = archive(tmp_path / "nested.tar.gz", {"a.json.gz": bomb})
    assert "unpacks to more than 1 MiB" in refusal(nested)


def test_a_line_of_the_greatest_length_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path / "games.jsonl", FIRST + b"\n" + FIRST + b"\n")
    monkeypatch.setattr(loading, "MAX_GAME", len(FIRST) + 1)
    assert sources(path) == [":1", ":2"]
    monkeypatch.setattr(loading, "MAX_GAME", len(FIRST))
    reasons = [one.reason for one in load(str(path)) if isinstance(one, RefusedGame)]
    assert reasons == ["longer than 0 MiB, which no game is"]


def test_a_compressed_file_may_unpack_up_to_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path / "game.json.gz", gzip.compress(FIRST))
    monkeypatch.setattr(files, "MAX_UNPACKED", len(FIRST))
    assert sources(path) == [""]
    monkeypatch.setattr(files, "MAX_UNPACKED", len(FIRST) - 1)
    assert refusal(path) == "unpacks to more than 0 MiB"


def test_a_file_in_an_archive_is_read_up_to_the_size_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.tar"
    with tarfile.open(path, "w") as tar:
        info = tarfile.TarInfo("a.json")
        info.size = len(FIRST)
        tar.addfile(info, io.BytesIO(FIRST))
    monkeypatch.setattr(files, "MAX_UNPACKED", len(FIRST))
    assert sources(path) == [":a.json"]
    monkeypatch.setattr(files, "MAX_UNPACKED", len(FIRST) - 1)
    assert refusal(path) == f"a file in this archive claims to have {len(FIRST)} bytes"


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ({"size": "9" * 22}, "claims to have 9999"),
        ({"size": "-5"}, "claims to have -5 bytes"),
        ({"GNU.sparse.size": "x"}, "damaged tar archive"),
    ],
    ids=["huge", "negative", "no number"],
)
def test_an_archive_that_lies_about_its_files_is_refused(
    tmp_path: Path, header: dict[str, str], words: str
) -> None:
    path = tmp_path / "lie.tar"
    with tarfile.open(path, "w", format=tarfile.PAX_FORMAT) as tar:
        info = tarfile.TarInfo("a.json")
        info.size, info.pax_headers = len(FIRST), header
        tar.addfile(info, io.BytesIO(FIRST))
    assert words in refusal(path)
