"""The report as one HTML page that needs nothing else: tables, verdicts, commands, and the figures redrawn."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from setlab.reproduce.drawings import drawn, svg_text
from setlab.reproduce.item import VERDICTS, Cell, Finding, Item
from setlab.reproduce.judge import LEVEL
from setlab.reproduce.summary import SEEDS, Findings, summary

STYLE = """
:root { --ink: #22262b; --faint: #6b7178; --rule: #e3e6ea; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: .2rem; }
h2 { margin-top: 3rem; border-bottom: 2px solid var(--rule); }
h3 { margin: 2rem 0 .2rem; font-size: 1.05rem; }
table { border-collapse: collapse; margin: .6rem 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .2rem .9rem .2rem 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
code { font: .85rem/1.4 ui-monospace, monospace; }
pre { overflow-x: auto; background: #f6f7f9; padding: .5rem .8rem; }
.faint { color: var(--faint); }
.verdict { font-weight: 600; padding: .05rem .5rem; border-radius: .8rem; white-space: nowrap; }
.confirmed, .consistent { background: #dff2e5; color: #14532d; }
.settled, .bounded { background: #dde9fb; color: #173a73; }
.misprint { background: #fdf0cf; color: #6b4a00; }
.wrong { background: #fbdcd8; color: #7c1d12; }
.open { background: #eceef1; }
svg { max-width: 100%; height: auto; }
details { margin: .4rem 0; }
"""


def page(findings: Findings, depth: str) -> str:
    """The whole page."""
    return "".join(_page(findings, depth))


def _page(findings: Findings, depth: str) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>setlab reproduce</title>'
    yield f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>'
    yield f"<h1>Every table of the seeds, with a verdict</h1><p>{escape(summary(findings))}.</p>"
    yield f'<p class="faint">Made by <code>setlab reproduce --{depth}</code>. Sampled figures are judged so that, for '
    yield f"all of them together, the probability of calling any right one wrong is below {100 * LEVEL:g} %.</p><table>"
    for verdict, meaning in VERDICTS.items():
        yield f"<tr><td>{_chip(verdict)}</td><td>{escape(meaning)}</td></tr>"
    yield "</table>"
    for seed, title in SEEDS.items():
        mine = [(item, finding) for item, finding in findings if item.seed == seed]
        if mine:
            yield f"<h2>{seed} · {escape(title)}</h2>"
            for item, finding in mine:
                yield from _section(item, finding)
    yield "</body></html>\n"


def _section(item: Item, finding: Finding) -> Iterator[str]:
    yield f'<section id="{escape(item.id)}"><h3>{escape(item.id)} · {escape(item.what)} {_chip(finding.verdict)}</h3>'
    yield f'<div class="faint">{escape(item.where)}</div><table>'
    yield f"<tr><th>printed</th><td>{escape(finding.seed_value)}</td></tr>"
    yield f"<tr><th>ours</th><td>{escape(finding.ours)}</td></tr>"
    if finding.interval is not None:
        yield f"<tr><th>95 %</th><td>{finding.interval[0]:.4g} to {finding.interval[1]:.4g}</td></tr>"
    yield "</table>"
    if finding.why:
        yield f"<p>{escape(finding.why)}</p>"
    if finding.cells:
        yield from _cells(finding.cells)
    if finding.drawing is not None:
        yield svg_text(drawn(finding.drawing, " ".join((item.id, *finding.specs[:2]))))
    if finding.commands:
        lines = "\n".join(finding.commands)
        ids = f" (ids {', '.join(finding.specs)})" if finding.specs else ""
        yield f"<details><summary>Repeat it{escape(ids)}</summary><pre><code>{escape(lines)}</code></pre></details>"
    yield "</section>"


def _cells(cells: tuple[Cell, ...]) -> Iterator[str]:
    yield f"<details><summary>{len(cells)} figures</summary><table>"
    yield "<tr><th></th><th>printed</th><th>ours</th><th></th></tr>"
    for cell in cells:
        why = f' title="{escape(cell.why)}"' if cell.why else ""
        yield f"<tr{why}><td>{escape(cell.at)}</td><td>{escape(cell.printed)}</td><td>{escape(cell.ours)}</td>"
        yield f"<td>{_chip(cell.verdict)}</td></tr>"
    yield "</table></details>"


def _chip(verdict: str) -> str:
    return f'<span class="verdict {verdict}">{verdict}</span>'
