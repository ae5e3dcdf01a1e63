"""The import map: every module by its name, at the address where it is served."""

import json
import re
from pathlib import Path

import pytest
from django.template import Context, Template
from django.test import RequestFactory


def rendered(nonce: str = "fresh") -> str:
    request = RequestFactory().get("/")
    request.csp_nonce = nonce
    return Template("{% load import_map %}{% import_map %}").render(Context({"request": request}))


@pytest.fixture
def scripts(tmp_path: Path, settings: pytest.FixtureRequest) -> Path:
    settings.BASE_DIR = tmp_path
    scripts = tmp_path / "static" / "js"
    (scripts / "board").mkdir(parents=True)
    return scripts


def test_every_module_has_a_name_and_an_address(scripts: Path) -> None:
    (scripts / "socket.js").touch()
    (scripts / "board" / "reducer.js").touch()
    (scripts / "notes.txt").touch()
    text = re.search(r">(.*)</script>", rendered(), re.DOTALL)
    assert text is not None
    assert json.loads(text[1]) == {
        "imports": {
            "hanabi/board/reducer": "/static/js/board/reducer.js",
            "hanabi/socket": "/static/js/socket.js",
        }
    }


def test_the_map_carries_the_nonce_of_its_page(scripts: Path) -> None:
    assert rendered("abc").startswith('<script type="importmap" nonce="abc">')


def test_a_file_name_cannot_end_the_script(scripts: Path) -> None:
    (scripts / "<").mkdir()
    (scripts / "<" / "script>.js").touch()
    assert rendered().count("</script>") == 1
