"""The documents of the clone, as pages of the site and as files on a forge."""

import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class
from django.test import Client

from game.board.terms import TERMS, by_form, figures
from hanabi_site.pages import docs
from hanabi_site.templatetags.site_tags import linked

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
FILES = sorted((ROOT / "docs").glob("*.md"))
CALL = re.compile(r"(?:manage\.py|hanabi-manage) ([a-z]\w*)([^`|#\n]*)")
ROOMS = ("native", "agents", "game", "analysis")
DJANGOS = {"management", "migrations"}
"""Folders of a room that every Django project has."""


def test_every_document_is_a_page_that_leads_to_all_others(client: Client) -> None:
    for page in docs.pages():
        shown = client.get(page.url)
        assert shown.status_code == 200
        for other in docs.pages():
            assert f'href="{other.url}"' in shown.content.decode()


@pytest.mark.long
def test_every_address_in_a_page_answers(client: Client) -> None:
    for page in docs.pages():
        for address in re.findall(r'(?:href|src)="(/[^"#]*)', page.html):
            assert client.get(address, follow=True).status_code == 200, f"{page.name}: {address}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_documents_links_lead_to_files_beside_it(file: Path) -> None:
    for link in LINK.findall(file.read_text()):
        if "://" not in link and not link.startswith("/"):
            assert (file.parent / link).is_file(), link


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_document_names_only_files_that_are_there(file: Path) -> None:
    tops = "native|agents|game|analysis|hanabi_site|tests|templates|static|docs|deploy|hanabi_lab"
    for path in re.findall(rf"`((?:{tops})/[\w./-]*)`", file.read_text()):
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize("file", [ROOT / "README.md", *FILES], ids=lambda file: file.stem)
def test_every_call_in_a_document_names_a_command_and_its_options(file: Path) -> None:
    text = file.read_text()
    owners = get_commands()
    for name, arguments in CALL.findall(text):
        assert name in owners, f"manage.py {name}"
        parser = load_command_class(owners[name], name).create_parser("manage.py", name)
        for option in re.findall(r"(?<!\S)--[\w-]+", arguments):
            assert option in parser._option_string_actions, f"manage.py {name} {option}"
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for target in re.findall(r"`make ([a-z][\w-]*)", text):
        assert target in targets, f"make {target}"
    for module in re.findall(r"python -m ([\w.]+)", text):
        assert find_spec(module), f"python -m {module}"
    for path in re.findall(r"pytest (?:-q )?(tests/[\w/.]+)", text):
        assert (ROOT / path).exists() or file.stem == "contributing", path


def test_the_architecture_names_every_folder_of_a_room_once() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    named = re.findall(r"^\| `([\w/]+)` \|", text, re.MULTILINE)
    tracked = subprocess.run(
        ["git", "ls-files", *ROOMS], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    folders = {"/".join(path.split("/")[:2]) for path in tracked if path.count("/") > 1}
    there = sorted(folder for folder in folders if folder.split("/")[1] not in DJANGOS)
    assert sorted(name for name in named if name.split("/")[0] in ROOMS) == there


@pytest.mark.parametrize(
    "address", ["/docs/nowhere/", "/docs/img/nothing.svg", "/docs/no/agent.py"]
)
def test_an_unknown_document_gets_a_page_with_a_message(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert "There is no" in answer.content.decode()


@pytest.mark.parametrize("address", ["img/..%2f..%2fmanage.py", "%2e%2e/manage.py", "./README.md"])
def test_a_file_outside_the_documents_is_not_served(client: Client, address: str) -> None:
    assert client.get(f"/docs/{address}").status_code == 404


def test_no_tracked_file_points_outside_the_repository() -> None:
    found = subprocess.run(
        ["git", "grep", "-lF", "../" + "shared"], cwd=ROOT, capture_output=True, text=True
    )
    assert found.stdout.split() == []


def test_a_page_is_called_by_its_first_heading_and_leads_to_files_of_the_site(
    tmp_path: Path,
) -> None:
    file = tmp_path / "one.md"
    file.write_text(
        "Before.\n\n# The *name*\n\n### Three\n\n#### Four\n\n[two](two.md#x) "
        "![layers](img/layers.svg)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n    code\n\n# Another\n"
    )
    page = docs._read(file)
    assert (page.name, page.title) == ("one", "The *name*")
    for part in (
        '<h3 id="three">',
        "<h4>Four",
        'href="/docs/two/#x"',
        'src="/docs/img/layers.svg"',
        '<div class="scroll" tabindex="0"><table class="figures">',
        "</table></div>",
        '<pre tabindex="0"><code>code',
    ):
        assert part in page.html


def test_documents_come_in_the_order_of_their_titles_after_the_first() -> None:
    first, *others = docs.pages()
    assert (first.name, others) == ("README", sorted(others, key=lambda page: page.title))


def test_no_two_terms_of_the_glossary_share_a_name() -> None:
    names = [term.name.lower() for term in TERMS]
    assert len(names) == len(set(names))
    forms = [form.lower() for term in TERMS for form in (term.name, *term.forms)]
    assert len(forms) == len(set(forms))


def test_the_first_occurrence_of_a_term_is_a_link() -> None:
    html = linked("<p>A clue touches cards. Another clue.</p>")
    assert html.count('href="/learn/glossary/#clue"') == 1
    assert html.startswith('<p>A <a class="term" href="/learn/glossary/#clue">clue</a>')


def test_the_longest_matching_term_is_linked_in_its_own_case() -> None:
    assert '#clue-token">Clue tokens</a>' in linked("<p>Clue tokens are shared.</p>")


@pytest.mark.parametrize(
    "html",
    [
        "<h2>Clue</h2>",
        '<a href="/">a clue</a>',
        "<button>Clue</button>",
        "<label>Clue <b>token</b></label>",
        '<p title="a clue">no word of it</p>',
        "<p>clueless</p>",
    ],
)
def test_terms_in_links_headings_controls_and_attributes_are_not_linked(html: str) -> None:
    assert linked(html) == html


def test_linking_terms_keeps_escaped_text_escaped() -> None:
    assert linked("<p>&lt;clue&gt;</p>").startswith("<p>&lt;<a ")


def test_every_glossary_link_leads_to_a_term(client: Client, db: None) -> None:
    page = client.get("/learn/glossary/").content.decode()
    ids = set(re.findall(r'<div id="([^"]+)"', page))
    assert ids == {term.slug for term in TERMS}
    assert {term.slug for term in by_form().values()} <= ids


@pytest.mark.long
def test_the_rules_link_their_words(client: Client, db: None) -> None:
    page = client.get("/learn/rules/").content.decode()
    for slug in ("clue", "strike", "chop", "last-round", "critical"):
        assert page.count(f'href="/learn/glossary/#{slug}"') == 1


def test_every_figure_of_the_board_has_its_formula(client: Client) -> None:
    told = client.get("/learn/figures.json").json()
    assert told == figures()
    assert {"pace", "efficiency", "turns left", "maximum score", "score", "strike"} <= set(told)
    assert all(text["means"] and text["formula"] for text in told.values())
