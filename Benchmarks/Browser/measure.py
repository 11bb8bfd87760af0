"""Times what a person sees of the web device in a real browser: `measure.py APPEX`, on the device that the environment names.

The device has extensions for sharing that show five hundred nodes for a note that says "many". Prints a line for each thing
that is timed: its name and the milliseconds of each round. All is timed in the page, from a click until the page has changed.
"""

import os
import re
import shutil
import signal
import subprocess
import sys

from playwright.sync_api import Page, sync_playwright

CANDIDATES = 20
# Scripts/bench --once only looks whether everything can be timed.
IS_SHORT = "APPEX_BENCH_ONCE" in os.environ
PRESSES = 2 if IS_SHORT else 200
SHEETS = 2 if IS_SHORT else 20

# Waits until `isDone` holds, looking after every change of the page.
WHEN = """
const when = (isDone) => new Promise((done) => {
  const look = () => { if (isDone()) { observer.disconnect(); done(performance.now()); } };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  look();
});
const all = (selector) => [...document.querySelectorAll(selector)];
const frame = () => new Promise(requestAnimationFrame);
const press = (element) => { const start = performance.now(); element.click(); return start; };
"""

SHEET = "async ([candidates, rounds]) => {" + WHEN + """
  const share = all("button").find((button) => button.textContent === "Share Note");
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const start = press(share);
    times.push(await when(() => all("dialog.sheet .tall").length === candidates) - start);
    all("dialog.sheet [aria-label=Close]")[0].click();
    await when(() => !all("dialog.sheet").length);
    await frame();
  }
  return times;
}"""

FIRST = "async (place) => {" + WHEN + """
  all("button").find((button) => button.textContent === "Share Note").click();
  await when(() => all("dialog.sheet .tall").length > place);
  await frame();
  const start = press(all("dialog.sheet .tall")[place]);
  return await when(() => all(".view .v-label").length === 490) - start;
}"""

LEAVE = "async () => {" + WHEN + """
  all("dialog.has-view .way-out")[0].click();
  await when(() => !all("dialog.has-view").length);
}"""

PRESS = "async (rounds) => {" + WHEN + """
  const button = all(".view button").find((button) => button.textContent === "Press");
  const label = all(".view .v-label")[245];
  const times = [];
  for (let round = 1; round <= rounds; round++) {
    await new Promise((done) => setTimeout(done, 20));
    const start = press(button);
    times.push(await when(() => label.textContent === `Pressed ${round}`) - start);
  }
  return times;
}"""


def tell(name: str, times: list[float]) -> None:
    """Prints what was measured; the first round fills caches and is not counted."""
    print(name, *(f"{time:.3f}" for time in times[1:]), flush=True)


def measure(page: Page) -> None:
    """Measures on a page that has just been opened."""
    page.get_by_role("link", name="Notes").click()
    page.get_by_role("button", name="New Note").click()
    page.get_by_role("textbox", name="Text of the note").fill("many")
    page.get_by_role("button", name="Share Note").and_(page.locator(":enabled")).wait_for()
    tell("sheet", page.evaluate(SHEET, [CANDIDATES, SHEETS + 1]))
    firsts = []
    for place in range(CANDIDATES):
        firsts.append(page.evaluate(FIRST, place))
        if place < CANDIDATES - 1:
            page.evaluate(LEAVE)
    tell("first", firsts)
    tell("press", page.evaluate(PRESS, PRESSES + 1))


def main() -> None:
    """Starts the web device and a browser, and ends both."""
    web = subprocess.Popen([sys.argv[1], "web", "--port", "0"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        link = next(found.group() for line in web.stdout if (found := re.search(r"http://127\.0\.0\.1:\S+", line)))
        with sync_playwright() as playwright:
            sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=sandbox)
            page = browser.new_page(reduced_motion="reduce")
            page.goto(link)
            measure(page)
            browser.close()
    finally:
        web.send_signal(signal.SIGINT)
        web.wait(20)


if __name__ == "__main__":
    main()
