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

CODE_LENGTH, CLASS_LENGTH = 4, 6
"""Letters of the code of a room, and of that of a class in a lesson."""


def new_token() -> str:
    """A token that nobody can guess."""
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


def new_code(length: int = CODE_LENGTH) -> str:
    """The code of a new room, or of a new class."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def read_code(text: str, length: int = CODE_LENGTH) -> str | None:
    """The code that somebody typed, in capital letters; None if it cannot be one.

    >>> read_code("krtm"), read_code("KRT"), read_code("AEIO"), read_code("krtmbx", CLASS_LENGTH)
    ('KRTM', None, None, 'KRTMBX')
    """
    code = text.upper()
    return code if len(code) == length and set(code) <= set(LETTERS) else None
