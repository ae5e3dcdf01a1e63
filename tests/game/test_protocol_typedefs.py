"""The browser's types of the protocol name the same fields as the server's."""

import re
from pathlib import Path

import msgspec
import pytest

from game import protocol
from hanabi_site.sockets.middleware import TRY_AGAIN_LATER

TEXT = Path("static/js/table/protocol.js").read_text()
BLOCK = re.compile(r"@typedef \{object\} (\w+)((?:\n \* @property .*)+)")
FIELD = re.compile(r"@property \{.*\} (\[?)(\w+)\]?$", re.MULTILINE)
TYPEDEFS = {name: FIELD.findall(body) for name, body in BLOCK.findall(TEXT)}


def test_the_big_ones_are_described() -> None:
    assert {"ShownCard", "Seat", "Legal", "LogEntry", "Ending", "ShownRules", "Frame"} <= set(
        TYPEDEFS
    )


@pytest.mark.parametrize("name", TYPEDEFS)
def test_a_typedef_has_the_fields_of_its_struct(name: str) -> None:
    struct = getattr(protocol, name)
    sent = {field.encode_name for field in msgspec.structs.fields(struct)}
    assert {field for _, field in TYPEDEFS[name]} == sent


@pytest.mark.parametrize("name", TYPEDEFS)
def test_a_field_that_may_be_left_out_is_marked_so(name: str) -> None:
    struct = getattr(protocol, name)
    if not struct.__struct_config__.omit_defaults:
        return
    optional = {field.encode_name for field in msgspec.structs.fields(struct) if not field.required}
    assert {field for bracket, field in TYPEDEFS[name] if bracket} == optional


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
    assert codes["CLOSE_AWAY"] == TRY_AGAIN_LATER
