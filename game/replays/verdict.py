"""One sentence about a finished game, for a person who played it."""

from statistics import fmean

from game.models import Player, Table
from game.tables import daily
from game.tables.people import FIRST_GAMES
from game.tables.state import TERMINATED, TableState, rules_of

ORDINALS = ("first", "second", "third")
GOOD, VERY_GOOD = 0.48, 0.72
"""One of a person's first games is called good from the share GOOD of the maximum score on, and
very good from VERY_GOOD on."""
ALIKE = 1.5
"""A game is called usual if its points differ by at most this much from the person's mean."""
REMEMBERED = 20
"""The most earlier games of the person with which a game is compared."""


def verdict(state: TableState, player: Player | None) -> str:
    """Return a sentence that says how good a finished game was, compared with the person's earlier
    ones except daily deals. Empty if the person did not play it, in experiments, and for games that
    were recorded or ended early. For a daily deal finished too late it says so.
    """
    table, most = state.table, rules_of(state.table).max_score
    if not table.pk or table.drawn or table.ending == TERMINATED or not state.was_here(player):
        return ""
    points, scored = table.points, f"{table.points} of {most}"
    mine = Table.objects.filter(seatings__player=player, status=Table.Status.FINISHED)
    before = list(mine.filter(finished__lt=table.finished).distinct().order_by("-finished"))
    kind = table.players, table.variant, None
    alike = [one for one in before if (one.players, one.variant, one.daily_id) == kind]
    earlier = [one.points for one in alike if one.ending != TERMINATED][:REMEMBERED]
    if table.daily and table.finished and table.finished >= daily.ends(table.daily.day):
        return "Your game was not over when the day ended, so it is not among the results."
    if points == most:
        return f"A perfect game: {scored}."
    best = ", your best so far" if earlier and points > max(earlier) else ""
    if len(before) < FIRST_GAMES and table.daily_id is None:
        praise = {points >= VERY_GOOD * most: "Very good for your", points < GOOD * most: "Your"}
        return f"{praise.get(True, 'Good for your')} {ORDINALS[len(before)]} game: {scored}{best}."
    if len(earlier) < FIRST_GAMES:
        return f"Your game: {scored}{best}."
    if best:
        return f"Your best so far: {scored}."
    usual = fmean(earlier)
    said = "About as usual" if abs(points - usual) <= ALIKE else "Better than usual"
    said = "Less than usual" if points < usual - ALIKE else said
    return f"{said}: {scored}; your last {len(earlier)} games had {usual:.1f} on average."
