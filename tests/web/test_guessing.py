"""How many rooms an attacker finds by guessing codes, in simulated time: the real doors with the real queries."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import create_engine

from setlab.web.errors import TooManyCodes, Unknown
from setlab.web.limits import Tries
from setlab.web.metrics import Metrics
from setlab.web.rooms import hub as doors
from setlab.web.rooms.hub import Doors
from setlab.web.rooms.room import Room
from setlab.web.rooms.tokens import LETTERS, LONG, SHORT, new_code
from setlab.web.store.queries import METADATA

MINUTES, ROOMS = 10, 100


class Empty:
    """All that doors ask of a hub without rooms: every code is wrong, and counted in a real database."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.database = type("Single", (), {"is_shared": False})()
        engine = create_engine("sqlite://")
        METADATA.create_all(engine)
        self._connection = engine.connect()

    async def find(self, code: str) -> Room:
        raise Unknown(code)

    async def write(self, query: Callable[..., Any], *values: Any) -> Any:
        return query(self._connection, *values)


class Clock:
    """The time of the simulation."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(doors, "time", made)
    monkeypatch.setattr(doors, "EVEN", 0.0)
    return made


def guesses(clock: Clock, addresses: int, seconds_between: float) -> int:
    """The codes that are looked up in ten minutes if every address tries one so often, whatever it is answered."""
    empty = Empty()
    made = Doors(empty)  # type: ignore[arg-type]

    async def attack() -> int:
        looked_up, end = 0, clock.now + 60 * MINUTES
        while clock.now < end:
            for address in range(addresses):
                try:
                    await made.read(new_code(LONG), f"10.0.{address // 256}.{address % 256}", None)
                except TooManyCodes:
                    continue
                except Exception:
                    pass
                looked_up += 1
            clock.now += seconds_between
        return looked_up

    return asyncio.run(attack())


PATIENT, HASTY = 2.0, 0.25
"""Seconds between the guesses of an attacker who knows the budget, and of one who does not."""


@pytest.mark.parametrize("addresses", [1, 10])
def test_guesses_of_ten_minutes(clock: Clock, addresses: int) -> None:
    """Forty at once and thirty a minute is the most that an address can try; haste makes it less."""
    assert guesses(clock, addresses, PATIENT) == addresses * 60 * MINUTES / PATIENT
    hasty = guesses(clock, addresses, HASTY)
    assert 40 * addresses < hasty < 100 * addresses


def most_guesses(seconds: float) -> int:
    """The most wrong codes of an address in a time: the burst first, then each as soon as it comes back."""
    tries, now, number = Tries(at=0.0), 0.0, 0
    while now < seconds:
        after = tries.after_wrong(now)
        if after.until > now:
            now += 0.5
            continue
        tries, number = after, number + 1
    return number


@pytest.mark.parametrize(("length", "hits"), [(LONG, (0.00053, 0.0053, 0.053)), (SHORT, (0.21, 2.1, 21.0))])
def test_expected_hits_from_1_10_and_100_addresses(length: int, hits: tuple[float, ...]) -> None:
    """The table of docs/serve.md: 100 rooms are open, and every address makes the most of its budget."""
    codes = len(LETTERS) ** length
    for addresses, expected in zip((1, 10, 100), hits, strict=True):
        found = addresses * most_guesses(60 * MINUTES) * ROOMS / codes
        assert found == pytest.approx(expected, rel=0.02)


def test_waits_grow_and_calm_makes_them_short_again() -> None:
    tries, waits = Tries(at=0.0), []
    now = 0.0
    for _ in range(60):
        after = tries.after_wrong(now)
        if after.until > now:
            waits.append(after.until - now)
            now = after.until
        tries = after
    assert waits[:8] == [5.0, 10.0, 20.0, 40.0, 80.0, 160.0, 320.0, 600.0]
    assert set(waits[7:]) == {600.0}
    calm = tries.after_wrong(now + 6 * 3600)
    assert (calm.level, calm.until <= now) == (0, True)


def test_thirty_pupils_who_mistype_once_get_in(clock: Clock) -> None:
    empty = Empty()
    made = Doors(empty)  # type: ignore[arg-type]

    async def mistype() -> None:
        for _ in range(30):
            with pytest.raises(Unknown):
                await made.reach(new_code(LONG), "192.0.2.1", None)

    asyncio.run(mistype())
