"""Counts an export again with nothing but the standard library: no code of the pages is used."""

import json
from collections import defaultdict
from collections.abc import Iterable
from statistics import mean


def means_with_people(lines: Iterable[bytes], scoring: str) -> dict[str, tuple[float, int, int]]:
    """By agent: mean of the people's means, games and people; finished games of two."""
    scores: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for line in lines:
        lab = json.loads(line)["lab"]
        kinds = {seat["kind"]: seat for seat in lab["seats"]}
        if set(kinds) != {"person", "agent"} or lab.get("end") in (None, "terminated"):
            continue
        address = kinds["agent"]["agent"]
        scores[address][kinds["person"]["name"]].append(lab[scoring])
    return {
        address: (mean(map(mean, people.values())), sum(map(len, people.values())), len(people))
        for address, people in scores.items()
    }
