"""Times a photo editing extension in the web device: `measure_photos.py APPEX FOLDER`, on the device that the environment names.

The device has Darkroom, and the folder has one photograph. Prints a line for each thing that is timed: its name and the
milliseconds of each round. All is timed in the page, from the event of a slider until the browser has drawn the picture.
"""

import os
import re
import shutil
import signal
import subprocess
import sys

from playwright.sync_api import Page, sync_playwright

# Scripts/bench --once only looks whether everything can be timed.
IS_SHORT = "APPEX_BENCH_ONCE" in os.environ
STEPS = 2 if IS_SHORT else 100

# A picture is drawn after the callbacks of a frame, so what is posted in one is handled when it has been drawn.
STEP = """async (rounds) => {
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const drawn = () => new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now());
    channel.port2.postMessage(0);
  }));
  const slider = document.querySelector(".view input[type=range][aria-label=Strength]");
  const box = document.querySelector(".view .v-image");
  const source = () => box.querySelector("img")?.getAttribute("src");
  const changed = (before) => new Promise((done) => {
    const look = () => { if (source() && source() !== before) { observer.disconnect(); done(performance.now()); } };
    const observer = new MutationObserver(look);
    observer.observe(box, { subtree: true, childList: true, attributes: true });
  });
  const times = { step: [], picture: [] };
  for (let round = 0; round < rounds; round++) {
    await pause(50 + round % 16);
    const before = source();
    const start = performance.now();
    slider.value = 0.2 + 0.005 * round;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    const arrived = await changed(before);
    await box.querySelector("img").decode();
    const end = await drawn();
    times.step.push(end - start);
    times.picture.push(end - arrived);
  }
  return times;
}"""


def measure(page: Page) -> None:
    """Measures on a page that has just been opened."""
    page.evaluate("location.hash = '#/photos'")
    page.get_by_role("list", name="Photographs").get_by_role("button").first.click()
    page.get_by_role("button", name="Edit", exact=True).click()
    page.get_by_role("button", name="Film", exact=True).click()
    editor = page.get_by_role("dialog", name="Film")
    editor.get_by_role("slider", name="Strength").and_(page.locator(":enabled")).wait_for()
    editor.get_by_role("radio", name="Amber").click()
    page.wait_for_timeout(500)
    times = page.evaluate(STEP, STEPS + 1)
    for name in ["step", "picture"]:
        # The first round fills caches and is not counted.
        print(name, *(f"{time:.3f}" for time in times[name][1:]), flush=True)


def main() -> None:
    """Starts the web device and a browser, and ends both."""
    web = subprocess.Popen(
        [sys.argv[1], "web", "--port", "0", "--photos", sys.argv[2]], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True,
    )
    try:
        link = next(found.group() for line in web.stdout if (found := re.search(r"http://127\.0\.0\.1:\S+", line)))
        with sync_playwright() as playwright:
            sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=sandbox)
            page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
            page.goto(link)
            measure(page)
            browser.close()
    finally:
        web.send_signal(signal.SIGINT)
        web.wait(20)


if __name__ == "__main__":
    main()
