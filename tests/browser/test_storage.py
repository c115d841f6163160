"""What the browser keeps: the same in two tabs, moved from where earlier versions kept it, and a file and back."""

from __future__ import annotations

import json

from tests.browser.conftest import Visit

COUNT = """async ({ update }) => {
  await Promise.all(Array.from({ length: 40 }, () => update("count", (n) => (n ?? 0) + 1)));
}"""

MIRROR = """async ({ mirror }) => {
  window.seen = await mirror("count", (kept) => kept ?? 0);
}"""

REFUSED = "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError') } })"


def test_two_tabs_agree(visit: Visit) -> None:
    mira = visit("/privacy")
    other = mira.context.new_page()
    other.goto(f"{mira.address}/privacy")
    mira.run("shared/store", MIRROR)
    first = mira.page
    mira.page = other
    mira.run("shared/store", MIRROR)
    both = "async () => window.seen.change((n) => n + 1)"
    first.evaluate(f"() => {{ window.done = Promise.all(Array.from({{ length: 40 }}, {both})) }}")
    mira.run("shared/store", COUNT)
    first.evaluate("() => window.done")
    for tab in (first, other):
        tab.wait_for_function("() => window.seen.now === 80")


def test_a_change_that_fails_keeps_nothing(visit: Visit) -> None:
    fail = """async ({ read, update }) => {
      await update("key", () => 1);
      const fault = await update("key", () => { throw new RangeError("no") }).catch((error) => error.name);
      return [fault, await read("key"), await update("key", () => undefined), await read("key")];
    }"""
    assert visit("/privacy").run("shared/store", fail) == ["RangeError", 1, None, None]


def test_former_values_move(visit: Visit) -> None:
    mira = visit("/privacy")
    mira.page.evaluate("() => localStorage.setItem('setlab.puzzles', JSON.stringify({ a: 1 }))")
    mira.page.evaluate("() => localStorage.setItem('setlab.triples', 'broken')")
    assert mira.run("shared/store", "({ read }) => Promise.all(['puzzles', 'triples'].map(read))") == [{"a": 1}, None]
    assert mira.page.evaluate("localStorage.getItem('setlab.puzzles')") is None


def test_a_file_brings_everything_to_another_browser(visit: Visit) -> None:
    mira, jonas = visit("/privacy"), visit("/privacy", name="Jonas")
    write = "async ({ write }, [key, value]) => write(key, value)"
    assert mira.run("shared/store", write, ["best", 7]) is True
    mira.run("shared/store", write, ["list", [1, 2]])
    jonas.run("shared/store", write, ["best", 9])
    text = mira.run("shared/store", "({ exportAll }) => exportAll()")
    assert json.loads(text)["values"] == {"best": 7, "list": [1, 2]}
    merge = "async ({ importAll }, text) => importAll(text, { best: (here, there) => Math.max(here, there) })"
    assert sorted(jonas.run("shared/store", merge, text)) == ["best", "list"]
    assert jonas.run("shared/store", "({ read }) => Promise.all(['best', 'list'].map(read))") == [9, [1, 2]]
    for wrong in ("", "[]", '{"values": {}}', '{"setlab": 1, "values": []}'):
        found = jonas.run("shared/store", "({ importAll }, text) => importAll(text).catch(({ name }) => name)", wrong)
        assert found == "SyntaxError", wrong


def test_where_nothing_is_kept_the_page_remembers(visit: Visit) -> None:
    mira = visit("/privacy")
    mira.page.evaluate(REFUSED)
    work = """async ({ exportAll, keeps, read, update, write }) => {
      const kept = await write("count", 1);
      const next = await update("count", (n) => n + 1);
      return [await keeps(), kept, next, await read("count"), JSON.parse(await exportAll()).values];
    }"""
    assert mira.run("shared/store", work) == [False, False, 2, 2, {"count": 2}]
