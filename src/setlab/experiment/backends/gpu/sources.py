"""The sources of the kernels: those of the compiled core, as one text for NVRTC.

A checkout has them in `native/`; an installed package has a copy beside this module. CuPy keeps compiled kernels under
a key made from the text, so that an include must be part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from setlab.errors import SpecError

HERE = Path(__file__).parent
PLACES = (HERE / "sources", *(parent / "native" for parent in HERE.parents[4:6]))
INCLUDE = re.compile(r'#include "(.+)"')


def source_of(name: str, defined: Mapping[str, object]) -> str:
    """The text of native/cuda/NAME with its includes and with names defined before it.

    >>> text = source_of("flats.cu", {"SETLAB_DIMENSION": 4})
    >>> text.startswith("#define SETLAB_DIMENSION 4"), "#include" in text
    (True, False)
    """
    definitions = (f"#define {key} {value}" for key, value in defined.items())
    return "\n".join([*definitions, *_lines(find_sources() / "cuda" / name, set())]) + "\n"


def find_sources() -> Path:
    """The folder that has `include/setlab` and `cuda`."""
    for place in PLACES:
        if (place / "cuda").is_dir():
            return place
    raise SpecError("the sources of the GPU kernels are missing: install setlab again, or choose the backend cpu")


def _lines(path: Path, seen: set[Path]) -> Iterator[str]:
    """The lines of a file, with those of the files that it includes; each file comes once."""
    if path in seen:
        return
    seen.add(path)
    for line in path.read_text().splitlines():
        found = INCLUDE.fullmatch(line)
        if found:
            yield from _lines(_included(path, found[1]), seen)
        elif line != "#pragma once":
            yield line


def _included(by: Path, name: str) -> Path:
    """The file of this name beside the one that includes it, or among the shared headers."""
    beside = by.parent / name
    return (beside if beside.exists() else find_sources() / "include" / name).resolve()
