"""Takes pictures of the main scenes: `take_screenshots.py --program APPEX --apps FOLDER --output FOLDER`."""

import argparse
import io
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Locator, expect, sync_playwright

from device import Device
from screen import PHONE, Screen
from terminal import Terminal, page
from test_film import edit, set_slider
from test_today import add_scoreboard
from test_views import adjust
from test_web_pages import Web

WINDOW = {"width": 1120, "height": 790}


def home(screen: Screen) -> None:
    expect(screen.page.get_by_role("link", name="Photos")).to_be_visible()


def photos(screen: Screen) -> None:
    screen.go("#/photos")
    expect(screen.page.get_by_role("button", name="Coffee")).to_be_visible()


def sheet(screen: Screen) -> None:
    screen.open_photo("Chelsea")
    sheet = screen.open_sheet("Chelsea")
    expect(sheet.get_by_role("button", name="Postcard", exact=True)).to_be_visible()
    screen.wait_for_pictures()


def adjusting(screen: Screen) -> None:
    screen.open_photo("Chelsea")
    view = adjust(screen, "Chelsea")
    for name, value in {"Brightness": "0.12", "Contrast": "0.3", "Saturation": "0.45"}.items():
        view.get_by_role("slider", name=name).fill(value)
    expect(view.get_by_text("+45")).to_be_visible()


def film(screen: Screen) -> None:
    screen.open_photo("Chelsea")
    editor = edit(screen, "Chelsea", "Film")
    editor.get_by_role("radio", name="Amber").click()
    set_slider(editor, "Grain", 0.3)
    set_slider(editor, "Straighten", 3)
    screen.settle()


def cropping(screen: Screen) -> None:
    film(screen)
    editor = screen.page.get_by_role("dialog", name="Film")
    editor.get_by_role("button", name="Crop", exact=True).click()
    box = editor.get_by_role("img", name="The edited photograph").first.bounding_box()
    middle = box["x"] + box["width"] / 2
    mouse = screen.page.mouse
    mouse.move(middle - 180, box["y"] + 12)
    mouse.down()
    mouse.move(middle - 60, box["y"] + 70, steps=4)
    mouse.up()
    screen.settle()


def postcard(screen: Screen) -> None:
    screen.open_photo("Eileen Collins")
    screen.share("Eileen Collins", with_="Postcard")
    view = screen.page.get_by_role("dialog", name="Postcard")
    view.get_by_role("textbox").fill("First to pilot, and to command, a Space Shuttle.")
    expect(view.get_by_role("button", name="Post")).to_be_enabled()
    expect(view.get_by_role("img").locator("img")).to_be_visible()


def today(screen: Screen) -> None:
    expand(add_scoreboard(screen))


def today_again(screen: Screen) -> None:
    screen.go("#/today")
    expand(screen.page.get_by_role("region", name="Scoreboard"))


def game(screen: Screen) -> None:
    today_again(screen)
    screen.page.get_by_role("region", name="Scoreboard").get_by_text("–").first.click()
    expect(screen.page.get_by_role("dialog").get_by_text("Table after Round")).to_be_visible()


def expand(widget: Locator) -> None:
    widget.get_by_role("button", name="Show More").click()
    expect(widget.get_by_text("–").first).to_be_visible()


def extensions(screen: Screen) -> None:
    screen.go("#/settings/extensions")
    expect(screen.page.get_by_role("switch", name="Sepia")).to_be_visible()
    screen.wait_for_pictures()


SCENES: dict[str, tuple[Callable[[Screen], None], dict]] = {
    "home": (home, {}),
    "photos-dark": (photos, {"dark": True}),
    "share": (sheet, {}),
    "share-phone": (sheet, {"viewport": PHONE, "dark": True}),
    "adjust": (adjusting, {}),
    "adjust-phone": (adjusting, {"viewport": PHONE}),
    "film": (film, {}),
    "film-crop": (cropping, {"dark": True}),
    "postcard-dark": (postcard, {"dark": True}),
    "today": (today, {}),
    "today-phone": (today_again, {"viewport": PHONE, "dark": True}),
    "app": (game, {}),
    "extensions": (extensions, {}),
}
LARGEST = 220_000
"""Bytes of one picture."""


def smaller(picture: bytes) -> bytes:
    """The picture in as many colours as fit into the size that it may have."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    # Dithering keeps gradients, and costs bytes; so it is the first to go.
    ways = [image]
    for colours in (256, 128, 64):
        palette = image.quantize(colours, method=Image.Quantize.MAXCOVERAGE)
        ways += [image.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG), palette]
    for way in ways:
        small = io.BytesIO()
        way.save(small, "PNG", optimize=True)
        if small.tell() <= LARGEST:
            return small.getvalue()
    raise SystemExit(f"a picture has more than {LARGEST} bytes in 64 colours")


def save(picture: bytes, output: Path, name: str) -> None:
    """Writes a picture."""
    small = smaller(picture)
    (output / f"{name}.png").write_bytes(small)
    print(f"{name}.png, {len(small)} bytes")


def take_terminal(browser: Browser, device: Device, output: Path) -> None:
    """Takes a picture of a view in a terminal."""
    terminal = Terminal(device, "share", str(device.folder / "Photos/chelsea.jpg"))
    try:
        terminal.wait_for("Adjust")
        terminal.press("Down", "Enter")
        terminal.wait_for("Brightness")
        terminal.press("Right", "Right")
        screen = terminal.wait_for("Brightness")
    finally:
        terminal.close()
    shown = browser.new_page(viewport={"width": 1200, "height": 900})
    shown.set_content(page(screen))
    save(shown.locator("pre").screenshot(), output, "terminal")


def take_panel(device: Device, output: Path) -> None:
    """Takes pictures of the panel beside a page: what is offered, and the view of an extension."""
    web = Web("chromium", device)
    folder = device.folder / "panel.png"
    try:
        web.share()
        web.choose("Read")
        web.panel.wait("document.querySelector('.session-view')?.textContent.includes('A Shop of Lamps')")
        web.settle()
        web.panel.picture(folder)
        save(folder.read_bytes(), output, "panel-view")
        web.panel.press("Done")
        web.panel.press("Done")
        web.panel.wait_for_text("Actions")
        web.panel.wait("document.querySelectorAll('.icon img').length >= 4")
        web.settle()
        web.panel.picture(folder)
        save(folder.read_bytes(), output, "panel")
    finally:
        web.close()


def take(browser: Browser, device: Device, output: Path) -> None:
    """Takes each picture in a browser profile of its own."""
    link = device.open()
    for name, (prepare, look) in SCENES.items():
        with Screen.opened(browser, link, **({"viewport": WINDOW} | look)) as screen:
            prepare(screen)
            screen.settle()
            save(screen.page.screenshot(animations="disabled", caret="hide"), output, name)
            screen.check_console()
        link = device.another_link()


def main() -> None:
    """Makes a device for the pictures, and takes it away."""
    parser = argparse.ArgumentParser()
    for name in ("--program", "--apps", "--output"):
        parser.add_argument(name, type=Path, required=True)
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    device = Device(arguments.program, arguments.apps)
    try:
        device.install()
        device.add_photos()
        with sync_playwright() as playwright:
            sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=sandbox)
            take(browser, device, arguments.output)
            take_terminal(browser, device, arguments.output)
            take_panel(device, arguments.output)
            browser.close()
    finally:
        device.remove()


if __name__ == "__main__":
    main()
