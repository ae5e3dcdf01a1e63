"""Send a strict Content-Security-Policy with every response.

The one inline script is the import map, which must carry the request's nonce. `'self'` covers
WebSockets to the same host too (CSP level 3, §6.7.2.8). plotly.js makes a PNG of a drawing by way
of an image at a `blob:` address, which only a script of ours can have made.
"""

import secrets
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

POLICY = (
    "default-src 'self'; script-src 'self' 'nonce-{nonce}'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


def middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Give the request a fresh `csp_nonce` and the response the policy that allows it."""

    def add_policy(request: HttpRequest) -> HttpResponseBase:
        request.csp_nonce = secrets.token_urlsafe(16)  # type: ignore[attr-defined]
        response = get_response(request)
        response["Content-Security-Policy"] = POLICY.format(nonce=request.csp_nonce)  # type: ignore[attr-defined]
        return response

    return add_policy
