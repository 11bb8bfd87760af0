"""What a person decides about apps and extensions."""

import re
import zipfile
from pathlib import Path

from playwright.sync_api import Browser, expect

from device import Device
from screen import Screen


def test_an_extension_that_is_switched_off_vanishes(screen: Screen):
    page = screen.page
    screen.open_photo("Coffee")
    sheet = screen.open_sheet("Coffee")
    expect(sheet.get_by_role("button", name="Sepia", exact=True)).to_be_visible()
    other = screen.another_tab()
    other.go("#/settings/extensions")
    other.page.get_by_role("switch", name="Sepia").click()
    expect(other.page.get_by_role("switch", name="Sepia", exact=True)).not_to_be_checked()
    # The sheet that is open sees it, too.
    expect(sheet.get_by_role("button", name="Strip Metadata")).to_be_visible()
    expect(sheet.get_by_role("button", name="Sepia", exact=True)).to_have_count(0)
    sheet.get_by_role("button", name="More…").click()
    sheet.get_by_role("switch", name="Sepia").click()
    sheet.get_by_role("button", name="Done").click()
    expect(sheet.get_by_role("button", name="Sepia", exact=True)).to_be_visible()
    other.check_console()
    page.keyboard.press("Escape")


def test_an_app_is_installed_and_uninstalled_by_the_page(device: Device, browser: Browser, tmp_path: Path):
    archive = tmp_path / "Darkroom.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        for path in (device.apps / "Darkroom.app").rglob("*"):
            file.write(path, path.relative_to(device.apps))
    with Screen.opened(browser, device.open()) as screen:
        page = screen.page
        screen.go("#/settings/apps")
        expect(page.get_by_text("No app is installed.")).to_be_visible()
        device.appex("trust", "add", str(device.apps / "Darkroom.app"))
        page.get_by_label("Install an app").set_input_files(archive)
        card = page.get_by_role("list", name="Installed apps").get_by_role("listitem").filter(has_text="Darkroom")
        expect(card).to_contain_text("Sepia")
        assert "org.openextensionkit.Darkroom.Sepia" in device.appex("list")
        card.get_by_role("button", name="Uninstall Darkroom").click()
        page.get_by_role("dialog").get_by_role("button", name="Uninstall").click()
        expect(page.get_by_text("No app is installed.")).to_be_visible()
        assert "Darkroom" not in device.appex("list")
        screen.check_console()


def test_what_is_no_app_is_refused_in_words(device: Device, browser: Browser, tmp_path: Path):
    diary = tmp_path / "diary.zip"
    diary.write_text("Dear diary, no app here.")
    with Screen.opened(browser, device.open()) as screen:
        screen.go("#/settings/apps")
        screen.page.get_by_label("Install an app").set_input_files(diary)
        expect(screen.page.locator("#toasts")).to_contain_text("archive")
        expect(screen.page.get_by_text("No app is installed.")).to_be_visible()
        screen.forgive("422")


def test_a_limit_is_changed_and_reset(screen: Screen, device: Device):
    page = screen.page
    screen.go("#/settings/limits")
    memory = page.get_by_label(re.compile("^Private memory"))
    other = memory.element_handle()
    page.get_by_label("Extension or extension point").select_option(label="Sepia")
    # The fields of the extension that was there before have gone.
    other.wait_for_element_state("hidden")
    memory.fill("64 MiB")
    memory.press("Enter")
    expect(page.get_by_role("button", name="Reset memory")).to_be_visible()
    assert "64" in device.appex("limits", "org.openextensionkit.Darkroom.Sepia")
    page.get_by_role("button", name="Reset memory").click()
    expect(page.get_by_role("button", name="Reset memory")).to_have_count(0)
