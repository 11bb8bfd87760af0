// The home screen, and which app is in front.

import { announce, complain, connection, drawing, fill, h, text } from "./dom.js";
import { call, connect, on } from "./link.js";
import { glyphs } from "./glyphs.js";
import { Photos } from "./photos.js";
import { Notes } from "./notes.js";
import { Settings } from "./settings.js";
import { Today } from "./today.js";
import { dialogTraits } from "./session.js";
import { icon } from "./sheet.js";

const apps = {
  photos: { name: "Photos", glyph: glyphs.photo, open: Photos },
  notes: { name: "Notes", glyph: glyphs.pencil, open: Notes },
  today: { name: "Today", glyph: glyphs.calendar, open: Today },
  settings: { name: "Settings", glyph: glyphs.gear, open: Settings },
};

const bar = document.getElementById("bar");
const main = document.getElementById("main");
let leave = null;
let shown = null;

/** The part of the screen that a page controls: the title and buttons of the bar, and the content. */
const stage = {
  main,
  /** Sets the bar: a title, buttons at its end, and where Back leads. */
  bar(title, { actions = [], back = "#/", backName = "Home" } = {}) {
    fill(bar,
      h("a", { class: "back", href: back }, drawing(glyphs.chevronLeft), h("span", {}, backName)),
      text(title, "h1"),
      h("div", { class: "actions" }, actions));
    document.title = `${title} – Device`;
  },
};

function showHome() {
  fill(bar);
  document.title = "Device";
  const now = new Date();
  const list = h("ul", { class: "apps" }, Object.entries(apps).map(([id, app]) => h("li", {},
    h("a", { href: `#/${id}`, class: "app" },
      h("span", { class: `tile ${id}-tile` }, drawing(app.glyph)), h("span", {}, app.name)))));
  fill(main, h("div", { class: "home" },
    h("div", { class: "clock" },
      h("h1", {}, now.toLocaleDateString(undefined, { weekday: "long" })),
      h("p", {}, now.toLocaleDateString(undefined, { day: "numeric", month: "long" }))),
    h("nav", { "aria-label": "Apps" }, list)));
  showInstalled(list);
}

/** Adds the installed apps to the home screen. */
async function showInstalled(list) {
  const installed = await call("home").catch(() => []);
  list.append(...installed.map(({ id, name }) => h("li", {},
    h("button", { class: "app", onclick: () => call("open", { id, traits: dialogTraits() }).catch(complain) },
      icon({ id, name }), text(name)))));
}

function route() {
  const plain = (word) => { try { return decodeURIComponent(word); } catch { return word; } };
  const [id = "", ...rest] = location.hash.replace(/^#\/?/, "").split("/").map(plain);
  const app = apps[id];
  if (shown !== id) {
    leave?.();
    leave = null;
    fill(main);
    document.body.className = app ? "in-app" : "at-home";
    const isFirst = shown === null;
    shown = id;
    if (!app) showHome();
    else leave = app.open(stage, rest);
    scrollTo(0, 0);
    if (!isFirst) { main.focus({ preventScroll: true }); announce(app?.name ?? "Home"); }
  } else {
    leave?.go?.(rest);
  }
}

function locked() {
  leave?.();
  leave = null;
  shown = null;
  fill(bar);
  fill(connection);
  document.body.className = "at-home";
  fill(main, h("div", { class: "empty" },
    h("span", { class: "tile settings-tile" }, drawing(glyphs.lock)),
    h("h1", {}, "This browser has no key"),
    h("p", {}, "Each address that the device prints lets one browser in, once. "
      + "In the terminal where it runs, press Return for a new one, and open that."),
    h("button", { class: "filled", onclick: () => location.reload() }, "Try Again")));
}

// Escape goes back; dialogs handle it by themselves, and a text that is being composed keeps it.
// A second press after a dialog was closed still belongs to the dialog.
let closed = -1000;
addEventListener("close", (event) => { closed = event.timeStamp; }, true);
addEventListener("keydown", ({ key, isComposing, timeStamp }) => {
  if (key === "Escape" && !isComposing && timeStamp - closed > 1000 && !document.querySelector("dialog[open]")) bar.querySelector(".back")?.click();
});

let hasStarted = false;
on("welcome", (welcome) => {
  stage.welcome = welcome;
  fill(connection);
  if (hasStarted && shown !== null) return;
  hasStarted = true;
  route();
});
on("changed", ({ what }) => { if (what === "extensions" && shown === "") showHome(); });
on("lost", () => fill(connection, h("span", { class: "spinner", "aria-hidden": "true" }), "Reconnecting to the device…"));
on("locked", locked);

/** An address from the terminal ends in a key, which can be used once. */
const keyed = /^#([0-9a-f]{64})$/;

addEventListener("hashchange", () => {
  // A new address that is opened in this tab does not belong to an app.
  if (keyed.test(location.hash)) location.reload();
  else if (hasStarted && !location.hash.startsWith("#main")) route();
});

async function enter() {
  const key = keyed.exec(location.hash)?.[1];
  if (key) {
    history.replaceState(null, "", location.pathname);
    await fetch("enter", { method: "POST", body: key }).catch(() => null);
  }
  connect();
}

enter();
