"""What was tried already: a line a change, so that an interrupted run loses nothing."""

import json
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

from tests.mutate.changed import ROOT
from tests.mutate.mutation import Mutation


class Remembered:
    """The changes that tests noticed, and those that certain tests did not."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._file.parent.mkdir(parents=True, exist_ok=True)
        lines = file.read_text().splitlines() if file.exists() else []
        self._known = {one["key"]: one for one in map(json.loads, lines)}

    def noticed(self, mutation: Mutation, tests: Sequence[str]) -> bool | None:
        """Whether tests noticed it; None if that is not known. What was not noticed is tried again
        once the tests have changed."""
        one = self._known.get(mutation.key)
        if one is None or not (one["noticed"] or one["tests"] == _digest(tests)):
            return None
        return bool(one["noticed"])

    def keep(self, mutation: Mutation, tests: Sequence[str], noticed: bool) -> None:
        one = {"key": mutation.key, "noticed": noticed, "tests": _digest(tests)}
        self._known[mutation.key] = one
        with self._file.open("a") as file:
            file.write(json.dumps(one) + "\n")


def _digest(tests: Sequence[str]) -> str:
    """Of the test files' texts, and of which tests of them were named."""
    paths = sorted({ROOT / test.split("::")[0] for test in tests})
    files = [file for path in paths for file in (sorted(path.rglob("*.py")) or [path])]
    texts = [*(file.read_bytes() for file in files), *(test.encode() for test in tests)]
    return blake2b(b"\0".join(texts), digest_size=16).hexdigest()
