"""What code promises where it is declared: what functions take if nothing is said, how
long what is stored may be, and by which methods a page is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from inspect import Parameter, isclass, isfunction, signature, unwrap
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import RequestFactory
from django.urls import URLPattern

from analysis.urls import urlpatterns
from tests.kept import as_text, same_as_kept
from tests.site.test_numbers_kept import modules

PLAIN = (bool, int, float, str, tuple, type(None))


def own(room: str) -> Iterator[tuple[str, Any]]:
    """Every function and class by its name, methods too."""
    for module in modules(room):
        for name, value in vars(module).items():
            if getattr(value, "__module__", "") != module.__name__:
                continue
            yield f"{module.__name__}.{name}", value
            for part, method in vars(value).items() if isclass(value) else ():
                plain = method.__func__ if isinstance(method, classmethod) else method
                if isfunction(plain) and plain.__code__.co_filename == module.__file__:
                    yield f"{module.__name__}.{name}.{part}", plain


def defaults(function: Callable[..., Any]) -> dict[str, str]:
    taken = signature(unwrap(function)).parameters.values()
    return {
        one.name: repr(one.default)
        for one in taken
        if one.default is not Parameter.empty and isinstance(one.default, PLAIN)
    }


def defaults_of_fields(made: Any) -> dict[str, str]:
    if is_dataclass(made):
        found = {one.name: one.default for one in fields(made) if one.default is not MISSING}
    else:
        given = made.__struct_defaults__
        taken = made.__struct_fields__[len(made.__struct_fields__) - len(given) :]
        found = dict(zip(taken, given, strict=True))
    return {name: repr(value) for name, value in found.items() if isinstance(value, PLAIN)}


def is_record(value: Any) -> bool:
    return isclass(value) and (is_dataclass(value) or issubclass(value, msgspec.Struct))


@pytest.mark.long
@pytest.mark.parametrize("room", ["analysis", "agents"])
def test_what_is_taken_if_nothing_is_said(room: str) -> None:
    found = {}
    for name, value in own(room):
        if is_record(value):
            found[name] = defaults_of_fields(value)
        elif callable(value) and not isclass(value):
            found[name] = defaults(value)
    told = {name: given for name, given in found.items() if given}
    assert same_as_kept(f"defaults/{room}", as_text(told))


@pytest.mark.parametrize("room", ["analysis", "game"])
def test_how_long_what_is_stored_may_be(room: str) -> None:
    found = {
        name: {one.name: one.max_length for one in value._meta.local_fields if one.max_length}
        for name, value in own(room)
        if isclass(value) and issubclass(value, Model) and not value._meta.abstract
    }
    assert same_as_kept(f"lengths/{room}", as_text(found))


def test_every_page_of_the_analysis_is_asked_for_by_the_methods_that_it_answers() -> None:
    """Nothing is done by a link that somebody only follows."""
    found = {}
    for pattern in urlpatterns:
        assert isinstance(pattern, URLPattern)
        asked = RequestFactory().generic("PATCH", "/")
        asked.user = User()
        names = pattern.pattern.converters
        answer = pattern.callback(asked, **dict.fromkeys(names, 1))
        found[str(pattern.pattern)] = (answer.status_code, answer.get("Allow"))
    assert all(status == 405 for status, _ in found.values()), found
    assert same_as_kept("methods", as_text({page: allow for page, (_, allow) in found.items()}))
