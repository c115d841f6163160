"""Every step of every lesson, before and after its answer, fits on every screen and passes the audit."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from setlab.web.pages.site import LESSONS
from tests.browser.conftest import Visit
from tests.browser.learners import Learner
from tests.browser.people import DESKTOP, LANDSCAPE, PHONE, SMALL_PHONE

LOOKS = {
    "desktop": (DESKTOP, "en", "dark"),
    "phone": (PHONE, "de", "dark"),
    "small": (SMALL_PHONE, "de", "light"),
    "landscape": (LANDSCAPE, "nb", "light"),
}

SQUEEZED = """() => [...document.querySelectorAll("#lesson *, #end *")]
  .filter((at) => at.checkVisibility() && at.matches("p, .btn, th, td, .box, .halves > *, legend, label"))
  .filter((at) => at.scrollWidth > at.clientWidth + 1 && at.clientWidth > 0 || at.getBoundingClientRect().width < 20)
  .map((at) => `${at.localName}.${at.className}: ${at.textContent.slice(0, 30)}`)"""
"""What is too narrow for its words."""


@pytest.mark.full
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("lesson", LESSONS)
def test_every_step_fits_on_every_screen(visit: Visit, lesson: str, look: str) -> None:
    screen, language, theme = LOOKS[look]
    learner = Learner(visit, lesson, viewport=screen, locale=language, color_scheme=theme, reduced_motion="reduce")
    for step in learner.walk():
        assert learner.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), step
        assert learner.page.evaluate(SQUEEZED) == [], step
        assert learner.accessible(phone=look != "desktop") == [], step
    expect(learner.page.locator("#end")).to_be_visible()
    learner.person.picture(f"lesson-{lesson}-{look}")
