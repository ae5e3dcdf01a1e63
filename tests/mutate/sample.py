"""Changes drawn from everywhere: what the tests are worth as a whole."""

import random
from collections import defaultdict
from collections.abc import Callable, Mapping

from tests.mutate.mutation import Mutation


def sample(
    lines: Mapping[str, set[int]],
    mutations: Callable[[str, set[int]], list[Mutation]],
    size: int,
    seed: str,
) -> list[tuple[str, list[Mutation]]]:
    """At most ``size`` changes by file: one of each line drawn, all lines being equally likely."""
    draw = random.Random(seed)
    places = [(path, line) for path in sorted(lines) for line in sorted(lines[path])]
    draw.shuffle(places)
    drawn: dict[str, list[Mutation]] = defaultdict(list)
    for path, line in places:
        if size == sum(map(len, drawn.values())):
            break
        if choice := mutations(path, {line}):
            drawn[path].append(draw.choice(choice))
    return sorted(drawn.items())
