"""What docs/solitaire.md and docs/findings.md say about solitaire is what was measured, and what the record prints."""

import json
import shlex
from pathlib import Path

import pytest

from scripts import solitaire_bounds, tradeoff
from scripts.marks import marked_names, renewed
from setlab.errors import SpecError
from setlab.solitaire.bounds import BOUND_STAGES, gap_range
from setlab.sources import find_claim
from setlab.stats import normal_quantile

DOCS = Path(__file__).parents[2] / "docs"
ROW = {
    **{"strategy": "expert", "undealt": 18, "seed": 1, "games": 100, "deals": 4, "exact": 12, "left_out": 2},
    **{"player": 0.5, "bound": 0.51, "gap": 0.01, "standard_error": 0.001, "level": 0.95, "upper": 0.12345},
    **{"upper_normal": 0.0117, "range": [0, 5], "seconds": 1.5},
}


def text_of(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", solitaire_bounds.PAGES)
def test_bounds_are_those_of_the_file(page: str) -> None:
    """If the file is right, `python -m scripts.solitaire_bounds` writes the page."""
    assert marked_names(text_of(page), solitaire_bounds.MARK)
    parts = solitaire_bounds.parts(solitaire_bounds.kept())
    assert text_of(page) == renewed(text_of(page), solitaire_bounds.MARK, parts)


def test_measurements_are_those_of_the_file_and_of_the_record() -> None:
    """If the file is right, `python -m scripts.tradeoff` writes the page."""
    page = text_of("solitaire.md")
    assert set(marked_names(page, tradeoff.MARK)) == set(tradeoff.parts())
    assert page == renewed(page, tradeoff.MARK, tradeoff.parts())


def test_printed_numbers_are_read_from_the_record() -> None:
    claim = find_claim("E4.results")
    assert {f"S{d}": int(text) for d, text in claim.figures.items()} == {
        name: won for name, (won, _) in tradeoff.printed().items()
    }
    assert tradeoff.printed()["S9"][1] == claim.trials_at("9")


@pytest.mark.parametrize("row", solitaire_bounds.kept(), ids=lambda row: f"{row['strategy']} {row['undealt']}")
def test_every_bound_that_is_kept_is_whole(row: solitaire_bounds.Row) -> None:
    """Its limit is beyond its mean and beyond the normal one, its range that of its stage, its command complete."""
    assert row == solitaire_bounds.row_of(row)
    assert row["undealt"] in BOUND_STAGES
    assert tuple(row["range"]) == gap_range(row["undealt"], row["exact"])
    assert row["bound"] - row["player"] == pytest.approx(row["gap"])
    assert row["upper_normal"] == pytest.approx(row["gap"] + normal_quantile(row["level"]) * row["standard_error"])
    assert 0 <= row["gap"] < row["upper_normal"] < row["upper"] <= 1
    words = shlex.split(row["command"])
    options = dict(zip(words[3::2], words[4::2], strict=True))
    assert words[:3] == ["setlab", "solitaire", "bound"]
    assert options == {f"--{name}": str(row[name]) for name in solitaire_bounds.OPTIONS}


def test_a_new_run_replaces_an_old_one_of_its_stage() -> None:
    old, new = solitaire_bounds.row_of(ROW), solitaire_bounds.row_of(ROW | {"games": 200})
    other = solitaire_bounds.row_of(ROW | {"undealt": 27})
    assert solitaire_bounds.merged([old, other], [new]) == [new, other]


def test_a_run_of_something_else_is_refused() -> None:
    with pytest.raises(SpecError, match="'upper' is missing"):
        solitaire_bounds.row_of({name: value for name, value in ROW.items() if name != "upper"})


def test_files_are_kept_and_written_into_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solitaire_bounds, "DOCS", tmp_path)
    monkeypatch.setattr(solitaire_bounds, "KEPT", tmp_path / "kept.json")
    for page in solitaire_bounds.PAGES:
        (tmp_path / page).write_text("so: <!-- bounds: finding -->old<!-- end of bounds -->.", encoding="utf-8")
    runs = [tmp_path / f"{undealt}.json" for undealt in (18, 27)]
    for run, undealt in zip(runs, (18, 27), strict=True):
        run.write_text(json.dumps(ROW | {"undealt": undealt}))
    solitaire_bounds.main([str(run) for run in runs])
    for page in solitaire_bounds.PAGES:
        text = (tmp_path / page).read_text(encoding="utf-8")
        assert "12.35 (1.17 by the normal approximation) percentage points with 18 undealt cards" in text
        assert "2 positions of more than 42 cards counted as 1" in text
        assert "confidence 95 %" in text
        assert "old" not in text
