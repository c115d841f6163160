"""The pages use nothing younger than Safari 16.0, Chrome 109 and Firefox 115, except where its absence does no harm.

Container queries set this floor. The compiler refuses younger functions of the language by their types (`lib` in
`tsconfig.json`); this test reads the sources for the rest. Not listed is what an older browser may pass over, such as
`text-wrap` or `:user-invalid`. Numbers in the comments are the first versions of Chrome, Safari and Firefox.
"""

import re
from collections.abc import Iterator

import pytest

from tests.web.test_static import SERVED

CSS = {
    r":has\(": "label:has(:checked) { color: red }",  # 105, 15.4, 121
    r"(?<!:is\()(?<!selector\():popover-open": "#box:popover-open { display: grid }",  # 114, 17, 125
    r"@media[^{]*[<>]": "@media (width < 600px) { a { color: red } }",  # 104, 16.4, 63
    r"aspect-ratio\s*(?::|[<>]=?)\s*[\d.]+\s*[<>)]": "@container (aspect-ratio < 1.2) { a { color: red } }",
    r"[(\s][\d.]+\s*[<>]=?\s*aspect-ratio": "@container (1.2 <= aspect-ratio) { a { color: red } }",
    r"@(?:property|scope|starting-style|position-try|view-transition|function)\b": "@property --w { inherits: true }",
    r"@container[^{]*style\(": "@container style(--dark: 1) { a { color: red } }",  # 111, 18, 151
    r"\b(?:color-mix|light-dark|oklch|oklab|lch|color|contrast-color)\(": "a { color: color-mix(in srgb, red, blue) }",
    r"\b(?:rgb|rgba|hsl|hsla)\(from\b": "a { color: rgb(from red r g b) }",  # 119, 16.4, 128
    r"(?<![\w-])(?:a?sin|a?cos|a?tan2?|pow|sqrt|hypot|log|exp|round|mod|rem|abs|sign)\(": "a { width: mod(9px, 2px) }",
    r"(?<![\w-])(?:linear|image-set|calc-size|sibling-index)\(": "a { animation: x 1s linear(0, 1) }",
    r"\d(?:r?lh|r?cap|rex|ric|rch)\b": "a { height: 2lh }",  # 109, 16.4, 120
    r"\bsubgrid\b": "a { grid-template-rows: subgrid }",  # 117, 16, 71
    r":nth-(?:last-)?child\([^)]*\bof\b": "li:nth-child(2 of .on) { color: red }",  # 111, 9, 113
    r":(?:dir|state|open|target-current)\b": "a:dir(rtl) { color: red }",  # 120, 16.4, 49
    r"::(?:details-content|view-transition|scroll-)": "details::details-content { color: red }",
    r"\b(?:anchor-name|position-anchor|position-area|anchor\()": "a { anchor-name: --a }",  # 125, 26, 147
    r"\b(?:animation|scroll|view)-timeline\b": "a { animation-timeline: scroll() }",  # 115, 26, none
    r"\b(?:transition-behavior|allow-discrete|interpolate-size|field-sizing)\b": "a { field-sizing: content }",
    r"(?<![\w-])mask(?:-\w+)?:": "a { mask: url(a.svg) }",  # 120, 15.4, 53
    r"(?<![\w-])(?:backdrop-filter|content-visibility|margin-trim|text-box|zoom):": "a { backdrop-filter: blur(2px) }",
}

JS = {
    r"\.(?:toSorted|toReversed|toSpliced)\(": "cards.toSorted()",  # 110, 16, 115
    r"\b(?:Object|Map)\.groupBy\b": "Object.groupBy(cards, colour)",  # 117, 17.4, 119
    r"\bArray\.fromAsync\b": "await Array.fromAsync(cards)",  # 121, 16.4, 115
    r"\bPromise\.(?:withResolvers|try)\b": "Promise.withResolvers()",  # 119, 17.4, 121
    r"\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(": "a.union(b)",
    r"\.(?:keys|values|entries)\(\)\.\w": "found.values().map(name)",  # iterator helpers: 122, 18.4, 131
    r"\bIterator\.": "Iterator.from(cards)",
    r"\bURL\.(?:canParse|parse)\b": "URL.canParse(link)",  # 120, 17, 115
    r"\b(?:RegExp\.escape|Error\.isError|Math\.sumPrecise|Uint8Array\.from(?:Base64|Hex))\b": "RegExp.escape(name)",
    r"\.(?:isWellFormed|toWellFormed)\(": "name.isWellFormed()",  # 111, 16.4, 119
    r"\bIntl\.(?:Segmenter|DurationFormat)\b": "new Intl.Segmenter()",  # 87, 14.1, 125
    r"\bTemporal\.": "Temporal.Now",
    r"\bAbortSignal\.any\b": "AbortSignal.any([one, other])",  # 116, 17.4, 124
    r"\.checkVisibility\(": "table.checkVisibility()",  # 105, 17.4, 106
    r"\b(?:startViewTransition|moveBefore|setHTML|setHTMLUnsafe|parseHTMLUnsafe)\(": "document.startViewTransition()",
    r"\b(?:adoptedStyleSheets|CSSStyleSheet|OffscreenCanvas|CompressionStream)\b": "new CSSStyleSheet()",
    r"\b(?:requestIdleCallback|CloseWatcher|cookieStore|scheduler|navigation)\b[.(]": "requestIdleCallback(draw)",
    r"\bnavigator\.(?:wakeLock|userActivation|locks\.query)\b": "navigator.wakeLock.request()",  # 84, 16.4, 126
    r"(?:new|instanceof) ToggleEvent\b": "event instanceof ToggleEvent",  # 114, 17, 120
    r"(?<!:is\():popover-open": 'box.matches(":popover-open")',  # a selector that is an error
    r"querySelector(?:All)?\([^)]*:has\(": 'document.querySelector("li:has(b)")',
    r"\bimport\.meta\.(?:resolve|dirname|filename)\b": "import.meta.resolve('x')",  # 105, 16.4, 106
    r"\bimport\b[^;\n]*\bwith \{": 'import words from "./en.json" with { type: "json" };',  # 123, 17.2, 138
    r"\bstatic \{": "class Table { static { open(); } }",  # 94, 16.4, 93
    r"\(\?<[=!]": "/(?<=a)b/",  # 62, 16.4, 78
    r"\(\?-?[ims]+-?[ims]*:": "/(?i:a)b/",  # 125, 26, 132
    r"\S/[dgimsuy]*v[dgimsuy]*(?=[\s.,;)])": r"/[\p{L}--[a-z]]/v.test(name)",  # 112, 17, 116
    r"^\s*(?:await )?using \w+ =": "using lock = await take();",  # 134, none, 141
}

HTML = {
    r"<details[^>]*\sname=": '<details name="one">',  # 120, 17.2, 130
    r"\bpopover=\"(?!auto\")": '<div popover="manual">',  # the boxes of popover.js are "auto"
    r"\s(?:commandfor|closedby|interestfor)=": '<button commandfor="box">',
    r"<(?:search|selectedcontent)\b": "<search>",
    r"until-found": '<p hidden="until-found">',
}

YOUNG = {".css": CSS, ".js": JS, ".html": HTML}
CONDITIONS = ("@media", "@supports", "@container", "@keyframes")


def nested_rules(css: str) -> Iterator[str]:
    """The rules inside of other rules: 120, 17.2, 117."""
    around: list[str] = []
    for before, brace in re.findall(r"([^{};]*)([{};])", css):
        if brace == "{":
            if any(not rule.startswith(CONDITIONS) for rule in around):
                yield before.strip()
            around.append(before.strip())
        elif brace == "}":
            around.pop()


def young_features(text: str, suffix: str) -> list[str]:
    """What a source uses although the oldest browsers lack it."""
    bare = re.sub(r"/\*.*?\*/|^\s*//.*?$|\s//\s.*?$", "", text, flags=re.DOTALL | re.MULTILINE)
    found = [match[0] for pattern in YOUNG[suffix] for match in re.finditer(pattern, bare, re.MULTILINE)]
    return found + (list(nested_rules(bare)) if suffix == ".css" else [])


@pytest.mark.parametrize("suffix", YOUNG)
def test_sources_use_nothing_young(suffix: str) -> None:
    sources = [path for path in SERVED if path.suffix == suffix]
    assert len(sources) > 10
    assert {path.name: found for path in sources if (found := young_features(path.read_text(), suffix))} == {}


@pytest.mark.parametrize(
    ("suffix", "pattern", "example"),
    [(suffix, pattern, example) for suffix, listed in YOUNG.items() for pattern, example in listed.items()],
)
def test_every_listed_feature_is_found(suffix: str, pattern: str, example: str) -> None:
    assert re.search(pattern, example, re.MULTILINE)
    assert young_features(f"{example}\n", suffix)


def test_nesting_is_found() -> None:
    assert list(nested_rules(".card { color: red; &:hover { color: blue } }")) == ["&:hover"]
    assert list(nested_rules("@media (min-width: 9px) { .card { .face { left: 0 } } }")) == [".face"]
    assert list(nested_rules(".card { @media print { color: red } }")) == ["@media print"]
    flat = "@supports (top: 0) { @media print { a { top: 0 } } } @keyframes x { to { top: 1px } } b { top: 0 }"
    assert list(nested_rules(flat)) == []
