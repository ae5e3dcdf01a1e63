"""Modules and style sheets that are served as one file."""

import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from django.conf import LazySettings, settings

from hanabi_site.pages import bundles, static_files

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
        ("const x = `\n  y`;", "spans lines"),
    ],
)
def test_an_unsupported_import_or_export_is_refused(static: Path, text: str, why: str) -> None:
    write(static, a=text + "\n")
    with pytest.raises(bundles.BundleError, match=re.escape(why)):
        bundles.script(static, "a")


def test_style_sheets_are_inlined_where_they_are_imported(static: Path) -> None:
    (static / "css" / "all.css").write_text('@import "one.css";\np {}\n')
    (static / "css" / "one.css").write_text("/* Links\nhere. */\na {} /* b */\n")
    assert bundles.sheet(static, "all").split() == ["a", "{}", "p", "{}"]
    with pytest.raises(bundles.BundleError, match="no style sheet two"):
        bundles.sheet(static, "two")


def test_a_bundle_is_rebuilt_when_a_module_in_it_changes(
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
def test_the_finder_of_bundles_ignores_other_paths(path: str) -> None:
    assert bundles.BundleFinder().find(path) == []


@pytest.mark.long
def test_files_built_by_several_threads_at_once_are_whole() -> None:
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


def test_modules_that_import_each_other_are_refused_with_their_names(static: Path) -> None:
    write(static, d='import "hanabi/e";\n', e='import "hanabi/d";\n')
    with pytest.raises(bundles.BundleError, match=r"^d imports itself by way of d, e\.$"):
        bundles.script(static, "d")


def test_every_bundle_that_a_page_names_is_collected() -> None:
    named = [path for path, _ in bundles.BundleFinder().list([])]
    assert named == sorted(bundles.named_in(Path(settings.BASE_DIR) / "templates"))
    assert "bundled/common.css" in named


@pytest.fixture
def source(tmp_path: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The one static file of a small site."""
    file = tmp_path / "source" / "a.css"
    file.parent.mkdir()
    file.write_text("a {}")
    settings.STATICFILES_DIRS = [str(file.parent)]
    settings.STATIC_ROOT = str(tmp_path / "root")
    finders = "django.contrib.staticfiles.finders.FileSystemFinder"
    settings.STATICFILES_FINDERS = [finders]
    return file


def collected(settings: LazySettings) -> list[str]:
    return [file.name for file in Path(settings.STATIC_ROOT).iterdir()]


def test_the_same_files_are_collected_once_and_nothing_is_said(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert static_files.collect() is True
    os.utime(source, (1, 1))
    assert static_files.collect() is False
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("change", ["text", "another", "name"])
def test_a_changed_file_is_collected(source: Path, settings: LazySettings, change: str) -> None:
    static_files.collect()
    if change == "text":
        source.write_text("a {color: red}")
    elif change == "name":
        source.rename(source.with_name("b.css"))
    else:
        source.with_name("b.css").write_text("b {}")
    assert static_files.collect()
    assert ("b.css" in collected(settings)) == (change != "text")


def test_an_interrupted_collection_is_repeated(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static_files.collect()
    source.write_text("changed")

    def full(*_: object, **__: object) -> None:
        raise OSError("No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(static_files, "call_command", full)
        with pytest.raises(OSError, match="No space"):
            static_files.collect()
    source.write_text("a {}")
    assert static_files.collect()


def test_another_packer_rebuilds_the_bundle(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    static_files.collect()
    monkeypatch.setattr(static_files, "version", lambda _: "99")
    assert static_files.collect()


TOKENS = (Path(__file__).parents[2] / "static/css/tokens.css").read_text()
TEXT, SHAPE = 4.5, 3.0
LIGHT, DARK = 0, 1

TEXT_ON = {
    "text": "ground panel raised back",
    "muted": "ground panel raised back",
    "accent": "panel",
    "on-accent": "accent",
    "cool": "ground panel raised",
    "good": "back",
    "bad": "panel raised",
}
SHAPES_ON = {"edge": "panel ground", "accent": "panel back", "cool": "panel", "bad": "panel"}
SUITS = sorted(set(re.findall(r"--(suit-\w)", TOKENS)))


def pairs(grounds: dict[str, str]) -> list[tuple[str, str]]:
    return [(shape, ground) for shape, names in grounds.items() for ground in names.split()]


def colour(name: str, theme: int) -> str:
    """The hexadecimal value of a token in a theme."""
    match = re.search(rf"--{name}: (?:light-dark\((#\w+), (#\w+)\)|(#\w+));", TOKENS)
    assert match, f"no colour --{name}"
    return match[3] or match[theme + 1]


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`, WCAG 2.2."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


themes = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


@themes
@pytest.mark.parametrize(("text", "ground"), pairs(TEXT_ON))
def test_text_has_enough_contrast(text: str, ground: str, theme: int) -> None:
    assert contrast(colour(text, theme), colour(ground, theme)) >= TEXT


@themes
@pytest.mark.parametrize(("shape", "ground"), pairs(SHAPES_ON))
def test_shapes_have_enough_contrast(shape: str, ground: str, theme: int) -> None:
    assert contrast(colour(shape, theme), colour(ground, theme)) >= SHAPE


@pytest.mark.parametrize("suit", SUITS)
def test_every_suit_carries_near_black_text(suit: str) -> None:
    assert contrast(colour("ink", DARK), colour(suit, DARK)) >= TEXT
