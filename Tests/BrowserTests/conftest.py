"""A device, a browser and a page for each test."""

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from device import PATIENCE, ROOT, Device
from screen import Screen

PICTURES = ROOT / ".build/browser-failures"
"""Where pictures of pages are put whose tests have failed."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--program", type=Path, required=True, help="the program appex, with the others beside it")
    parser.addoption("--apps", type=Path, required=True, help="the folder with the bundled examples")


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium, which says why when it is not there."""
    program = shutil.which("chromium")
    assert program, "Chromium is not installed; Scripts/prepare installs it"
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        # Root has no sandbox of Chromium's own kind; anybody else has.
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(
            executable_path=program, args=[*sandbox, "--force-color-profile=srgb", "--font-render-hinting=none"])
        yield browser
        browser.close()


@pytest.fixture
def device(request: pytest.FixtureRequest):
    """A device without apps, and without a page until `open` is called."""
    device = Device(request.config.getoption("--program"), request.config.getoption("--apps"))
    yield device
    device.remove()


@pytest.fixture
def screen(device: Device, browser: Browser, request: pytest.FixtureRequest):
    """The page of a device with the examples and their photographs."""
    device.install()
    device.add_photos()
    with Screen.opened(browser, device.open()) as screen:
        yield screen
        if getattr(request.node, "has_failed", False):
            PICTURES.mkdir(parents=True, exist_ok=True)
            screen.page.screenshot(path=PICTURES / f"{request.node.name}.png")
        else:
            screen.check_console()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo):
    """Remembers that a test has failed, for the picture of its page."""
    report = yield
    item.has_failed = report.failed
    return report
