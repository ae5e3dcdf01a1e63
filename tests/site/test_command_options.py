"""What every command takes: options with their types, choices and defaults, as scripts rely on."""

from __future__ import annotations

import os
import re
from argparse import Action
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from tests.kept import same_as_kept

ROOMS = ("agents", "analysis", "game", "hanabi_site")
USUAL = {"help", "settings", "pythonpath", "verbosity", "traceback", "no_color", "force_color"}
USUAL |= {"skip_checks"}

OPTIONS = """
action_agreement
  run
  --games int = 10
  --seed = 1
  --threads int
  --executor = threads
  --scheduler =
  --json

agent_token
  name
  --pool =
  --players + int = 2
  --games int = 10
  --seed = 1

backup
  file Path

check_archive
  run
  --games int = 1000
  --seed = check
  --threads int = processors
  --json

check_rules
  file
  --json

check_statistics
  --times int = 4000
  --seed int = 1

corresponding
  run
  other
  --games int = 1000
  --recorded int = 10
  --seed = 1
  --threads int
  --executor = threads
  --scheduler =
  --json

crossplay
  run
  --games int = 400
  --threads int
  --executor = threads
  --scheduler =
  --json

deals
  --players int = 2
  --variant = No Variant
  --tokens int = 8
  --hand int
  --games int = 10000
  --seed = 1
  --budget int = 4000000
  --threads int = processors
  --keep Path
  --exact
  --deal int
  --json

demo

empathy
  file
  --json

evaluate
  agent
  --pool = pool:literature7
  --games int = 1000
  --seed = 1
  --scoring stacks|zero = stacks
  --players int = 2
  --session int = 1
  --shown int = 0
  --threads int = processors
  --keep
  --rows
  --json

evolve
  --run required
  --individuals int
  --initial int
  --seed
  --algorithm/--variant
  --players int
  --alphabet/--rules
  --mode
  --scoring
  --measures names
  --grid sides
  --games int
  --batch int
  --threads int
  --executor = threads
  --scheduler =
  --resume
  --json

export_archive
  run
  --format csv|json = json

export_traces
  file ? = -
  --schema
  --train int = 0
  --seed = 1
  --collection =
  --players =
  --variant =
  --help-level =
  --agent =
  --agent-version =
  --since =
  --until =

families
  --dry-run
  --anew
  --threads int = processors

figure
  address
  name
  --format csv|json = csv
  --player int

found_again
  run
  --games int = 40000
  --threads int = processors

freeze_pool
  pool
  version int

hcic
  name
  --source
  --games int
  --steps int
  --seed
  --size
  --batch int
  --rate float
  --device
  --resume
  --json

import_archive
  file
  --run required
  --population =
  --threads int
  --players int
  --alphabet/--rules
  --mode
  --scoring
  --measures names
  --grid sides

import_traces
  files *
  --tables
  --public
  --rules standard|stacks|hanab-live|hanabidata
  --json

likeness
  files +
  --agents +
  --seed = 0
  --json

load_test
  --tables int = 20
  --seconds float = 30
  --pace float = 2.0
  --bots float = 0.5
  --agent = conv:expert
  --onlookers int = 0
  --crowd int = 0
  --readers int = 0
  --processes int = 1
  --finished int = 0
  --url =
  --seed = load
  --json

measure_perfect
  --games int = 100000
  --seed = perfect
  --out Path = measured.json
  --json

mine_puzzles
  files * = hanabidata.tar.xz
  --seed = puzzles
  --games int = 2040
  --wanted int = 200
  --out Path = puzzles.json
  --check

mwum
  name
  --agent
  --games int
  --seed
  --eta float
  --players int
  --block int
  --bucketed/--no-bucketed
  --shaped/--no-shaped
  --visits/--no-visits
  --episode int
  --penalty float
  --epsilon float
  --decay float
  --least float
  --plateau int
  --resume
  --json

named_agents
  run
  --games int = 40
  --own-games int = 2000
  --rounds int = 5
  --anew

perfect
  strategy priority|oldest|clue-limited|colour-first|number-first|clue-cost|careful|foresight
  --games int = 10000
  --players int = 2
  --seed = 1
  --reading seed|official = official
  --threads int = processors
  --clue-cost float
  --json

prepare

profiles

reduced_games
  --players int = 2
  --suits int = 3
  --ranks int
  --copies = 2,2,1
  --hand int = 3
  --hints int = 3
  --games int = 100000
  --seed = 1
  --reading = official
  --deviations/--slips
  --threads int = processors
  --perfect-only
  --json

replay
  files +
  --rules standard|stacks|hanab-live|hanabidata
  --hindsight
  --outlook
  --json

restore
  file Path
  --replace

rules

runserver
  address ? = 8000

schemas
  name agent|archive|position|table|trace

scores
  --games int = 20000
  --seed = scores

serve
  --host = 127.0.0.1
  --port int = 8000
  --study

ship_learners
  names +

similarity
  run
  --games int = 10
  --seed = 1
  --threads int
  --executor = threads
  --scheduler =
  --json

simulate
  agents +
  --games int = 10000
  --first int = 0
  --players int
  --seed = 0
  --threads int = processors
  --faithful
  --clean
  --json

soak
  --kills int = 20
  --tables int = 6
  --processes int = 1
  --database =
  --redis =
  --seed = soak

standings
  protocol
  agents *
  --field
  --lines
  --store
  --scoring stacks|zero = zero
  --threads int = processors

strangers
  learners mwum|learning
  --games int = 1000
  --seed = strangers
  --dry-run

tidy

train
  name
  --algorithm
  --players int
  --turns int
  --seed
  --schedule
  --goir/--no-goir
  --credit
  --belief
  --hcic
  --reward
  --kept int
  --hidden int
  --device
  --precision
  --cards/--no-cards
  --colours/--no-colours
  --advice
  --resume
  --json

train_human
  files +
  --passes int = 8
  --seed = 1
  --folds int = 5
  --write

tune_conv
  level expert|beginner|human
  --players int 2|3|4|5|6 = 3
  --steps int = 40
  --pairs int = 150
  --games int = 60
  --seed = 1
  --threads int = 1
  --state Path
  --write

tune_wary
  --trials int = 8000
  --begin = elite:improved-2/9,19
  --games int = 400
  --seed = 1
  --state Path
  --write

winnable
  --players int = 2
  --suits int = 3
  --ranks int
  --copies = 2,2,1
  --hand int = 3
  --hints int = 3
  --games int = 100000
  --seed = 1
  --reading = official
  --deviations/--slips
  --threads int = processors
  --perfect-only
  --json

with_people
  agents +
  --players int 2|3|4|5 = 2
  --games int = 1000
  --seed = with-people
"""
"""A command, then its options: type, choices, and after `=` the default where there is one."""

TAKEN = {
    name: set(filter(None, options.split("\n  ")))
    for name, _, options in (part.partition("\n  ") for part in OPTIONS.strip().split("\n\n"))
}


ABOUT = {name: load_command_class(get_commands()[name], name).help for name in TAKEN}
"""Read before any test changes what there is."""


def options_of(command: str) -> list[Action]:
    parser = load_command_class(get_commands()[command], command).create_parser("", command)
    return [
        one
        for one in parser._actions
        if one.dest not in USUAL and one.option_strings != ["--version"]
    ]


def told(option: Action) -> str:
    parts = ["/".join(option.option_strings) or option.dest]
    if option.nargs in ("*", "+", "?"):
        parts.append(str(option.nargs))
    if option.type:
        parts.append(option.type.__name__.strip("_"))  # type: ignore[union-attr]
    if option.choices:
        parts.append("|".join(map(str, option.choices)))
    if option.required and option.option_strings:
        parts.append("required")
    default = option.default
    if isinstance(default, list):
        default = " ".join(Path(str(one)).name for one in default)
    if isinstance(default, Path):
        default = default.name
    if default is not None and default is not False:
        processors = option.dest == "threads" and default == os.cpu_count()
        parts.append(f"= {'processors' if processors else default}".strip())
    return " ".join(parts)


def helped(option: Action) -> str:
    names = "/".join(option.option_strings) or option.dest
    called = option.metavar if isinstance(option.metavar, str) else ""
    return "  ".join(filter(None, (f"  {names}", called, option.help)))


def test_help_says_what_commands_do_and_what_their_options_mean() -> None:
    said = []
    for name in sorted(TAKEN):
        said.append("\n".join([f"{name}  {ABOUT[name]}", *map(helped, options_of(name))]))
    assert same_as_kept("help", "\n\n".join(said) + "\n")


def test_these_are_all_commands() -> None:
    ours = {name for name, room in get_commands().items() if str(room).split(".")[0] in ROOMS}
    assert ours == set(TAKEN)


@pytest.mark.parametrize("command", TAKEN)
def test_a_command_takes_these_options(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # More than any option has for another reason.
    monkeypatch.setattr(os, "cpu_count", lambda: 61)
    assert {told(option) for option in options_of(command)} == TAKEN[command]


@pytest.mark.parametrize("command", TAKEN)
def test_a_default_that_help_names_is_the_default(command: str) -> None:
    for option in options_of(command):
        named = re.search(r"\(([\w.:/, ]+)\)$", (option.help or "") % vars(option))
        stated = isinstance(option.default, int | float | str) and option.default != ""
        if named and stated and option.nargs != 0:
            assert named[1].replace(",", "") == str(option.default).replace(",", ""), option.dest
