"""Admin pages for operators: close a table, rename or block a person.

The deal of a running game is not shown: operators play too.
"""

from contextlib import suppress

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from game.live import broadcast
from game.models import Player, Seating, Table
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
    fields = readonly_fields = ("index", "from_turn", "kind", "name", "address", "last_seen")
    extra = 0
    can_delete = False


@admin.register(Table)
class TableAdmin(NoAdding, admin.ModelAdmin):  # type: ignore[type-arg]
    """The admin page of tables, without their cards."""

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
            with suppress(Refused):  # It has ended or gone meanwhile.
                version = changes.close(slug, "The game was closed by an operator of the site.")
                broadcast.announce_sync(slug, version)
                closed += 1
        messages.success(request, f"Closed {closed} table{'' if closed == 1 else 's'}.")


@admin.register(Player)
class PlayerAdmin(NoAdding, admin.ModelAdmin):  # type: ignore[type-arg]
    """The admin page of people. Renaming a person also changes the name at unfinished tables, but
    not the alias of a person whose identity is hidden there.
    """

    list_display = ("name", "user", "created", "blocked", "named")
    list_filter = ("blocked", ("user", admin.EmptyFieldListFilter))
    search_fields = ("name", "user__username")
    fields = ("name", "blocked", "named", "user", "created")
    readonly_fields = ("user", "created")
    actions = ("block", "unblock")

    def save_model(self, request: HttpRequest, obj: Player, form: object, change: bool) -> None:
        """Save a person, rename them at unfinished tables if their name changed and, if they are
        blocked, close their sockets.
        """
        before = Player.objects.get(pk=obj.pk).name
        super().save_model(request, obj, form, change)
        if obj.name != before:
            seats = Seating.objects.exclude(table__status=Table.Status.FINISHED)
            seats = seats.filter(player=obj, blind=False)
            seats.filter(kind=Seating.Kind.PERSON).update(name=obj.name)
            seats.filter(sits_for=before).update(sits_for=obj.name)
        if obj.blocked:
            broadcast.disconnect_person(obj.pk)

    @admin.action(description="Block: they may look on, but not play")
    def block(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Block the chosen people and close their sockets."""
        players.update(blocked=True)
        for player in players:
            broadcast.disconnect_person(player.pk)

    @admin.action(description="Let them play again")
    def unblock(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Unblock the chosen people."""
        players.update(blocked=False)
