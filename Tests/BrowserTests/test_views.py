"""Views of extensions in the page: live, in a process of their own."""

import json
import os
import signal

from playwright.sync_api import Browser, Locator, expect

from device import Device, wait_for_end
from screen import Screen

ADJUST = "org.openextensionkit.Darkroom.Adjust"


def adjust(screen: Screen, title: str = "Coffee") -> Locator:
    """Opens a photograph in Adjust and waits until it can be used."""
    screen.share(title, with_="Adjust")
    view = screen.page.get_by_role("dialog", name="Adjust")
    expect(view.get_by_role("slider", name="Brightness")).to_be_enabled()
    expect(view.get_by_role("img", name="The adjusted photograph")).to_be_visible()
    return view


def test_a_photograph_is_adjusted_and_undone(screen: Screen):
    photo = screen.open_photo("Coffee")
    view = adjust(screen)
    screen.check_accessibility()
    picture = view.get_by_role("img", name="The adjusted photograph")
    before = picture.get_attribute("src")
    view.get_by_role("slider", name="Brightness").fill("0.5")
    # The extension answers with a number and with another picture.
    expect(view.get_by_text("+50", exact=True)).to_be_visible()
    expect(picture).not_to_have_attribute("src", before)
    view.get_by_role("button", name="Done").click()
    expect(photo.image).to_have_accessible_name("Coffee, edited")
    photo.undo.click()
    expect(photo.image).to_have_accessible_name("Coffee")


def test_cancel_leaves_the_photograph_as_it_is(screen: Screen):
    photo = screen.open_photo("Coffee")
    view = adjust(screen)
    view.get_by_role("slider", name="Contrast").fill("1")
    view.get_by_role("button", name="Cancel").click()
    expect(view).to_have_count(0)
    expect(photo.image).to_have_accessible_name("Coffee")
    expect(photo.undo).to_be_disabled()


def test_an_image_is_there_while_its_view_is_running(screen: Screen):
    screen.open_photo("Coffee")
    view = adjust(screen)
    address = view.locator("img").first.evaluate("image => image.src")
    [start, generation] = address.rsplit("/", 1)
    assert screen.page.request.get(address).status == 200
    assert screen.page.request.get(f"{start}/{int(generation) + 1000}").status == 404
    view.get_by_role("button", name="Cancel").click()
    expect(view).to_have_count(0)
    # A page that has not heard of the end yet has done nothing wrong.
    assert screen.page.request.get(address).status == 204


def test_a_photograph_is_posted(screen: Screen, device: Device):
    screen.open_photo("Chelsea")
    screen.share("Chelsea", with_="Postcard")
    view = screen.page.get_by_role("dialog", name="Postcard")
    view.get_by_role("textbox").fill("Hello from Chelsea")
    screen.check_accessibility()
    view.get_by_role("button", name="Album").click()
    screen.page.get_by_role("button", name="Travel").click()
    expect(view.get_by_role("button", name="Album Travel")).to_be_visible()
    view.get_by_role("button", name="Post").click()
    expect(view).to_have_count(0)
    [record] = device.kept_in_groups("Library/Application Support/Posts/*/post.json")
    post = json.loads(record.read_text())
    assert (post["text"], post["album"]) == ("Hello from Chelsea", "Travel")
    assert (record.parent / post["pictures"][0]).stat().st_size > 10_000


def test_a_view_follows_the_window(screen: Screen):
    screen.open_photo("Coffee")
    view = adjust(screen)
    slider = view.get_by_role("slider", name="Contrast")
    for width, height in ((390, 844), (844, 390), (390, 844)):
        screen.page.set_viewport_size({"width": width, "height": height})
        # As wide as the dialog lets it be, and no wider.
        screen.page.wait_for_function(
            """slider => {
                const [inner, outer] = [slider, slider.closest("dialog")].map(element => element.getBoundingClientRect());
                return inner.left >= outer.left && inner.right <= outer.right && inner.width > outer.width - 60;
            }""", arg=slider.element_handle())


def test_escape_goes_back_before_it_cancels(screen: Screen):
    screen.open_photo("Chelsea")
    screen.share("Chelsea", with_="Postcard")
    view = screen.page.get_by_role("dialog", name="Postcard")
    # What is typed at once is typed into the postcard.
    expect(view.get_by_role("textbox")).to_be_focused()
    screen.page.keyboard.type("Hello")
    view.get_by_role("button", name="Album").click()
    travel = screen.page.get_by_role("button", name="Travel")
    expect(travel).to_be_visible()
    screen.page.keyboard.press("Escape")
    expect(travel).to_have_count(0)
    expect(view.get_by_role("textbox")).to_have_value("Hello")


def test_what_is_too_long_cannot_be_posted(screen: Screen):
    screen.open_photo("Chelsea")
    screen.share("Chelsea", with_="Postcard")
    view = screen.page.get_by_role("dialog", name="Postcard")
    expect(view.get_by_role("button", name="Post")).to_be_enabled()
    view.get_by_role("textbox").fill("long " * 60)
    expect(view.get_by_role("button", name="Post")).to_be_disabled()
    expect(view.get_by_text("-20")).to_be_visible()


def test_a_whole_share_needs_no_mouse(screen: Screen, device: Device):
    page = screen.page
    keyboard = page.keyboard

    def tab_to(target: Locator) -> None:
        for _ in range(40):
            if target.evaluate("element => element === document.activeElement"):
                return
            keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {target}")

    tab_to(page.get_by_role("link", name="Photos"))
    keyboard.press("Enter")
    expect(page.get_by_role("button", name="Chelsea")).to_be_visible()
    tab_to(page.get_by_role("button", name="Chelsea"))
    keyboard.press("Enter")
    tab_to(page.get_by_role("dialog", name="Chelsea").get_by_role("button", name="Share"))
    keyboard.press("Enter")
    postcard = page.get_by_role("button", name="Postcard", exact=True)
    expect(postcard).to_be_visible()
    tab_to(postcard)
    keyboard.press("Enter")
    view = page.get_by_role("dialog", name="Postcard")
    expect(view.get_by_role("button", name="Post")).to_be_enabled()
    tab_to(view.get_by_role("textbox"))
    keyboard.type("Typed")
    tab_to(view.get_by_role("button", name="Post"))
    keyboard.press("Enter")
    expect(view).to_have_count(0)
    [record] = device.kept_in_groups("Library/Application Support/Posts/*/post.json")
    assert json.loads(record.read_text())["text"] == "Typed"
    # The focus is where it was before.
    expect(page.get_by_role("dialog", name="Chelsea").get_by_role("button", name="Share")).to_be_focused()


def test_an_extension_that_dies_under_its_view_is_told_of(screen: Screen, device: Device):
    screen.open_photo("Coffee")
    view = adjust(screen)
    pid = device.pid_of(ADJUST)
    descriptor = os.pidfd_open(pid)
    os.kill(pid, signal.SIGKILL)
    wait_for_end(descriptor)
    failure = screen.page.get_by_role("alertdialog", name="Adjust")
    expect(failure).to_contain_text("stopped unexpectedly")
    expect(view).to_have_count(0)
    screen.check_accessibility()
    failure.get_by_role("link", name="Show Report").click()
    expect(screen.page.get_by_text("Killed", exact=True)).to_be_visible()
    # The next one lives.
    screen.open_photo("Coffee")
    adjust(screen)


def test_a_view_comes_back_after_a_lost_connection(device: Device, browser: Browser):
    device.install("Darkroom")
    device.add_photos()
    with Screen.opened(browser, device.open(), cuttable=True) as screen:
        screen.open_photo("Coffee")
        view = adjust(screen)
        view.get_by_role("slider", name="Brightness").fill("0.5")
        expect(view.get_by_text("+50", exact=True)).to_be_visible()
        screen.cut()
        # What is outside of the dialog can be neither heard nor seen.
        expect(view.get_by_role("alert")).to_have_text("Reconnecting to the device…")
        screen.check_accessibility()
        screen.mend()
        expect(screen.page.get_by_text("Reconnecting to the device…")).to_have_count(0)
        # The same process, with what was done before.
        expect(view.get_by_text("+50", exact=True)).to_be_visible()
        view.get_by_role("slider", name="Brightness").fill("-0.5")
        expect(view.get_by_text("-50", exact=True)).to_be_visible()
        screen.check_console()


def test_how_an_extension_ended_while_the_connection_was_away_is_told(device: Device, browser: Browser):
    device.install("Darkroom")
    device.add_photos()
    with Screen.opened(browser, device.open(), cuttable=True) as screen:
        screen.open_photo("Coffee")
        view = adjust(screen)
        screen.cut()
        expect(screen.page.get_by_text("Reconnecting to the device…")).to_be_attached()
        pid = device.pid_of(ADJUST)
        descriptor = os.pidfd_open(pid)
        os.kill(pid, signal.SIGKILL)
        wait_for_end(descriptor)
        screen.mend()
        expect(screen.page.get_by_role("alertdialog", name="Adjust")).to_contain_text("stopped unexpectedly")
        expect(view).to_have_count(0)
