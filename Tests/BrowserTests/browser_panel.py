"""What a person does with the panel and with pages, the same in both browsers."""

from __future__ import annotations

import abc
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from device import PATIENCE

FIND = """((role, name) => {
    const roles = { button: "button", a: "link", textarea: "textbox", input: "textbox", h1: "heading", h2: "heading", img: "img" };
    const named = (e) => e.getAttribute("aria-label") ?? (e.localName === "img" ? e.alt : spoken(e).trim());
    const spoken = (e) => [...e.childNodes].filter((c) => c.ariaHidden !== "true").map((c) => c.textContent).join("");
    const all = [...document.querySelectorAll("button, a[href], textarea, input, h1, h2, img, [role]")];
    return all.find((e) => e.checkVisibility() && !e.closest("[inert]") && (e.getAttribute("role") ?? roles[e.localName]) === role && named(e) === name);
})"""


def wait_for(condition: Callable[[], Any], words: str, patience: float = PATIENCE) -> Any:
    """Waits until a condition has a value that is true, and returns that."""
    deadline = time.monotonic() + patience
    while True:
        if value := condition():
            return value
        assert time.monotonic() < deadline, words
        time.sleep(0.02)


class Document(abc.ABC):
    """A page or the panel."""

    @abc.abstractmethod
    def evaluate(self, expression: str) -> Any:
        """The value of an expression as JSON, of a promise when it is settled; None while the document is replaced."""

    @abc.abstractmethod
    def click(self, x: float, y: float) -> None:
        """Clicks at a place of the document."""

    @abc.abstractmethod
    def key(self, key: str) -> None:
        """Presses a key by its name."""

    @abc.abstractmethod
    def insert(self, text: str) -> None:
        """Types a text into the focused element."""

    @abc.abstractmethod
    def picture(self, path: Path) -> None:
        """Makes a picture of the document."""

    # Conditions

    def wait(self, expression: str, words: str | None = None, patience: float = PATIENCE) -> Any:
        """Waits until an expression has a value that is true."""
        seen = lambda: f"{words or expression}; seen: {self.text()!r}"
        try:
            return wait_for(lambda: self.evaluate(expression), "", patience)
        except AssertionError:
            raise AssertionError(seen()) from None

    def text(self) -> str:
        """The text of the whole document."""
        return self.evaluate("globalThis.document?.body?.innerText") or ""

    def wait_for_text(self, words: str, patience: float = PATIENCE) -> None:
        """Waits until a text is shown."""
        self.wait(f"document.body.innerText.includes({json.dumps(words)})", f"{words!r} is not shown", patience)

    def has(self, name: str, role: str = "button") -> bool:
        """Whether an element with a role and a name is shown."""
        return bool(self.evaluate(f"Boolean({FIND}({json.dumps(role)}, {json.dumps(name)}))"))

    # Steps

    def press(self, name: str, role: str = "button") -> None:
        """Clicks an element with a role and a name, when it is shown and enabled and does not move."""
        place = self.wait(f"""new Promise((done) => {{
            const element = {FIND}({json.dumps(role)}, {json.dumps(name)});
            if (!element || element.disabled) return done(null);
            element.scrollIntoView({{ block: "nearest" }});
            const box = () => {{ const r = element.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }};
            const before = box();
            setTimeout(() => done(String(before) === String(box()) ? before : null), 50);
        }})""", f"no {role} {name!r} can be pressed")
        self.click(*place)

    def fill(self, name: str, text: str) -> None:
        """Replaces the text of a field."""
        self.wait(f"""(() => {{ const field = {FIND}("textbox", {json.dumps(name)}); field?.focus(); field?.select(); return Boolean(field); }})()""",
                  f"no field {name!r}")
        self.insert(text)
