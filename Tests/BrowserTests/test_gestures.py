"""Gestures on a view that no extension has sent, by a real mouse, real fingers and real keys."""

import io

import pytest
from PIL import Image
from playwright.sync_api import Browser, CDPSession, Page, expect

from device import Device
from screen import Screen

SCREEN, PICTURE, BUTTON, BOX, INNER = range(1, 6)
HOLD, DRAG, PINCH = 1, 2, 4
SIDE = 300
MAKE = """async () => {
    const { View } = await import(new URL("view.js", document.baseURI));
    window.heard = [];
    window.view = new View({
        send: (node, event, values) => { heard.push({ node, event, ...values }); return heard.length; },
        address: () => new URL("picture.png", document.baseURI).href,
    });
    Object.assign(view.element.style, { position: "fixed", inset: "0 auto auto 0", width: "400px", zIndex: 9, background: "white" });
    document.body.append(view.element);
}"""


def png(width: int, height: int) -> bytes:
    """A file with a picture."""
    data = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(data, "PNG")
    return data.getvalue()


class Gestures:
    """A view with a picture of 300 by 300 points, a button and a box with a button. The test is its extension."""

    def __init__(self, page: Page):
        self.page = page
        # Twice as wide as it is high: drawn to fit, it leaves a quarter of the height above and below.
        page.route("**/picture.png", lambda route: route.fulfill(body=png(200, 100), content_type="image/png"))
        page.evaluate(MAKE)
        self.say([
            ["i", SCREEN, "screen", 0, 0], ["s", SCREEN, "arrangement", "column"],
            ["i", PICTURE, "image", SCREEN, 0], ["s", PICTURE, "image", [1, 1]],
            ["s", PICTURE, "width", SIDE], ["s", PICTURE, "height", SIDE],
            ["s", PICTURE, "contentMode", "scaleAspectFit"], ["s", PICTURE, "accessibilityLabel", "Photo"],
            ["i", BUTTON, "button", SCREEN, 1], ["s", BUTTON, "text", "Original"],
            ["i", BOX, "container", SCREEN, 2], ["i", INNER, "button", BOX, 0], ["s", INNER, "text", "Inner"],
        ])
        self.picture = page.get_by_role("img", name="Photo")
        self.button = page.get_by_role("button", name="Original")
        page.wait_for_function("() => document.querySelector('.view img').naturalWidth === 200")
        self.touch: CDPSession = page.context.new_cdp_session(page)

    def say(self, operations: list[list]) -> None:
        """Changes the view."""
        self.page.evaluate("operations => view.apply(operations)", operations)

    def allow(self, node: int, gestures: int, **more: object) -> None:
        """Gives a node gestures."""
        self.say([["s", node, "gestures", gestures], *(["s", node, name, value] for name, value in more.items())])

    def heard(self) -> list[dict]:
        """The events since the last call."""
        return self.page.evaluate("() => heard.splice(0)")

    def phases(self) -> list[str]:
        """The events since the last call, as words."""
        return [" ".join(filter(None, (one["event"], one.get("phase")))) for one in self.heard()]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A place on the node with the picture."""
        box = self.picture.bounding_box()
        return box["x"] + x, box["y"] + y

    def fingers(self, what: str, *places: tuple[float, float], first: int = 0) -> None:
        """Puts fingers on the screen, moves them, or lifts those that are named; `first` is the number of the first."""
        points = [{"x": x, "y": y, "id": first + number} for number, (x, y) in enumerate(places)]
        self.touch.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})


@pytest.fixture
def gestures(device: Device, browser: Browser):
    with Screen.opened(browser, device.open()) as screen:
        expect(screen.page.get_by_role("link", name="Photos")).to_be_visible()
        yield Gestures(screen.page)
        screen.check_console()


def close_to(value: dict, **expected: float) -> None:
    """Fails unless the values are the expected ones, but for rounding."""
    assert {name: value[name] for name in expected} == pytest.approx(expected, abs=1e-3), value


def test_a_drag_is_measured_on_the_picture_that_is_drawn(gestures: Gestures):
    gestures.allow(PICTURE, DRAG)
    mouse = gestures.page.mouse
    # The upper left corner of the picture, which lies a quarter of the height below that of its node.
    mouse.move(*gestures.at(0, 75))
    mouse.down()
    mouse.move(*gestures.at(150, 150))
    # Outside of the node, and of everything else.
    mouse.move(*gestures.at(600, 375))
    mouse.up()
    began, first, last, ended = gestures.heard()
    assert [one["phase"] for one in (began, first, last, ended)] == ["began", "changed", "changed", "ended"]
    close_to(began, x=0, y=0, dx=0, dy=0)
    close_to(first, x=0.5, y=0.5, dx=0.5, dy=0.5)
    close_to(last, x=2, y=2, dx=2, dy=2)
    close_to(ended, x=2, y=2, dx=2, dy=2)


@pytest.mark.parametrize("mode", ["scaleToFill", "scaleAspectFill", "center"])
def test_a_picture_that_is_not_drawn_to_fit_is_measured_as_its_node(gestures: Gestures, mode: str):
    gestures.allow(PICTURE, DRAG, contentMode=mode)
    gestures.page.mouse.move(*gestures.at(0, 75))
    gestures.page.mouse.down()
    gestures.page.mouse.move(*gestures.at(150, 75))
    close_to(gestures.heard()[0], x=0, y=0.25)
    gestures.page.mouse.up()


def test_a_drag_goes_on_while_the_picture_is_replaced_hidden_and_covered(gestures: Gestures):
    gestures.allow(PICTURE, DRAG)
    mouse = gestures.page.mouse
    mouse.move(*gestures.at(0, 75))
    mouse.down()
    mouse.move(*gestures.at(30, 75))
    start = gestures.at(0, 75)
    changes = (["s", PICTURE, "image", [2, 2]], ["s", PICTURE, "isHidden", True], ["i", 9, "alert", 0, 1])
    gestures.heard()
    for step, change in enumerate(changes, start=1):
        gestures.say([change])
        mouse.move(start[0] + 30 + 30 * step, start[1])
        [moved] = gestures.heard()
        close_to(moved, x=0.1 + 0.1 * step, dx=0.1 + 0.1 * step)
    mouse.up()
    assert gestures.phases() == ["drag ended"]


def test_a_press_is_either_a_tap_or_a_hold(gestures: Gestures):
    gestures.allow(PICTURE, HOLD, accessibilityTraits=1, holdDelay=0.05)
    picture = gestures.page.get_by_role("button", name="Photo")
    # No time passes between the two for the page.
    picture.evaluate("""element => {
        const press = (kind) => element.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerId: 1, clientX: 9, clientY: 99 }));
        press("pointerdown"); press("pointerup"); element.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    }""")
    assert gestures.phases() == ["activate"]
    picture.hover()
    gestures.page.mouse.down()
    gestures.page.wait_for_function("() => heard.length")
    gestures.page.mouse.up()
    [began, ended] = gestures.heard()
    assert [began["phase"], ended["phase"]] == ["began", "ended"] and began["event"] == "hold"
    close_to(began, x=0.5, y=0.5)
    # The next press is one again.
    gestures.say([["s", PICTURE, "gestures"]])
    picture.click()
    assert gestures.phases() == ["activate"]


def test_a_finger_that_moves_before_it_holds_drags(gestures: Gestures):
    gestures.allow(PICTURE, HOLD | DRAG, accessibilityTraits=1, holdDelay=60)
    mouse = gestures.page.mouse
    picture = gestures.page.get_by_role("button", name="Photo")
    picture.hover()
    mouse.down()
    x, y = gestures.page.evaluate("() => { const b = document.querySelector('.view img').getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }")
    # As far as a hand trembles, and one further.
    mouse.move(x + 8, y)
    assert gestures.phases() == []
    mouse.move(x + 9, y)
    mouse.up()
    # A drag is no press.
    assert gestures.phases() == ["drag began", "drag changed", "drag ended"]


def test_a_button_that_is_held_is_not_also_pressed(gestures: Gestures):
    gestures.allow(BUTTON, HOLD, holdDelay=0)
    gestures.button.click()
    [began, ended] = gestures.heard()
    assert [began["phase"], ended["phase"]] == ["began", "ended"]
    assert all(0 <= one[name] <= 1 for one in (began, ended) for name in "xy")
    gestures.button.hover()
    gestures.page.mouse.down()
    gestures.page.mouse.move(*gestures.at(10, 10))
    gestures.page.mouse.up()
    assert gestures.heard()[-1]["y"] < 0
    # Return is a whole press, as it is for a button that is not held.
    gestures.button.press("Enter")
    assert gestures.phases() == ["activate"]
    gestures.button.press("Space")
    assert gestures.phases() == ["hold began", "hold ended"]


def test_a_control_in_a_node_keeps_its_presses(gestures: Gestures):
    gestures.allow(BOX, HOLD | DRAG, holdDelay=0)
    gestures.page.get_by_role("button", name="Inner").click()
    assert gestures.phases() == ["activate"]


def test_two_fingers_pinch_and_end_the_drag_of_one(gestures: Gestures):
    gestures.allow(PICTURE, DRAG | PINCH)
    left, right, far = gestures.at(100, 150), gestures.at(200, 150), gestures.at(300, 150)
    gestures.fingers("touchStart", gestures.at(60, 150))
    gestures.fingers("touchMove", left)
    gestures.fingers("touchStart", left, right)
    gestures.fingers("touchMove", left, far)
    gestures.fingers("touchEnd", left)
    # The finger that is left does nothing more.
    gestures.fingers("touchMove", gestures.at(10, 150), first=1)
    gestures.fingers("touchEnd")
    gestures.page.wait_for_function("() => heard.some(({ event, phase }) => event === 'pinch' && phase === 'ended')")
    heard = gestures.heard()
    assert [f"{one['event']} {one['phase']}" for one in heard] == [
        "drag began", "drag changed", "drag cancelled", "pinch began", "pinch changed", "pinch ended"]
    close_to(heard[3], x=0.5, y=0.5, scale=1)
    close_to(heard[4], x=2 / 3, y=0.5, scale=2)
    # And everything begins again.
    gestures.fingers("touchStart", left)
    gestures.fingers("touchMove", far)
    gestures.fingers("touchEnd")
    gestures.page.wait_for_function("() => heard.length >= 3")
    assert gestures.phases() == ["drag began", "drag changed", "drag ended"]


def test_a_second_finger_changes_nothing_where_there_is_no_pinch(gestures: Gestures):
    gestures.allow(PICTURE, DRAG)
    gestures.fingers("touchStart", gestures.at(100, 150))
    gestures.fingers("touchMove", gestures.at(150, 150))
    gestures.fingers("touchStart", gestures.at(150, 150), gestures.at(250, 150))
    gestures.fingers("touchEnd")
    gestures.page.wait_for_function("() => heard.length >= 3")
    assert gestures.phases() == ["drag began", "drag changed", "drag ended"]


def test_a_touch_that_the_browser_takes_away_cancels(gestures: Gestures):
    gestures.allow(PICTURE, HOLD, holdDelay=0)
    gestures.fingers("touchStart", gestures.at(100, 150))
    gestures.fingers("touchCancel")
    gestures.page.wait_for_function("() => heard.length >= 2")
    assert gestures.phases() == ["hold began", "hold cancelled"]


def test_a_wheel_with_control_pinches_and_does_not_zoom_the_page(gestures: Gestures):
    gestures.allow(PICTURE, PINCH)
    gestures.page.mouse.move(*gestures.at(150, 150))
    gestures.page.keyboard.down("Control")
    for _ in range(2):
        gestures.page.mouse.wheel(0, -10)
    gestures.page.keyboard.up("Control")
    gestures.page.wait_for_function("() => heard.at(-1)?.phase === 'ended'")
    began, *changed, ended = gestures.heard()
    close_to(began, x=0.5, y=0.5, scale=1)
    close_to(ended, scale=pytest.approx(2.718281828 ** 0.2, abs=1e-3))
    assert changed[-1]["scale"] == ended["scale"]
    assert gestures.page.evaluate("() => visualViewport.scale") == 1


def test_keys_do_what_fingers_do(gestures: Gestures):
    gestures.allow(PICTURE, HOLD | DRAG | PINCH)
    expect(gestures.picture).to_have_accessible_description("Space holds, arrow keys drag, plus and minus pinch")
    gestures.picture.focus()
    keyboard = gestures.page.keyboard
    keyboard.down("Space")
    keyboard.down("Space")
    keyboard.up("Space")
    assert gestures.phases() == ["hold began", "hold ended"]
    for key, dx, dy in (("ArrowRight", 0.02, 0), ("ArrowLeft", -0.02, 0), ("ArrowDown", 0, 0.02), ("ArrowUp", 0, -0.02)):
        keyboard.down(key)
        keyboard.down(key)
        keyboard.up(key)
        began, _, last, ended = gestures.heard()
        close_to(began, x=0.5, y=0.5, dx=0, dy=0)
        close_to(last, x=0.5 + 2 * dx, y=0.5 + 2 * dy, dx=2 * dx, dy=2 * dy)
        assert (began["phase"], last["phase"], ended["phase"]) == ("began", "changed", "ended")
    for key, scale in (("+", 1.1), ("=", 1.1), ("-", 1 / 1.1)):
        keyboard.press(key)
        heard = gestures.heard()
        assert [one["phase"] for one in heard] == ["began", "changed", "ended"]
        close_to(heard[-1], x=0.5, y=0.5, scale=scale)


def test_a_key_that_is_held_when_the_focus_goes_cancels(gestures: Gestures):
    gestures.allow(PICTURE, HOLD)
    gestures.picture.focus()
    gestures.page.keyboard.down("Space")
    gestures.button.focus()
    gestures.page.keyboard.up("Space")
    assert [one for one in gestures.phases() if one.startswith("hold")] == ["hold began", "hold cancelled"]


@pytest.mark.parametrize("missing", [HOLD, DRAG, PINCH])
def test_a_node_reports_only_its_gestures(gestures: Gestures, missing: int):
    gestures.allow(PICTURE, (HOLD | DRAG | PINCH) & ~missing, holdDelay=0)
    gestures.picture.focus()
    for key in ("Space", "ArrowLeft", "+"):
        gestures.page.keyboard.press(key)
    names = {HOLD: "hold", DRAG: "drag", PINCH: "pinch"}
    assert {one["event"] for one in gestures.heard()} == {name for bit, name in names.items() if bit != missing}


def test_the_page_with_gestures_is_accessible(device: Device, browser: Browser):
    with Screen.opened(browser, device.open()) as screen:
        expect(screen.page.get_by_role("link", name="Photos")).to_be_visible()
        gestures = Gestures(screen.page)
        gestures.say([["s", PICTURE, "accessibilityLabel"]])
        for node in (PICTURE, BUTTON):
            gestures.allow(node, HOLD | DRAG | PINCH)
        expect(screen.page.get_by_role("img", name="Picture")).to_be_visible()
        screen.check_accessibility()
        screen.check_console()
