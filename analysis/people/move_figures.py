"""Figures about one person's moves: misplays, clues, tokens."""

from __future__ import annotations

from collections import Counter

from django.db.models import QuerySet

from analysis.charts import bars
from analysis.figures import Column, Figure
from analysis.models import TraceSeat
from analysis.people.style import wasted

NOTHING = "nothing new"
ONLY_OTHERS = "only of others"
HEIGHT = 280


def misplays(seats: QuerySet[TraceSeat]) -> Figure:
    """Plot the misplays by how risky they were, given everything the seat could know."""
    risks = [risk for row in seats.values_list("risks", flat=True) for risk in row]
    tenths = Counter(min(9, int(risk * 10)) for risk in risks)
    labels = {f"{tenth / 10:.1f}–{(tenth + 1) / 10:.1f}": tenths[tenth] for tenth in range(10)}
    traces, layout = bars(labels, "chance that the card was playable", "misplays")
    return Figure(
        name="misplays",
        title="Misplays by their risk",
        columns=[Column("chance to be playable"), Column("misplays")],
        rows=list(labels.items()) if risks else [("any", 0)],
        games=seats.count(),
        note="The exact chance before the move, counted over all deals of the hand that fit what "
        "the seat saw and knew; no convention is read into anybody's moves.",
        traces=traces if risks else (),
        layout=layout,
        height=HEIGHT,
    )


def tellings(seats: QuerySet[TraceSeat]) -> Figure:
    """Plot the clues by the number of touched cards about which they gave new information."""
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
    traces, layout = bars(labels, "what the clue newly told", "clues")
    return Figure(
        name="tellings",
        title="Clues by what they newly told",
        columns=[Column("newly told"), Column("clues"), Column("share", 3)],
        rows=[(label, count, count / clues if clues else None) for label, count in labels.items()],
        games=seats.count(),
        note="Cards that the clue touched and left fewer identities, by what the whole table knew. "
        "A clue may tell something of the other cards alone: what they are not.",
        traces=traces if clues else (),
        layout=layout,
        height=HEIGHT,
    )


def tokens(seats: QuerySet[TraceSeat]) -> Figure:
    """Plot the games by the number of clue tokens wasted in them."""
    rows = list(seats.values_list("lost_tokens", "idle_clues"))
    games = Counter(wasted([lost for lost, _ in rows], [idle for _, idle in rows]))
    labels = {count: games[count] for count in range(int(max(games, default=-1)) + 1)}
    traces, layout = bars(labels, "tokens wasted in the game", "games")
    return Figure(
        name="tokens",
        title="Clue tokens wasted",
        columns=[Column("tokens"), Column("games"), Column("share", 3)],
        rows=[(lost, count, count / len(rows)) for lost, count in labels.items()],
        games=len(rows),
        note="A token is wasted by a discard or a finished stack while all are there, and by a "
        "clue that tells nothing new.",
        traces=traces if any(labels) else (),
        layout={**layout, "xaxis": {**layout["xaxis"], "dtick": 1}},
        height=HEIGHT,
    )
