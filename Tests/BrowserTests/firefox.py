"""Firefox with the WebExtension, through Marionette. The sidebar is opened by the toolbar's button, and by its menu."""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from browser_panel import Document, wait_for
from device import PATIENCE
from installation import FIREFOX_ID

PREFERENCES = {
    "marionette.port": 0, "app.update.enabled": False, "datareporting.policy.dataSubmissionEnabled": False,
    "browser.shell.checkDefaultBrowser": False, "security.notification_enable_delay": 0, "intl.accept_languages": "en-GB",
    # Nothing outside of this machine is reached: there is no proxy at this port.
    "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9,
}
BUTTON = "browser_openextensionkit_org-browser-action"
SIDEBAR = 'document.getElementById("sidebar").contentDocument.querySelector("browser")'
EVALUATE = """
const [sidebar, code] = [%s, arguments[0]];
if (!sidebar?.browsingContext?.currentWindowGlobal) return done(null);
const name = "answer" + Math.random();
const source = `(async () => { let answer; try {
  const sandbox = Cu.Sandbox(content, { sandboxPrototype: content, wantXrays: false, sameZoneAs: content });
  answer = { value: await Cu.evalInSandbox(${JSON.stringify(code)}, sandbox) };
} catch (error) { answer = { error: String(error) }; }
sendAsyncMessage(${JSON.stringify(name)}, JSON.stringify(answer)); })()`;
const { messageManager } = sidebar;
messageManager.addMessageListener(name, function heard({ data }) { messageManager.removeMessageListener(name, heard); done(data); });
messageManager.loadFrameScript("data:," + encodeURIComponent(source), false);
setTimeout(() => done(null), 60000);
""" % SIDEBAR


class Marionette:
    """The protocol over a socket, with one call at a time."""

    def __init__(self, port: int):
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._file = self._socket.makefile("rb")
        self._read()
        self._last = 0
        self.call("WebDriver:NewSession")
        self.call("WebDriver:SetTimeouts", script=PATIENCE * 1000)

    def _read(self) -> Any:
        length = b""
        while (character := self._file.read(1)) != b":":
            assert character, "Firefox has ended"
            length += character
        return json.loads(self._file.read(int(length)))

    def call(self, method: str, **parameters: Any) -> Any:
        """Calls a method; fails with the browser's error."""
        self._last += 1
        text = json.dumps([0, self._last, method, parameters]).encode()
        self._socket.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, result = self._read()
        if error:
            raise RuntimeError(f"{method}: {error['message']}")
        return result

    def browser(self, script: str, *arguments: Any) -> Any:
        """Runs a script in the browser's own window; it calls `done` or returns a value."""
        self.call("Marionette:SetContext", value="chrome")
        try:
            # Scripts of this context are the browser's own.
            return self.call("WebDriver:ExecuteAsyncScript", args=list(arguments), sandbox="system", newSandbox=True, script=(
                "const done = arguments[arguments.length - 1]; " + script))["value"]
        finally:
            self.call("Marionette:SetContext", value="content")

    def press(self, selector: str) -> None:
        """Clicks an element of the browser's own window."""
        self.call("Marionette:SetContext", value="chrome")
        try:
            element = self.call("WebDriver:FindElement", using="css selector", value=selector)["value"]
            self.call("WebDriver:ElementClick", id=next(iter(element.values())))
        finally:
            self.call("Marionette:SetContext", value="content")

    def close(self) -> None:
        """Ends the browser."""
        self.call("Marionette:Quit", flags=["eForceQuit"])
        self._file.close()
        self._socket.close()


class Tab(Document):
    """The page in the tab of the window."""

    def __init__(self, marionette: Marionette):
        self._marionette = marionette

    def evaluate(self, expression: str) -> Any:
        return self._marionette.call("WebDriver:ExecuteAsyncScript", args=[], sandbox=None, script=(
            f"const done = arguments[0]; Promise.resolve({expression}).then((v) => done(v === undefined ? null : v), (e) => done(String(e)))"))["value"]

    def click(self, x: float, y: float) -> None:
        self.act([{"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])

    def act(self, steps: list[dict]) -> None:
        """Performs steps of the mouse."""
        self._marionette.call("WebDriver:PerformActions", actions=[
            {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}])

    def key(self, key: str) -> None:
        value = {"Escape": "\ue00c", "Enter": "\ue007", "Tab": "\ue004"}[key]
        self._marionette.call("WebDriver:PerformActions", actions=[
            {"type": "key", "id": "keys", "actions": [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]}])

    def insert(self, text: str) -> None:
        self.evaluate(f"document.execCommand('insertText', false, {json.dumps(text)})")

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._marionette.call("WebDriver:TakeScreenshot", full=False)["value"]))

    def go(self, address: str) -> None:
        """Opens another page in this tab."""
        self._marionette.call("WebDriver:Navigate", url=address)


class Sidebar(Document):
    """The panel, which Marionette does not reach as a frame: scripts are sent to its process."""

    def __init__(self, marionette: Marionette):
        self._marionette = marionette

    def evaluate(self, expression: str) -> Any:
        text = self._marionette.browser(EVALUATE, expression)
        answer = json.loads(text) if text else {}
        assert "error" not in answer, answer["error"]
        return answer.get("value")

    def _send(self, script: str, *arguments: Any) -> None:
        self._marionette.browser(f"{script}; done(null)", *arguments)

    def click(self, x: float, y: float) -> None:
        self._send(f"""const outer = document.getElementById("sidebar").getBoundingClientRect(), inner = {SIDEBAR}.getBoundingClientRect();
            for (const kind of ["mousemove", "mousedown", "mouseup"]) {{
              window.synthesizeMouseEvent(kind, outer.x + inner.x + arguments[0], outer.y + inner.y + arguments[1], {{ button: 0, clickCount: 1 }}, {{}});
            }}""", x, y)

    def key(self, key: str) -> None:
        self.evaluate(f"void document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true, cancelable: true }}))")

    def insert(self, text: str) -> None:
        self.evaluate(f"document.execCommand('insertText', false, {json.dumps(text)})")

    def picture(self, path: Path) -> None:
        data = self._marionette.browser(f"""const shot = await {SIDEBAR}.browsingContext.currentWindowGlobal.drawSnapshot(null, 1, "white");
            const canvas = document.createElementNS("http://www.w3.org/1999/xhtml", "canvas");
            [canvas.width, canvas.height] = [shot.width, shot.height];
            canvas.getContext("2d").drawImage(shot, 0, 0);
            done(canvas.toDataURL());""".join(["(async () => {", "})()"]))
        path.write_bytes(base64.b64decode(data.split(",")[1]))


class Firefox:
    """A browser with a profile and a home of its own, and the WebExtension from a folder."""

    def __init__(self, profile: Path, extension: Path, environment: dict[str, str] | None = None):
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        assert program, "Firefox is not installed; Scripts/prepare installs it"
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines))
        self._output = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [program, "--headless", "--marionette", "--remote-allow-system-access", "--profile", profile, "--no-remote"],
            env=environment or dict(os.environ), stdout=self._output, stderr=subprocess.STDOUT)
        file = profile / "MarionetteActivePort"
        wait_for(lambda: self._process.poll() is not None or (file.exists() and file.read_text().strip()), "Firefox has not started")
        self._marionette = Marionette(int(file.read_text()))
        self._marionette.call("Addon:Install", path=str(extension), temporary=True)
        # Only the user's own arrangement moves a button out of the menu of extensions.
        self._marionette.browser(f"CustomizableUI.addWidgetToArea('{BUTTON}', CustomizableUI.AREA_NAVBAR); done(null)")

    def open(self, address: str) -> Tab:
        """Opens a page in the tab."""
        page = Tab(self._marionette)
        page.go(address)
        return page

    def share(self, page: Tab) -> None:
        """Presses the toolbar's button."""
        self._marionette.press(f"#{BUTTON} .unified-extensions-item-action-button")

    def share_part(self, page: Tab, selector: str, kind: str) -> None:
        """Shares an element, or the selection in it, by the item of its menu."""
        item = {"selection": "Share Selection…", "link": "Share Link…", "picture": "Share Picture…"}[kind]
        x, y = page.evaluate(f"(() => {{ const r = document.querySelector({json.dumps(selector)}).getBoundingClientRect(); return [r.x + Math.min(12, r.width / 2), r.y + Math.min(12, r.height / 2)]; }})()")
        page.act([{"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 2}, {"type": "pointerUp", "button": 2}])
        choose = f"""const menu = document.getElementById("contentAreaContextMenu");
            const found = [...menu.querySelectorAll("menuitem")].find((one) => one.label === {json.dumps(item)} && !one.hidden);
            if (menu.state !== "open" || !found) return done(false);
            menu.activateItem(found); done(true);"""
        wait_for(lambda: self._marionette.browser(choose), f"the menu has no {item}")

    def panel(self) -> Sidebar:
        """The sidebar, when it is open."""
        shown = f"done({SIDEBAR}?.currentURI?.spec ?? '')"
        wait_for(lambda: self._marionette.browser(shown).endswith("/panel.html"), "the sidebar has not opened")
        panel = Sidebar(self._marionette)
        panel.wait("location.pathname === '/panel.html' && document.readyState === 'complete'")
        return panel

    def grant(self) -> None:
        """Confirms the browser's question about the permission."""
        confirm = """const question = document.querySelector("#notification-popup popupnotification");
            if (document.getElementById("notification-popup").state !== "open" || !question) return done(false);
            const box = question.querySelector("moz-checkbox");
            if (box && !box.checked) { box.click(); return done(false); }
            if (question.button.disabled) return done(false);
            question.button.click(); done(true);"""
        wait_for(lambda: self._marionette.browser(confirm), "Firefox has not asked")

    def close(self) -> None:
        """Ends the browser."""
        self._marionette.close()
        self._process.wait(PATIENCE)
        self._output.close()
