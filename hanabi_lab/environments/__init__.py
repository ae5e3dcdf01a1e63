"""Hanabi as a reinforcement-learning environment, with three common interfaces.

`hanabi_v5` has the interface of PettingZoo's game of that name, `vector` that of a Gymnasium
vector environment, and `hle` those of `rl_env` and `pyhanabi` in the Hanabi Learning Environment.
Observations, actions and rewards are identical in all of them (docs/environments.md). `ah2ac2` is
a client for evaluations on a Hanabi Lab site.
"""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def of_extra(extra: str) -> Iterator[None]:
    """Import packages of an `extra` of `hanabi-lab` inside the block. Raises ModuleNotFoundError
    with the command that installs it if one is missing.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"This needs {error.name}, which is not installed: pip install 'hanabi-lab[{extra}]' "
            f"or pip install {error.name}.",
            name=error.name,
        ) from None
