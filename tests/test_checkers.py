"""The checkers of `examples/checkers`: they accept what setlab found, and nothing else."""

import importlib.util
import json
import subprocess
import sys
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
