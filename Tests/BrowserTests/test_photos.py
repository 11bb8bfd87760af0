"""Photographs go to extensions and come back."""

import contextlib
import os
import shutil
import signal
from collections.abc import Iterator

from playwright.sync_api import Browser, Locator, expect

from device import PHOTOS, Device
from screen import Screen


def test_a_photograph_is_edited_undone_and_redone(screen: Screen):
    photo = screen.open_photo("Coffee")
    before = photo.source()
    screen.share("Coffee", with_="Sepia")
    expect(photo.image).to_have_accessible_name("Coffee, edited")
    edited = photo.source()
    assert edited != before
    photo.undo.click()
    expect(photo.image).to_have_accessible_name("Coffee")
    assert photo.source() == before
    expect(photo.undo).to_be_disabled()
    photo.redo.click()
    expect(photo.image).to_have_accessible_name("Coffee, edited")
    assert photo.source() == edited


def test_the_edit_is_there_after_reloading(screen: Screen):
    photo = screen.open_photo("Chelsea")
    screen.share("Chelsea", with_="Sepia")
    expect(photo.image).to_have_accessible_name("Chelsea, edited")
    screen.page.reload()
    expect(screen.open_photo("Chelsea").image).to_have_accessible_name("Chelsea, edited")


def test_an_offer_undoes_nothing_else(screen: Screen):
    photo = screen.open_photo("Coffee")
    screen.share("Coffee", with_="Sepia")
    messages = screen.page.locator("#toasts")
    offer = messages.get_by_role("button", name="Undo")
    expect(offer).to_be_visible()
    photo.undo.click()
    expect(photo.image).to_have_accessible_name("Coffee")
    offer.click()
    expect(messages).to_contain_text("has been changed since")
    expect(photo.image).to_have_accessible_name("Coffee")


def test_an_offer_goes_when_another_photograph_is_looked_at(screen: Screen):
    screen.open_photo("Coffee")
    screen.share("Coffee", with_="Sepia")
    offer = screen.page.locator("#toasts").get_by_role("button", name="Undo")
    expect(offer).to_be_visible()
    screen.page.get_by_role("button", name="Next photograph").click()
    expect(offer).to_have_count(0)


def test_what_a_message_over_a_photograph_offers_can_be_done(screen: Screen):
    photo = screen.open_photo("Coffee")
    screen.share("Coffee", with_="Sepia")
    expect(photo.image).to_have_accessible_name("Coffee, edited")
    message = screen.page.locator("dialog #toasts")
    expect(message).to_contain_text("Sepia has edited the photograph")
    screen.check_accessibility()
    message.get_by_role("button", name="Undo").click()
    expect(photo.image).to_have_accessible_name("Coffee")
    expect(message).to_be_hidden()


EDITOR = "org.example.Fixtures.Editor"


@contextlib.contextmanager
def editing(device: Device, browser: Browser, *names: str) -> Iterator[Screen]:
    """A page with the photo editing extension of the tests, and a photograph under names that it acts on."""
    device.install_editor()
    for name in names:
        shutil.copy(PHOTOS / "coffee.jpg", device.folder / f"Photos/{name}.jpg")
    with Screen.opened(browser, device.open(), scale=2) as screen:
        yield screen
        screen.check_console()


def edit(screen: Screen, title: str) -> Locator:
    """Edits the photograph that is shown, and returns the dialog with the extension's view."""
    screen.page.get_by_role("button", name="Edit", exact=True).click()
    screen.page.get_by_role("dialog", name=title).last.get_by_role("button", name="Editor", exact=True).click()
    editor = screen.page.get_by_role("dialog", name="Editor")
    expect(editor.get_by_text("editing")).to_be_visible()
    return editor


def reported(device: Device, number: int) -> dict[str, str]:
    """What the extension of the tests was given for a version."""
    [file] = (device.folder / "root/Library/PhotoEdits").rglob(f"{number}.adjustment")
    return dict(line.split("=", 1) for line in file.read_text().splitlines())


def test_a_photograph_is_edited_continued_and_reverted(device: Device, browser: Browser):
    with editing(device, browser, "coffee") as screen:
        photo = screen.open_photo("Coffee")
        editor = edit(screen, "Coffee")
        screen.check_accessibility()
        expect(editor.get_by_role("button", name="Revert to Original")).to_have_count(0)
        view = editor.locator(".view").bounding_box()
        editor.get_by_role("button", name="Done").click()
        expect(photo.image).to_have_accessible_name("Coffee, edited")
        expect(editor).to_have_count(0)
        first = photo.source()
        assert reported(device, 1)["adjustment"] == "none"
        # The picture for display fits into the view, whose points have four pixels.
        width, height = map(int, reported(device, 1)["display"].split("x"))
        assert width <= view["width"] * 2 and height <= view["height"] * 2

        editor = edit(screen, "Coffee")
        editor.get_by_role("button", name="Done").click()
        expect(photo.image).not_to_have_attribute("src", first)
        assert reported(device, 2)["adjustment"] == "calls=viewDidLoad start finish"
        photo.undo.click()
        expect(photo.image).to_have_attribute("src", first)
        photo.redo.click()
        expect(photo.image).not_to_have_attribute("src", first)

        editor = edit(screen, "Coffee")
        editor.get_by_role("button", name="Revert to Original").click()
        screen.check_accessibility()
        screen.page.get_by_role("button", name="Revert", exact=True).click()
        expect(editor).to_have_count(0)
        expect(photo.image).to_have_accessible_name("Coffee")
        expect(photo.undo).to_be_disabled()
        photo.redo.click()
        expect(photo.image).to_have_attribute("src", first)
        # Without an extension.
        screen.page.get_by_role("button", name="Edit", exact=True).click()
        screen.page.get_by_role("button", name="Revert to Original").click()
        screen.page.get_by_role("button", name="Revert", exact=True).click()
        expect(photo.image).to_have_accessible_name("Coffee")
    assert (device.folder / "Photos/coffee.jpg").read_bytes() == (PHOTOS / "coffee.jpg").read_bytes()


def test_cancel_asks_if_the_extension_asks_for_it(device: Device, browser: Browser):
    with editing(device, browser, "confirm", "coffee") as screen:
        photo = screen.open_photo("Confirm")
        editor = edit(screen, "Confirm")
        editor.get_by_role("button", name="Cancel").click()
        question = screen.page.get_by_role("dialog", name="Discard Changes?")
        question.get_by_role("button", name="Keep Editing").click()
        expect(question).to_have_count(0)
        expect(editor.get_by_role("button", name="Done")).to_be_enabled()
        editor.get_by_role("button", name="Cancel").click()
        question.get_by_role("button", name="Discard").click()
        expect(editor).to_have_count(0)
        expect(photo.image).to_have_accessible_name("Confirm")
        screen.page.get_by_role("button", name="Close").click()

        photo = screen.open_photo("Coffee")
        editor = edit(screen, "Coffee")
        editor.get_by_role("button", name="Cancel").click()
        expect(editor).to_have_count(0)
        expect(photo.image).to_have_accessible_name("Coffee")


def test_an_edit_that_fails_can_be_tried_again(device: Device, browser: Browser):
    with editing(device, browser, "finish-second") as screen:
        photo = screen.open_photo("Finish second")
        editor = edit(screen, "Finish second")
        editor.get_by_role("button", name="Done").click()
        alert = screen.page.get_by_role("alertdialog", name="Editor")
        expect(alert).to_contain_text("returned no edited photograph")
        alert.get_by_role("button", name="OK").click()
        expect(photo.image).to_have_accessible_name("Finish second")
        editor.get_by_role("button", name="Done").click()
        expect(photo.image).to_have_accessible_name("Finish second, edited")


def test_while_the_result_is_rendered_the_buttons_are_disabled(device: Device, browser: Browser):
    with editing(device, browser, "finish-never") as screen:
        screen.open_photo("Finish never")
        editor = edit(screen, "Finish never")
        editor.get_by_role("button", name="Done").click()
        expect(editor.get_by_role("progressbar", name="Editor is at work")).to_be_visible()
        for name in ["Cancel", "Done"]:
            expect(editor.get_by_role("button", name=name)).to_be_disabled()
        screen.check_accessibility()
        # The second press ends it, whatever the extension does.
        screen.page.keyboard.press("Escape")
        expect(editor).to_be_visible()
        screen.page.keyboard.press("Escape")
        expect(editor).to_have_count(0)


def test_an_extension_that_dies_leaves_the_photograph(device: Device, browser: Browser):
    with editing(device, browser, "coffee", "finish-exits") as screen:
        for title, end in [("Coffee", None), ("Finish exits", "Done")]:
            photo = screen.open_photo(title)
            editor = edit(screen, title)
            if end:
                editor.get_by_role("button", name=end).click()
            else:
                os.kill(device.pid_of(EDITOR), signal.SIGKILL)
            alert = screen.page.get_by_role("alertdialog")
            expect(alert).to_have_count(1)
            expect(alert).to_contain_text("stopped unexpectedly")
            alert.get_by_role("button", name="OK").click()
            expect(editor).to_have_count(0)
            expect(photo.image).to_have_accessible_name(title)
            screen.page.get_by_role("button", name="Close").click()


def test_an_edit_of_a_version_that_another_tab_has_undone_is_refused(device: Device, browser: Browser):
    with editing(device, browser, "coffee") as screen:
        photo = screen.open_photo("Coffee")
        edit(screen, "Coffee").get_by_role("button", name="Done").click()
        expect(photo.image).to_have_accessible_name("Coffee, edited")
        editor = edit(screen, "Coffee")
        other = screen.another_tab()
        shown = other.open_photo("Coffee")
        shown.undo.click()
        expect(shown.redo).to_be_enabled()
        editor.get_by_role("button", name="Done").click()
        alert = screen.page.get_by_role("alertdialog")
        expect(alert).to_contain_text("no longer the current one")
        alert.get_by_role("button", name="OK").click()
        # Another attempt would be refused as well.
        expect(editor).to_have_count(0)
        expect(photo.image).to_have_accessible_name("Coffee")


def test_two_hundred_photographs_are_shared_and_no_more(device: Device, browser: Browser):
    device.install("Postcard")
    for number in range(201):
        shutil.copy(PHOTOS / "coffee.jpg", device.folder / f"Photos/coffee {number:03}.jpg")
    with Screen.opened(browser, device.open()) as screen:
        page = screen.page
        screen.go("#/photos")
        page.get_by_role("button", name="Select").click()
        cells = page.get_by_role("list", name="Photographs").get_by_role("button")
        expect(cells).to_have_count(201)
        cells.evaluate_all("cells => cells.forEach(cell => cell.click())")
        page.get_by_role("button", name="Share 201").click()
        expect(page.get_by_text("At most 200 photographs").last).to_be_visible()
        cells.last.click()
        page.get_by_role("button", name="Share 200").click()
        # No example takes so many; the device has answered all the same.
        expect(page.get_by_role("dialog", name="200 photographs").get_by_text("No extension has")).to_be_visible()
        screen.check_console()
