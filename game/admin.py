"""Admin pages of tables, on which operators can close them.

Neither the deal nor a hidden partner is shown: operators play too.
"""

from contextlib import suppress

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from game.live import broadcast
from game.models import Seating, Table
from game.tables import changes
from game.tables.refusals import Refused


class NoAdding:
    """Mixin for admin pages of rows that only the site creates, such as tables and people."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: no operator adds a row."""
        return False


class SeatingInline(NoAdding, admin.TabularInline):  # type: ignore[type-arg]
    """The occupants of a table's seats on its admin page, read-only."""

    model = Seating
    fields = readonly_fields = ("index", "from_turn", "occupant", "name", "last_seen")
    extra = 0
    can_delete = False

    @admin.display
    def occupant(self, seat: Seating) -> str:
        """Return the agent's address, “person” or “empty”; “hidden” while the players may not know
        it.
        """
        return "hidden" if seat.blind else seat.address or seat.kind


@admin.register(Table)
class TableAdmin(NoAdding, admin.ModelAdmin):  # type: ignore[type-arg]
    """The admin page of tables, without their cards. Finished games are deleted only with a person
    (`analysis.admin`).
    """

    list_display = ("slug", "who", "status", "variant", "created", "listed")
    list_filter = ("status", "players", "listed", "drawn")
    search_fields = ("slug", "seatings__name")
    date_hierarchy = "created"
    fields = (
        *("slug", "status", "listed", "creator", "players", "variant", "scoring", "help"),
        *("created", "started", "finished", "ending", "stacks", "zero", "trouble"),
    )
    readonly_fields = tuple(name for name in fields if name != "listed")
    inlines = (SeatingInline,)
    actions = ("close",)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: no operator deletes a table; closing drops one that has not begun."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """Return the tables to list, with their seatings prefetched."""
        return super().get_queryset(request).prefetch_related("seatings")

    @admin.display
    def who(self, table: Table) -> str:
        """Return the names of all people and agents who have sat at a table, by seat and then
        turn.
        """
        rows = sorted(table.seatings.all(), key=lambda row: (row.index, row.from_turn))
        return ", ".join(row.name or "open" for row in rows)

    @admin.action(description="Close: end a running game, drop a table that has not begun")
    def close(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        """End the chosen unfinished tables, delete those never started, and notify the players."""
        slugs = list(tables.exclude(status=Table.Status.FINISHED).values_list("slug", flat=True))
        closed = 0
        for slug in slugs:
            with suppress(Refused):  # The game has ended or been deleted meanwhile.
                version = changes.close(slug, "The game was closed by an operator of the site.")
                broadcast.announce_sync(slug, version)
                closed += 1
        messages.success(request, f"Closed {closed} table{'' if closed == 1 else 's'}.")
