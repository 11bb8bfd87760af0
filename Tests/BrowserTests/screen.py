"""What a person does with the page: every step finds things by the names that a person is told."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, WebSocketRoute, expect

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
        self._is_cut = False
        self._connections: list[WebSocketRoute] = []
        self._is_held = False
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []

    @classmethod
    @contextlib.contextmanager
    def opened(
        cls, browser: Browser, link: str, *, viewport: dict = DESKTOP, dark: bool = False, scale: float = 1,
        cuttable: bool = False,
    ) -> Iterator[Screen]:
        """Opens the page in a browser profile of its own; `cuttable` puts something between it and the device."""
        context = browser.new_context(
            viewport=viewport, device_scale_factor=scale, color_scheme="dark" if dark else "light",
            locale="en-GB", timezone_id="UTC", reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE * 1000)
        screen = cls(context.new_page())
        if cuttable:
            screen.page.route_web_socket("**/socket", screen._pass)
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

    # Steps

    def go(self, address: str) -> None:
        """Follows a link of the page by its address."""
        self.page.evaluate("address => { location.hash = address }", address)

    def cut(self) -> None:
        """Cuts the connection to the device, and every one that the page tries."""
        self._is_cut = True
        for connection in self._connections:
            connection.close()
        self._connections = []

    def mend(self) -> None:
        """Lets the page connect again."""
        self._is_cut = False

    def _pass(self, connection: WebSocketRoute) -> None:
        if self._is_cut:
            connection.close()
        else:
            self._connections.append(connection)
            connection.connect_to_server().on_message(lambda message: self._receive(connection, message))

    def hold(self) -> None:
        """Keeps back what the device says."""
        self._is_held = True

    def release(self) -> None:
        """Lets the page have what was kept back, and what comes."""
        self._is_held = False
        for connection, message in self._held:
            connection.send(message)
        self._held = []

    def _receive(self, connection: WebSocketRoute, message: str | bytes) -> None:
        if self._is_held:
            self._held.append((connection, message))
        else:
            connection.send(message)

    def wait_for_pictures(self) -> None:
        """Waits until every picture has been loaded, and icons are in the place of their letters."""
        self.page.wait_for_function(
            """() => [...document.images].every(image => image.complete && image.naturalWidth)
                && [...document.querySelectorAll(".icon:not(.more)")].every(icon => icon.querySelector("img"))""")

    def settle(self) -> None:
        """Waits for pictures, for nothing to be focused by chance, and for the next frame."""
        self.wait_for_pictures()
        self.page.mouse.move(0, 0)
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def open_photo(self, title: str) -> Photo:
        """Opens a photograph in Photos."""
        self.go("#/photos")
        self.page.get_by_role("button", name=title, exact=True).click()
        return Photo(self.page.get_by_role("dialog", name=title))

    def open_sheet(self, title: str) -> Locator:
        """Opens the share sheet of what is in front."""
        self.page.get_by_role("button", name="Share", exact=True).last.click()
        # A photograph that is shown has the same name, and lies below.
        sheet = self.page.get_by_role("dialog", name=title).last
        expect(sheet.get_by_role("button", name="Close")).to_be_visible()
        return sheet

    def share(self, title: str, *, with_: str) -> None:
        """Hands what is in front to an extension."""
        self.open_sheet(title).get_by_role("button", name=with_, exact=True).click()


class Photo:
    """A photograph that is shown large."""

    def __init__(self, dialog: Locator):
        self.image = dialog.get_by_role("img")
        # A message in the dialog may offer to undo too.
        tools = dialog.locator("footer")
        self.undo = tools.get_by_role("button", name="Undo")
        self.redo = tools.get_by_role("button", name="Redo")
        expect(self.image).to_be_visible()

    def source(self) -> str:
        """The address of the picture."""
        return self.image.get_attribute("src")
