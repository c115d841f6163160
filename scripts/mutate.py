"""Mutation testing: change one operator, constant or statement, and see whether a test fails.

    python -m scripts.mutate --count 400 --seed 1

`--record` first records which tests execute which lines (`build/mutation/`, about twice the time of the tests; it needs
the package `coverage`). A mutant is written into the source, the tests that execute its line are run until one fails,
the fastest first, and the source is restored; without a record, the tests of its package are run, then those of the
packages above it. The processes that run them are forked from one in which the libraries of the tests are loaded.
The same seed chooses the same mutants of the same source. `--part 1/2` takes every second mutant, so that two checkouts
share the work; `--show` prints the mutants without running them. Results are kept in `build/mutation/report.json`, and
a run that was stopped resumes there.
"""

from __future__ import annotations

import ast
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "mutation"
PACKAGES = ("geometry", "stats", "exact", "experiment", "rooms", "web")
NEVER = [
    "--ignore=tests/browser",
    "--ignore=tests/golden",
    "--ignore=tests/test_site.py",
    "--ignore=tests/test_startup.py",
]
LIBRARIES = (
    "numpy",
    "hypothesis",
    "scipy.stats",
    "fastapi",
    "uvicorn",
    "sqlalchemy",
    "httpx",
    "websockets.sync.client",
)
"""What most tests load, besides setlab; loading it takes longer than most tests."""

ABOVE = {
    "geometry": ("counting", "rules", "caps", "conformance", "exact"),
    "stats": ("answers", "seeing", "experiment"),
    "exact": ("cli/test_exact.py", "counting", "caps"),
    "experiment": ("cli/test_simulate.py", "cli/test_runs.py", "reproduce"),
    "rooms": ("web", "cli/test_play.py"),
    "web": (),
}
"""Where else the tests of a package are, without a record."""

MOST = 900.0
"""Seconds after which tests without a record are stopped, and the mutant counts as killed: it does not end."""

FIRST_PASS = 20.0
"""Seconds of tests to try before the others: most mutants are killed by these."""

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.USub: ast.UAdd,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change of one place in a source file."""

    path: str
    line: int
    before: str
    after: str
    source: str
    """The whole file with the change."""

    @property
    def name(self) -> str:
        return f"{self.path}:{self.line}: {self.before}  →  {self.after}"


def places(path: Path) -> Iterator[tuple[Path, int, int]]:
    """All places of a file that can be changed: the number of the node, and of the change."""
    for index, node in enumerate(ast.walk(ast.parse(path.read_text(encoding="utf-8")))):
        yield from ((path, index, number) for number in range(len(changes(node))))


def make_mutant(path: Path, index: int, number: int) -> Mutant:
    """A file with one change."""
    tree: ast.AST = ast.parse(path.read_text(encoding="utf-8"))
    target = next(each for i, each in enumerate(ast.walk(tree)) if i == index)
    line, before = getattr(target, "lineno", 0), ast.unparse(target).splitlines()[0]
    changed = changes(target)[number](target)
    if changed is not None:  # another node takes the place of this one
        tree = _Replace(target, changed).visit(tree)
    after = ast.unparse(changed or target).splitlines()[0]
    source = ast.unparse(ast.fix_missing_locations(tree))
    return Mutant(str(path.relative_to(ROOT)), line, before, after, source)


class _Replace(ast.NodeTransformer):
    def __init__(self, target: ast.AST, changed: ast.AST) -> None:
        self.target, self.changed = target, changed

    def visit(self, node: ast.AST) -> ast.AST:
        return self.changed if node is self.target else super().generic_visit(node)


Change = Callable[[Any], ast.AST | None]


def changes(node: ast.AST) -> list[Change]:
    """The changes of one node; each changes the node in place, or returns another that takes its place."""
    match node:
        case ast.Compare():
            return [lambda each: setattr(each, "ops", [SWAPPED[type(each.ops[0])](), *each.ops[1:]])]
        case ast.BoolOp():
            return [lambda each: setattr(each, "op", SWAPPED[type(each.op)]())]
        case ast.BinOp() | ast.AugAssign() if type(node.op) in SWAPPED and not _is_annotation(node):
            return [lambda each: setattr(each, "op", SWAPPED[type(each.op)]())]
        case ast.UnaryOp(op=ast.Not()):
            return [lambda each: each.operand]
        case ast.Constant(value=bool()):
            return [lambda each: setattr(each, "value", not each.value)]
        case ast.Constant(value=int() | float()):
            return [lambda each: setattr(each, "value", each.value + 1)]
        case ast.If() | ast.While() | ast.IfExp() if not _is_type_checking(node.test):
            return [lambda each: setattr(each, "test", ast.UnaryOp(ast.Not(), each.test))]
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            return [lambda each: setattr(each, "value", ast.Constant(None))]
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.Raise():
            return [lambda _: ast.Pass()]
    return []


def _is_annotation(node: ast.BinOp | ast.AugAssign) -> bool:
    names = {getattr(each, "id", getattr(each, "value", "")) for each in ast.walk(node)}
    return isinstance(node.op, ast.BitOr) and bool(names & {None, "int", "str", "float", "bool"})


def _is_type_checking(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def choose(count: int, seed: int) -> list[Mutant]:
    """Mutants drawn without replacement, each place of each file alike."""
    files = sorted(path for package in PACKAGES for path in (ROOT / "src" / "setlab" / package).rglob("*.py"))
    found = [place for path in files for place in places(path)]
    return [make_mutant(*place) for place in random.Random(seed).sample(found, count)]


# --- which test executes which line: this file is also a plugin of pytest


class Recorder:
    """Measures the lines that each test executes, and how long it takes."""

    def __init__(self) -> None:
        from coverage import Coverage

        name = str(FOLDER / "coverage")
        self.coverage = Coverage(data_file=name, data_suffix=True, source=[str(ROOT / "src")], config_file=False)
        self.coverage.start()
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid.split("[")[0])
        began = time.perf_counter()
        result = yield
        name = item.nodeid.split("[")[0]
        self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - began
        self.coverage.switch_context("")
        return result

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        (FOLDER / f"seconds.{os.getpid()}.json").write_text(json.dumps(self.seconds))


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("SETLAB_RECORD_LINES"):
        config.pluginmanager.register(Recorder())


def record_lines(tests: Sequence[str]) -> None:
    """Run these tests once, all if none is named, and store which test executes which line."""
    from coverage import Coverage

    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*"):
        old.unlink()
    arguments = [sys.executable, "-m", "pytest", "-q", "-p", "scripts.mutate", "-p", "no:cacheprovider", *NEVER, *tests]
    subprocess.run([*arguments, "-n", "2"], cwd=ROOT, env=os.environ | {"SETLAB_RECORD_LINES": "1"}, check=False)
    together = Coverage(data_file=str(FOLDER / "coverage"), config_file=False)
    together.combine([str(FOLDER)])
    together.save()
    data = together.get_data()
    by_file: dict[str, dict[int, list[str]]] = {}
    for file in data.measured_files():
        lines = data.contexts_by_lineno(file)
        by_file[str(Path(file).relative_to(ROOT))] = {
            line: [one for one in names if one] for line, names in lines.items()
        }
    seconds: dict[str, float] = defaultdict(float)
    for path in FOLDER.glob("seconds.*.json"):
        for name, value in json.loads(path.read_text()).items():
            seconds[name] += value
    (FOLDER / "lines.json").write_text(json.dumps({"lines": by_file, "seconds": seconds}))


# --- running mutants


def tests_of(mutant: Mutant, recorded: dict[str, Any]) -> list[str]:
    """The tests that execute the line of a mutant, the fastest first; for lines run at import, those of the file."""
    lines: dict[str, list[str]] = recorded["lines"].get(mutant.path, {})
    names = set(lines.get(str(mutant.line), ())) or {name for each in lines.values() for name in each}
    return sorted(names, key=lambda name: recorded["seconds"].get(name, 0.0))


def is_killed(tests: Sequence[str], limit: float) -> str | None:
    """The first test that fails, None if all pass; a run beyond the limit is a failure, too."""
    with tempfile.TemporaryFile("w+") as out:
        child = os.fork()
        if child == 0:
            run_tests(tests, out.fileno())
        status = wait_for(child, limit)
        out.seek(0)
        failed = [line.rstrip() for line in out if line.startswith(("FAILED", "ERROR"))]
    if status == 0:
        return None
    if status is not None and not failed:
        raise RuntimeError(f"pytest ended with status {status}, and no test had failed")
    return failed[0] if failed else "does not end"


def run_tests(tests: Sequence[str], out: int) -> None:
    """Run tests in this process, which ends with the exit status of pytest; the output goes to a file."""
    os.setsid()
    os.chdir(ROOT)
    for stream in (1, 2):
        os.dup2(out, stream)
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "--tb=no", "-rfE"]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # of the libraries that are loaded already
    status = int(pytest.main([*options, *NEVER, *tests]))
    sys.stdout.flush()
    os._exit(status)


def wait_for(child: int, limit: float) -> int | None:
    """The exit status of a process; it is ended with all that it started if it takes longer, and there is None."""
    end = time.monotonic() + limit
    status: int | None = None
    while time.monotonic() < end:
        found, code = os.waitpid(child, os.WNOHANG)
        if found:
            status = os.waitstatus_to_exitcode(code)
            break
        time.sleep(0.05)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if status is None:
        os.waitpid(child, 0)
    return status


def passes_without_record(mutant: Mutant) -> list[list[str]]:
    """The tests of a mutant's package, its own doctests first, then those of the packages above it."""
    package = Path(mutant.path).parts[2]
    above = [f"tests/{name}" for name in ABOVE[package]]
    return [each for each in ([mutant.path, f"tests/{package}"], above) if each]


def try_mutant(mutant: Mutant, recorded: dict[str, Any] | None) -> str | None:
    """The test that kills a mutant, or None."""
    path = ROOT / mutant.path
    passes, limit = passes_with_limit(mutant, recorded)
    original, times = path.read_bytes(), path.stat()
    try:
        path.write_text(mutant.source, encoding="utf-8")
        for names in passes:
            if names and (found := is_killed(names, limit)):
                return found
        return None
    finally:
        path.write_bytes(original)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns + 10**9))  # compiled files of the mutant are stale


def passes_with_limit(mutant: Mutant, recorded: dict[str, Any] | None) -> tuple[list[list[str]], float]:
    """The tests to run, those that kill most mutants first, and the seconds that they may take."""
    if recorded is None:
        return passes_without_record(mutant), MOST
    passes, total = [list[str](), list[str]()], 0.0
    for name in tests_of(mutant, recorded):
        total += recorded["seconds"].get(name, 0.0)
        passes[total > FIRST_PASS].append(name)
    return passes, 60 + 5 * total


def read_arguments() -> Namespace:
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", default="1/1", help="K/N: every N-th mutant, from the K-th on")
    parser.add_argument(
        "--tests", nargs="*", default=[], help="the tests that may kill; all but the slowest by default"
    )
    parser.add_argument("--record", action="store_true", help="record first which tests execute which lines")
    parser.add_argument("--show", action="store_true", help="print the mutants, run nothing")
    return parser.parse_args()


def main() -> None:
    arguments = read_arguments()
    part, parts = (int(each) for each in arguments.part.split("/"))
    chosen = choose(arguments.count, arguments.seed)[part - 1 :: parts]
    if arguments.show:
        print(*(mutant.name for mutant in chosen), sep="\n")
        return
    lines, report = FOLDER / "lines.json", FOLDER / "report.json"
    if arguments.record:
        record_lines(arguments.tests)
    recorded = json.loads(lines.read_text()) if lines.exists() else None
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in LIBRARIES:
        import_module(name)
    results: dict[str, str | None] = json.loads(report.read_text()) if report.exists() else {}
    for mutant in chosen:
        if mutant.name not in results:
            results[mutant.name] = try_mutant(mutant, recorded)
            report.write_text(json.dumps(results, indent=1, ensure_ascii=False))
            print(
                f"killed by {results[mutant.name]}:" if results[mutant.name] else "SURVIVED:", mutant.name, flush=True
            )
    killed = sum(results[mutant.name] is not None for mutant in chosen)
    print(f"{killed} of {len(chosen)} mutants killed ({killed / len(chosen):.1%})")


if __name__ == "__main__":
    main()
