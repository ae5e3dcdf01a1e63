"""Send a strict Content-Security-Policy with every response.

No page has an inline script. `'self'` covers WebSockets to the same host too (CSP level 3,
§6.7.2.8). plotly.js exports a PNG through an image at a `blob:` URL, which only the site's own
scripts can create.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


def middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return a middleware that sets the Content-Security-Policy header of every response."""

    def add_policy(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response["Content-Security-Policy"] = POLICY
        return response

    return add_policy
