"""Build the C core as the extension module `native._core` (cffi, API mode).

Every `.c` file of the rooms in this folder is compiled, and every header's lines between its cdef
markers are declared to Python, `engine/hanabi.h` first. An include names the room:
`"engine/turn.h"`. `HANABI_BUILD=sanitized` builds with AddressSanitizer and UBSan,
`HANABI_BUILD=covered` so that every run counts the lines and branches it reaches, and
`HANABI_BUILD=quick` one object a file, to change one of them (tests/mutate).
"""

import os
import platform
import re
from graphlib import TopologicalSorter
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
CDEF_BEGIN = "/* --- cdef begin --- */"
CDEF_END = "/* --- cdef end --- */"

# A program of its own, and what cffi writes.
NOT_OURS = ("bench/driver.c", "_core.c")

# The code that cffi writes is not ours to keep free of these.
GENERATED_WARNINGS = ("unused-parameter", "unused-function", "missing-field-initializers")


def headers() -> list[Path]:
    """The headers with a cdef part, each after those that it includes."""
    public = {name: HERE / name for name in files("*.h") if CDEF_BEGIN in (HERE / name).read_text()}
    includes = {
        name: [
            other for other in re.findall(r'#include "(.+)"', path.read_text()) if other in public
        ]
        for name, path in public.items()
    }
    return [public[name] for name in TopologicalSorter(includes).static_order()]


def declarations(header: Path) -> str:
    """The part of a header that Python sees."""
    return header.read_text().split(CDEF_BEGIN)[1].split(CDEF_END)[0]


def files(pattern: str) -> list[str]:
    """Our C files of all rooms that match, relative to this folder."""
    names = sorted(path.relative_to(HERE).as_posix() for path in HERE.rglob(pattern))
    return [name for name in names if name not in NOT_OURS]


def sources() -> list[str]:
    """The files to compile, relative to the repository."""
    return [f"native/{name}" for name in files("*.c")]


# The core is optimised as one unit, of which only the module's entry can be seen: that is worth a
# fifth of the arena's speed. The limits let a turn be inlined whole into the loop that plays it.
# What is inlined is decided for the whole; only then do all processors share the rest of the work.
ONE_UNIT = (
    "-flto=auto",
    "-fvisibility=hidden",
    "--param=max-inline-insns-auto=120",
    "--param=inline-unit-growth=200",
)


SANITIZERS = ("-fsanitize=address,undefined",)
COUNTERS = ("--coverage",)


def flags() -> list[str]:
    """Compiler flags of the portable build, or of the one that HANABI_BUILD names."""
    # Python may have been built to be debugged: its flags come first.
    chosen = ["-std=c11", "-O3", "-g0", "-Wall", "-Wextra", "-Werror"]
    if platform.machine() in ("x86_64", "AMD64"):
        chosen.append("-march=x86-64-v2")
    match os.environ.get("HANABI_BUILD"):
        case "sanitized":
            return [*chosen, "-O1", "-g", "-fno-omit-frame-pointer", *SANITIZERS]
        case "covered":
            return [*chosen, "-O1", *COUNTERS]
        case "quick":
            return [*chosen, "-O1"]
    return [*chosen, *ONE_UNIT]


def linking() -> list[str]:
    """Linker flags to go with them."""
    match os.environ.get("HANABI_BUILD"):
        case "sanitized":
            return [*SANITIZERS]
        case "covered":
            return [*COUNTERS]
        case "quick":
            return []
    return ["-O3", "-g0", *ONE_UNIT]


ffi = FFI()
for header in headers():
    ffi.cdef(declarations(header))
ffi.set_source(
    "native._core",
    "\n".join(
        [f'#pragma GCC diagnostic ignored "-W{name}"' for name in GENERATED_WARNINGS]
        + [f'#include "{header.relative_to(HERE).as_posix()}"' for header in headers()]
    ),
    sources=sources(),
    depends=[f"native/{name}" for name in files("*.h")],
    include_dirs=["native"],
    extra_compile_args=flags(),
    extra_link_args=linking(),
)

if __name__ == "__main__":
    ffi.compile(verbose=True)
