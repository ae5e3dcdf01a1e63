"""The codes with which sockets are closed."""

import re
from pathlib import Path

from game import protocol


def test_the_browser_has_the_same_names_for_close_codes() -> None:
    text = Path("static/js/table/socket.js").read_text()
    known = re.findall(r"^const (CLOSE_\w+) = (\d+);$", text, re.MULTILINE)
    assert len(known) > 5
    assert all(getattr(protocol, name) == int(code) for name, code in known)


def test_a_server_may_send_every_code_that_it_closes_with() -> None:
    """RFC 6455: what an application says lies between 3000 and 4999; the rest is refused on the
    way out, and the socket would stay open."""
    codes = {
        name: code
        for name, code in vars(protocol).items()
        if name.startswith("CLOSE_") and name != "CLOSE_RESTART"
    }
    assert len(codes) > 5
    assert all(3000 <= code <= 4999 for code in codes.values())
