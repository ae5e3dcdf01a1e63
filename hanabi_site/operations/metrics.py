"""`/metrics` for Prometheus: metrics of the process and the database, for clients with a token."""

import hmac
import time
from collections.abc import Callable, Iterator

from django.conf import settings
from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET
from django_tasks_db.models import DBTaskResult
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from game.live import presence, runner
from game.models import Table

PAGES = Histogram(
    "hanabi_page_seconds",
    "From a request to its answer.",
    ["view"],
    buckets=(0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10),
)
ERRORS = Counter("hanabi_page_errors_total", "Requests that failed by a fault of ours.", ["view"])


def middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Return a middleware that records the duration and the server errors of pages in Prometheus
    metrics, labelled by the name of the view, not by URL.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        match = request.resolver_match
        view = match.view_name if match is not None else "none"
        PAGES.labels(view).observe(time.perf_counter() - began)
        if response.status_code >= 500:
            ERRORS.labels(view).inc()
        return response

    return answer


class Now(Collector):
    """Prometheus collector of gauges that are computed when `/metrics` is requested."""

    def describe(self) -> list[GaugeMetricFamily]:
        """Return an empty list, so that registering this collector does not query the database."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the gauges of this process, then those of the whole site."""
        gauge = GaugeMetricFamily
        yield gauge("hanabi_sockets", "Open here.", value=presence.sockets_open())
        yield gauge("hanabi_tables_watched", "With a socket here.", value=presence.tables_open())
        yield gauge("hanabi_tables_of_agents", "Agents move here.", value=runner.tables_at_work())
        try:
            yield from self._of_the_site()
        except Error:
            yield gauge("hanabi_database_up", "1 while it answers.", value=0)
        else:
            yield gauge("hanabi_database_up", "1 while it answers.", value=1)

    @staticmethod
    def _of_the_site() -> Iterator[GaugeMetricFamily]:
        tables = GaugeMetricFamily("hanabi_tables", "In the database.", labels=["status"])
        for status in Table.Status.values:
            tables.add_metric([status], Table.objects.filter(status=status).count())
        waiting = DBTaskResult.objects.ready().count()
        yield tables
        yield GaugeMetricFamily("hanabi_tasks_waiting", "For the worker.", value=waiting)


REGISTRY.register(Now())


@require_GET
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics in Prometheus's text format, if the request sends the token METRICS_TOKEN
    (`Authorization: Bearer …`).

    Raises Http404 for any other token, and for every request if no token is configured.
    """
    wanted = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not wanted or not hmac.compare_digest(given.encode(), wanted.encode()):
        raise Http404
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)
