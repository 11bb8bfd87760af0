"""What a person does with the page: every step finds things by the names that a person is told."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from device import PATIENCE

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


class Screen:
    """One tab of a browser with the page of a device."""

    def __init__(self, page: Page):
        self.page = page
        self._complaints: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self._complaints.append(str(error)))

    @classmethod
    @contextlib.contextmanager
    def opened(
        cls, browser: Browser, link: str, *, viewport: dict = DESKTOP, dark: bool = False, scale: float = 1
    ) -> Iterator[Screen]:
        """Opens the page in a browser profile of its own."""
        context = browser.new_context(
            viewport=viewport, device_scale_factor=scale, color_scheme="dark" if dark else "light",
            locale="en-GB", timezone_id="UTC", reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE * 1000)
        screen = cls(context.new_page())
        screen.page.goto(link)
        try:
            yield screen
        finally:
            context.close()

    def another_tab(self) -> Screen:
        """The same page in a second tab of the same browser."""
        tab = Screen(self.page.context.new_page())
        tab.page.goto(self.page.url)
        return tab

    # Faults of the page itself

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complaints.append(message.text)

    def forgive(self, pattern: str) -> None:
        """Forgets complaints that the test has brought about."""
        self._complaints = [text for text in self._complaints if not re.search(pattern, text)]

    def check_console(self) -> None:
        """Fails when the page has complained to the browser, by an error or by its content security policy."""
        assert not self._complaints, "\n".join(self._complaints)

    def check_accessibility(self) -> None:
        """Fails when axe-core finds that the page breaks a rule of WCAG 2.2 at level AA."""
        results = Axe().run(self.page, options={"runOnly": {"type": "tag", "values": RULES}})
        assert results.violations_count == 0, results.generate_report()
