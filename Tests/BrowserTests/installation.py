"""The WebExtension, as `appex browser install` writes it."""

import json
import os
import subprocess
from pathlib import Path

from device import PATIENCE

CHROMIUM_ID = "cfgfojdaknmilgldnlnjfcpcafjgfofo"
FIREFOX_ID = "browser@openextensionkit.org"

TESTING = """
import { fetchPicture } from "./in-page.js";
import { call, disconnect } from "./host.js";
import { Page, readPicture, replaceIn } from "./page.js";
import { Session } from "./panel-session.js";
import { api, mayRunScripts } from "./platform.js";
import { readSubject } from "./subject.js";

let page = null, place = null;
const told = (promise) => promise.then((ok) => ({ ok }), ({ message }) => ({ error: message }));
globalThis.testing = {
  mayRunScripts, api,
  async subject(info) { const [tab] = await api.tabs.query({ active: true, currentWindow: true }); return readSubject(tab, info); },
  async meet(info) { page?.release(); ({ place } = await this.subject(info)); page = place && new Page(place); return place; },
  // From now on the page is found in a document that it is not, as if the tab had gone on to the next one unnoticed.
  mistake() { page.origin -= 1; },
  run: (script, id = "com.example.Test", name = "Test") => told(page.run({ id, name }, script)),
  finalize: (argument, id = "com.example.Test", name = "Test") => told(page.finalize({ id, name }, argument)),
  replace: (text) => replaceIn(place, text),
  fetchPicture,
  picture: async (address) => told(readPicture((await testing.subject()).place, address)),
  // A session that has been started, without a host. It counts its returns to the offers.
  begin(values) {
    const main = document.getElementById("main");
    const candidate = { id: "com.example.Test", name: "Test" };
    this.session = new Session({ candidate, things: {}, page, place: main, editable: null, onEnd: () => { this.returns += 1; main.replaceChildren("Offers"); } });
    Object.assign(this, { returns: 0 });
    Object.assign(this.session, { number: 1, ...values });
  },
  // A connection to no host: its messages are kept, and answered by `host.receive`.
  connect() {
    const { connectNative } = api.runtime;
    const host = this.host = { sent: [], failures: [] };
    const port = {
      onMessage: { addListener: (listener) => { host.receive = listener; } }, onDisconnect: { addListener: (listener) => { host.end = () => listener(port); } },
      postMessage: (message) => host.sent.push(message), disconnect() {},
    };
    disconnect();
    api.runtime.connectNative = () => port;
    call("candidates").catch(({ message }) => host.failures.push(message));
    api.runtime.connectNative = connectNative;
  },
  call: (action) => void call(action).catch(({ message }) => testing.host.failures.push(message)),
  // The connection of a page whose watch ends before it has begun.
  async release() {
    // The connection of the page that was met before is not taken for the new one.
    await new Promise((done) => { const look = () => (page.port ? done() : requestAnimationFrame(look)); look(); });
    const meeting = new Promise((resolve) => {
      api.runtime.onConnect.addListener(function meet(port) { api.runtime.onConnect.removeListener(meet); resolve(port); });
    });
    new Page(place).release();
    const port = await meeting;
    return () => { try { port.postMessage(""); return false; } catch { return true; } };
  },
};
"""
"""A module for tests of what the panel does in pages. A test adds it to the panel."""


def install(program: Path, kind: str, profile: Path, environment: dict[str, str] | None = None) -> Path:
    """Installs the WebExtension for a profile of a browser, with the program `appex`; the folder of the WebExtension."""
    run = subprocess.run(
        [program, "browser", "install", f"--{kind}", "--profile", str(profile), "--json"], env=environment or os.environ,
        capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode == 0, run.stderr
    [listing] = json.loads(run.stdout)
    assert listing["identifier"] == (FIREFOX_ID if kind == "firefox" else CHROMIUM_ID)
    return Path(listing["folder"])
