"""Nothing that other programs rely on changes unnoticed: the record in `tests/golden` holds commands, names, interface.

A change on purpose is recorded by `python -m tests.golden.record` in the same commit, and CHANGELOG.md says so.
"""

import json

import pytest

from tests.golden.record import FOLDER, RECORDS, record_command


@pytest.mark.parametrize("name", RECORDS)
def test_as_recorded(name: str) -> None:
    recorded = json.loads((FOLDER / f"{name}.json").read_text())
    found = json.loads(json.dumps(RECORDS[name]()))
    changed = {key for key in recorded | found if recorded.get(key) != found.get(key)}
    assert not changed, {key: {"recorded": recorded.get(key), "found": found.get(key)} for key in sorted(changed)}


def test_the_record_tells_answers_apart() -> None:
    one, other = (record_command(f"deal 12 --seed {seed} --json") for seed in (1, 2))
    assert one != other
    assert one == record_command("deal 12 --seed 1 --json")
    exact = [record_command(f"exact {verb} --json") for verb in ("max-sets", "min-sets")]
    assert all("sha256" in found["out"] for found in exact)
    assert exact[0] != exact[1]
