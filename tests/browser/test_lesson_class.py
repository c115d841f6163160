"""A class in a lesson: a teacher, two pupils, and how many are through each step; nobody is named."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.accessible import faults
from tests.browser.conftest import Visit
from tests.browser.people import DESKTOP, PHONE, SMALL_PHONE, Person


def counts(page: Page) -> list[int]:
    """How many are through each step, as the teacher reads it."""
    return [int(text.split()[0]) for text in page.locator("#through .count").all_inner_texts()]


def solve(pupil: Person, steps: int) -> None:
    for _ in range(steps):
        while pupil.page.locator("#forward").is_disabled():
            pupil.page.click("#show")
        pupil.page.click("#forward")


def test_a_teacher_and_two_pupils(visit: Visit) -> None:
    teacher = visit("/learn", viewport=DESKTOP)
    teacher.page.get_by_label("Lesson", exact=True).select_option("third")
    teacher.page.get_by_role("button", name="Open for a class").click()
    teacher.page.wait_for_url(re.compile(r"/[A-Z]{6}/steps$"))
    code = teacher.page.url.split("/")[-2]
    expect(teacher.page.locator("h1")).to_have_text("What is the final card?")
    expect(teacher.page.locator("#here")).to_have_text("Nobody is here yet.")
    expect(teacher.page.locator("#through li")).to_have_count(10)
    expect(teacher.page.locator(".code")).to_have_text(code)
    expect(teacher.page.locator("aside .alone")).to_contain_text("setlab serve --lan")

    ada = visit("/", viewport=PHONE)
    ada.page.fill("#code", code.lower())
    ada.page.click("#join button")
    ada.arrive(f"/learn/third?seed=*&class={code}")
    expect(ada.page.locator("#class p").first).to_have_text(
        f"Class {code}: your teacher sees how many have finished each step, without names."
    )
    expect(teacher.page.locator("#here")).to_have_text("One pupil is here.")
    ben = visit(f"/{code}", locale="de", viewport=SMALL_PHONE)
    expect(teacher.page.locator("#here")).to_have_text("2 pupils are here.")
    assert ada.page.locator(".build [data-card]").first.get_attribute("data-card") == ben.page.locator(
        ".build [data-card]"
    ).first.get_attribute("data-card")

    solve(ada, 3)
    solve(ben, 1)
    expect(teacher.page.locator("#through .count").nth(2)).to_have_text("1 of 2 done")
    expect(teacher.page.locator("#through .count").first).to_have_text("2 of 2 done")
    assert counts(teacher.page) == [2, 1, 1, 0, 0, 0, 0, 0, 0, 0]
    expect(teacher.page.locator("#through small").nth(3)).to_have_text("one working on it")
    teacher.picture("class-steps")
    assert [str(fault) for fault in faults(teacher.page, False)] == []

    ben.page.reload()
    solve(ben, 2)
    expect(teacher.page.locator("#through .count").nth(1)).to_have_text("2 of 2 done")
    expect(teacher.page.locator("#here")).to_have_text("2 pupils are here.")

    assert ada.page.evaluate("Object.keys(localStorage).filter((key) => key.includes('pupil'))") == []
    pupils = [each.page.evaluate("sessionStorage.getItem(Object.keys(sessionStorage)[0])") for each in (ada, ben)]
    assert all(re.fullmatch("[0-9a-f]{32}", pupil) for pupil in pupils)
    assert len(set(pupils)) == 2


def test_a_report_that_did_not_arrive_comes_later_and_a_lesson_needs_no_class(visit: Visit) -> None:
    teacher = visit("/learn/sort?seed=5", viewport=SMALL_PHONE, locale="de")
    teacher.page.get_by_role("button", name="Für eine Klasse öffnen").click()
    teacher.page.wait_for_url(re.compile(r"/[A-Z]{6}/steps$"))
    code = teacher.page.url.split("/")[-2]
    ada = visit(f"/{code}")
    assert "seed=5" in ada.page.url
    expect(teacher.page.locator("#here")).to_have_text("Eine Person ist da.")
    assert [str(fault) for fault in faults(teacher.page, True)] == []
    ada.page.route("**/steps", lambda route: route.fulfill(status=503, json={"reason": "later", "code": "x"}))
    solve(ada, 1)
    ada.page.unroute("**/steps")
    expect(teacher.page.locator("#through .count").first).to_have_text("1 von 1 geschafft")

    gone = visit("/learn/sort?seed=5&class=BBBBBB")
    solve(gone, 6)
    expect(gone.page.locator("#end")).to_be_visible()
    late = visit("/BBBBBB/steps")
    expect(late.page.locator("#trouble")).to_contain_text("There is no class BBBBBB")
