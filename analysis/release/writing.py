"""Write a data release as a folder: tables, datasheet, checksums, and machine-readable
descriptions.

`croissant.json` follows Croissant 1.0, `dataset_description.json` and the names of the tables
follow Psych-DS. Releases of the same games are byte-identical.
"""

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from analysis import checksums
from analysis.checksums import SUMS, sha256_of
from analysis.collections import COLLECTIONS
from analysis.models import Trace
from analysis.release import tables
from analysis.studies.consent import Consent
from analysis.tables import BadTable, Table, check, save

DESCRIPTION, CROISSANT = "dataset_description.json", "croissant.json"
SHEET = "README.md"
MEDIA = {".parquet": "application/vnd.apache.parquet", ".csv": "text/csv"}
NUMBERS = {
    *("players", "stacks", "zero", "strikes", "turns", "turn", "seat", "thinking_ms", "games"),
    *("discard_at_max", "stops_early", "puzzle", "right"),
}
REALS = {"stacks_sem", "zero_sem", "cost", "loss", "loss_error", "order"}
PROPERTIES = (
    *("citeAs", "conformsTo", "column", "data", "dataType", "examples", "extract", "field"),
    *("fileObject", "fileProperty", "fileSet", "format", "includes", "isLiveDataset"),
    *("jsonPath", "key", "md5", "parentField", "path", "recordSet", "references", "regex"),
    *("repeated", "replace", "separator", "source", "subField", "transform"),
)
VOCABULARY = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    **{name: f"cr:{name}" for name in PROPERTIES},
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
}
"""The JSON-LD context that Croissant 1.0 prescribes."""
ABOUT = (
    "Games of Hanabi between artificial partners, and of people where a licence or their consent "
    "allows it: every move with what the mover knew, thinking times and the agents' reasons; the "
    "scores of pairs of agents; and agents' answers to puzzles."
)

SHEET_TEXT = Path(__file__).with_name("datasheet.md").read_text()


def write(folder: Path, name: str, version: str, form: str = ".parquet") -> dict[str, int]:
    """Write a release to a new folder, and return the number of rows of each of its tables, by the
    table's name.

    `name` is the release's title and `version` its version, for the descriptions; `form` is the
    file ending of the tables, ".parquet" or ".csv". Raises BadTable if the folder is not empty,
    cannot be written, or there is no game to release; then nothing is left behind.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadTable(f"{folder} exists. A release needs a new folder.")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder.parent, prefix=".release-") as made:
            counts = _write(Path(made), name, version, form)
            if folder.exists():
                folder.rmdir()
            shutil.copytree(made, folder)
            folder.chmod(0o755)
    except OSError as error:
        raise BadTable(f"{folder} cannot be written: {error.strerror or error}.") from None
    return counts


def file_of(table: str, form: str) -> str:
    """Return the path, within a release, of the file with the table called `table`; `form` is its
    file ending, ".parquet" or ".csv".
    """
    return f"data/table-{table}_data{form}"


def _write(home: Path, name: str, version: str, form: str) -> dict[str, int]:
    (home / "data").mkdir()
    check(home / file_of("games", form))
    games: list[Table] = []

    def moves() -> Iterator[Table]:
        for these, their_moves in tables.played():
            games.append(these)
            yield their_moves

    written: dict[str, Iterable[Table]] = {
        "moves": moves(),
        "games": games,
        "matchups": [tables.matchups()],
        "puzzles": [tables.answers()],
    }
    counts = {table: save(home / file_of(table, form), parts) for table, parts in written.items()}
    licences = Counter(
        pair for part in games for pair in zip(part["collection"], part["licence"], strict=True)
    )
    left_out = Trace.objects.count() - counts["games"]
    sheet = _datasheet(name, version, form, counts, licences, left_out)
    (home / SHEET).write_text(sheet, encoding="utf-8")
    _json(home / DESCRIPTION, _description(name, version))
    files = [path.relative_to(home) for path in home.rglob("*") if path.is_file()]
    sums = {path: sha256_of(home / path) for path in sorted(map(Path.as_posix, files))}
    _json(home / CROISSANT, _croissant(name, version, form, licences, sums))
    sums[CROISSANT] = sha256_of(home / CROISSANT)
    checksums.write(home, sums)
    return counts


def _datasheet(
    name: str,
    version: str,
    form: str,
    counts: Mapping[str, int],
    licences: Mapping[tuple[str, str], int],
    left_out: int,
) -> str:
    sources = "".join(
        f"| {collection} | {games:,} | {licence} | {_credit(collection)} |\n"
        for (collection, licence), games in licences.items()
    )
    return SHEET_TEXT.format(
        name=name,
        version=version,
        about=ABOUT,
        sources=sources,
        left_out=f"{left_out:,} stored game{'s' if left_out != 1 else ''}",
        consents="".join(map(_consent, tables.consents())),
        sums=SUMS,
        columns="".join(_columns(table, file_of(table, form), counts[table]) for table in counts),
    )


def _consent(consent: Mapping[str, Any]) -> str:
    """Return what participants read and agreed to, as a section."""
    read = msgspec.convert(consent, Consent)
    facts = "".join(f"- {label}: {value}\n" for label, value in read.facts)
    ticked = "".join(f"- {statement}\n" for statement in (*read.statements, read.publication))
    text = f"{read.consent}\n\n{facts}\nTicked:\n\n{ticked}"
    return f"## Consent {consent['version']}\n\n{text}\n"


def _columns(table: str, file: str, rows: int) -> str:
    columns = tables.COLUMNS[table].items()
    lines = "".join(f"| `{column}` | {what} |\n" for column, what in columns)
    return f"\n## {file}\n\n{rows:,} rows.\n\n| column | what it is |\n|---|---|\n{lines}"


def _credit(collection: str) -> str:
    found = COLLECTIONS.get(collection)
    return f"{found.credit}, {found.url}" if found else "Hanabi Lab"


def _description(name: str, version: str) -> dict[str, Any]:
    meanings: dict[str, list[str]] = {}
    for table, columns in tables.COLUMNS.items():
        for column, what in columns.items():
            meanings.setdefault(column, []).append(f"{table}: {what}")
    return {
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "name": name,
        "version": version,
        "schemaVersion": "Psych-DS 1.4.0",
        "description": ABOUT,
        "variableMeasured": [
            {"@type": "PropertyValue", "name": column, "description": "; ".join(meant)}
            for column, meant in meanings.items()
        ],
    }


def _croissant(
    name: str,
    version: str,
    form: str,
    licences: Mapping[tuple[str, str], int],
    sums: Mapping[str, str],
) -> dict[str, Any]:
    credited = " ".join(f"{_credit(collection)}." for collection, _ in licences)
    return {
        "@context": VOCABULARY,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": name,
        "version": version,
        "description": ABOUT,
        "citeAs": f"The authors of Hanabi Lab. {name}, version {version}. {credited}",
        "license": sorted({licence for _, licence in licences}),
        "creator": {"@type": "Organization", "name": "Hanabi Lab"},
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": table,
                "name": table,
                "contentUrl": file_of(table, form),
                "encodingFormat": MEDIA[form],
                "sha256": sums[file_of(table, form)],
            }
            for table in tables.COLUMNS
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": f"{table}-rows",
                "name": f"{table}-rows",
                "field": [_field(table, column, what) for column, what in columns.items()],
            }
            for table, columns in tables.COLUMNS.items()
        ],
    }


def _field(table: str, column: str, what: str) -> dict[str, Any]:
    is_mean = table == "matchups" and column in ("stacks", "zero")
    kind = "Float" if column in REALS or is_mean else "Integer" if column in NUMBERS else "Text"
    return {
        "@type": "cr:Field",
        "@id": f"{table}-rows/{column}",
        "name": column,
        "description": what,
        "dataType": f"sc:{kind}",
        "source": {"fileObject": {"@id": table}, "extract": {"column": column}},
    }


def _json(file: Path, value: dict[str, Any]) -> None:
    file.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
