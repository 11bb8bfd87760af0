"""A device of its own with a web page, used through the programs as a person would."""

import json
import os
import plistlib
import queue
import re
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PHOTOS = ROOT / "Examples/Darkroom/Photos"
PATIENCE = 180
"""Seconds after which something that should have happened is taken for lost."""


class Device:
    """A device in a temporary folder, and `appex web` on it."""

    def __init__(self, program: Path, apps: Path):
        self.program = program
        self.apps = apps
        # Short, because the path of a socket is.
        self.folder = Path(tempfile.mkdtemp(prefix="appex-web-", dir=os.environ.get("APPEX_TEST_FOLDER", "/tmp")))
        for name in ("root", "run", "Photos"):
            (self.folder / name).mkdir(mode=0o700)
        self.environment = os.environ | {
            "APPEX_ROOT": str(self.folder / "root"),
            "XDG_RUNTIME_DIR": str(self.folder / "run"),
            "APPEX_IDLE_SECONDS": "1",
        }
        self.web: subprocess.Popen | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()

    # The command line

    def appex(self, *arguments: str) -> str:
        """Runs `appex` on this device and returns what it prints."""
        run = subprocess.run(
            [self.program, *arguments], env=self.environment, capture_output=True, text=True, timeout=PATIENCE * 2
        )
        assert run.returncode == 0, f"appex {' '.join(arguments)}: {run.stderr}{run.stdout}"
        return run.stdout

    def install(self, *names: str) -> None:
        """Installs bundled examples by their names; all of them when none is named."""
        for name in names or sorted(app.stem for app in self.apps.glob("*.app")):
            self.appex("install", "--untrusted", str(self.apps / f"{name}.app"))

    def install_editor(self) -> None:
        """Installs an app with a photo editing extension of the tests, which does what the photograph's name says."""
        program = self.program.parent / "fixture-photo"
        app = self.folder / "Fixtures.app"
        extension = {
            "NSExtension": {
                "NSExtensionPointIdentifier": "com.apple.photo-editing",
                "NSExtensionPrincipalClass": "fixture_photo.FixturePhotoController",
            }
        }
        for bundle, name, kind, more in [
            (app, "Fixtures", "APPL", {}), (app / "PlugIns/Editor.appex", "Fixtures.Editor", "XPC!", extension),
        ]:
            bundle.mkdir(parents=True)
            shutil.copy(program, bundle / bundle.stem)
            (bundle / "Info.plist").write_bytes(plistlib.dumps({
                "CFBundleIdentifier": f"org.example.{name}", "CFBundleExecutable": bundle.stem,
                "CFBundleName": bundle.stem, "CFBundlePackageType": kind, "CFBundleShortVersionString": "1.0", **more,
            }))
        self.appex("install", "--untrusted", str(app))
        shutil.rmtree(app)

    def processes(self) -> list[dict]:
        """What runs on the device."""
        return json.loads(self.appex("ps", "--json"))["processes"]

    def pid_of(self, identifier: str) -> int:
        """The process of an extension that is running."""
        pids = [process["pid"] for process in self.processes() if process.get("extension") == identifier]
        assert pids, f"{identifier} does not run: {self.processes()}"
        return pids[0]

    def kept_in_groups(self, pattern: str) -> list[Path]:
        """The files in the containers of groups, by a pattern that starts in the container."""
        return sorted((self.folder / "root/Containers/Shared/AppGroup").glob(f"*/{pattern}"))

    # The page

    def open(self, port: int = 0) -> str:
        """Starts `appex web` and returns the address that it prints; it is good for one browser."""
        self.web = subprocess.Popen(
            [self.program, "web", "--port", str(port), "--photos", str(self.folder / "Photos")],
            env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
            # Whoever runs the tests under nohup(1) has them ignore the end of the terminal, and what they start.
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
        )
        threading.Thread(target=self._read, args=(self.web,), daemon=True).start()
        return self._next_link()

    def another_link(self) -> str:
        """An address for another browser."""
        self.web.stdin.write("\n")
        return self._next_link()

    def close_page(self, by: signal.Signals = signal.SIGINT) -> None:
        """Ends `appex web` as Control-C does, or by another signal."""
        if self.web and self.web.poll() is None:
            self.web.send_signal(by)
            self.web.wait(PATIENCE)
        self.web = None

    def _read(self, web: subprocess.Popen) -> None:
        for line in web.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def _next_link(self) -> str:
        deadline = time.monotonic() + PATIENCE
        while line := self._lines.get(timeout=max(0, deadline - time.monotonic())):
            if found := re.search(r"http://127\.0\.0\.1:\S+", line):
                return found.group()
        raise AssertionError(f"appex web ended with status {self.web.wait()} before it said where the page is")

    # Beginning and end

    def add_photos(self, *names: str) -> None:
        """Puts photographs of the examples into Photos; all of them when none is named."""
        for name in names or [path.name for path in PHOTOS.glob("*.jpg")]:
            shutil.copy(PHOTOS / name, self.folder / "Photos" / name)

    def remove(self) -> None:
        """Ends everything on the device and removes it."""
        self.close_page()
        brokers = [process["pid"] for process in self.processes() if process["role"] == "broker"]
        for pid in brokers:
            # The broker ends what it has started. A descriptor of a process tells of its end.
            descriptor = os.pidfd_open(pid)
            os.kill(pid, signal.SIGTERM)
            wait_for_end(descriptor)
        shutil.rmtree(self.folder)


def wait_for_end(descriptor: int) -> None:
    """Waits for the end of a process by its descriptor, and closes that."""
    try:
        ended, _, _ = select.select([descriptor], [], [], PATIENCE)
        assert ended, "a process has not ended"
    finally:
        os.close(descriptor)
