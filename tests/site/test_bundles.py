"""Modules and style sheets that are served as one file."""

from __future__ import annotations

import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from django.conf import settings

from hanabi_site.pages import bundles

ROOT = Path(settings.BASE_DIR) / "static"


@pytest.fixture
def static(tmp_path: Path) -> Path:
    for folder in ("js/table", "css"):
        (tmp_path / "static" / folder).mkdir(parents=True)
    return tmp_path / "static"


def write(static: Path, **modules: str) -> None:
    for name, text in modules.items():
        (static / "js" / f"{name}.js").write_text(text)


def test_a_module_comes_after_those_that_it_imports_and_each_comes_once(static: Path) -> None:
    write(
        static,
        a='import { b } from "hanabi/b";\nimport { c } from "hanabi/c";\nb(c);\n',
        b='import { c } from "hanabi/c";\nexport function b() {\n  return c;\n}\n',
        c="/** Said\n * of c. */\nexport const c = 1; // kept\n",
    )
    text = bundles.script(static, "a")
    assert re.findall(r'^made\["(\w)"\]', text, re.MULTILINE) == ["c", "b", "a"]
    assert "Said" not in text
    assert "import" not in text
    assert 'const { c } = made["c"];' in text
    assert "return { c };" in text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('import { a } from "hanabi/a";', "a imports itself by way of a"),
        ('import { x } from "hanabi/x";', "There is no module x"),
        ('import x from "hanabi/a";', "not bundled: import x"),
        ('import { x } from "./x.js";', "not bundled: import { x }"),
        ("export default 1;", "not bundled: export default"),
        ("export let x = 1;", "not bundled: export let"),
    ],
)
def test_a_form_that_is_not_understood_is_refused(static: Path, text: str, why: str) -> None:
    write(static, a=text + "\n")
    with pytest.raises(bundles.BundleError, match=re.escape(why)):
        bundles.script(static, "a")


def test_sheets_are_put_where_they_are_imported(static: Path) -> None:
    (static / "css" / "all.css").write_text('@import "one.css";\np {}\n')
    (static / "css" / "one.css").write_text("a {}\n")
    assert bundles.sheet(static, "all").split() == ["a", "{}", "p", "{}"]
    with pytest.raises(bundles.BundleError, match="no style sheet two"):
        bundles.sheet(static, "two")


def test_a_bundle_is_made_anew_when_a_module_in_it_changes(
    static: Path, settings: pytest.FixtureRequest
) -> None:
    settings.BASE_DIR = static.parent
    write(static, a='import { b } from "hanabi/b";\nb();\n', b="export function b() {}\n")
    finder = bundles.BundleFinder()
    place = Path(finder.find("bundled/a.js"))
    assert finder.find("bundled/a.js", find_all=True) == [str(place)]
    write(static, b="export function b() {\n  return 2;\n}\n")
    later = place.stat().st_mtime_ns + 10**9
    os.utime(static / "js" / "b.js", ns=(later, later))
    assert "return 2;" in Path(finder.find("bundled/a.js")).read_text()


@pytest.mark.parametrize(
    "path", ["bundled/nowhere.js", "bundled/../js/copy.js", "js/copy.js", "bundled/table.txt"]
)
def test_other_paths_are_none_of_its_business(path: str) -> None:
    assert bundles.BundleFinder().find(path) == []


@pytest.mark.long
def test_what_a_page_asks_for_at_once_is_all_there_and_whole() -> None:
    """The first page of a server that just started asks for its files by several threads."""
    root = Path(settings.BASE_DIR) / "static"
    together = Barrier(8)

    def find(_: int) -> str:
        together.wait()
        return Path(bundles.BundleFinder().find("bundled/common.css")).read_text()

    for _ in range(20):
        bundles._folder_for.cache_clear()
        with ThreadPoolExecutor(8) as threads:
            assert set(threads.map(find, range(8))) == {bundles.sheet(root, "common")}


def test_every_bundle_that_a_page_asks_for_can_be_made() -> None:
    paths = bundles.named_in(Path(settings.BASE_DIR) / "templates")
    assert {"bundled/table/element.js", "bundled/common.css"} <= paths
    for path in paths:
        folder, bundle = bundles.KINDS[Path(path).suffix]
        assert (ROOT / folder / path.removeprefix("bundled/")).is_file()
        assert bundle(ROOT, path.removeprefix("bundled/").rsplit(".", 1)[0])


def test_a_page_asks_for_no_module_that_imports_others_but_as_a_bundle() -> None:
    for file in (Path(settings.BASE_DIR) / "templates").rglob("*.html"):
        for name in re.findall(r"static '(js/[\w/]+\.js)'", file.read_text()):
            assert '"hanabi/' not in (ROOT / name).read_text(), (file.name, name)


def test_a_bundle_is_functions_that_give_what_modules_export(static: Path) -> None:
    write(
        static,
        a='import { b as two, C } from "hanabi/b";\nimport "hanabi/c";\ntwo(C);\n',
        b="export async function b() {}\n// A note.\nexport class C {}\n",
        c="let quiet = 1;\n",
    )
    assert bundles.script(static, "a") == (
        "const made = {};\n"
        'made["b"] = (() => {\nasync function b() {}\nclass C {}\nreturn { b, C };\n})();\n'
        'made["c"] = (() => {\nlet quiet = 1;\n})();\n'
        'made["a"] = (() => {\nconst { b: two, C } = made["b"];\n\ntwo(C);\n})();'
    )


def test_what_cannot_be_bundled_is_refused_in_whole_sentences(static: Path) -> None:
    write(static, a="function a() {}\n  export { a };\n", b='import "hanabi/nowhere";\n')
    write(static, d='import "hanabi/e";\n', e='import "hanabi/d";\n')
    for ask, entry, why in (
        (bundles.script, "a", "a has a form that is not bundled: export { a };"),
        (bundles.script, "b", "There is no module nowhere."),
        (bundles.script, "d", "d imports itself by way of d, e."),
        (bundles.sheet, "c", "There is no style sheet c."),
    ):
        with pytest.raises(bundles.BundleError) as refusal:
            ask(static, entry)
        assert str(refusal.value) == why


def test_every_bundle_that_a_page_names_is_collected() -> None:
    named = [path for path, _ in bundles.BundleFinder().list([])]
    assert named == sorted(bundles.named_in(Path(settings.BASE_DIR) / "templates"))
    assert "bundled/common.css" in named
