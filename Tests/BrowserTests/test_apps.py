"""Apps on the home screen, each in a process of its own."""

import re

from playwright.sync_api import expect

from device import Device
from screen import Screen


def test_a_post_of_the_extension_is_seen_in_its_app(screen: Screen):
    screen.open_photo("Chelsea")
    screen.share("Chelsea", with_="Postcard")
    sheet = screen.page.get_by_role("dialog", name="Postcard")
    sheet.get_by_role("textbox").fill("Hello from Chelsea")
    sheet.get_by_role("button", name="Post").click()
    expect(sheet).to_have_count(0)
    screen.page.keyboard.press("Escape")
    screen.go("#/")
    screen.page.get_by_role("button", name="Postcard").click()
    app = screen.page.get_by_role("dialog", name="Postcards")
    app.get_by_text("Hello from Chelsea").click()
    post = screen.page.get_by_role("dialog")
    expect(post.get_by_role("img", name="1-chelsea.jpeg")).to_be_visible()
    screen.check_accessibility()
    post.get_by_role("button", name="Close").click()
    expect(post).to_have_count(0)
    # It continues where it was left.
    screen.page.get_by_role("button", name="Postcard").click()
    expect(screen.page.get_by_role("dialog").get_by_role("img", name="1-chelsea.jpeg")).to_be_visible()


def test_an_app_that_is_removed_leaves_the_home_screen(screen: Screen, device: Device):
    expect(screen.page.get_by_role("button", name="Postcard")).to_be_visible()
    screen.check_accessibility()
    device.appex("uninstall", "org.openextensionkit.Postcard")
    screen.page.reload()
    expect(screen.page.get_by_role("link", name="Photos")).to_be_visible()
    expect(screen.page.get_by_role("button", name="Postcard")).to_have_count(0)


def test_an_app_with_a_scene_shows_what_its_extensions_do(screen: Screen):
    screen.page.get_by_role("button", name="Darkroom").click()
    app = screen.page.get_by_role("dialog", name="Darkroom")
    expect(app.get_by_text("Sepia")).to_be_visible()
    expect(app.get_by_text("Strip Metadata")).to_be_visible()
    screen.check_accessibility()
    app.get_by_role("button", name=re.compile("Adjust.*Sharing")).click()
    expect(screen.page.get_by_role("dialog").get_by_text("set how it should look, and press Done")).to_be_visible()


def test_an_app_shares_what_it_shows(screen: Screen, device: Device):
    screen.open_photo("Chelsea")
    screen.share("Chelsea", with_="Postcard")
    sheet = screen.page.get_by_role("dialog", name="Postcard")
    sheet.get_by_role("textbox").fill("To be shared again")
    sheet.get_by_role("button", name="Post").click()
    expect(sheet).to_have_count(0)
    screen.page.keyboard.press("Escape")
    screen.go("#/")
    screen.page.get_by_role("button", name="Postcard").click()
    screen.page.get_by_role("dialog", name="Postcards").get_by_text("To be shared again").click()
    post = screen.page.get_by_role("dialog").first
    post.get_by_role("button", name="Share", exact=True).click()
    share = screen.page.get_by_role("dialog", name="From Postcard")
    screen.check_accessibility()
    # Closed without a choice, it can be opened again.
    share.get_by_role("button", name="Close").click()
    expect(share).to_have_count(0)
    post.get_by_role("button", name="Share", exact=True).click()
    share.get_by_role("button", name="Postcard", exact=True).click()
    again = screen.page.get_by_role("dialog", name="Postcard", exact=True)
    expect(again.get_by_role("textbox")).to_have_value("To be shared again")
    again.get_by_role("button", name="Post").click()
    expect(again).to_have_count(0)
    post.get_by_role("button", name="Postcards").click()
    expect(screen.page.get_by_text("To be shared again")).to_have_count(2)
