"""Pages of a browser and extensions, from the button in the toolbar to the changed page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_FILE_PATH

from browser_panel import wait_for
from conftest import PICTURES
from device import Device
from firefox import Firefox
from installation import install
from screen import RULES
from site_pages import Site
from webextension import Chromium

READER = "org.openextensionkit.Reader"


class Web:
    """A device and a browser with the WebExtension."""

    def __init__(self, kind: str, device: Device):
        self.kind = kind
        self.device = device
        self.site = Site()
        for name in ("profile", "home"):
            (device.folder / name).mkdir()
        # Hosts for Firefox are found in the user's home.
        device.environment["HOME"] = str(device.folder / "home")
        extension = install(device.program, kind, device.folder / "profile", device.environment)
        self.browser = (Firefox if kind == "firefox" else Chromium)(device.folder / "profile", extension, device.environment)
        self._is_allowed = False

    def share(self, path: str = "/article") -> None:
        """Opens a page, presses the toolbar's button, and waits for the offers."""
        self.page = self.browser.open(self.site.address(path))
        self.share_again()

    def share_again(self) -> None:
        """Presses the toolbar's button and waits for the offers."""
        if hasattr(self, "panel"):
            # What the panel shows of an earlier subject is not taken for the new one.
            self.panel.evaluate("void document.getElementById('main').firstElementChild?.setAttribute('data-old', '')")
        self.browser.share(self.page)
        self.panel = self.browser.panel()
        self.panel.wait("document.body.innerText.includes('Actions') && !document.querySelector('[data-old]')")

    def choose(self, name: str) -> None:
        """Chooses an extension, and allows its script when that is asked for the first time."""
        self.panel.press(name)
        if self._is_allowed:
            return
        self.panel.wait_for_text("Permission Needed")
        if isinstance(self.browser, Firefox):
            self.panel.press("Allow")
            self.browser.grant()
        else:
            self.browser.allow_scripts()
            self.page.call("Page.bringToFront")
            self.panel.press("Try Again")
        self._is_allowed = True

    def settle(self) -> None:
        """Waits until nothing in the panel moves."""
        self.panel.wait("document.getAnimations().length === 0")

    def check_accessibility(self) -> None:
        """Fails when axe-core finds that the panel breaks a rule of WCAG 2.2 at level AA."""
        self.settle()
        self.panel.evaluate(f"(() => {{ {Path(AXE_FILE_PATH).read_text()}; globalThis.axe = axe; }})()")
        options = json.dumps({"runOnly": {"type": "tag", "values": RULES}})
        found = self.panel.evaluate(f"axe.run(document, {options}).then(({{ violations }}) => violations.map(({{ id, nodes }}) => `${{id}}: ${{nodes[0].html}}`))")
        assert found == []

    def running(self) -> list[str]:
        """The extensions that run on the device."""
        return [process["extension"] for process in self.device.processes() if process.get("extension")]

    def close(self) -> None:
        """Ends the browser and the server of its pages."""
        self.browser.close()
        self.site.close()


def opened(request: pytest.FixtureRequest, kind: str) -> Iterator[Web]:
    """A browser on a device with Reader."""
    device = Device(request.config.getoption("--program"), request.config.getoption("--apps"))
    try:
        device.install("Reader")
        web = Web(kind, device)
        yield web
        web.close()
    finally:
        device.remove()


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def shared_web(request: pytest.FixtureRequest) -> Iterator[Web]:
    """Each browser in turn, for all tests that leave it usable."""
    yield from opened(request, request.param)


@pytest.fixture
def web(request: pytest.FixtureRequest, shared_web: Web) -> Iterator[Web]:
    """A browser, of whose panel a picture is taken when the test has failed."""
    yield shared_web
    if getattr(request.node, "has_failed", False) and hasattr(shared_web, "panel"):
        PICTURES.mkdir(parents=True, exist_ok=True)
        shared_web.panel.picture(PICTURES / f"{request.node.name}.png")


@pytest.fixture(params=["chromium", "firefox"])
def own_web(request: pytest.FixtureRequest) -> Iterator[Web]:
    """Each browser in turn, for a test that ends it."""
    yield from opened(request, request.param)


def test_an_extension_with_a_view_is_offered_and_used(web: Web):
    web.share()
    assert web.panel.has("A Shop of Lamps", "heading") and web.panel.has("Read")
    web.choose("Read")
    web.panel.wait("Boolean(document.querySelector('.session-view .v-screen'))")
    web.panel.wait("document.querySelector('.session-view').textContent.includes('A Shop of Lamps')")
    web.panel.press("Done")
    web.panel.wait_for_text("Read Is Done")
    web.panel.press("Done")
    assert web.panel.wait("document.body.innerText.includes('Actions')")


def test_a_word_is_highlighted_and_a_colour_is_set(web: Web):
    web.share()
    web.choose("Highlight")
    web.page.wait("Boolean(document.querySelector('mark'))")
    web.panel.wait_for_text("The page has been changed.")
    web.panel.press("Done")
    before = web.page.evaluate("getComputedStyle(document.body).backgroundColor")
    web.choose("Page Colour")
    web.page.wait(f"getComputedStyle(document.body).backgroundColor !== {json.dumps(before)}")
    web.panel.wait_for_text("Page Colour Is Done")


def test_a_picture_of_a_page_is_edited_and_offered_for_download(web: Web):
    web.device.install("Darkroom")
    web.share()
    web.browser.share_part(web.page, "img", "picture")
    web.panel.wait("document.querySelector('h1').textContent === 'dot.png'")
    web.panel.press("Sepia")
    web.panel.wait_for_text("This picture came back.")
    download = web.panel.evaluate("(({ href, download }) => [href, download])(document.querySelector('a[download]'))")
    assert download[0].startswith("blob:") and download[1]
    web.panel.wait("document.querySelector('.result img').naturalWidth === 8")


def test_a_link_is_shared_with_its_text(web: Web):
    web.share()
    web.browser.share_part(web.page, "a", "link")
    web.panel.wait("document.querySelector('h1').textContent === 'Another page'")


def test_strict_pages_are_changed_too(web: Web):
    web.share("/strict")
    web.choose("Page Colour")
    web.panel.wait_for_text("The page has been changed.")
    web.page.wait("document.body.style.backgroundColor !== ''")


def test_escape_cancels_and_another_page_replaces_a_session(web: Web):
    web.share()
    web.choose("Read")
    web.panel.wait("Boolean(document.querySelector('.session-view .v-screen'))")
    web.panel.key("Escape")
    web.panel.wait_for_text("Actions")
    web.panel.press("Read")
    web.panel.wait("Boolean(document.querySelector('.session-view .v-screen'))")
    web.page.go(web.site.address("/other"))
    web.share_again()
    assert web.panel.has("A Shop of Chairs", "heading")
    wait_for(lambda: not web.running(), "an extension runs although its session was cancelled")


def test_an_extension_ends_as_usual_although_its_page_has_gone(web: Web):
    web.share()
    web.choose("Read")
    web.panel.wait("Boolean(document.querySelector('.session-view .v-screen'))")
    web.page.go(web.site.address("/other"))
    web.panel.press("Done")
    web.panel.wait_for_text("Read Is Done")


def test_the_panel_is_accessible(web: Web):
    web.share()
    web.check_accessibility()
    web.choose("Read")
    web.panel.wait("Boolean(document.querySelector('.session-view .v-screen'))")
    web.check_accessibility()
    web.panel.press("Done")
    web.panel.wait_for_text("Read Is Done")
    web.check_accessibility()
    if isinstance(web.browser, Chromium):
        web.panel.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        web.check_accessibility()
        web.panel.press("Done")
        web.panel.wait_for_text("Actions")
        web.check_accessibility()


def test_the_end_of_the_browser_ends_its_extensions(own_web: Web):
    own_web.share()
    own_web.choose("Read")
    own_web.panel.wait("Boolean(document.querySelector('.session-view .v-screen'))")
    own_web.close()
    wait_for(lambda: not own_web.running(), "an extension runs although its browser has ended")
    own_web.close = lambda: None


@pytest.mark.parametrize("kind", ["chromium", "firefox"])
def test_a_device_that_cannot_be_used_is_described_in_a_sentence(device: Device, kind: str):
    file = device.folder / "file"
    file.touch()
    usual = device.environment
    device.environment = usual | {"APPEX_ROOT": str(file)}
    web = Web(kind, device)
    device.environment = usual
    try:
        page = web.browser.open(web.site.address("/article"))
        web.browser.share(page)
        web.browser.panel().wait_for_text("Cannot use the device")
    finally:
        web.close()
