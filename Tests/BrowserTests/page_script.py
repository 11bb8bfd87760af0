"""An extension's script in an isolated world of a page, through the Chrome DevTools protocol and page-script.js alone."""

import base64
import json
from typing import Any

from playwright.sync_api import Page

from device import ROOT

SOURCE = ROOT / "Sources/AppexPages/Scripts/page-script.js"
SCRIPTS = ROOT / "Tests/BrowserTests/PageScripts"
ENDING = "\n;return typeof ExtensionPreprocessingJS === 'undefined' ? undefined : ExtensionPreprocessingJS;\n"
ADDRESS = "http://shop.example/page"


class IsolatedWorld:
    """The world of one extension in the main frame of a page."""

    def __init__(self, page: Page, name: str = "org.openextensionkit.Reader.Read"):
        self._session = page.context.new_cdp_session(page)
        frame = self._session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
        world = self._session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": name})
        self._context = world["executionContextId"]
        self.evaluate(SOURCE.read_text())

    def evaluate(self, expression: str) -> Any:
        """The value of an expression, of a promise when it is settled."""
        reply = self._session.send("Runtime.evaluate", {
            "expression": expression, "contextId": self._context, "awaitPromise": True, "returnByValue": True,
        })
        assert "exceptionDetails" not in reply, reply["exceptionDetails"]
        return reply["result"].get("value")

    def run(self, script: str, name: str = "Read", patience: int = 60_000) -> dict:
        """What `run` of a script answers, with its text still encoded."""
        options = json.dumps({"extensionName": name, "patience": patience})
        return json.loads(self.evaluate(f"openExtensionPage.run(function () {{\n{script}{ENDING}}}, {options})"))

    def answer(self, script: str, name: str = "Read") -> Any:
        """What `run` of a script answers, decoded; fails if that is an error."""
        reply = self.run(script, name)
        assert "ok" in reply, reply
        return decoded(reply["ok"])

    def answer_of(self, expression: str) -> Any:
        """What a script answers that completes with the value of an expression."""
        return self.answer(completing(expression))

    def failure_of(self, expression: str) -> tuple[str, str]:
        """The kind and the sentence of the error for a script that completes with the value of an expression."""
        reply = self.run(completing(expression))
        assert "error" in reply, str(reply)[:500]
        return reply["kind"], reply["error"]

    def finalize(self, value: Any) -> dict:
        """Calls `finalize` with a value, or with an encoded text that is passed on as it is."""
        text = value if isinstance(value, str) else encoded(value)
        return json.loads(self.evaluate(f"openExtensionPage.finalize({json.dumps(text)})"))


def completing(expression: str) -> str:
    """A script that completes with the value of an expression."""
    return f"var ExtensionPreprocessingJS = {{ run(args) {{ args.completionFunction({expression}); }} }};"


def encoded(value: Any) -> str:
    """A value in the form in which it crosses to the page: dictionaries, lists, bytes and JSON's scalars."""

    def form(value: Any) -> Any:
        if isinstance(value, dict):
            return ["o", *(part for key, member in value.items() for part in (key, form(member)))]
        if isinstance(value, list):
            return ["a", *map(form, value)]
        if isinstance(value, bytes):
            return ["b", base64.b64encode(value).decode()]
        return value

    return json.dumps(form(value))


def decoded(text: str) -> Any:
    """The value of an encoded text; a date is a tuple."""

    def value(form: Any) -> Any:
        if not isinstance(form, list):
            assert form is not None
            return form
        kind, *rest = form
        if kind == "o":
            return dict(zip(rest[::2], map(value, rest[1::2]), strict=True))
        return [value(item) for item in rest] if kind == "a" else (kind, *rest)

    return value(json.loads(text))
