"""The checkers of `examples/checkers`: they accept what setlab found, and nothing else."""

import importlib.util
import json
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from setlab.exact.extremes import fewest_sets, most_sets

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "examples" / "checkers"
CERTIFICATE = ROOT / "src" / "setlab" / "exact" / "data" / "extremes-4.json"


@pytest.fixture(scope="module")
def extremes() -> ModuleType:
    spec = importlib.util.spec_from_file_location("extremes", FOLDER / "extremes.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def sections(extremes: ModuleType) -> Any:
    return extremes.Sections()


def rows() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(CERTIFICATE.read_text(encoding="utf-8"))["content"]["fewest"]
    return found


def run(name: str, *arguments: object) -> str:
    """What a checker prints, in a Python that knows no setlab."""
    code = (
        f"import runpy, sys; sys.path.insert(0, {str(FOLDER)!r}); sys.argv = {[name, *map(str, arguments)]!r}; "
        f"runpy.run_path({str(FOLDER / name)!r}, run_name='__main__'); assert 'setlab' not in sys.modules"
    )
    return subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True).stdout


def test_the_table_of_the_checker_is_that_of_setlab() -> None:
    printed = [line.split("\t") for line in run("extremes.py", "--quick", CERTIFICATE).splitlines()]
    assert [row[1] for row in printed] == [f"fewest {each.value}" for each in fewest_sets()]
    assert [row[2].split()[-1] for row in printed] == [str(each.value) for each in reversed(most_sets())]
    assert [n for n, row in enumerate(printed) if row[3]] == [*range(21, 25), *range(28, 34)]


def test_no_bound_can_be_raised(extremes: ModuleType, sections: Any) -> None:
    fewer = 0
    for row in rows():
        assert extremes.bound_holds(row, fewer, sections, True)
        higher = row | {"at_least": row["at_least"] + 1}
        if not row["proof"].get("searched"):  # where sections were searched, the search is what refuses it
            assert not extremes.bound_holds(higher, fewer, sections, True), row["n"]
        fewer = row["at_least"]


def test_a_search_finds_what_is_there(extremes: ModuleType, sections: Any) -> None:
    assert extremes.excluded((13, 13, 2), 14, sections)
    assert not extremes.excluded((13, 12, 2), 14, sections)
    assert not extremes.excluded((10, 9, 2), 3, sections)


@pytest.mark.parametrize("change", [{"lines": 8, "at_least": 8}, {"cards": "0x1ff"}, {"at_least": 8}, {"n": 28}])
def test_a_false_certificate_is_refused(extremes: ModuleType, tmp_path: Path, change: dict[str, Any]) -> None:
    content = rows()
    content[27] |= change
    path = tmp_path / "false.json"
    path.write_text(json.dumps({"content": {"fewest": content}}))
    with pytest.raises(SystemExit, match="refused"):
        extremes.main(path, quick=True)


def test_planes() -> None:
    assert "one pair in 100 was searched, which proves nothing" in run("planes.py", "--quick")


@pytest.mark.full
def test_uniqueness() -> None:
    printed = run("uniqueness.py", "--quick")
    assert "72 of 1965150720 affine maps preserve it: 27293760 images" in printed
    assert "one pair in 1000 was searched, which proves nothing" in printed


def test_a_changed_set_is_no_image_of_the_graph() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(FOLDER)!r}); import uniqueness as own; "
        "places = own.places_in_a_frame(own.GRAPH); moved = own.GRAPH - {0} | {27}; "
        "print([own.maps_onto(points, places) for points in (own.GRAPH, set(own.BLOCKING), moved)])"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[72, 72, 0]\n"


@pytest.mark.full
def test_the_searches_too() -> None:
    assert "rests on" not in run("extremes.py", CERTIFICATE)
    assert "every 55 cards contain a plane" in run("planes.py")
    assert "the blocking sets are the images" in run("uniqueness.py")


def test_the_maps_of_the_checker_generate_the_group(extremes: ModuleType) -> None:
    images = {(1, 3, 9)}
    new = list(images)
    tables = [extremes.CYCLE, extremes.SHEAR, extremes.NEGATE]
    for basis in new:
        for table in tables:
            image = tuple(extremes.apply(table, 1 << card).bit_length() - 1 for card in basis)
            if image not in images:
                images.add(image)
                new.append(image)
    assert len(images) == 11_232  # |GL(3,3)| = 26 · 24 · 18


@cache
def listing(dimension: int, cards: int) -> str:
    """What `setlab exact orbits CARDS --format csv` prints."""
    return subprocess.run(
        [sys.executable, "-m", "setlab", "exact", "orbits", str(cards), "-d", str(dimension), "--format", "csv"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def by_python(path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(FOLDER / "orbits.py"), str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def by_gap(path: Path) -> subprocess.CompletedProcess[str]:
    gap = shutil.which("gap")
    if gap is None:
        pytest.skip("GAP is not installed: apt install gap-core")
    command = [gap, "-q", "--nointeract", "-c", f'path := "{path}";', str(FOLDER / "orbits.g")]
    return subprocess.run(command, capture_output=True, text=True, check=False)


CHECKERS = [by_python, pytest.param(by_gap, marks=pytest.mark.full)]


@pytest.mark.parametrize("check", CHECKERS)
@pytest.mark.parametrize(("dimension", "cards", "orbits"), [(2, 4, 2), (3, 5, 5), (4, 1, 1), (4, 6, 15)])
def test_orbits(check: Any, dimension: int, cards: int, orbits: int, tmp_path: Path) -> None:
    path = tmp_path / "orbits.csv"
    path.write_text(listing(dimension, cards))
    done = check(path)
    assert done.stdout.startswith(f"{orbits} orbits of "), done
    assert done.stdout.endswith(f"all of AG({dimension},3)\n")


FALSE = {
    "0,2106,144,000 001 010 021": [
        "",
        "0,2106,144,000 001 010 100",
        "0,2106,144,000 001 010 022",
        "0,2106,145,000 001 010 021",
        "1,2106,144,000 001 010 021",
        "0,2105,144,000 001 010 021",
    ],
    "0,12636,24,000 001 010 100": ["0,12636,24,000 001 010 100\n0,12636,24,000 001 010 200"],
}
"""A row of the orbits of four cards of AG(3,3), and what may not be in its place."""


@pytest.mark.parametrize("check", CHECKERS)
@pytest.mark.parametrize(("row", "false"), [(row, false) for row, all_false in FALSE.items() for false in all_false])
def test_a_false_list_of_orbits_is_refused(check: Any, row: str, false: str, tmp_path: Path) -> None:
    text = listing(3, 4)
    assert row in text
    path = tmp_path / "orbits.csv"
    path.write_text(text.replace(row, false) if false else text.replace(row + "\n", ""))
    done = check(path)
    assert done.returncode == 1
    assert "refused" in done.stdout + done.stderr
