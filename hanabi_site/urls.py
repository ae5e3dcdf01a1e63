"""URL patterns of the site, including those of each app."""

from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path
from django.utils.functional import lazy
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from analysis.views.challenge import evaluation_info
from hanabi_site.operations.health import healthz, readyz
from hanabi_site.operations.metrics import metrics
from hanabi_site.pages import docs, errors

admin.site.site_header = admin.site.site_title = "Hanabi Lab administration"
admin.site.index_title = "Site data"

urlpatterns = [
    path("", include("game.urls")),
    path("agents/", include("agents.urls")),
    path("analysis/", include("analysis.urls")),
    path("ah2ac2/evaluation-info/<str:key>", evaluation_info, name="evaluation_info"),
    path("docs/", docs.page, name="docs"),
    path("docs/<str:folder>/<str:name>", docs.file, name="docs_file"),
    path("docs/<slug:name>/", docs.page, name="docs_page"),
    path("admin/", admin.site.urls),
    # Pages that do not use base.html, such as the admin's, name no icon.
    path(
        "favicon.ico",
        require_safe(RedirectView.as_view(url=lazy(static, str)("img/mark.svg"))),
        name="favicon",
    ),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
]

handler400 = errors.bad_request
handler403 = errors.permission_denied
handler404 = errors.page_not_found
handler500 = errors.server_error
