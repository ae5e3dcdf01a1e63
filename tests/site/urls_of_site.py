"""The site for `urllib`: Django answers in this process, with cookies, forms and all."""

from __future__ import annotations

from http.client import HTTPMessage
from io import BytesIO
from urllib.request import HTTPHandler, Request
from urllib.response import addinfourl

from django.test import Client

URL = "http://testserver"


class InThisProcess(HTTPHandler):
    """For `build_opener`; it remembers what was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Request] = []

    def http_open(self, request: Request) -> addinfourl:
        """A page, as the site's own tests get it, but with its checks of forms."""
        self.asked.append(request)
        answer = Client(enforce_csrf_checks=True).generic(
            request.get_method(),
            request.selector,
            bytes(request.data or b""),  # type: ignore[arg-type]
            content_type="application/x-www-form-urlencoded",
            headers=dict(request.header_items()),
        )
        headers = HTTPMessage()
        for name, value in answer.headers.items():
            headers.add_header(name, value)
        for morsel in answer.cookies.values():
            headers.add_header("Set-Cookie", morsel.OutputString())
        page = addinfourl(BytesIO(answer.content), headers, request.full_url, answer.status_code)
        page.msg = answer.reason_phrase  # type: ignore[attr-defined]
        return page
