"""A small change of one file."""

from dataclasses import dataclass
from difflib import SequenceMatcher, unified_diff
from hashlib import blake2b


@dataclass(frozen=True)
class Mutation:
    """A file's text before and after."""

    path: str
    before: str
    after: str

    @property
    def diff(self) -> str:
        """The lines that differ, as `git diff` shows them, with their number."""
        before, after = self.before.splitlines(), self.after.splitlines()
        lines = list(unified_diff(before, after, lineterm="", n=0))[2:]
        return "\n".join([f"{self.path} {lines[0]}", *lines[1:]])

    @property
    def lines(self) -> set[int]:
        """The lines of the text before that change, counted from 1."""
        matcher = SequenceMatcher(None, self.before.splitlines(), self.after.splitlines())
        changed = [opcode for opcode in matcher.get_opcodes() if opcode[0] != "equal"]
        return {line + 1 for _, first, last, *_ in changed for line in range(first, last)}

    @property
    def key(self) -> str:
        """Of the path and the changed text, so that the same change is known again."""
        return blake2b(f"{self.path}\0{self.after}".encode(), digest_size=16).hexdigest()
