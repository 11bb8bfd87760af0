"""Chromium with the WebExtension, through the Chrome DevTools protocol. The panel is opened by the toolbar's button."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from browser_panel import Document, wait_for
from device import PATIENCE
from installation import CHROMIUM_ID

PANEL = f"chrome-extension://{CHROMIUM_ID}/panel.html"


class Pipe:
    """The protocol over a pipe, with one call at a time."""

    def __init__(self, arguments: list[str], environment: dict[str, str]):
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        self.output = tempfile.TemporaryFile()

        def connect() -> None:
            # The browser reads from descriptor 3 and writes to descriptor 4.
            copies = [fcntl.fcntl(one, fcntl.F_DUPFD, 20) for one in (theirs_in, theirs_out)]
            os.dup2(copies[0], 3)
            os.dup2(copies[1], 4)

        self.process = subprocess.Popen(
            arguments, env=environment, stdout=self.output, stderr=subprocess.STDOUT, preexec_fn=connect, close_fds=False)
        os.close(theirs_in)
        os.close(theirs_out)
        self._last = 0
        self._buffer = b""
        self.events: list[dict] = []

    def _message(self, patience: float) -> dict:
        deadline = time.monotonic() + patience
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], max(0, deadline - time.monotonic()))
            data = os.read(self._in, 1 << 20) if ready else b""
            assert data, "the browser does not answer" if not ready else "the browser has ended"
            self._buffer += data
        text, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method: str, session: str | None = None, patience: float = PATIENCE, **parameters: Any) -> dict:
        """Calls a method; fails with the browser's error."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while (reply := self._message(patience)).get("id") != self._last:
            self.events.append(reply)
        if "error" in reply:
            raise RuntimeError(f"{method}: {reply['error']['message']}")
        return reply["result"]

    def close(self) -> None:
        """Ends the browser."""
        self.call("Browser.close")
        self.process.wait(PATIENCE)
        os.close(self._in)
        os.close(self._out)
        self.output.close()


class Target(Document):
    """A page, the panel or the background of the WebExtension."""

    def __init__(self, pipe: Pipe, target: str):
        self._pipe = pipe
        self.target = target
        self._session = pipe.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def call(self, method: str, **parameters: Any) -> dict:
        """Calls a method of this target."""
        return self._pipe.call(method, self._session, **parameters)

    def evaluate(self, expression: str, by_user: bool = False) -> Any:
        try:
            reply = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True, userGesture=by_user)
        except RuntimeError as error:
            # The document is being replaced.
            if any(words in str(error) for words in ("context", "navigated", "Inspected target", "Promise was collected")):
                return None
            raise
        assert "exceptionDetails" not in reply, reply["exceptionDetails"]
        return reply["result"].get("value")

    def click(self, x: float, y: float) -> None:
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def key(self, key: str) -> None:
        codes = {"Escape": 27, "Enter": 13, "Tab": 9}
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=codes[key])

    def insert(self, text: str) -> None:
        self.call("Input.insertText", text=text)

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    def go(self, address: str) -> None:
        """Opens another page in this tab."""
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete'")

    def close(self) -> None:
        """Closes the tab."""
        self._pipe.call("Target.closeTarget", targetId=self.target)


class Chromium:
    """A browser with a profile of its own, and the WebExtension from a folder."""

    def __init__(self, profile: Path, extension: Path, environment: dict[str, str] | None = None):
        program = shutil.which("chromium")
        assert program, "Chromium is not installed; Scripts/prepare installs it"
        # Root has no sandbox of Chromium's own kind. No name outside of this machine is resolved.
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        self._pipe = Pipe([
            program, "--headless=new", *sandbox, "--no-first-run", "--disable-gpu", f"--user-data-dir={profile}", "--remote-debugging-pipe",
            "--enable-unsafe-extension-debugging", "--disable-background-networking", "--disable-component-update",
            "--host-resolver-rules=MAP *.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            "--force-color-profile=srgb", "--lang=en-GB", "--window-size=1280,800", "about:blank",
        ], environment or dict(os.environ))
        assert self._pipe.call("Extensions.loadUnpacked", path=str(extension))["id"] == CHROMIUM_ID
        self.background().wait("Boolean(globalThis.chrome?.action?.onClicked.hasListeners())")

    def _targets(self, kind: str) -> list[dict]:
        return self._pipe.call("Target.getTargets", filter=[{"type": kind}])["targetInfos"]

    def allow_scripts(self) -> None:
        """Switches on "Allow User Scripts", by the function that the switch in the browser's settings calls."""
        settings = self.open("chrome://extensions/")
        settings.wait("Boolean(chrome.developerPrivate)")
        settings.evaluate(f"chrome.developerPrivate.updateExtensionConfiguration({{ extensionId: '{CHROMIUM_ID}', userScriptsAccess: true }})")
        settings.close()

    def open(self, address: str) -> Target:
        """Opens a page in a new tab in front."""
        page = Target(self._pipe, self._pipe.call("Target.createTarget", url=address)["targetId"])
        page.wait("location.href !== 'about:blank' && document.readyState === 'complete'")
        return page

    def share(self, page: Target) -> None:
        """Presses the toolbar's button for a page."""
        page.call("Page.bringToFront")
        url = page.evaluate("location.href")
        active = lambda: [info["targetId"] for info in self._targets("tab") if info.get("embedderData", {}).get("tabActive") and info["url"] == url]
        [tab] = wait_for(active, f"{url} is not in front")
        self._pipe.call("Extensions.triggerAction", id=CHROMIUM_ID, targetId=tab)

    def share_part(self, page: Target, selector: str, kind: str) -> None:
        """Shares an element, or the selection in it, as the menu does, whose native window no protocol reaches.

        The browser's event is sent by hand. The toolbar's button has to have been pressed for the page before.
        """
        values = page.evaluate(f"""((element) => ({{ menuItemId: "{kind}", frameId: 0, linkUrl: element.href, srcUrl: element.src,
            selectionText: String(getSelection()) }}))(document.querySelector({json.dumps(selector)}))""")
        self.background().evaluate(f"""chrome.tabs.query({{ active: true, lastFocusedWindow: true }}).then(([tab]) => {{
            chrome.contextMenus.onClicked.dispatch({json.dumps(values)}, tab); }})""", by_user=True)

    def background(self) -> Target:
        """The service worker of the WebExtension."""
        [worker] = wait_for(lambda: [info for info in self._targets("service_worker") if CHROMIUM_ID in info["url"]], "no service worker")
        return Target(self._pipe, worker["targetId"])

    def panel(self) -> Target:
        """The panel, when it is open."""
        [info] = wait_for(lambda: [info for info in self._targets("page") if info["url"] == PANEL], "the panel has not opened")
        panel = Target(self._pipe, info["targetId"])
        panel.wait(f"location.href === '{PANEL}' && document.readyState === 'complete'")
        return panel

    def close(self) -> None:
        """Ends the browser."""
        self._pipe.close()
