"""A small change of one file."""

from dataclasses import dataclass
from difflib import unified_diff
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
    def key(self) -> str:
        """Of the path and the changed text, so that the same change is known again."""
        return blake2b(f"{self.path}\0{self.after}".encode(), digest_size=16).hexdigest()
