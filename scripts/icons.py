"""Draw the icons with which the pages are installed, from `icon.svg` by Chromium: python -m scripts.icons."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parents[1] / "src" / "setlab" / "web" / "static"

SIZES = {"icon-192.png": (192, False), "icon-512.png": (512, False), "icon-whole.png": (512, True)}
"""Each icon with its size; the last fills its square, and may be cut to a disc by the device."""


def drawn(svg: str, is_whole: bool) -> str:
    """The icon as the only content of a page."""
    shown = svg.replace('viewBox="-16 -16 32 32"', 'viewBox="-21 -21 42 42"') if is_whole else svg
    ground = "#fff" if is_whole else "transparent"
    return f"<style>body {{ margin: 0; background: {ground} }} svg {{ display: block }}</style>{shown}"


def main() -> None:
    """Write the icons beside their source."""
    svg = (STATIC / "icon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (size, is_whole) in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(drawn(svg, is_whole))
            page.screenshot(path=STATIC / name, omit_background=not is_whole)
        browser.close()


if __name__ == "__main__":
    main()
