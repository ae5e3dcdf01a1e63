"""Send a strict Content-Security-Policy with every response.

No page has an inline script. `'self'` covers WebSockets to the same host too (CSP level 3,
§6.7.2.8). plotly.js makes a PNG of a drawing by way of an image at a `blob:` address, which only a
script of ours can have made.
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
    """Give every response the policy."""

    def add_policy(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response["Content-Security-Policy"] = POLICY
        return response

    return add_policy
