"""Archives of schema 1, as earlier versions wrote them, in the names of today.

Schema 1 called an alphabet `rules` and an algorithm `variant`, and gave the tallies by position,
their names once for all in `tally_fields`.
"""

from __future__ import annotations

from typing import Any

from agents.archives.errors import BadArchive

Plain = dict[str, Any]


def renamed(archive: Plain) -> Plain:
    """The plain JSON of schema 1 as that of schema 2. What has another shape than it should is
    left as it is, for the types to refuse. Raises BadArchive for tallies without their names."""
    fields = archive.get("tally_fields")
    named = archive | {
        "schema": 2,
        "setting": _with_key(archive.get("setting"), "rules", "alphabet"),
        "recipe": _with_key(archive.get("recipe"), "variant", "algorithm"),
        "best": _with_names(archive.get("best"), fields),
    }
    if isinstance(cells := archive.get("cells"), list):
        named["cells"] = [_with_names(cell, fields) for cell in cells]
    return {key: value for key, value in named.items() if key != "tally_fields"}


def _with_key(part: Any, old: str, new: str) -> Any:
    if not isinstance(part, dict):
        return part
    return {new if key == old else key: value for key, value in part.items()}


def _with_names(part: Any, fields: Any) -> Any:
    """A cell, or the best, with the tallies of its measurements by name."""
    if not isinstance(part, dict):
        return part
    return {key: _named(value, fields) for key, value in part.items()}


def _named(measurement: Any, fields: Any) -> Any:
    if not isinstance(measurement, dict) or not isinstance(measurement.get("tally"), list):
        return measurement
    tally = measurement["tally"]
    if not isinstance(fields, list) or len(fields) != len(tally):
        raise BadArchive("tally_fields must name every sum of every tally.")
    return measurement | {"tally": dict(zip(map(str, fields), tally, strict=True))}
