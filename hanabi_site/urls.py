"""Every address of the site; each room names its own."""

from django.contrib import admin
from django.urls import include, path

from hanabi_site import errors
from hanabi_site.health import healthz

urlpatterns = [
    path("", include("game.urls")),
    path("agents/", include("agents.urls")),
    path("analysis/", include("analysis.urls")),
    path("admin/", admin.site.urls),
    path("healthz", healthz),
]

handler400 = errors.bad_request
handler403 = errors.permission_denied
handler404 = errors.page_not_found
handler500 = errors.server_error
