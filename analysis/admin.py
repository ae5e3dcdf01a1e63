"""The operators' admin pages of experiments and evaluation reports."""

from django.contrib import admin
from django.http import HttpRequest

from analysis.models import Evaluation, Study


@admin.register(Study)
class StudyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Admin page of experiments: operators can close them and edit their texts; the pool and the
    seed are read-only.
    """

    list_display = ("slug", "title", "owner", "open", "named", "created")
    list_filter = ("open", "named")
    search_fields = ("slug", "title", "owner__name")
    readonly_fields = ("pool", "seed", "created")
    raw_id_fields = ("owner",)


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
