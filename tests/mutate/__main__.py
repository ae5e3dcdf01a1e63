"""`make mutate`: change what differs from a base a little, and print what no test notices."""

import sys

from tests.mutate import c, python
from tests.mutate.changed import ROOT, changed_lines, uncommitted


def main(base: str) -> int:
    if uncommitted():
        sys.stderr.write("Commit or stash your changes first: files are changed and put back.\n")
        return 1
    changed = changed_lines(base)
    sys.stdout.write(f"{len(changed)} files differ from {base}.\n")
    for mutation in c.survivors(changed):
        old = (ROOT / mutation.path).read_text().splitlines()[mutation.line - 1]
        new = old[: mutation.begin] + mutation.new + old[mutation.end :]
        sys.stdout.write(f"\n{mutation.path}:{mutation.line}\n-{old}\n+{new}\n")
    for path in changed:
        if path.endswith(".py"):
            sys.stdout.write(f"\n{path}\n{python.report(path, base)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
