"""Figures of winnable deals: by players and suits, by reason, by hand size and by clue tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from analysis.charts import dots, histograms, means_along, rows_height
from analysis.figures import Cell, Column, Figure
from analysis.papers.deals import stored_counts
from analysis.papers.deals.counting import Count, command_of
from analysis.statistics import Estimate
from native.solver.whole_deals import Proof

Z = 1.96
"""Standard errors in half a 95% interval."""
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
    """Return all figures of the page. Raises BadCount if a stored count is damaged."""
    return [_winnable(), _reasons(), _hands(), _tokens()]


def _winnable() -> Figure:
    rows: list[tuple[Cell, ...]] = []
    series: dict[str, list[tuple[str, Estimate]]] = {}
    for suits, variant in (("5 suits", "No Variant"), ("6 suits", stored_counts.SIX)):
        for players in stored_counts.PLAYERS:
            if count := stored_counts.usual(players, variant):
                rows.append(
                    (f"{players} players, {suits}", count.deals, *count.share,
                     count.not_winnable, len(count.undecided))
                )  # fmt: skip
                series.setdefault(suits, []).append((f"{players} players", _estimate(count)))
    traces, layout = dots(series, "% of deals that can be won")
    return _figure(
        "winnable",
        "How many deals can be won",
        [
            Column("game"), Column("deals"), Column("winnable, %", 3), Column("low", 3),
            Column("high", 3), Column("not winnable"), Column("undecided"),
        ],
        rows,
        [
            stored_counts.usual(players, variant)
            for players in stored_counts.PLAYERS
            for variant in ("No Variant", stored_counts.SIX)
        ],
        note=f"{SHARES} Each winnable deal was won by the engine, move by move; each other one has "
        "a proof that it cannot be. Undecided deals count as lost at the lower end and as won at "
        "the upper one.",
        drawing=(traces, layout),
        height=rows_height(4),
    )  # fmt: skip


def _reasons() -> Figure:
    rows: list[tuple[Cell, ...]] = []
    series: dict[str, dict[str, float]] = {}
    for players in stored_counts.PLAYERS:
        count = stored_counts.usual(players)
        if count is None:
            continue
        lost = {words: count.lost.get(slug, 0) for slug, words in REASONS.items()}
        lost[SETTLED] = len(count.lost_exactly)
        for words, deals in lost.items():
            if deals:
                rows.append((f"{players} players", words, deals, 1000 * deals / count.deals))
        series[f"{players} players"] = {
            words: 1000 * deals / count.deals for words, deals in lost.items()
        }
    kept = [words for words in REASONS.values() if any(s[words] for s in series.values())]
    shown = {name: {words: shares[words] for words in kept} for name, shares in series.items()}
    traces, layout = histograms(shown, "", "of 1000 deals")
    layout["yaxis"] |= {"type": "log", "rangemode": "normal", "dtick": 1}
    return _figure(
        "reasons",
        "Why the others cannot be won",
        [Column("game"), Column("reason"), Column("deals"), Column("of 1000 deals", 3)],
        rows,
        [stored_counts.usual(players) for players in stored_counts.PLAYERS],
        note="The first proof that was found; a deal may have several. Each line is ten times the "
        "one below it.",
        drawing=(traces, layout),
        height=320,
    )


def _hands() -> Figure:
    counts = [
        (hand, count) for hand in stored_counts.HANDS if (count := stored_counts.with_hands(hand))
    ]
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
            for tokens in stored_counts.TOKENS
            if (count := stored_counts.with_tokens(players, tokens))
        ]
        for players in stored_counts.PLAYERS
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
    rows: list[tuple[Cell, ...]] = [
        (label, place, count.deals, *count.share, len(count.undecided))
        for label, counts in series.items()
        for place, count in counts
    ]
    lines = {
        label: [(float(place), _estimate(count)) for place, count in counts]
        for label, counts in series.items()
    }
    traces, layout = means_along(lines, axis, "% of deals that can be won")
    layout["xaxis"]["dtick"] = 1
    return _figure(
        name,
        title,
        [
            Column("game"), Column(axis), Column("deals"), Column("winnable, %", 3),
            Column("low", 3), Column("high", 3), Column("undecided"),
        ],
        rows,
        [count for counts in series.values() for _, count in counts],
        note=f"{note} {SHARES}",
        drawing=(traces, layout),
    )  # fmt: skip


def _figure(
    name: str,
    title: str,
    columns: Sequence[Column],
    rows: Sequence[Sequence[Cell]],
    counts: Iterable[Count | None],
    *,
    note: str,
    drawing: tuple[list[dict[str, object]], dict[str, object]],
    height: int = 360,
) -> Figure:
    known = [count for count in counts if count]
    return Figure(
        name=name,
        title=title,
        columns=columns,
        rows=rows,
        games=sum(count.deals for count in known),
        note=note,
        traces=drawing[0],
        layout=drawing[1],
        command=_command(known),
        seed=known[0].asked.seed if known else "",
        height=height,
    )


def _command(counts: Sequence[Count]) -> str:
    if not counts:
        return ""
    games = {count.deals for count in counts}
    exact = any(count.won_exactly or count.lost_exactly for count in counts)
    words = [command_of([count.asked for count in counts])]
    words.append(f"--games {games.pop() if len(games) == 1 else 'GAMES'}")
    return " ".join([*words, *(["--exact"] if exact else [])])


def _estimate(count: Count) -> Estimate:
    """Return the share with a symmetric interval for the chart; the table has the exact ends."""
    share, low, high = count.share
    return Estimate(share, (high - low) / 2 / Z, count.deals)
