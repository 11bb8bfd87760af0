"""Times extensions in web pages: `measure_pages.py APPEX`, on the device that the environment names.

The device has an extension with a script and without a view, "Text", and one with a view, "View". Prints a line for each thing
that is timed: its name and the milliseconds of each round. All is timed in the panel of the WebExtension, in Chromium.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests/BrowserTests"))

from installation import CHROMIUM_ID, TESTING, install  # noqa: E402
from site_pages import Site  # noqa: E402
from webextension import Chromium, Target  # noqa: E402

# Scripts/bench --once only looks whether everything can be timed.
IS_SHORT = "APPEX_BENCH_ONCE" in os.environ
ROUNDS = 2 if IS_SHORT else 12
SIZE = 1_000_000

WHEN = """
  const when = (isDone) => new Promise((done) => {
    const look = () => { if (isDone()) { observer.disconnect(); done(performance.now()); } };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
  });
  const button = (name) => [...document.querySelectorAll("button")].find((one) => one.textContent.includes(name));
  const pause = (time) => new Promise((done) => setTimeout(done, time));
"""

FIRST = "(async () => {" + WHEN + """
  await when(() => button("View"));
  const own = button("View");
  if (%s) { own.dispatchEvent(new PointerEvent("pointerenter")); await pause(500); }
  const start = performance.now();
  own.click();
  const time = await when(() => document.querySelector(".session-view .v-screen")) - start;
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  await when(() => button("View"));
  await pause(600);
  return time;
})()"""

RESULT = "(async () => {" + WHEN + """
  await when(() => button("Text"));
  const start = performance.now();
  button("Text").click();
  const time = await when(() => document.body.innerText.includes("Is Done")) - start;
  button("Done").click();
  await when(() => button("Text"));
  await pause(300);
  return time;
})()"""

SCRIPT = "var ExtensionPreprocessingJS = { run(a) { a.completionFunction({ text: document.body.textContent }); }, finalize(a) { document.title = a.title; } };"

ECHO = """new Promise((done, fail) => {
  const message = { text: "x".repeat(%d) };
  const start = performance.now();
  const port = chrome.runtime.connectNative("org.openextensionkit.echo");
  let times = [], last = 0;
  const send = () => { last = performance.now(); port.postMessage(message); };
  port.onMessage.addListener(() => {
    times.push(performance.now() - last);
    if (times.length < %d) return send();
    port.disconnect();
    done(times);
  });
  port.onDisconnect.addListener(() => fail(new Error("no echo")));
  send();
})"""


def tell(name: str, times: list[float]) -> None:
    """Prints what was measured; the first round fills caches and is not counted."""
    print(name, *(f"{time:.3f}" for time in times[1:]), flush=True)


def place_echo(profile: Path) -> None:
    """Installs a host that sends back what it reads."""
    program = profile / "echo"
    program.write_text("#!/bin/sh\nexec cat\n")
    program.chmod(0o755)
    manifest = {
        "name": "org.openextensionkit.echo", "description": "Echo", "path": str(program), "type": "stdio",
        "allowed_origins": [f"chrome-extension://{CHROMIUM_ID}/"],
    }
    (profile / "NativeMessagingHosts/org.openextensionkit.echo.json").write_text(json.dumps(manifest))


def measure(browser: Chromium, site: Site) -> None:
    """Measures in a browser that has just been started."""
    page = browser.open(site.address("/article"))
    browser.allow_scripts()
    page.call("Page.bringToFront")

    def share() -> Target:
        browser.share(page)
        panel = browser.panel()
        panel.wait("document.body.innerText.includes('Text')")
        return panel

    panel = share()
    tell("cold", [panel.evaluate(FIRST % "false") for _ in range(ROUNDS)])
    tell("parked", [panel.evaluate(FIRST % "true") for _ in range(ROUNDS)])
    tell("small", [panel.evaluate(RESULT) for _ in range(ROUNDS)])
    page.evaluate(f"void document.body.append('x'.repeat({SIZE}))")
    tell("large", [panel.evaluate(RESULT) for _ in range(ROUNDS)])
    panel.wait("""(() => { const script = document.createElement("script"); script.type = "module"; script.src = "testing.js";
        document.head.append(script); return true; })()""")
    panel.wait("typeof testing === 'object'")
    panel.evaluate("testing.meet()")
    timed = "(async () => { const start = performance.now(); const answer = await testing.%s; if (answer.error) throw Error(answer.error); return performance.now() - start; })()"
    tell("script", [panel.evaluate(timed % f"run({json.dumps(SCRIPT)})") for _ in range(ROUNDS)])
    argument = json.dumps('["o","title","Changed"]')
    tell("finalize", [panel.evaluate(timed % f"finalize({argument})") for _ in range(ROUNDS)])
    tell("echo-small", panel.evaluate(ECHO % (100, ROUNDS)))
    tell("echo-large", panel.evaluate(ECHO % (SIZE, ROUNDS)))


def main() -> None:
    """Starts a browser with the WebExtension, and ends it."""
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "profile"
        profile.mkdir()
        extension = install(Path(sys.argv[1]), "chromium", profile)
        (extension / "testing.js").write_text(TESTING)
        place_echo(profile)
        site = Site()
        browser = Chromium(profile, extension)
        try:
            measure(browser, site)
        finally:
            browser.close()
            site.close()


if __name__ == "__main__":
    main()
