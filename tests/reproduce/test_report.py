"""The report: a self-contained page with an anchor for every item, and a PDF."""

import re
from html.parser import HTMLParser
from pathlib import Path

from setlab.reproduce import Finding
from setlab.reproduce.evidence import Figures, Redrawing, Statement, check
from setlab.reproduce.judgement import judge
from setlab.reproduce.report import write_report
from setlab.reproduce.report.page import gist, headlines, html
from setlab.reproduce.verdicts import HEADLINES
from setlab.sources import Claim, claims
from tests.reproduce.conftest import answered

NAMES = ("E1.table", "E1.order")


def findings() -> list[Finding]:
    wrong = Claim("E2.wrong", "figure", "page 9", "a <b>bold</b> figure", "“5 & more”", {"x": "5"})
    drawing = Redrawing("histogram", "Cards left", "cards", "proportion", (("ours", ((0, 0.5), (6, 0.5))),))
    found = [answered(name)[1] for name in NAMES]
    return [*found, judge(wrong, Figures(values={"x": 6}, drawing=drawing, commands=("setlab count",)))]


class Links(HTMLParser):
    """The ids and the links of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids.add(given.get("id") or "")
        self.links |= {value for name, value in attrs if name in ("href", "src") and value}


def test_the_page_is_whole_and_alone() -> None:
    text = html(findings(), "quick")
    found = Links(text)
    assert {"E2.wrong", "forbes-forbes", "first", "verdicts", *NAMES} <= found.ids
    assert all(link.startswith("#") and link[1:] in found.ids for link in found.links)
    assert not re.search(r"@import|url\((?!#)|https?://(?!www\.w3\.org)", text), "nothing is asked of another host"
    assert text.count("<svg") == 1
    assert "a &lt;b&gt;bold&lt;/b&gt; figure" in text
    assert "“5 &amp; more”" in text


def test_the_report_opens_with_what_is_wrong() -> None:
    text = html(findings(), "quick")
    assert text.index(HEADLINES["wrong"]) < text.index('id="forbes-forbes"')
    ((verdict, _, chosen),) = headlines(findings())
    assert verdict == "wrong"
    assert [finding.claim.id for finding in chosen] == ["E2.wrong"]
    assert "printed x: 5; ours x: 6" in gist(chosen[0])


def test_a_page_and_a_pdf_are_written(tmp_path: Path) -> None:
    html, pdf, record = write_report(tmp_path / "report", findings(), "quick")
    again = write_report(tmp_path / "again", findings(), "quick")
    assert html.read_text().startswith("<!doctype html>")
    assert pdf.read_bytes()[:5] == b"%PDF-"
    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in (html, pdf, record)], (
        "the same bytes every time"
    )


def test_a_long_line_is_cut() -> None:
    many = check("so, for {} cases", range(3), lambda n: n < 9)
    long = judge(next(claims()), Statement(*(many,) * 60))
    assert len(gist(long)) <= 302
