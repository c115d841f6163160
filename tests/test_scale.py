"""docs/scale.md: its tables are those that follow from the measured rates."""

import pytest

from scripts import scale


def test_the_tables_of_the_page_follow_from_the_rates() -> None:
    page = scale.PAGE.read_text(encoding="utf-8")
    assert page == scale.renewed(page), "renew it: python -m scripts.scale"
    assert "".join(f"{line}\n" for line in scale.plans_table()) in page
    assert "".join(f"{line}\n" for line in scale.hours_table()) in page


def test_another_rate_changes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    before = scale.Plan(1e13, 1)
    hours = before.hours
    monkeypatch.setattr(scale, "GPU", 2 * scale.GPU)
    assert before.hours == pytest.approx(hours / 2)
    page = scale.PAGE.read_text(encoding="utf-8")
    assert page != scale.renewed(page)


def test_one_driver_takes_the_rare_games_of_every_plan() -> None:
    assert max(plan.rate * plan.workers * scale.RARE for plan in scale.PLANS) < scale.RARE_A_SECOND
