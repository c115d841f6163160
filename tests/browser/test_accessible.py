"""The audit finds what is wrong with a bad page, and nothing with a good one."""

import pytest
from playwright.sync_api import Browser

from tests.browser.accessible import faults

GOOD = """<!doctype html><html lang="en"><head><title>Good</title><style>
body { background: white; color: black; font-size: 16px }
.btn { border: 1px solid #555; display: inline-block; min-height: 44px; min-width: 44px }
:focus-visible { outline: 3px solid black }</style></head>
<body><nav><a class="btn" href="#main">Skip</a></nav><main id="main"><h1>Heading</h1><h2>Part</h2>
<p>Text with <a href="/">a word</a>.</p><button class="btn">Go</button>
<label for="field">Name</label> <input class="btn" id="field"><img src="data:," alt="A card"></main></body></html>"""

WRONG = {
    "lang": ('lang="en"', ""),
    "title": ("Good", ""),
    "h1": ("<h1>Heading</h1>", "<h2>Heading</h2>"),
    "heading": ("Part</h2>", "</h2>"),
    "heading-order": ("<h2>Part</h2>", "<h3>Part</h3>"),
    "label": ('class="btn">Go', 'class="btn" aria-label="Start">Go'),
    "skip": ('href="#main"', 'href="#content"'),
    "landmark": ("<body>", "<body><p>Nowhere</p>"),
    "id": ("<h1>", '<h1 id="field">'),
    "name": (">Go<", "><"),
    "alt": ('alt="A card"', ""),
    "reference": ('for="field"', 'for="feild"'),
    "order": ('class="btn">', 'class="btn" tabindex="3">'),
    "contrast": ("color: black", "color: #8a8a8a"),
    "edge": ("solid #555", "solid #bbb"),
    "focus": ("outline: 3px solid black", "outline: none"),
    "unreached": ('class="btn">Go', 'class="btn" onfocus="this.blur()">Go'),
    "target": ("min-height: 44px", "height: 20px"),
    "width": ("<h2>Part", '<div style="width: 3000px">.</div>'),
    "zoom": ("<title>", '<meta name="viewport" content="width=device-width, user-scalable=no"><title>'),
}
"""For each kind of fault, what has to be replaced in the good page by what."""


def kinds(browser: Browser, html: str) -> set[str]:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    try:
        page.set_content(html)
        return {fault.kind for fault in faults(page, phone=True)}
    finally:
        page.close()


def test_a_good_page_has_no_faults(chromium: Browser) -> None:
    assert kinds(chromium, GOOD) == set()


@pytest.mark.parametrize("kind", WRONG)
def test_each_kind_of_fault_is_found(chromium: Browser, kind: str) -> None:
    right, wrong = WRONG[kind]
    assert right in GOOD
    assert kind in kinds(chromium, GOOD.replace(right, wrong))


def test_a_faint_text_is_found_although_its_colour_is_strong(chromium: Browser) -> None:
    """Transparency counts, and so does the ground behind it."""
    assert "contrast" in kinds(chromium, GOOD.replace("<p>", '<p style="opacity: .4">'))
    assert "contrast" in kinds(chromium, GOOD.replace("<p>", '<p style="background: #222">'))
