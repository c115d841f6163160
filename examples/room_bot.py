"""A bot that plays in a room: `python examples/room_bot.py http://localhost:8000 KRTM`. It needs setlab[client].

It thinks for some time, the longer the more properties of its SET differ, and leaves when the round is over.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence

from setlab.client import Seat, take_seat
from setlab.geometry import Space

DECK = Space(4)


def difference(line: Sequence[int]) -> int:
    """The number of properties in which the cards of a SET differ."""
    a, b, _ = map(DECK.coordinates, line)
    return sum(x != y for x, y in zip(a, b, strict=True))


async def play(seat: Seat, pace: float) -> int:
    """Play until the round is over; the number of SETs found."""
    found = 0
    async for state in seat.states():
        sets = DECK.sets(card for card in state["slots"] if card is not None)
        if state["phase"] == "over":
            break
        if state["phase"] != "playing":
            continue
        easiest = min(sets, key=difference, default=None)
        await asyncio.sleep(pace * (difference(easiest) if easiest else 5))
        if seat.state != state:  # somebody was faster
            continue
        try:
            await (seat.claim(easiest) if easiest else seat.ask("more"))
            found += easiest is not None
        except (ConnectionError, ValueError) as error:
            print(f"claim lost: {error}")
    return found


async def run(address: str, room: str, name: str, pace: float) -> None:
    async with await take_seat(address, room, name) as seat:
        print(f"{name} found {await play(seat, pace)} SETs")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("room")
    parser.add_argument("--name", default="Bot")
    parser.add_argument("--pace", type=float, default=2.0, help="seconds for each property that differs (default 2)")
    chosen = parser.parse_args()
    asyncio.run(run(chosen.address, chosen.room, chosen.name, chosen.pace))


if __name__ == "__main__":
    main()
