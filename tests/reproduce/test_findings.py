"""docs/findings.md agrees with the report in docs/reproduce, and docs/reproduce.md with the verdicts."""

import re

from scripts.findings import MARK, PAGE, report, summary_text
from scripts.marks import renewed
from setlab.reproduce import VERDICTS, items
from setlab.sources import claims

ATTENTION = ("wrong", "misprint")


def test_the_page_on_the_judgement_explains_every_verdict() -> None:
    page = (PAGE.parent / "reproduce.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \| (.*) \|$", page, re.MULTILINE) == list(VERDICTS.items())


def test_the_summary_is_that_of_the_report() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert renewed(text, MARK, {"summary": summary_text(report())}) == text, "python -m scripts.findings"


def test_the_report_is_full_and_of_all_items() -> None:
    assert report()["depth"] == "full"
    assert [item["id"] for item in report()["items"]] == [item.id for item in items()]
    assert [item["quote"] for item in report()["items"]] == [claim.quote for claim in claims()]


def test_the_errors_that_the_page_names_are_errors() -> None:
    errors = PAGE.read_text(encoding="utf-8").partition("## Errors found")[2]
    verdicts = {item["id"]: item["verdict"] for item in report()["items"]}
    named = re.findall(r"\b[A-E]\d+\.\w+", errors)
    assert len(named) >= 12
    assert {name: verdicts[name] for name in named if verdicts[name] not in ATTENTION} == {}


def test_what_is_called_settled_is_settled() -> None:
    text = PAGE.read_text(encoding="utf-8")
    verdicts = {item["id"]: item["verdict"] for item in report()["items"]}
    for heading, allowed in (("## Settled", "settled"), ("## Narrowed down", "bounded")):
        part = text.partition(heading)[2].partition("\n## ")[0]
        assert {verdicts[name] for name in re.findall(r"\b[A-E]\d+\.\w+", part)} == {allowed}
