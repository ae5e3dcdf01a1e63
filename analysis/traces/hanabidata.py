"""Read HanabiData (yawgmoth/HanabiData, CC BY 4.0): its games as traces, and their metadata.

The metadata are returning players, times of games and survey answers. A person is identified by
their first game; later games name an earlier one as "Old GID". Answers are in `survey<id>.log`,
times in `games.csv`, whose `id` is that of the person: the agent, the seed of the deck and the
score tell which of the person's games a row is about.
"""

import csv
import re
import tarfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from analysis.collections import HANABIDATA
from analysis.traces.documents import ImportedPerson, ImportedTrace, document_of, replayed
from game.replays.trace_schema import Lab, SeatFact, SurveyFact
from native import Card
from native.engine.rules import Rules
from native.records import Action, ActionKind, BadRecord, Record
from native.records.files import MAX_UNPACKED, refusals
from native.records.hanabidata import SCORE, TREATMENT

SUITS = {0: 2, 1: 1, 2: 4, 3: 3, 4: 0}
"""The index of the suit in a standard deck for each of HanabiData's suits (0 to 4: green, yellow,
white, blue, red); white becomes purple."""

GAME = re.compile(r"game([0-9a-f]{16})\.log$")
SURVEY = re.compile(r"survey([0-9a-f]{16})\.log$")
OLD = re.compile(r"Old GID: ([0-9a-f]{16})")

SCALES = {
    "intention": ("1", "2", "3", "4", "5"),
    "skill": ("vbad", "bad", "ok", "good", "vgood"),
    "like": ("vhate", "hate", "neutral", "like", "vlike"),
}

Row = tuple[str, str, str, str]
"""The key of a row of `games.csv`: the id of the person's first game, the agent, the seed of the
deck, and the score."""
NOT_TIMES = (csv.Error, KeyError, TypeError, ValueError, OverflowError, OSError)
"""The exceptions of reading a `games.csv` that is damaged or of another origin."""


@dataclass
class Metadata:
    """The metadata in a folder or archive of HanabiData, by game id: the id of an earlier game of
    the same person (`earlier`), the survey answers (`surveys`), and the time of the game
    (`times`).
    """

    earlier: dict[str, str] = field(default_factory=dict)
    surveys: dict[str, SurveyFact] = field(default_factory=dict)
    times: dict[str, datetime] = field(default_factory=dict)

    def first_game(self, game: str) -> str:
        """Return the id of the first game of the person who played the game with the id `game`;
        `game` itself if no earlier one is known.
        """
        seen = set()
        while game in self.earlier and game not in seen:
            seen.add(game)
            game = self.earlier[game]
        return game


def read(record: Record, metadata: Metadata) -> ImportedTrace:
    """Replay a recorded game of HanabiData and return its trace, with the person, the time and the
    survey answers that the metadata have for it. Raise BadRecord if a move is impossible.
    """
    match = GAME.search(record.source)
    game_id = match[1] if match else ""
    known = metadata.first_game(game_id)
    played = metadata.times.get(game_id)
    agent = record.players[0]
    lab = Lab(
        stacks=0,
        zero=0,
        strikes=0,
        id=game_id,
        collection=HANABIDATA.name,
        scoring="stacks",
        help="clues",
        finished=played.isoformat() if played else None,
        seats=(
            SeatFact(0, "agent", agent.title(), agent=f"hanabidata:{agent}", version="2017"),
            SeatFact(1, "person", "You"),
        ),
        survey=metadata.surveys.get(game_id),
    )
    ours = in_our_colours(record)
    game = replayed(ours)
    person = ImportedPerson(
        f"{HANABIDATA.name}:{known}", HANABIDATA.name, f"HanabiData {known[:6]}", public=True
    )
    people = (None, person if game_id else None)
    return ImportedTrace(document_of(game, lab, ours), game, people, game_id, played)


def in_our_colours(record: Record) -> Record:
    """Return a copy of a HanabiData record under the standard rules of this program, with each of
    HanabiData's colours replaced as in `SUITS`, because a hanab.live export requires the standard
    suits.
    """
    rules = Rules.standard(2, discard_at_max=True, empty_clues=record.rules.empty_clues)
    return replace(
        record,
        rules=rules,
        deck=tuple(Card(SUITS[card.suit], card.rank) for card in record.deck),
        actions=tuple(_recoloured(action) for action in record.actions),
    )


def metadata_of(path: str) -> Metadata:
    """Return the metadata in a HanabiData folder or archive at `path`; empty metadata if it is
    something else or damaged.
    """
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
            with suppress(*NOT_TIMES):
                rows = _times(text)
    for game, facts in sorted(played.items()):
        if times := rows.get((metadata.first_game(game), *facts)):
            metadata.times[game] = times.pop(0)
    return metadata


def _recoloured(action: Action) -> Action:
    if action.kind is not ActionKind.COLOUR:
        return action
    return action._replace(value=SUITS.get(action.value, action.value))


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
    """Yield names and contents of the small text files of a folder or archive.

    A damaged archive yields nothing here; reading its games reports the damage.
    """
    if Path(path).is_dir():
        for file in sorted(Path(path).rglob("*")):
            if file.suffix in (".log", ".csv") and file.stat().st_size < MAX_UNPACKED:
                yield file.name, file.read_bytes()
    elif path.endswith((".tar", ".tar.gz", ".tgz", ".tar.xz")):
        with suppress(BadRecord, ValueError), refusals(), tarfile.open(path) as archive:
            for member in archive:
                content = archive.extractfile(member) if member.isreg() else None
                if content and member.size < MAX_UNPACKED:
                    yield member.name, content.read()
