"""The report as a page: its outline, its drawings and its HTML."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from setlab.plots import draw_curve, draw_histogram, exact_series, new_figure
from setlab.plots.figure import FAINT, GRID, INK, house_style
from setlab.reproduce.evidence import LEVEL, Redrawing, comparisons
from setlab.reproduce.judgement import Finding, Row, shorten, summary
from setlab.reproduce.verdicts import HEADLINES, VERDICTS, Verdict
from setlab.sources import Source, source_of, sources

if TYPE_CHECKING:
    from matplotlib.figure import Figure


TITLE = "Five documents on SET: claims and verdicts"

Findings = Sequence[Finding]


def rule() -> str:
    """The level of significance and the intervals, in two sentences."""
    number, level = comparisons(), f"{100 * LEVEL:g} %"
    return (
        f"Each of the {number} printed figures and statements is judged at the level {level} / {number}; so the "
        f"probability that any correct one is called wrong by chance is below {level}. Intervals shown beside our "
        "figures are 95 % intervals."
    )


def headlines(findings: Findings) -> Iterator[tuple[Verdict, str, list[Finding]]]:
    """The findings with which the report opens, by verdict."""
    for verdict, heading in HEADLINES.items():
        if chosen := [finding for finding in findings if finding.verdict == verdict]:
            yield verdict, heading, chosen


def by_source(findings: Findings) -> Iterator[tuple[Source, list[tuple[str, list[Finding]]]]]:
    """The findings by source and subject, within a subject in the order of the document."""
    for source in sources():
        subjects: dict[str, list[Finding]] = {}
        for finding in findings:
            if source_of(finding.claim.id) == source:
                subjects.setdefault(finding.claim.part, []).append(finding)
        if subjects:
            yield source, sorted(subjects.items(), key=lambda subject: int(subject[0][1:]))


def subject(source: Source, part: str) -> str:
    """The subject in words: A11 is "P(n cards have no SET)"."""
    return source.subjects.get(part, part)


def gist(finding: Finding, most: int = 300) -> str:
    """The finding in one line: the rows that decide it, or our result."""
    deciding = [row for row in finding.rows if row.verdict == finding.verdict and row.printed]
    if deciding and len(deciding) < len(finding.rows):
        text = "; ".join(f"{row.at}: printed {row.printed}, ours {row.ours}" for row in deciding)
    elif finding.claim.figures:
        text = f"printed {finding.printed}; ours {finding.ours}"
    else:
        text = finding.ours
    return shorten(text, most)


def quotation(finding: Finding, most: int = 220) -> str:
    """The printed statement or question in quotation marks; empty for figures, which the gist shows."""
    return "" if finding.claim.figures else f"“{shorten(finding.claim.quote, most)}”"


INKS = {INK: "var(--ink)", FAINT: "var(--ink-2)", GRID: "var(--line)", "#ffffff": "var(--paper)"}
"""The colours that follow the theme of the page."""


def draw_finding(finding: Finding) -> Figure:
    """The figure of a finding: it names the place in the source, and the command that gave our numbers."""
    claim, drawing = finding.claim, finding.drawing
    assert drawing is not None
    ours = f". Ours: {finding.commands[0]}" if finding.commands else ""
    subtitle = f"{source_of(claim.id).cited}, {claim.place}{ours}"
    return draw(drawing, " ".join((claim.id, *finding.specs[:2])), subtitle)


def draw(drawing: Redrawing, note: str, subtitle: str = "") -> Figure:
    """The figure of a drawing; the note names its item, the subtitle the command."""
    fig, (axis,) = new_figure(drawing.title, note, subtitle=subtitle)
    series = [exact_series(label, dict(points)) for label, points in drawing.series if points]
    if drawing.kind == "histogram":
        never, several = drawing.impossible, len(series) > 1
        draw_histogram(axis, series, drawing.x_label, drawing.y_label, legend=several, impossible=never)
    else:
        draw_curve(axis, series, drawing.x_label, drawing.y_label, percent=drawing.kind == "curve of proportions")
    return fig


def svg_text(fig: Figure, as_paths: bool = False) -> str:
    """The figure as an SVG element, with letters as paths or as text in the theme of the surrounding page."""
    import matplotlib

    text = io.StringIO()
    with house_style(), matplotlib.rc_context({"svg.fonttype": "path" if as_paths else "none"}):
        fig.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    _, tag, rest = text.getvalue().partition("<svg")
    svg = re.sub(r"<metadata>.*?</metadata>", "", tag + rest, flags=re.DOTALL)
    if not as_paths:
        for ink, variable in INKS.items():
            svg = svg.replace(ink, variable)
    return svg


MANY = 12
"""A table with more rows than this can be folded."""


def html(findings: Findings, depth: str) -> str:
    """The whole page."""
    return "".join(_page(findings, depth))


def _page(findings: Findings, depth: str) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
    yield f"<title>{TITLE}: setlab reproduce</title>"
    yield f'<meta name="viewport" content="width=device-width"><style>{read_part("page.css")}</style></head><body>'
    yield from _contents(findings)
    yield f"<main><header><h1>{TITLE}</h1><p class=lede>{escape(summary(findings))}.</p>"
    yield f"<p class=quiet>{escape(rule())} Produced by <code>setlab reproduce --{depth}</code>.</p></header>"
    yield from _filters(findings)
    yield from _headlines(findings)
    for source, subjects in by_source(findings):
        yield from _source(source)
        for part, chosen in subjects:
            yield f'<h3 class=subject id="{part}">{part} · {escape(subject(source, part))}</h3>'
            for finding in chosen:
                yield from _item(finding)
        yield "</section>"
    yield from _meanings()
    yield f"</main><script>{read_part('page.js')}</script></body></html>\n"


def _headlines(findings: Findings) -> Iterator[str]:
    yield '<section id="first"><h2>Principal findings</h2>'
    for verdict, heading, chosen in headlines(findings):
        yield f"<h3>{_chip(verdict)} {escape(heading)}</h3><ul class=gists>"
        yield from (_gist(finding) for finding in chosen)
        yield "</ul>"
    yield "</section>"


def _contents(findings: Findings) -> Iterator[str]:
    yield '<nav aria-label="Contents"><a href="#first">Principal findings</a>'
    for source, subjects in by_source(findings):
        yield f'<a href="#{source.key}">{escape(source.cited)}</a><ol>'
        yield from (
            f'<li><a href="#{part}"><b>{part}</b> {escape(subject(source, part))}</a></li>' for part, _ in subjects
        )
        yield "</ol>"
    yield '<a href="#verdicts">The verdicts</a></nav>'


def _filters(findings: Findings) -> Iterator[str]:
    seen = Counter(finding.verdict for finding in findings)
    yield '<form class=filters hidden aria-label="Show only"><span>Show</span>'
    for verdict in VERDICTS:
        if seen[verdict]:
            yield f'<label><input type=checkbox name=verdict value="{verdict}" checked>'
            yield f"{_chip(verdict)} {seen[verdict]}</label>"
    yield '<label>of <select name=source><option value="">all sources</option>'
    for source, _ in by_source(findings):
        yield f'<option value="{source.key}">{escape(source.cited)}</option>'
    yield "</select></label><output></output></form>"


def _source(source: Source) -> Iterator[str]:
    authors = ", ".join(source.authors) or "no author named"
    yield f'<section class=source id="{source.key}"><h2>{escape(source.cited)}</h2>'
    yield f"<p class=quiet>{escape(authors)}. <cite>{escape(source.title)}</cite>. {escape(source.kind)}"
    yield f"{f', {source.year}' if source.year else ''}.</p>"


def _gist(finding: Finding) -> str:
    claim = finding.claim
    where = f"{source_of(claim.id).cited}, {claim.place}"
    link = f'<a href="#{claim.id}">{escape(claim.what)}</a> <span class=quiet>{escape(where)}</span>'
    why = f"<br><span class=quiet>{escape(finding.why)}</span>" if finding.why else ""
    quote = f"<br><q>{escape(quotation(finding))}</q>" if quotation(finding) else ""
    marks = f'data-verdict="{finding.verdict}" data-source="{source_of(claim.id).key}"'
    return f"<li {marks}>{link}{quote}<br>{escape(gist(finding))}{why}</li>"


def _item(finding: Finding) -> Iterator[str]:
    claim = finding.claim
    yield f'<article id="{claim.id}" data-verdict="{finding.verdict}" data-source="{source_of(claim.id).key}">'
    yield f'<h4>{_chip(finding.verdict)} {escape(claim.what)} <a class=anchor href="#{claim.id}">{claim.id}</a></h4>'
    yield f"<blockquote>{escape(claim.quote)}<footer>{escape(claim.place)}</footer></blockquote>"
    if finding.rows:
        yield from _rows(finding.rows)
    elif finding.ours:
        yield f"<p><b>We found</b> {escape(finding.ours)}</p>"
    if finding.claim.kind == "question" and finding.rows:
        yield f"<p><b>Answer</b> {escape(finding.ours)}</p>"
    if finding.interval is not None and claim.kind == "question":
        yield f"<p>95 % interval: {finding.interval[0]:.4g} to {finding.interval[1]:.4g}</p>"
    if finding.why:
        yield f"<p>{escape(finding.why)}</p>"
    if finding.drawing is not None:
        yield f"<figure>{svg_text(draw_finding(finding))}</figure>"
    if finding.commands:
        ids = f" (ids {', '.join(finding.specs)})" if finding.specs else ""
        lines = escape("\n".join(dict.fromkeys(finding.commands)))
        yield f"<details><summary>Commands that repeat it{escape(ids)}</summary><pre>{lines}</pre></details>"
    yield "</article>"


def _rows(rows: tuple[Row, ...]) -> Iterator[str]:
    figures = any(row.printed for row in rows)
    folded = len(rows) > MANY
    if folded:
        yield f"<details open class=rows><summary>{len(rows)} rows</summary>"
    heads = ("", "printed", "ours", "printed − ours", "") if figures else ("", "found", "")
    yield f"<div class=wide><table><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>"
    for row in rows:
        cells = (row.printed, row.ours, row.difference) if figures else (row.ours,)
        texts = "".join(f"<td>{escape(text)}</td>" for text in cells)
        why = f' title="{escape(row.why)}"' if row.why else ""
        yield f"<tr{why}><td>{escape(row.at)}</td>{texts}<td>{_chip(row.verdict)}</td></tr>"
    yield f"</table></div>{'</details>' * folded}"


def _meanings() -> Iterator[str]:
    yield '<section id="verdicts"><h2>The verdicts</h2><table>'
    for verdict, meaning in VERDICTS.items():
        yield f"<tr><td>{_chip(verdict)}</td><td>{escape(meaning)}</td></tr>"
    yield "</table></section>"


def _chip(verdict: str) -> str:
    return f'<span class="verdict {verdict}">{verdict}</span>'


def read_part(name: str) -> str:
    """The text of a file of this package."""
    return (files("setlab.reproduce.report") / name).read_text(encoding="utf-8")
