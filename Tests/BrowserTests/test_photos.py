"""Photographs go to extensions and come back."""

import shutil

from playwright.sync_api import Browser, expect

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
