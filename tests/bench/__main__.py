"""Run the benchmarks of the core: `python -m tests.bench`, or only those named as arguments."""

from argparse import ArgumentParser
from importlib import import_module

BENCHMARKS = ("random_play", "rules", "empathy", "environment", "reduced_games", "solver")


def main() -> None:
    """Run the benchmarks. Exits with status 2 and a message if a name is unknown."""
    parser = ArgumentParser("python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))
    names = parser.parse_args().names or BENCHMARKS
    if unknown := set(names) - set(BENCHMARKS):
        parser.error(f"no benchmark is called {', '.join(sorted(unknown))}")
    for name in names:
        import_module(f"tests.bench.{name}").main()


if __name__ == "__main__":
    main()
