"""An exit ticket: a teacher asks, two pupils answer on their phones, the wall shows bars and then the solution."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from setlab.classroom.tickets import make_ticket
from tests.browser.accessible import faults
from tests.browser.conftest import Visit
from tests.browser.people import DESKTOP, PHONE, SMALL_PHONE


def test_a_ticket_of_a_class(visit: Visit) -> None:
    teacher = visit("/learn?lang=en", viewport=DESKTOP)
    teacher.page.get_by_label("Lesson", exact=True).select_option("third")
    teacher.page.get_by_role("button", name="Open for a class").click()
    teacher.page.wait_for_url(re.compile(r"/[A-Z]{6}/steps$"))
    code = teacher.page.url.split("/")[-2]
    wall = teacher.page.locator("#wall")
    expect(wall).to_contain_text(f"/{code}/ticket")
    ada, ben = visit(f"/{code}", viewport=PHONE), visit(f"/{code}/ticket", viewport=SMALL_PHONE)
    ada.page.get_by_role("link", name="Exit ticket").click()
    expect(ada.page.locator("#question")).to_contain_text("has not asked a question yet")
    seed = int(re.findall(r"seed=(\d+)", teacher.page.locator("#show").get_attribute("href") or "")[0])
    question = make_ticket("third", seed)[0]
    right, wrong = question.answer, (question.answer + 1) % 4

    wall.get_by_role("button", name="Ask the first question").click()
    for pupil, choice in ((ada, wrong), (ben, wrong)):
        options = pupil.page.locator(".ticket-options button")
        expect(options).to_have_count(4)
        options.nth(choice).click()
        pupil.hear("Your answer has arrived")
        expect(options.nth(choice)).to_have_attribute("aria-pressed", "true")
    expect(wall.locator(".count").nth(wrong)).to_have_text("2")
    ben.page.locator(".ticket-options button").nth(right).focus()
    ben.page.keyboard.press("Enter")
    expect(wall.locator(".count").nth(wrong)).to_have_text("1")
    expect(wall.locator(".count").nth(right)).to_have_text("1")
    expect(wall.locator(".ticket-solution")).to_have_count(0)
    for pupil, phone in ((teacher, False), (ada, True)):
        assert [str(fault) for fault in faults(pupil.page, phone)] == []

    wall.get_by_role("button", name="Show the solution").click()
    expect(wall.locator(".count").nth(right)).to_have_text("1 ✓")
    expect(wall.locator(".ticket-solution .rows li")).to_have_count(4)
    expect(ben.page.locator(".ticket-verdict")).to_have_text("That was your answer.")
    expect(ada.page.locator(".ticket-verdict")).to_have_text("Your answer was another one.")
    teacher.picture("ticket-wall")
    ada.picture("ticket-phone")
    for pupil, phone in ((teacher, False), (ben, True)):
        assert [str(fault) for fault in faults(pupil.page, phone)] == []
    wall.get_by_role("button", name="Next question").click()
    expect(ada.page.locator("#number")).to_have_text("Question 2 of 5")
    wall.get_by_role("button", name="End and delete the answers").click()
    expect(ada.page.locator("#question")).to_contain_text("has not asked a question yet")

    # somebody who only knows the code cannot steer
    other = visit(f"/{code}/steps")
    expect(other.page.locator("#entry")).to_be_visible()
    expect(other.page.locator("#wall")).to_be_hidden()
