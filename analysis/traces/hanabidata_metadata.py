"""What HanabiData says of its games: who played again, when, and what people answered.

A person is known by their first game; later games name an earlier one as "Old GID". Answers stand
in `survey<id>.log`, times in `games.csv`, whose `id` is the person's: a row is identified by the
agent, the seed of the deck and the score.
"""

from __future__ import annotations

import csv
import re
import tarfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from analysis.traces.schema import SurveyFact
from native.records.files import MAX_UNPACKED
from native.records.hanabidata import SCORE, TREATMENT

GAME = re.compile(r"game([0-9a-f]{16})\.log$")
SURVEY = re.compile(r"survey([0-9a-f]{16})\.log$")
OLD = re.compile(r"Old GID: ([0-9a-f]{16})")

SCALES = {
    "intention": ("1", "2", "3", "4", "5"),
    "skill": ("vbad", "bad", "ok", "good", "vgood"),
    "like": ("vhate", "hate", "neutral", "like", "vlike"),
}


Row = tuple[str, str, str, str]
"""Identifies a row of `games.csv`: first game of the person, agent, seed, score."""


@dataclass
class Metadata:
    """What a HanabiData folder or archive says of its games, by game."""

    earlier: dict[str, str] = field(default_factory=dict)
    surveys: dict[str, SurveyFact] = field(default_factory=dict)
    times: dict[str, datetime] = field(default_factory=dict)

    def first_game(self, game: str) -> str:
        """The first game of whoever played this one."""
        seen = set()
        while game in self.earlier and game not in seen:
            seen.add(game)
            game = self.earlier[game]
        return game


def metadata_of(path: str) -> Metadata:
    """The metadata of a folder or archive; empty for anything that is not HanabiData."""
    metadata = Metadata()
    rows: dict[Row, list[datetime]] = {}
    played: dict[str, tuple[str, str, str]] = {}
    for name, data in _files(path):
        text = data.decode("ascii", "replace")
        if match := GAME.search(name):
            if old := OLD.match(text):
                metadata.earlier[match[1]] = old[1]
            treatment, score = TREATMENT.search(text), SCORE.search(text)
            if treatment and score:
                played[match[1]] = (treatment[1], treatment[2], score[1])
        elif match := SURVEY.search(name):
            metadata.surveys[match[1]] = _survey(text)
        elif name.endswith("games.csv"):
            rows = _times(text)
    for game, facts in sorted(played.items()):
        if times := rows.get((metadata.first_game(game), *facts)):
            metadata.times[game] = times.pop(0)
    return metadata


def _survey(text: str) -> SurveyFact:
    answers = dict(line.split(" ", 1) for line in text.splitlines() if " " in line)
    scaled = {
        name: scale.index(answers[name]) + 1
        for name, scale in SCALES.items()
        if answers.get(name) in scale
    }
    rest = {key: value for key, value in answers.items() if key not in (*SCALES, "publish")}
    return msgspec.convert(scaled | {"background": rest}, SurveyFact)


def _times(text: str) -> dict[Row, list[datetime]]:
    rows: dict[Row, list[datetime]] = defaultdict(list)
    for row in csv.DictReader(text.splitlines(), skipinitialspace=True):
        moment = datetime.fromtimestamp(float(row["time"]), UTC)
        rows[row["id"], row["ai"], row["deck"], row["score"]].append(moment)
    return rows


def _files(path: str) -> Iterator[tuple[str, bytes]]:
    """The small text files of a folder or archive. Reading its games reports a damaged one."""
    if Path(path).is_dir():
        for file in sorted(Path(path).rglob("*")):
            if file.suffix in (".log", ".csv") and file.stat().st_size < MAX_UNPACKED:
                yield file.name, file.read_bytes()
    elif path.endswith((".tar", ".tar.gz", ".tgz", ".tar.xz")):
        try:
            with tarfile.open(path) as archive:
                for member in archive:
                    content = archive.extractfile(member) if member.isreg() else None
                    if content and member.size < MAX_UNPACKED:
                        yield member.name, content.read()
        except (tarfile.TarError, OSError, EOFError):
            return
