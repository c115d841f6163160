"""Compiles the core for browsers, src/setlab/web/static/core.wasm: `python -m scripts.wasm`, which `make wasm` runs.

The compiler is Zig's Clang, in the package `ziglang` (`setlab[wasm]`). There are no threads and no exceptions:
native/wasm has the functions that a page calls, and single-threaded headers in place of those in native/threads.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
NATIVE = ROOT / "native"
CORE = ROOT / "src" / "setlab" / "web" / "static" / "core.wasm"
CACHE = ROOT / "build" / "zig"

SOURCES = (
    "wasm/*.cpp",
    *(f"geometry/{name}.cpp" for name in ("lines", "line_plan")),
    *(f"deals/{name}.cpp" for name in ("draws", "slots", "flat_plan")),
    *(f"games/{name}.cpp" for name in ("endgame", "endgame.portable", "engines", "general_table")),
    "solitaire/engine.cpp",
    "antiset/engine.cpp",
)
"""The engines that pages use."""

FLAGS = (
    *("-target", "wasm32-wasi", "-mexec-model=reactor", "-msimd128", "-std=c++20", "-O3", "-s"),
    *("-ffp-contract=off", "-fno-stack-protector", "-Wall", "-Wextra"),
    *("-Iwasm", "-I.", "-Iinclude"),  # native/wasm stands before native: its headers win
)


def main() -> int:
    """Compile and link everything at once; the compiler keeps what has not changed."""
    files = [str(path.relative_to(NATIVE)) for pattern in SOURCES for path in sorted(NATIVE.glob(pattern))]
    made = CORE.with_suffix(".new")
    caches = {"ZIG_GLOBAL_CACHE_DIR": str(CACHE), "ZIG_LOCAL_CACHE_DIR": str(CACHE)}
    command = [sys.executable, "-m", "ziglang", "c++", *FLAGS, *files, "-o", str(made)]
    if status := subprocess.run(command, cwd=NATIVE, env={**os.environ, **caches}, check=False).returncode:
        return status
    made.chmod(0o644)
    made.replace(CORE)
    size = CORE.stat().st_size
    print(f"{CORE.relative_to(ROOT)}: {size:,} bytes, {len(gzip.compress(CORE.read_bytes())):,} compressed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
