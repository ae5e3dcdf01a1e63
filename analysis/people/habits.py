"""A person's habits in plain words, the trend of their scores, and what to practise next."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean, median

import msgspec
from django.db.models import Count, QuerySet

from analysis.models import Person, TraceSeat
from analysis.people.action_agreement import stored_game
from analysis.people.learning_curve import in_order
from analysis.statistics import share
from game.models import CoachReport
from game.replays.coach import Judged, Verdict
from game.replays.coaching import UNSURE, Practice, practise
from native import Game, MoveKind

LATEST = 30
"""The largest number of a person's latest games from which habits are counted."""
FEWEST = 5
"""The fewest occasions for a habit from which it is counted."""
COMPARED = 30
"""The fewest occasions from which a habit whose share does not differ clearly from the usual one is
called usual."""
PUBLISHED_GAMES = 3
"""The fewest games of a person of HanabiData for `usual` to include them."""
SHOWN = 3
COACHED = 10
"""The number of a person's latest games whose coach reports decide what to practise next."""
TREND = (3, 10)
"""The fewest and the most games in each of the two halves that a `Trend` compares."""


@dataclass(frozen=True)
class HabitKind:
    """One habit of play, with the texts for a person who follows it more often than others
    (`strong`) or less often (`weak`), and what to practise (`practice`).
    """

    strong: str
    weak: str
    counted: str
    """The end of a sentence that begins with the count, such as “7 of 9”, and names what was
    counted."""
    usual: float
    """The median share of occasions on which people of HanabiData follow the habit, as printed by
    `manage.py habits`."""
    practice: Practice


KINDS = {
    "saves": HabitKind(
        "You clue cards before partners throw them away",
        "You often see too late that a partner is about to throw away a last copy",
        "last copies that were next to go were saved by a clue in time",
        0.83,
        Practice("Before each move, look what every partner would discard next.", 4),
    ),
    "chop": HabitKind(
        "You keep your newer cards, and discard the oldest without a clue",
        "You often discard another card than your oldest without a clue",
        "discards of a card without a clue were of the oldest",
        0.86,
        Practice("Partners watch your oldest card without a clue. Discard that one.", 3),
    ),
    "trust": HabitKind(
        "You play only what can be played",
        "You often play a card too early",
        "cards played went on a stack",
        0.8,
        Practice(UNSURE[1], UNSURE[0]),
    ),
    "prompt": HabitKind(
        "You play a card once you know that you can",
        "You often wait with a card that is sure to be playable",
        "turns with a card that was sure to be playable were used to play",
        0.71,
        Practice("Before you clue or discard, look for a card that you can play.", 2),
    ),
    "two": HabitKind(
        "You find one clue for two cards",
        "You mostly clue one card at a time",
        "clues touched two or more cards for the first time",
        0.26,
        Practice("Before you clue, compare what each clue would get played or saved.", 5),
    ),
}
"""All habits, by name."""


@dataclass(frozen=True)
class Habit:
    """How often a person followed one habit (`done`), out of the occasions on which they could
    (`of`).
    """

    kind: HabitKind
    done: int
    of: int

    @property
    def rank(self) -> int:
        """How the person's share compares with the usual one, that of the median person of
        HanabiData: 1 for more, -1 for less, 0 if its 95% interval contains the usual share.
        """
        told = share(self.done, self.of)
        assert told is not None
        return (told.low > self.kind.usual) - (told.high < self.kind.usual)

    @property
    def strength(self) -> float:
        """The share of occasions on which the person followed the habit, divided by the share that
        is usual among people.
        """
        return self.done / self.of / self.kind.usual

    @property
    def words(self) -> str:
        """A sentence that describes the habit, addressed to the person (“You …”)."""
        if self.rank:
            return self.kind.strong if self.rank > 0 else self.kind.weak
        if self.of < COMPARED:
            return f"{self.kind.strong}: too few cases to compare yet"
        return f"{self.kind.strong}, about as often as others"

    @property
    def of_others(self) -> str:
        """A sentence that describes the habit in the third person, for other readers (“They …”)."""
        return (
            self.words.replace("You ", "They ")
            .replace(" you ", " they ")
            .replace("your ", "their ")
        )


@dataclass(frozen=True)
class Trend:
    """The mean score of a person's latest games (`now`), beside that of the same number of games
    before them (`before`).
    """

    games: int
    now: float
    before: float
    scores: Sequence[int]
    """The scores of both halves, the games before and the latest games, oldest first."""

    @property
    def line(self) -> str:
        """The scores as the points of an SVG polyline, 10 units apart; a score of 25 is at the top
        (0) and 0 at the bottom (25).
        """
        return " ".join(f"{10 * index},{25 - score}" for index, score in enumerate(self.scores))

    @property
    def width(self) -> int:
        """The width of the SVG picture of `line`, with its margins, in SVG units."""
        return 10 * len(self.scores) - 4


def habits(seats: QuerySet[TraceSeat]) -> list[Habit]:
    """Return a person's two strongest habits and the weakest, over their latest games at `seats`
    (at most `LATEST`); fewer if there were too few occasions for the others.
    """
    counts = _counts(seats.order_by("-played", "-pk")[:LATEST])
    known = [
        Habit(kind, counts[name, True], counts[name, True] + counts[name, False])
        for name, kind in KINDS.items()
    ]
    known = [habit for habit in known if habit.of >= FEWEST]
    known.sort(key=lambda habit: -habit.strength)
    return known if len(known) <= SHOWN else [*known[: SHOWN - 1], known[-1]]


def usual() -> dict[str, tuple[float, int]]:
    """Return, for each habit by name, the usual share of occasions on which people follow it, and
    the number of people from which it is computed.

    The share is the median over the people of HanabiData with enough games and occasions; habits
    that nobody had enough occasions for are left out.
    """
    people = Person.objects.filter(collection="hanabidata").annotate(games=Count("seats"))
    counted = [_counts(one.seats.all()) for one in people.filter(games__gte=PUBLISHED_GAMES)]
    found = {}
    for name in KINDS:
        each = [(counts[name, True], counts[name, False]) for counts in counted]
        shares = [yes / (yes + no) for yes, no in each if yes + no >= FEWEST]
        if shares:
            found[name] = (median(shares), len(shares))
    return found


def _counts(seats: QuerySet[TraceSeat]) -> Counter[tuple[str, bool]]:
    """Return the occasions of these seats, by habit and whether it was followed."""
    counts: Counter[tuple[str, bool]] = Counter()
    for digest, seat in seats.values_list("trace__digest", "index"):
        counts.update(_occasions(digest, seat))
    return counts


def trend(seats: QuerySet[TraceSeat], scoring: str) -> Trend | None:
    """Return the mean of a person's latest scores beside that of the same number of games before
    them; None if there are too few finished games at `seats` (see `TREND`). `scoring` is "stacks"
    (cards played) or "zero" (0 if lost by strikes).
    """
    scores = in_order(seats, scoring)
    fewest, most = TREND
    half = min(most, len(scores) // 2)
    if half < fewest:
        return None
    latest = scores[-2 * half :]
    return Trend(half, fmean(latest[half:]), fmean(latest[:half]), latest)


def next_practice(seats: QuerySet[TraceSeat], known: Sequence[Habit]) -> Practice | None:
    """Return what a person should practise next, with its lesson; None if nothing is known.

    The last of the habits `known` is the person's weakest: if its `rank` is -1, it comes
    first, then the mistakes in the coach's reports on the latest games at `seats`.
    """
    weakest = known[-1] if known else None
    if weakest and weakest.rank < 0:
        return weakest.kind.practice
    latest = seats.filter(trace__table__isnull=False).select_related("trace__table")
    by_slug = {
        seat.trace.table.slug: seat
        for seat in latest.order_by("-played")[:COACHED]
        if seat.trace.table
    }
    mistakes: list[tuple[Judged, Game]] = []
    for report in CoachReport.objects.filter(game__in=by_slug, done=True):
        seat = by_slug[report.game]
        game = stored_game(seat.trace.digest)
        verdict = msgspec.convert(report.body, Verdict, strict=False)
        mistakes += [(one, game) for one in verdict.moves if one.sure and one.seat == seat.index]
    if mistakes:
        return practise(mistakes)
    return weakest.kind.practice if weakest else None


@lru_cache(maxsize=2_000)
def _occasions(digest: str, seat: int) -> Counter[tuple[str, bool]]:
    """Return the occasions of a seat in a stored game, by habit and whether it was followed. A
    trace's digest fixes its moves, so the result never changes.
    """
    return Counter(occasions(stored_game(digest), seat))


def occasions(game: Game, me: int) -> Iterator[tuple[str, bool]]:
    """Yield a pair for each occasion in a game on which seat `me` could follow a habit: the
    habit's name, and whether the seat followed it.
    """
    at = Game(game.rules, deck=game.deck)
    endangered: set[int | None] = set()
    for event in game.history:
        move, touched = event.move, set(event.touched_orders)
        if event.seat == me:
            view, chops = at.view(me), _chops(at)
            endangered = {
                at.order(seat, slot)
                for seat, slot in chops.items()
                if seat != me and at.clue_tokens and _is_critical(at, seat, slot)
            }
            for _ in endangered & touched:
                yield "saves", True
            if any(not view.possible(slot) & ~at.playable for slot in view.own_slots):
                yield "prompt", move.kind is MoveKind.PLAY
            if move.kind is MoveKind.PLAY:
                yield "trust", event.success
            elif event.target is not None:
                fresh = [slot for slot in event.touched if not at.touched(event.target, slot)]
                yield "two", len(fresh) > 1
            elif event.slot is not None and not at.touched(me, event.slot):
                yield "chop", event.slot == chops[me]
        elif move.kind is MoveKind.DISCARD and event.order in endangered:
            yield "saves", False
        endangered -= touched
        at.play(move)


def _chops(game: Game) -> dict[int, int]:
    """Return the slot of every seat's oldest card without a clue, by seat; seats without one are
    left out.
    """
    unclued = {
        seat: [slot for slot in game.slots(seat) if not game.touched(seat, slot)]
        for seat in range(game.rules.players)
    }
    return {seat: slots[-1] for seat, slots in unclued.items() if slots}


def _is_critical(game: Game, seat: int, slot: int) -> bool:
    card = game.hands[seat][slot]
    return card is not None and bool(game.critical >> game.rules.identity(card) & 1)
