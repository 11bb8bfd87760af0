"""How the page draws a view, by messages that no extension has sent."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from device import Device
from screen import Screen

SCREEN, SLIDER, FIELD = 1, 2, 3
NODES = [["i", SCREEN, "screen", 0, 0], ["i", SLIDER, "slider", SCREEN, 0], ["i", FIELD, "textField", SCREEN, 1]]
MAKE = """async () => {
    const { View } = await import(new URL("view.js", document.baseURI));
    window.events = 0;
    window.view = new View({ send: () => ++events, address: () => "" });
    document.body.append(view.element);
}"""


class Drawing:
    """A view with a slider and a field for text. The test is its extension."""

    def __init__(self, page: Page):
        self.page = page
        page.evaluate(MAKE)
        self.say(NODES)

    @property
    def slider(self) -> Locator:
        return self.page.locator(".view").get_by_role("slider")

    @property
    def field(self) -> Locator:
        return self.page.locator(".view").get_by_role("textbox")

    def events(self) -> int:
        """The number of the last thing that was done to the view."""
        return self.page.evaluate("() => events")

    def say(self, operations: list[list], *, handled: int = 0) -> None:
        """Changes the view as an extension that has heard of the events up to a number."""
        self.page.evaluate("([operations, handled]) => view.apply(operations, handled)", [operations, handled])


@pytest.fixture
def drawing(device: Device, browser: Browser):
    with Screen.opened(browser, device.open()) as screen:
        expect(screen.page.get_by_role("link", name="Photos")).to_be_visible()
        yield Drawing(screen.page)
        screen.check_console()


def test_what_is_said_of_an_older_value_never_comes_back(drawing: Drawing):
    drawing.slider.fill("0.31")
    first = drawing.events()
    drawing.slider.fill("0.4")
    drawing.say([["s", SLIDER, "value", 0.3]], handled=first)
    expect(drawing.slider).to_have_value("0.4")
    # The extension takes 0.4 as it is, so it says nothing of it.
    drawing.say([], handled=drawing.events())
    expect(drawing.slider).to_have_value("0.4")
    drawing.say([["s", SLIDER, "value", 0.5]], handled=drawing.events())
    expect(drawing.slider).to_have_value("0.5")


def test_an_extension_can_take_the_focus_away(drawing: Drawing):
    drawing.say([["s", FIELD, "isFocused", True]])
    expect(drawing.field).to_be_focused()
    given = drawing.events()
    # It was said before the extension has heard that its field has the focus.
    drawing.say([["s", FIELD, "isFocused"]], handled=given - 1)
    expect(drawing.field).to_be_focused()
    drawing.say([["s", FIELD, "isFocused"]], handled=given)
    expect(drawing.field).not_to_be_focused()


def test_an_answer_counts_although_something_else_was_done_since(drawing: Drawing):
    drawing.field.fill("hello")
    typed = drawing.events()
    drawing.slider.fill("0.4")
    drawing.field.focus()
    drawing.say([["s", FIELD, "text", "HELLO"]], handled=typed)
    expect(drawing.field).to_have_value("HELLO")
