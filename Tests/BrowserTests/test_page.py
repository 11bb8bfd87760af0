"""The page as a whole: who may see it, how large it is, and that it comes back."""

import re
import signal
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

from device import ROOT, Device
from screen import DESKTOP, PHONE, Screen


def test_a_link_lets_in_one_browser(device: Device, browser: Browser):
    link = device.open()
    with Screen.opened(browser, link) as first:
        expect(first.page.get_by_role("link", name="Photos")).to_be_visible()
        with Screen.opened(browser, link) as second:
            expect(second.page.get_by_role("heading", name="This browser has no key")).to_be_visible()
        with Screen.opened(browser, device.another_link()) as third:
            expect(third.page.get_by_role("link", name="Photos")).to_be_visible()


def test_the_page_is_small_and_asks_nobody_else(device: Device, browser: Browser):
    context = browser.new_context()
    page = context.new_page()
    hosts = set()
    page.on("request", lambda request: hosts.add(re.match(r"\w+://[^/]*", request.url).group()))
    page.goto(device.open())
    for name in ("Photos", "Notes", "Today", "Settings"):
        page.get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
        page.get_by_role("link", name="Home").click()
    base = page.url.split("#")[0]
    # All that there is, whether it was needed on this way or not.
    names = [path.name for folder in ("appex-web", "AppexPages") for path in (ROOT / f"Sources/{folder}/Page").iterdir()]
    weights = {name: len(context.request.get(base + name).body()) for name in names}
    context.close()
    assert len(hosts) == 1, hosts
    assert all(weights.values()) and sum(weights.values()) < 110_000, weights


def test_a_lost_connection_comes_back_to_the_same_state(device: Device, browser: Browser):
    device.add_photos()
    with Screen.opened(browser, device.open(), cuttable=True) as screen:
        page = screen.page
        photo = screen.open_photo("Coffee")
        screen.cut()
        expect(page.get_by_text("Reconnecting to the device…")).to_be_visible()
        screen.mend()
        expect(page.get_by_text("Reconnecting to the device…")).to_have_count(0)
        expect(photo.image).to_be_visible()
        screen.check_console()


def test_escape_goes_back_from_every_app_and_closes_a_dialog_first(screen: Screen):
    page = screen.page
    for name in ("Photos", "Notes", "Today", "Settings"):
        page.get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("link", name="Photos")).to_be_visible()
    photo = screen.open_photo("Coffee")
    page.keyboard.press("Escape")
    expect(photo.image).to_be_hidden()
    expect(page.get_by_role("heading", level=1, name="Photos")).to_be_visible()


def test_messages_do_not_name_commands_that_the_page_cannot_run(screen: Screen):
    said = screen.page.evaluate("""async () => {
        const { spoken } = await import("./dom.js");
        return ["It is off; `appex enable X` switches it on.", "Nobody is there. `appex list` lists all.",
            "`appex doctor` says why.", "The disk is full."].map(spoken);
    }""")
    assert said == ["It is off.", "Nobody is there.", "`appex doctor` says why.", "The disk is full."]


def test_a_second_tab_shows_the_same(screen: Screen):
    page = screen.page
    page.get_by_role("link", name="Notes").click()
    tab = screen.another_tab()
    expect(tab.page.get_by_role("heading", level=1, name="Notes")).to_be_visible()
    page.get_by_role("button", name="New Note").click()
    page.get_by_role("textbox", name="Text of the note").fill("Milk\nand honey")
    expect(tab.page.get_by_role("list", name="Notes").get_by_text("Milk")).to_be_visible()
    tab.check_console()


@pytest.mark.parametrize(
    "look", [{"viewport": DESKTOP}, {"viewport": PHONE, "dark": True}], ids=["light-desktop", "dark-phone"]
)
def test_main_scenes_keep_to_wcag(device: Device, browser: Browser, look: dict):
    device.install()
    device.add_photos()
    with Screen.opened(browser, device.open(), **look) as screen:
        page = screen.page
        expect(page.get_by_role("link", name="Photos")).to_be_visible()
        screen.check_accessibility()
        page.get_by_role("link", name="Photos").click()
        expect(page.get_by_role("button", name="Coffee")).to_be_visible()
        screen.check_accessibility()
        page.get_by_role("button", name="Coffee").click()
        page.get_by_role("button", name="Share", exact=True).click()
        expect(page.get_by_role("button", name="Sepia")).to_be_visible()
        screen.check_accessibility()
        page.get_by_role("button", name="More…").click()
        expect(page.get_by_role("switch", name="Sepia")).to_be_visible()
        screen.check_accessibility()
        for path, heading in SETTINGS.items():
            screen.go(f"#/settings/{path}")
            expect(page.get_by_role("heading", level=2, name=heading)).to_be_visible()
            screen.check_accessibility()
        screen.go("#/notes/new")
        expect(page.get_by_role("textbox", name="Text of the note")).to_be_visible()
        screen.check_accessibility()


SETTINGS = {name.lower(): name for name in ("Apps", "Extensions", "Limits", "Reports", "Processes")}


def test_what_is_typed_while_the_connection_is_away_is_kept(device: Device, browser: Browser):
    with Screen.opened(browser, device.open(), cuttable=True) as screen:
        page = screen.page
        screen.go("#/notes/new")
        note = page.get_by_role("textbox", name="Text of the note")
        listed = page.get_by_role("list", name="Notes")
        note.fill("Milk")
        expect(listed.get_by_text("Milk")).to_be_visible()
        screen.cut()
        expect(page.get_by_text("Reconnecting to the device…")).to_be_visible()
        note.fill("Honey")
        screen.mend()
        expect(listed.get_by_text("Honey")).to_be_visible()
        expect(note).to_have_value("Honey")


def test_a_note_is_made_once_whoever_leaves_and_comes_back_before_it_is_stored(device: Device, browser: Browser):
    with Screen.opened(browser, device.open(), cuttable=True) as screen:
        page = screen.page
        note = page.get_by_role("textbox", name="Text of the note")
        listed = page.get_by_role("list", name="Notes")
        screen.go("#/notes/new")
        expect(note).to_be_editable()
        screen.hold()
        note.fill("Milk")
        screen.go("#/")
        screen.go("#/notes")
        screen.release()
        expect(listed.get_by_text("Milk")).to_be_visible()
        screen.go("#/notes/new")
        note.fill("Honey")
        expect(listed.get_by_text("Honey")).to_be_visible()
        expect(listed.get_by_role("listitem")).to_have_count(2)
        expect(page.get_by_text("Reconnecting to the device…")).to_have_count(0)
        screen.check_console()


def test_a_note_that_comes_late_is_neither_written_over_nor_shown_where_nobody_waits(device: Device, browser: Browser):
    with Screen.opened(browser, device.open(), cuttable=True) as screen:
        page = screen.page
        note = page.get_by_role("textbox", name="Text of the note")
        screen.go("#/notes/new")
        note.fill("Milk")
        expect(page).to_have_url(re.compile("#/notes/(?!new)"))
        address = page.evaluate("() => location.hash")
        screen.go("#/")
        screen.hold()
        screen.go(address)
        expect(note).not_to_be_editable()
        screen.go("#/")
        screen.release()
        page.get_by_role("link", name="Today").click()
        expect(page.get_by_role("heading", name="No Widgets")).to_be_visible()
        expect(page.get_by_role("heading", level=1, name="Today")).to_be_visible()
        screen.go(address)
        expect(note).to_have_value("Milk")
        expect(note).to_be_editable()


def test_a_text_that_is_too_long_is_refused_and_the_tab_goes_on(screen: Screen):
    page = screen.page
    screen.go("#/notes/new")
    page.get_by_role("textbox", name="Text of the note").fill("x" * 300_000)
    expect(page.locator("#toasts")).to_contain_text("too much text")
    # As much as a note may have, although it takes twice as much on the way.
    page.get_by_role("textbox", name="Text of the note").fill('"' * 65_000)
    expect(page.get_by_role("list", name="Notes").get_by_text('"' * 80)).to_be_visible()
    expect(page.get_by_text("Reconnecting to the device…")).to_have_count(0)


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGHUP], ids=["control-c", "closed-terminal"])
def test_the_end_of_the_device_leaves_no_socket_behind(device: Device, by: signal.Signals):
    # There is one as soon as the page is served.
    urlopen(device.open()).close()
    folder = device.folder / "run"
    assert list(folder.rglob("w*.sock"))
    device.close_page(by)
    assert not list(folder.rglob("w*.sock"))


def test_a_new_address_lets_a_page_in_that_has_no_key(device: Device, browser: Browser):
    link = device.open()
    with Screen.opened(browser, link) as first, Screen.opened(browser, link) as second:
        expect(first.page.get_by_role("link", name="Photos")).to_be_visible()
        expect(second.page.get_by_role("heading", name="This browser has no key")).to_be_visible()
        second.page.goto(device.another_link())
        expect(second.page.get_by_role("link", name="Photos")).to_be_visible()


def test_an_address_that_means_nothing_shows_its_app(screen: Screen):
    screen.go("#/notes/%")
    screen.page.reload()
    expect(screen.page.get_by_role("heading", name="Notes", exact=True)).to_be_visible()
