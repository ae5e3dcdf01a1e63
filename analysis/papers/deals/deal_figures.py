"""Figures of winnable deals: by players and suits, by reason, by hand size and by clue tokens."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from analysis.charts import Chart, dots, histograms, means_along
from analysis.figures import Figure
from analysis.papers.deals import counting
from analysis.papers.deals.counting import Count, command_of
from analysis.statistics import Estimate, Interval
from analysis.tables import Column, Rows
from native.solver.whole_deals import Proof

SHARES = "Per cent of random deals, with 95% intervals (Wilson)."
REASONS: Mapping[str, str] = {
    Proof.NO_TIME.slug: "no time",
    Proof.HANDS_FULL.slug: "hands full",
    Proof.WHO_HOLDS.slug: "wrong seats",
    Proof.EVEN_FREE.slug: "no line",
    Proof.EXHAUSTED.slug: "no line for lack of clues",
}
SETTLED = "settled by a SAT solver or more patience"


def figures() -> list[Figure]:
    """Return all figures of the page about winnable deals. Raises BadCount if a stored count is
    damaged.
    """
    return [_winnable(), _reasons(), _hands(), _tokens()]


class WinnableRow(NamedTuple):
    """A row of the figure of winnable deals by players and suits: the share of deals that can be
    won, for one number of players and of suits.
    """

    game: str
    deals: int
    winnable: Annotated[Interval, Column("winnable, %", 3)]
    not_winnable: int
    undecided: int


class LostRow(NamedTuple):
    """A row of the figure of reasons: how many deals cannot be won for one reason, such as lack of
    time.
    """

    game: str
    reason: str
    deals: int
    of_1000_deals: Annotated[float, Column(digits=3)]


class Along(NamedTuple):
    """A row of the figures by hand size and by clue tokens: the share of deals that can be won
    with one hand size, or with one number of tokens.
    """

    game: str
    place: Sequence[int]
    deals: int
    winnable: Annotated[Interval, Column("winnable, %", 3)]
    undecided: int


def _winnable() -> Figure:
    rows: list[WinnableRow] = []
    counts: list[Count] = []
    series: dict[str, list[tuple[str, Estimate]]] = {}
    for suits, variant in (("5 suits", "No Variant"), ("6 suits", counting.SIX)):
        for players in counting.PLAYERS:
            if count := counting.stored(players, variant):
                table, share = f"{players} players", count.share
                lost, undecided = count.not_winnable, len(count.undecided)
                rows.append(WinnableRow(f"{table}, {suits}", count.deals, share, lost, undecided))
                counts.append(count)
                series.setdefault(suits, []).append((table, share.drawn(count.deals)))
    return _figure(
        "winnable",
        "How many deals can be won",
        Rows(WinnableRow, rows),
        counts,
        note=f"{SHARES} Each winnable deal was won by the engine, move by move; each other one has "
        "a proof that it cannot be. Undecided deals count as lost at the lower end and as won at "
        "the upper one.",
        chart=dots(series, "% of deals that can be won"),
    )


def _reasons() -> Figure:
    rows: list[LostRow] = []
    series: dict[str, dict[str, float]] = {}
    counts = [count for players in counting.PLAYERS if (count := counting.stored(players))]
    for count in counts:
        table = f"{count.asked.players} players"
        lost = {words: count.lost.get(slug, 0) for slug, words in REASONS.items()}
        lost[SETTLED] = len(count.lost_exactly)
        shares = {words: 1000 * deals / count.deals for words, deals in lost.items()}
        rows += [LostRow(table, words, lost[words], shares[words]) for words in lost if lost[words]]
        series[table] = shares
    kept = [words for words in REASONS.values() if any(s[words] for s in series.values())]
    shown = {name: {words: shares[words] for words in kept} for name, shares in series.items()}
    return _figure(
        "reasons",
        "Why the others cannot be won",
        Rows(LostRow, rows),
        counts,
        note="The first proof that was found; a deal may have several. Each line is ten times the "
        "one below it.",
        chart=histograms(shown, "", "of 1000 deals", type="log", rangemode="normal", dtick=1),
    )


def _hands() -> Figure:
    counts = [(hand, count) for hand in counting.HANDS if (count := counting.stored(hand=hand))]
    return _along(
        "hands",
        "Two players with more or fewer cards in hand",
        "cards in a hand",
        {"2 players": counts},
        "A hand is the only room there is for cards that cannot be played yet.",
    )


def _tokens() -> Figure:
    series = {
        f"{players} players": [
            (tokens, count)
            for tokens in counting.TOKENS
            if (count := counting.stored(players, tokens=tokens))
        ]
        for players in counting.PLAYERS
    }
    return _along(
        "tokens",
        "With fewer clue tokens",
        "clue tokens, at the start and at most",
        series,
        "Those who see everything need clues only to pass the turn.",
    )


def _along(
    name: str,
    title: str,
    axis: str,
    series: Mapping[str, Sequence[tuple[int, Count]]],
    note: str,
) -> Figure:
    rows = [
        Along(label, [place], count.deals, count.share, len(count.undecided))
        for label, counts in series.items()
        for place, count in counts
    ]
    lines = {
        label: [(float(place), count.share.drawn(count.deals)) for place, count in counts]
        for label, counts in series.items()
    }
    return _figure(
        name,
        title,
        Rows(Along, rows, {"place": [axis]}),
        [count for counts in series.values() for _, count in counts],
        note=f"{note} {SHARES}",
        chart=means_along(lines, axis, "% of deals that can be won", across={"dtick": 1}),
    )


def _figure(
    name: str,
    title: str,
    table: Rows[Any],
    counts: Sequence[Count],
    *,
    note: str,
    chart: Chart,
) -> Figure:
    return Figure(
        name=name,
        title=title,
        table=table,
        games=sum(count.deals for count in counts),
        note=note,
        **chart,
        command=_command(counts),
        seed=counts[0].asked.seed if counts else "",
    )


def _command(counts: Sequence[Count]) -> str:
    if not counts:
        return ""
    games = {count.deals for count in counts}
    exact = any(count.won_exactly or count.lost_exactly for count in counts)
    words = command_of([count.asked for count in counts])
    many = games.pop() if len(games) == 1 else "GAMES"
    return f"{words} --games {many}{' --exact' if exact else ''}"
