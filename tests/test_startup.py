"""Importing setlab, and running a light verb, loads none of the heavy libraries."""

import subprocess
import sys

HEAVY = ("scipy", "matplotlib", "numpy", "fastapi", "sqlalchemy", "dask", "ortools", "rich", "typer", "cv2")


def modules_after(statement: str) -> set[str]:
    code = f"import sys\n{statement}\nprint(*sorted({{name.split('.')[0] for name in sys.modules}}), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_importing_setlab_is_light() -> None:
    loaded = modules_after("import setlab, setlab.geometry, setlab.counting, setlab.draws, setlab.render")
    assert "setlab" in loaded
    assert not loaded & set(HEAVY)


def test_a_format_of_tables_does_not_load_the_laboratory() -> None:
    code = "import sys\nimport setlab.cli.screen\nprint(*[name for name in sys.modules if 'setlab.experiment' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_a_light_verb_loads_no_library_but_typer() -> None:
    loaded = modules_after(
        "from setlab.cli.main import status_of\nassert status_of(['find', '1221', '1020', '1122']) == 0"
    )
    assert not loaded & (set(HEAVY) - {"typer"})
