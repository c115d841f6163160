"""Secrets: tokens of seats and hosts, the seeds of rooms, and the codes by which rooms are found.

The store knows tokens by their hashes alone. A token has 192 random bits, so that a plain hash cannot be inverted.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from hashlib import sha256
from hmac import compare_digest

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""The letters of codes: no vowels, so that no code is a word."""

SHORT, LONG = LENGTHS = (4, 6)
"""The letters of a code: four, and six of class rooms and of classes in lessons, of which there are 64 million."""


def new_token() -> str:
    """A token that cannot be guessed."""
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    """The hash by which the store knows a token.

    >>> token_hash("secret")[:12]
    '2bb80d537b1d'
    """
    return sha256(token.encode(errors="surrogatepass")).hexdigest()


def is_token(token: str, known: str) -> bool:
    """True if a token has the known hash; compared in constant time."""
    return compare_digest(token_hash(token), known)


def seat_of_token(token: str, hashes: Mapping[int, str]) -> int | None:
    """The seat that a token opens; every hash is compared, so that the time tells nothing.

    >>> seat_of_token("b", {1: token_hash("a"), 2: token_hash("b")})
    2
    """
    mine = token_hash(token)
    found = [seat for seat, known in hashes.items() if compare_digest(mine, known)]
    return found[0] if found else None


def new_seed() -> int:
    """The secret of a room, from which its decks follow: 63 random bits."""
    return secrets.randbits(63)


def new_code(length: int = SHORT) -> str:
    """A random code."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def read_code(text: str, *lengths: int) -> str | None:
    """The code that somebody typed, in capital letters; None if it cannot be one.

    >>> read_code("krtm"), read_code("KRTMBX"), read_code("KRT"), read_code("AEIO"), read_code("krtm", LONG)
    ('KRTM', 'KRTMBX', None, None, None)
    """
    code = text.upper()
    return code if len(code) in (lengths or LENGTHS) and set(code) <= set(LETTERS) else None


def bearer_token(header: str) -> str | None:
    """The token in a header `Authorization`; None if there is none.

    >>> bearer_token("Bearer abc"), bearer_token("Basic abc"), bearer_token("")
    ('abc', None, None)
    """
    scheme, _, token = header.partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None
