"""Random numbers that depend on a seed alone, from the core's splittable generator."""

from __future__ import annotations

from hashlib import blake2b

from native._core import ffi, lib


class Rng:
    """A stream of random numbers, determined by a seed; equal seeds give equal numbers.

    Streams derived from it are independent of it and of each other. Game number i of a run with
    seed S is dealt from `Rng(S).derive(i)`, in Python as in C.
    """

    def __init__(self, seed: str | int | Rng) -> None:
        """Start the random stream of a seed.

        The seeds 7 and "7" are equal. Given an Rng, start again at the beginning of its stream.
        """
        self.struct = ffi.new("hl_rng *")
        if isinstance(seed, Rng):
            keys = (seed.struct.key0, seed.struct.key1)
        else:
            digest = blake2b(str(seed).encode(), digest_size=16, person=b"hanabi").digest()
            keys = (int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little"))
        lib.hl_rng_seed(self.struct, *keys)

    def derive(self, index: int) -> Rng:
        """Return the child stream with the number `index` (0 to 2**64 - 1).

        It does not depend on how many numbers this stream has returned. Raises ValueError if the
        index is out of range.
        """
        if not 0 <= index < 2**64:
            raise ValueError(f"Streams are numbered from 0 to 2**64 - 1, not {index}.")
        child = Rng(self)
        lib.hl_rng_derive(child.struct, self.struct, index)
        return child

    def next(self) -> int:
        """Return the next random number, uniform from 0 to 2**64 - 1."""
        return int(lib.hl_rng_next(self.struct))

    def below(self, bound: int) -> int:
        """Return the next random number, uniform from 0 to `bound` - 1.

        Raises ValueError unless `bound` is from 1 to 2**32 - 1.
        """
        if not 1 <= bound < 2**32:
            raise ValueError(f"A random number below {bound} cannot be drawn: 1 to 2**32 - 1 can.")
        return int(lib.hl_rng_below(self.struct, bound))
