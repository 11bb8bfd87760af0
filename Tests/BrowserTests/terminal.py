"""A terminal for the pictures: what `appex share` draws into tmux, as a page that a browser can show."""

import html
import re
import subprocess
import time

from device import PATIENCE, Device

HALVES = {"▀": "to bottom", "▄": "to top"}
"""Which way the colour of the character runs before that of its background."""
BASIC = ["#1c1c1e", "#ff6961", "#30d158", "#ffd60a", "#6cb0ff", "#da8fff", "#64d2ff", "#d1d1d6"]
STYLE = """
body { margin: 0; background: #1c1c1e; }
pre { margin: 0; padding: 18px 22px; width: fit-content; color: #ececee; font: 15px/19px "DejaVu Sans Mono", monospace; }
i { display: inline-block; width: 1ch; height: 19px; vertical-align: top; font-style: normal; }
"""


class Terminal:
    """A program of a device in a terminal of its own."""

    def __init__(self, device: Device, *arguments: str, width: int = 88, height: int = 32):
        self._socket = device.folder / "tmux"
        self._environment = device.environment | {
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"
        }
        command = [str(device.program), *arguments]
        self._tmux("-f", "/dev/null", "new-session", "-d", "-x", str(width), "-y", str(height), *command)

    def _tmux(self, *arguments: str) -> str:
        return subprocess.run(
            ["tmux", "-S", self._socket, *arguments], env=self._environment, check=True, capture_output=True, text=True
        ).stdout

    def press(self, *keys: str) -> None:
        """Presses keys by tmux's names."""
        self._tmux("send-keys", *keys)

    def wait_for(self, words: str) -> str:
        """Waits until a text is on the screen, and for the screen to stay as it is; returns it with its colours."""
        deadline = time.monotonic() + PATIENCE
        last = ""
        while time.monotonic() < deadline:
            screen = self._tmux("capture-pane", "-e", "-p")
            if screen == last and words in re.sub(r"\x1b\[[0-9;]*m", "", screen):
                return screen
            last = screen
            time.sleep(0.3)
        raise AssertionError(f"{words} is not on the screen: {last}")

    def close(self) -> None:
        """Ends the terminal and what runs in it."""
        self._tmux("kill-server")


def page(screen: str) -> str:
    """A page that shows a screen with its colours."""
    parts = re.split(r"\x1b\[([0-9;]*)m", screen.rstrip("\n"))
    state: dict[str, str] = {}
    shown = [_cells(parts[0], state)]
    for codes, text in zip(parts[1::2], parts[2::2]):
        _change(state, [int(code or 0) for code in codes.split(";")])
        shown.append(_cells(text, state))
    return f"<!doctype html><style>{STYLE}</style><pre>{''.join(shown)}</pre>"


def _change(state: dict[str, str], codes: list[int]) -> None:
    while codes:
        code = codes.pop(0)
        plane = "fg" if code // 10 in (3, 9) else "bg"
        if code == 0:
            state.clear()
        elif code in (38, 48) and codes[0] == 2:
            state[plane] = "rgb({},{},{})".format(*codes[1:4])
            del codes[:4]
        elif 30 <= code <= 37 or 40 <= code <= 47 or 90 <= code <= 97:
            state[plane] = BASIC[code % 10]
        elif code in (39, 49):
            state.pop(plane, None)
        elif code in (1, 2, 4, 7):
            state[{1: "bold", 2: "dim", 4: "underline", 7: "reverse"}[code]] = "on"


def _cells(text: str, state: dict[str, str]) -> str:
    front, back = state.get("fg", "#ececee"), state.get("bg", "transparent")
    if "reverse" in state:
        front, back = (back if back != "transparent" else "#1c1c1e"), front
    style = f"color:{front};background:{back}"
    style += ";font-weight:700" if "bold" in state else ""
    style += ";opacity:.62" if "dim" in state and "reverse" not in state else ""
    style += ";text-decoration:underline" if "underline" in state else ""
    pieces = []
    for piece in re.split("([▀▄])", text):
        if piece in HALVES:
            pieces.append(f'<i style="background:linear-gradient({HALVES[piece]},{front} 50%,{back} 0)"></i>')
        elif piece:
            pieces.append(f'<span style="{style}">{html.escape(piece)}</span>')
    return "".join(pieces)
