"""Chance of servers and pages in the tests: it follows from the name of the test, whichever tests ran before."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

NAME = Path(tempfile.gettempdir()) / f"setlab-test-{os.getpid()}"
"""The file in which servers that were started earlier read which test is running."""

_people: Counter[str] = Counter()


def seed_of(*parts: object) -> int:
    """A number of 63 bits that follows from these parts."""
    return int.from_bytes(sha256(repr(parts).encode()).digest()[:8], "big") >> 1


def begin(test: str) -> None:
    """Servers and pages that draw from now on belong to this test."""
    NAME.write_text(test, encoding="utf-8")
    _people.clear()


def room_seeds(name: Path) -> Callable[[], int]:
    """The seeds of the first, second, … room of each test, whose name stands in this file."""
    rooms: Counter[str] = Counter()

    def new_seed() -> int:
        test = name.read_text(encoding="utf-8") if name.exists() else ""
        rooms[test] += 1
        return seed_of("room", test, rooms[test])

    return new_seed


def page_chance() -> str:
    """The script by which the first, second, … person of a test draws: `Math.random`, and seeds of solitaire games."""
    test = NAME.read_text(encoding="utf-8") if NAME.exists() else ""
    _people[test] += 1
    return CHANCE % (seed_of("page", test, _people[test]) % 2**32)


CHANCE = """
  (() => {
    let state = %d;
    const next = () => {
      let x = (state = (state + 0x6d2b79f5) >>> 0);
      x = Math.imul(x ^ (x >>> 15), x | 1);
      x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
      return (x ^ (x >>> 14)) >>> 0;
    };
    Math.random = () => next() / 2 ** 32;
    const other = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (array) => {
      if (!(array instanceof Uint32Array)) return other(array);
      array.set(array.map(next));
      return array;
    };
  })();
"""
