"""The engine's random numbers again, in plain Python, as `native/engine/rng.h` describes them."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

WORD = 2**64 - 1
SISTER = 0xD1B54A32D192ED03


def mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


@dataclass
class Stream:
    """Words from a 128-bit key and a counter."""

    key0: int
    key1: int
    counter: int = 0

    @classmethod
    def of(cls, seed: str) -> Stream:
        digest = blake2b(seed.encode(), digest_size=16, person=b"hanabi").digest()
        return cls(int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little"))

    def word(self, counter: int) -> int:
        first = mix((self.key0 + counter * 0x9E3779B97F4A7C15) & WORD)
        return mix((first + self.key1) & WORD)

    def next(self) -> int:
        self.counter += 1
        return self.word(self.counter - 1)

    def child(self, index: int) -> Stream:
        sister = self.key0 ^ SISTER
        return Stream(
            Stream(sister, self.key1).word(index), Stream(sister, self.key1 ^ SISTER).word(index)
        )

    def batch(self, bounds: list[int]) -> list[int]:
        """A number below each bound from one word; a word that would be unfair is left out."""
        product = 1
        for bound in bounds:
            product *= bound
        while True:
            numbers, low = [], self.next()
            for bound in bounds:
                number, low = divmod(low * bound, 2**64)
                numbers.append(number)
            if low >= 2**64 % product:
                return numbers


def shuffled(stream: Stream, size: int) -> list[int]:
    """The numbers below `size`, placed eight at a time from the front."""
    deck = list(range(size))
    for top in range(0, size, 8):
        count = min(8, size - top - (size - top <= 8))
        for place, number in enumerate(stream.batch([size - top - i for i in range(count)]), top):
            deck[place], deck[place + number] = deck[place + number], deck[place]
    return deck
