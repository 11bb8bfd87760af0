"""The WebExtension, as `appex browser install` writes it."""

import json
import os
import subprocess
from pathlib import Path

CHROMIUM_ID = "cfgfojdaknmilgldnlnjfcpcafjgfofo"
FIREFOX_ID = "browser@openextensionkit.org"

TESTING = """
import { Page, readPicture } from "./page.js";
import { api, mayRunScripts } from "./platform.js";
import { readSubject } from "./subject.js";

let page = null;
const told = (promise) => promise.then((ok) => ({ ok }), ({ message }) => ({ error: message }));
globalThis.testing = {
  mayRunScripts, api,
  async subject(info) { const [tab] = await api.tabs.query({ active: true, currentWindow: true }); return readSubject(tab, info); },
  async meet(info) { page?.release(); const { place } = await this.subject(info); page = place && new Page(place); return place; },
  run: (script, id = "com.example.Test", name = "Test") => told(page.run({ id, name }, script)),
  finalize: (argument, id = "com.example.Test", name = "Test") => told(page.finalize({ id, name }, argument)),
  replace: (text) => page.replace(text),
  picture: async (address) => told(readPicture((await testing.subject()).place, address)),
};
"""
"""A module for tests of what the panel does in pages. A test adds it to the panel."""


def install(program: Path, kind: str, profile: Path, environment: dict[str, str] | None = None) -> Path:
    """Installs the WebExtension for a profile of a browser, with the program `appex`; the folder of the WebExtension."""
    run = subprocess.run(
        [program, "browser", "install", f"--{kind}", "--profile", str(profile), "--json"], env=environment or os.environ,
        capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    [listing] = json.loads(run.stdout)
    assert listing["identifier"] == (FIREFOX_ID if kind == "firefox" else CHROMIUM_ID)
    return Path(listing["folder"])
