"""Photographs go to extensions and come back."""

from playwright.sync_api import expect

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


def test_what_is_offered_outlives_other_messages_and_undoes_nothing_else(screen: Screen):
    photo = screen.open_photo("Coffee")
    messages = screen.page.locator("#toasts")
    offers = messages.get_by_role("button", name="Undo")
    for count in (1, 2):
        screen.share("Coffee", with_="Sepia")
        expect(offers).to_have_count(count)
    edited = photo.source()
    offers.first.click()
    expect(messages).to_contain_text("has been changed since")
    expect(offers).to_have_count(1)
    assert photo.source() == edited
    offers.click()
    expect(photo.image).not_to_have_attribute("src", edited)
    expect(photo.image).to_have_accessible_name("Coffee, edited")


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
