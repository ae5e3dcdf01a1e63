"""A person's playing style: the measures of the literature, misplays, clues and clue tokens."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from django.db.models import QuerySet

from analysis.charts import bars
from analysis.figures import Figure
from analysis.models import TraceSeat
from analysis.statistics import Estimate, mean, ratio
from analysis.tables import Column, Rows
from native.play.measures import MEASURES, Measure, Tallies

COLUMNS = ("told", "idle_clues", "lost_tokens")
SHARE = (0.0, 1.0)
BY_GAME = "95% intervals by Student's t, with games as the units."
OTHERS = {
    "told_per_clue": "touched cards about which a clue gave new information, per clue",
    "idle_clues": "share of clues that gave no new information",
    "lost_tokens": "clue tokens per game not gained because all were available",
    "wasted_tokens": "these, and tokens spent on clues that gave no new information",
}
NOTHING = "nothing new"
ONLY_OTHERS = "only of others"
HEIGHT = 280


@dataclass(frozen=True)
class PlayingStyle:
    """How a person plays: the measures of the literature, such as communicativeness and risk
    aversion, and statistics of clues and clue tokens.
    """

    measures: Mapping[str, Estimate]
    """The estimates of the measures, by their names in archives, such as `risk_aversion`."""
    told_per_clue: Estimate
    """The number of touched cards about which a clue gave new information, per clue."""
    idle_clues: Estimate
    """The share of clues that gave no new information about any card."""
    lost_tokens: Estimate
    """The number of clue tokens per game that were not regained because all were already
    available."""
    wasted_tokens: Estimate
    """The number of clue tokens wasted per game: lost tokens plus idle clues."""


def style(seats: QuerySet[TraceSeat]) -> PlayingStyle:
    """Return a person's playing style over all games at `seats`; the units of the intervals are
    games.
    """
    rows = list(seats.values_list("tallies", *COLUMNS))
    tallies: list[Tallies] = [row[0] for row in rows]
    told, idle, lost = ([row[i] for row in rows] for i in (1, 2, 3))
    clues = [counts["clues"] for counts in tallies]
    return PlayingStyle(
        measures={name: _estimate(measure, tallies) for name, measure in MEASURES.items()},
        told_per_clue=ratio(told, clues).within(0.0),
        idle_clues=ratio(idle, clues).within(*SHARE),
        lost_tokens=mean(lost).within(0.0),
        wasted_tokens=mean(wasted(lost, idle)).within(0.0),
    )


def _estimate(measure: Measure, tallies: Sequence[Tallies]) -> Estimate:
    """Estimate a measure over the games that have both of its tallies: older games were counted
    before newer tallies existed.
    """
    known = [counts for counts in tallies if {measure.above, measure.below} <= counts.keys()]
    above = [counts[measure.above] for counts in known]
    return ratio(above, [measure.unit * counts[measure.below] for counts in known]).within(*SHARE)


def wasted(lost: Sequence[float], idle: Sequence[float]) -> list[float]:
    """Return the number of clue tokens wasted in each game: those not regained because all were
    already available (`lost`), plus clues that gave no new information (`idle`).
    """
    return [a + b for a, b in zip(lost, idle, strict=True)]


class MeasureRow(NamedTuple):
    """A row of the table of measures: the name, value and description of one measure of a person's
    play.
    """

    measure: str
    value: Annotated[Estimate, Column(digits=3)]
    what_it_is: str


def playing_style(playing: PlayingStyle, games: int) -> Figure:
    """Return the table of the measures of a person's play; `games` is the number of games behind
    them.
    """
    rows = [
        *((name, playing.measures[name], measure.words) for name, measure in MEASURES.items()),
        *((name, getattr(playing, name), words) for name, words in OTHERS.items()),
    ]
    return Figure(
        name="style",
        title="Style",
        table=Rows(
            MeasureRow, [MeasureRow(name.replace("_", " "), e, words) for name, e, words in rows]
        ),
        games=games,
        note=f"Ratios of totals over all games. {BY_GAME} Players of hanab.live are near "
        "communicativeness 0.47 and information per play 0.44 (AH2AC2, 2025).",
    )


class Misplays(NamedTuple):
    """A row of the figure of misplays: the number of misplayed cards whose probability of being
    playable was in one range, such as 0.2–0.3.
    """

    chance_to_be_playable: str
    misplays: int


class ClueRow(NamedTuple):
    """A row of the figure of clues: the number and share of the clues that gave new information
    about a certain number of cards.
    """

    newly_told: str
    clues: int
    share: Annotated[float | None, Column(digits=3)]


class Tokens(NamedTuple):
    """A row of the figure of clue tokens: `tokens`, a number of clue tokens wasted in one game,
    with the number and the share of the games in which exactly this number was wasted.
    """

    tokens: float
    games: int
    share: Annotated[float, Column(digits=3)]


def misplays(seats: QuerySet[TraceSeat]) -> Figure:
    """Return the figure of a person's misplays at `seats`, by the probability that the played card
    was playable, given everything the seat could know.
    """
    risks = [risk for row in seats.values_list("risks", flat=True) for risk in row]
    tenths = Counter(min(9, int(risk * 10)) for risk in risks)
    labels = {f"{tenth / 10:.1f}–{(tenth + 1) / 10:.1f}": tenths[tenth] for tenth in range(10)}
    return Figure(
        name="misplays",
        title="Misplays by their risk",
        table=Rows(
            Misplays, [Misplays(*row) for row in labels.items()] if risks else [Misplays("any", 0)]
        ),
        games=seats.count(),
        note="The exact chance before the move, counted over all deals of the hand that fit what "
        "the seat saw and knew; no convention is read into anybody's moves.",
        **bars(labels, "chance that the card was playable", "misplays"),
        height=HEIGHT,
    )


def tellings(seats: QuerySet[TraceSeat]) -> Figure:
    """Return the figure of a person's clues at `seats`, by the number of touched cards about which
    a clue gave new information.
    """
    told: Counter[int] = Counter()
    idle = 0
    for clues, nothing in seats.values_list("tellings", "idle_clues"):
        told.update(dict(enumerate(clues)))
        idle += nothing
    most = max((cards for cards, clues in told.items() if clues), default=0)
    labels = {NOTHING: idle, ONLY_OTHERS: told[0] - idle} | {
        f"{cards} card{'s' if cards > 1 else ''}": told[cards] for cards in range(1, most + 1)
    }
    clues = told.total()
    return Figure(
        name="tellings",
        title="Clues by what they newly told",
        table=Rows(
            ClueRow,
            [ClueRow(label, n, n / clues if clues else None) for label, n in labels.items()],
        ),
        games=seats.count(),
        note="Cards that the clue touched and left fewer identities, by what the whole table knew. "
        "A clue may tell something of the other cards alone: what they are not.",
        **bars(labels, "what the clue newly told", "clues"),
        height=HEIGHT,
    )


def tokens(seats: QuerySet[TraceSeat]) -> Figure:
    """Return the figure of how many clue tokens a person wastes in a game: a bar chart with the
    number of games at `seats` in which 0, 1, 2 … tokens were wasted.
    """
    rows = list(seats.values_list("lost_tokens", "idle_clues"))
    games = Counter(wasted([lost for lost, _ in rows], [idle for _, idle in rows]))
    labels = {count: games[count] for count in range(int(max(games, default=-1)) + 1)}
    return Figure(
        name="tokens",
        title="Clue tokens wasted",
        table=Rows(Tokens, [Tokens(lost, n, n / len(rows)) for lost, n in labels.items()]),
        games=len(rows),
        note="A token is wasted by a discard or a finished stack while all are there, and by a "
        "clue that tells nothing new.",
        **bars(labels if any(labels) else {}, "tokens wasted in the game", "games", dtick=1),
        height=HEIGHT,
    )
