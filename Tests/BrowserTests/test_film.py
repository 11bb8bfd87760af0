"""Photographs are edited by Film and Adjust of Darkroom, in turn, and by hand."""

import time
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageStat
from playwright.sync_api import Locator, expect

from device import PATIENCE, Device
from screen import Screen


def edit(screen: Screen, title: str, name: str) -> Locator:
    """Edits the photograph that is shown, and returns the dialog with the extension's view."""
    screen.page.get_by_role("button", name="Edit", exact=True).click()
    sheet = screen.page.get_by_role("dialog", name=title).last
    # The photo editing extension comes before the action of the same name.
    sheet.get_by_role("button", name=name, exact=True).first.click()
    editor = screen.page.get_by_role("dialog", name=name)
    expect(editor.get_by_role("slider").first).to_be_enabled()
    return editor


def done(editor: Locator) -> None:
    editor.get_by_role("button", name="Done", exact=True).click()
    expect(editor).to_have_count(0)


def set_slider(editor: Locator, name: str, value: float) -> None:
    slider = editor.get_by_role("slider", name=name)
    slider.fill(str(value))
    expect(slider).to_have_value(str(value))


def preview(editor: Locator, name: str = "The edited photograph") -> bytes:
    """The picture that the editor shows."""
    source = editor.get_by_role("img", name=name).first
    return bytes(source.evaluate(
        "async (node) => { const image = node.matches('img') ? node : node.querySelector('img');"
        " return Array.from(new Uint8Array(await (await fetch(image.src)).arrayBuffer())) }"))


def colours(content: bytes) -> list[float]:
    return ImageStat.Stat(Image.open(BytesIO(content)).convert("RGB")).mean


def renditions(device: Device) -> dict[int, Path]:
    files = (device.folder / "root/Library/PhotoEdits").rglob("*.jpg")
    return {int(file.stem): file for file in files}


def waits(screen: Screen, editor: Locator, before: bytes) -> bytes:
    """The picture after the one that is known."""
    deadline = time.monotonic() + PATIENCE
    while (now := preview(editor)) == before:
        assert time.monotonic() < deadline, "the preview did not change"
        screen.page.wait_for_timeout(25)
    return now


def test_film_is_continued_at_its_sliders_then_adjust_edits_its_result_and_all_is_reverted(
    screen: Screen, device: Device
):
    photo = screen.open_photo("Coffee")
    original = photo.source()
    film = edit(screen, "Coffee", "Film")
    screen.check_accessibility()
    film.get_by_role("radio", name="Graphite").click()
    set_slider(film, "Strength", 0.75)
    set_slider(film, "Grain", 0.25)
    done(film)
    expect(photo.image).to_have_accessible_name("Coffee, edited")
    red, green, blue = colours(renditions(device)[1].read_bytes())
    before = colours((device.folder / "Photos/coffee.jpg").read_bytes())
    # Black and white to three quarters.
    assert abs(red - blue) < 0.5 * abs(before[0] - before[2])

    film = edit(screen, "Coffee", "Film")
    expect(film.get_by_role("radio", name="Graphite")).to_be_checked()
    expect(film.get_by_role("slider", name="Strength")).to_have_value("0.75")
    expect(film.get_by_role("slider", name="Grain")).to_have_value("0.25")
    set_slider(film, "Strength", 0)
    set_slider(film, "Grain", 0)
    done(film)
    # Without strength it is the original again, and not the black and white picture.
    expect(photo.image).to_have_accessible_name("Coffee, edited")
    after = colours(renditions(device)[2].read_bytes())
    assert all(abs(a - b) < 2 for a, b in zip(before, after, strict=True))

    adjust = edit(screen, "Coffee", "Adjust")
    set_slider(adjust, "Brightness", 0.5)
    done(adjust)
    brighter = colours(renditions(device)[3].read_bytes())
    assert all(a + 20 < b for a, b in zip(after, brighter, strict=True))
    adjust = edit(screen, "Coffee", "Adjust")
    expect(adjust.get_by_role("slider", name="Brightness")).to_have_value("0.5")
    adjust.get_by_role("button", name="Cancel").click()

    # Film does not understand what Adjust has written, and edits its result.
    film = edit(screen, "Coffee", "Film")
    expect(film.get_by_role("radio", name="Standard")).to_be_checked()
    film.get_by_role("button", name="Revert to Original").click()
    screen.page.get_by_role("button", name="Revert", exact=True).click()
    expect(photo.image).to_have_accessible_name("Coffee")
    assert photo.source() == original


def test_the_original_is_shown_while_the_button_is_held(screen: Screen):
    screen.open_photo("Coffee")
    film = edit(screen, "Coffee", "Film")
    first = preview(film)
    film.get_by_role("radio", name="Thunder").click()
    edited = waits(screen, film, first)
    film.get_by_role("button", name="Hold for Original").hover()
    screen.page.mouse.down()
    held = waits(screen, film, edited)
    assert all(abs(a - b) < 1 for a, b in zip(colours(held), colours(first), strict=True))
    screen.page.mouse.up()
    released = waits(screen, film, held)
    assert all(abs(a - b) < 1 for a, b in zip(colours(released), colours(edited), strict=True))


def test_a_crop_is_dragged_by_hand_and_the_result_has_its_size(screen: Screen, device: Device):
    photo = screen.open_photo("Coffee")
    film = edit(screen, "Coffee", "Film")
    whole = preview(film)
    film.get_by_role("button", name="Crop", exact=True).click()
    picture = film.get_by_role("img", name="The edited photograph").first
    box = picture.bounding_box()
    width, height = Image.open(device.folder / "Photos/coffee.jpg").size
    scale = min(box["width"] / width, box["height"] / height)
    left = box["x"] + (box["width"] - width * scale) / 2
    top = box["y"] + (box["height"] - height * scale) / 2
    mouse = screen.page.mouse
    # From the corner to the middle: a quarter of the picture remains.
    mouse.move(left + 2, top + 2)
    mouse.down()
    mouse.move(left + width * scale / 4, top + height * scale / 4)
    mouse.move(left + width * scale / 2, top + height * scale / 2)
    mouse.up()
    dark = waits(screen, film, whole)
    assert sum(colours(dark)) < 0.8 * sum(colours(whole))
    film.get_by_role("button", name="Done Cropping").click()
    waits(screen, film, dark)
    done(film)
    expect(photo.image).to_have_accessible_name("Coffee, edited")
    cropped = Image.open(renditions(device)[1]).size
    assert cropped == pytest.approx((width / 2, height / 2), rel=0.03)
    # The crop is there again, and can be taken back.
    film = edit(screen, "Coffee", "Film")
    film.get_by_role("button", name="Reset").click()
    done(film)
    expect(photo.image).to_have_accessible_name("Coffee, edited")
    assert Image.open(renditions(device)[2]).size == (width, height)
