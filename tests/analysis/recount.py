"""Counts an export again with nothing but the standard library: no code of the pages is used."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from statistics import mean


def means_with_people(lines: Iterable[bytes], scoring: str) -> dict[str, tuple[float, int, int]]:
    """By agent: mean score with people, games and people; finished games of two."""
    scores: dict[str, list[int]] = defaultdict(list)
    people: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        lab = json.loads(line)["lab"]
        kinds = {seat["kind"]: seat for seat in lab["seats"]}
        if set(kinds) != {"person", "agent"} or lab.get("end") in (None, "terminated"):
            continue
        address = kinds["agent"]["agent"]
        scores[address].append(lab[scoring])
        people[address].add(kinds["person"]["name"])
    return {a: (mean(found), len(found), len(people[a])) for a, found in scores.items()}
