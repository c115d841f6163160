"""Designs as text: one block per line, read from a file or written to one."""

from __future__ import annotations

import os

from setlab.errors import RuleError, quoted, unknown_name
from setlab.files import File
from setlab.geometry.design import Design

SETTINGS = ("points", "t", "lambda", "name")
"""The names of the lines that are no blocks."""


def from_file(path: File) -> Design:
    """The design whose blocks are the lines of a text file; `from_text` has the format."""
    name = os.path.splitext(os.path.basename(path))[0]
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except UnicodeDecodeError:
        raise RuleError(f"{quoted(os.fspath(path))} is not a text: a design is a text file of blocks") from None
    except OSError as error:
        raise RuleError(f"{quoted(os.fspath(path))} cannot be read ({error.strerror}): name a file of blocks") from None
    return from_text(text, os.fspath(name))


def from_text(text: str, name: str = "") -> Design:
    """The design whose blocks are the lines of a text: points, numbered from 0, separated by blanks or commas.

    A # begins a comment. Lines such as `points: 9`, `t: 2`, `lambda: 1`, `name: plane` may stand anywhere; the
    defaults are one more point than the largest number, t = 2 and λ = 1.

    >>> from_text("name: Fano plane\\n0 1 3 \\n 1 2 4 # a block\\n2,3,5\\n3 4 6\\n4 5 0\\n5 6 1\\n6 0 2")
    Design(points=7, t=2, lam=1, name='Fano plane')
    """
    settings: dict[str, str] = {"name": name}
    blocks = []
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.partition("#")[0].strip()
        key, colon, value = content.partition(":")
        if colon and key.strip() not in SETTINGS:
            raise RuleError(f"line {number}: {unknown_name(key.strip(), 'a setting of a design', SETTINGS)}")
        if colon:
            settings[key.strip()] = value.strip()
        elif content:
            blocks.append(_numbers(content, number))
    points = _integer(settings, "points", 1 + max((point for block in blocks for point in block), default=0))
    return Design(points, blocks, _integer(settings, "t", 2), _integer(settings, "lambda", 1), settings["name"])


def to_text(of: Design) -> str:
    """The design as a text that `from_text` reads.

    >>> print(to_text(Design(3, [(0, 1, 2)], name="a line")))
    name: a line
    points: 3
    t: 2
    lambda: 1
    0 1 2
    """
    head = f"name: {of.name}\npoints: {of.points}\nt: {of.t}\nlambda: {of.lam}\n"
    return head + "\n".join(" ".join(map(str, block)) for block in of.blocks)


def _numbers(content: str, line: int) -> tuple[int, ...]:
    parts = content.replace(",", " ").split()
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise RuleError(f"line {line}, {quoted(content)}, is not a block: write the numbers of its points, from 0 on")
    return tuple(map(int, parts))


def _integer(settings: dict[str, str], key: str, default: int) -> int:
    text = settings.get(key, str(default))
    if not (text.isascii() and text.isdigit()):
        raise RuleError(f"{key}: {quoted(text)} is not a number: write digits")
    return int(text)
