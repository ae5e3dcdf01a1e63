"""The operators' admin pages of people and their accounts, experiments and evaluation reports."""

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest

from analysis.models import Evaluation, Study
from analysis.people.access import forget
from analysis.studies.steps import set_open
from analysis.traces.tables import person_of
from game.admin import NoAdding
from game.live import broadcast
from game.models import Player, Seating, Table


class Forgetting(admin.ModelAdmin):  # type: ignore[type-arg]
    """Base of the admin pages of people and accounts: deleting one deletes all that the site has
    of the person, and the operator chooses whether their games stay without their name.
    """

    delete_confirmation_template = delete_selected_confirmation_template = "admin/forget.html"

    def delete_model(self, request: HttpRequest, obj: Player | User) -> None:
        """Delete a person with their account and, with `with_games` in the form, their games."""
        player = obj if isinstance(obj, Player) else Player.objects.filter(user=obj).first()
        if player is None:
            obj.delete()
        else:
            forget(person_of(player), keep_games="with_games" not in request.POST)

    def delete_queryset(self, request: HttpRequest, people: QuerySet[Player | User]) -> None:
        """Delete each of these people as `delete_model` does."""
        for one in people:
            self.delete_model(request, one)


@admin.register(Player)
class PlayerAdmin(NoAdding, Forgetting):
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


admin.site.unregister(User)


@admin.register(User)
class AccountAdmin(Forgetting, UserAdmin):  # type: ignore[type-arg]
    """Django's admin page of accounts; deleting one deletes its person too."""


@admin.register(Study)
class StudyAdmin(NoAdding, admin.ModelAdmin):  # type: ignore[type-arg]
    """The admin page of experiments: operators can close them and give them another owner. The
    design is read-only, because it is fixed once people take part; the seed, the groups and the
    codes are not shown.
    """

    list_display = ("slug", "title", "owner", "open", "named", "created")
    list_filter = ("open", "named")
    search_fields = ("slug", "title", "owner__name")
    fields = (
        *("slug", "title", "owner", "open", "created", "controller", "contact", "approval"),
        *("keep_until", "consent", "statements", "pool", "named", "games", "people"),
    )
    readonly_fields = tuple(name for name in fields if name != "owner")
    raw_id_fields = ("owner",)
    actions = ("close",)

    @admin.action(description="Close: nobody begins another game")
    def close(self, request: HttpRequest, studies: QuerySet[Study]) -> None:
        """Close the chosen experiments as their owners would."""
        chosen = studies.filter(open=True)
        messages.success(request, f"Closed: {', '.join(map(str, chosen)) or 'none'}.")
        for study in chosen:
            set_open(study, False)


@admin.register(Evaluation)
class EvaluationAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Admin page of the reports of the command `evaluate`: they can be viewed and deleted."""

    list_display = ("agent", "pool", "players", "scoring", "games", "made")
    list_filter = ("players", "scoring", "pool")
    search_fields = ("agent", "pool")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: only the command `evaluate` adds reports."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: reports cannot be edited."""
        return False
