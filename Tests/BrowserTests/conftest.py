"""A device, a browser and a page for each test."""

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from device import PATIENCE, Device
from screen import Screen

EXAMPLES = ("Darkroom", "Postcard", "Scoreboard")


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
    """The page of a device with the examples and their photographs; a marker `screen` says how it is looked at."""
    device.install(*EXAMPLES)
    device.add_photos()
    marker = request.node.get_closest_marker("screen")
    with Screen.opened(browser, device.open(), **(marker.kwargs if marker else {})) as screen:
        yield screen
        screen.check_console()
