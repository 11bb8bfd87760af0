"""The WebExtension as it is installed, without the program that installs it: both manifests, and a folder with all files."""

import json
import shutil
from pathlib import Path

from device import ROOT

KEY = (
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAt9Xv0rDfXgsqS+0KDZwr4TZToynUmCOj4FXB0YgyzoGsgoCyAxJ9lymkPMCiE2APddNcZUgO3iLh6jk"
    "/zRSOz4AJhuuLkIfH1P3f+fS2NN4KVJUxoo114MZ6JJ43iXSqOTns+NVD9rEFvYq4MBR4UfFJOzKB4YgCuPmwgmUe5aj95U0BdxTxxWCVRu90q85q1dASQ+pItB"
    "7Ar5Osby53fClGVWBzGjV5NDJ+8v0/XyE+sOydMOZvhuaOILWVzp6Dv2+QuppRjaB9xeugwLtKi6OkMx82oH39mX4VRy2rDqu3hAhCCI+zE2I7uHC0J2XludlzER"
    "PneR4/zc4FNUq9FwIDAQAB"
)
CHROMIUM_ID = "cfgfojdaknmilgldnlnjfcpcafjgfofo"
FIREFOX_ID = "browser@openextensionkit.org"
HOST = "org.openextensionkit.browser"
SHARED = ["dom.js", "glyphs.js", "style.css", "view.css", *(f"view{part}.js" for part in ("", "-controls", "-kinds", "-layout", "-live", "-table", "-text"))]
"""The files of the web device's page that the panel uses."""

COMMON = {
    "manifest_version": 3, "name": "App Extensions", "version": "1.0",
    "description": "Shares pages, selections, links and pictures with the extensions of installed apps.",
    "icons": {str(size): f"icon-{size}.png" for size in (16, 32, 48, 128)},
    "action": {"default_title": "Share", "default_icon": {str(size): f"icon-{size}.png" for size in (16, 32, 48)}},
    "content_security_policy": {"extension_pages": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src http: https:"},
}
PERMISSIONS = ["activeTab", "scripting", "nativeMessaging", "contextMenus"]
CHROMIUM = COMMON | {
    "minimum_chrome_version": "138", "key": KEY, "permissions": [*PERMISSIONS, "userScripts", "sidePanel"],
    "background": {"service_worker": "background.js", "type": "module"}, "side_panel": {"default_path": "panel.html"},
}
FIREFOX = COMMON | {
    "permissions": PERMISSIONS, "optional_permissions": ["userScripts"], "background": {"scripts": ["background.js"], "type": "module"},
    "sidebar_action": {"default_panel": "panel.html", "default_title": "Share", "default_icon": "icon-32.png", "open_at_install": False},
    "browser_specific_settings": {"gecko": {"id": FIREFOX_ID, "strict_min_version": "140.0", "data_collection_permissions": {"required": ["none"]}}},
}


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


def assemble(folder: Path, manifest: dict) -> Path:
    """Puts the WebExtension for one browser into a new folder, with the module for tests."""
    shutil.copytree(ROOT / "Sources/appex-browser/Extension", folder)
    for name in SHARED:
        shutil.copy(ROOT / "Sources/appex-web/Page" / name, folder / name)
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2))
    (folder / "testing.js").write_text(TESTING)
    return folder


def host_manifest(program: Path, is_firefox: bool) -> str:
    """The manifest of the native messaging host."""
    allowed = {"allowed_extensions": [FIREFOX_ID]} if is_firefox else {"allowed_origins": [f"chrome-extension://{CHROMIUM_ID}/"]}
    return json.dumps({"name": HOST, "description": "App extensions", "path": str(program), "type": "stdio"} | allowed)
