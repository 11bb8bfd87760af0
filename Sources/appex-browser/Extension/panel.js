// The panel: the subject and its offers, and then the session of the chosen extension.

import { announce, drawing, fill, h, text } from "./dom.js";
import { glyphs } from "./glyphs.js";
import { call, disconnect, on } from "./host.js";
import { Offers } from "./offers.js";
import { Page, PageFailure, readPicture } from "./page.js";
import { api, askForScripts, isFirefox, isOwn, mayRunScripts } from "./platform.js";
import { Session } from "./panel-session.js";

const header = document.getElementById("subject");
const main = document.getElementById("main");
const kinds = { page: ["Page", glyphs.globe], selection: ["Selection", glyphs["list.bullet"]], link: ["Link", glyphs.link], picture: ["Picture", glyphs.photo] };

let windowId = null;
let subject = null;
let page = null;
let session = null;

/** Shows a picture of a state, a heading and a sentence, with buttons. */
function showState(glyph, title, detail, ...buttons) {
  const heading = text(title, "h2", { tabindex: "-1" });
  fill(main, h("div", { class: "empty" }, drawing(glyph), heading, detail ? text(detail, "p") : null,
    buttons.length ? h("div", { class: "buttons" }, buttons) : null));
  heading.focus({ preventScroll: true });
  announce(`${title}. ${detail ?? ""}`);
}

const button = (name, onclick, kind = "filled") => h("button", { class: kind, onclick }, name);

function showSubject() {
  const [name, glyph] = kinds[subject.kind] ?? kinds.page;
  header.hidden = false;
  fill(header, h("span", { class: "preview" }, drawing(glyph)),
    h("div", { class: "words" }, h("p", { class: "second" }, name),
      text(subject.text || subject.title, "h1"),
      text(subject.text ? [subject.title, subject.site].filter(Boolean).join(" – ") : subject.site, "p", { class: "second site" })));
}

function showFailure(error, again) {
  showState(glyphs["exclamationmark.triangle"], "Not Possible", error.message, again ? button("Try Again", again) : null);
}

function showWaiting(words) {
  fill(main, h("div", { class: "working", role: "status" }, text(words, "p"), h("progress", { "aria-label": words })));
}

/** Shows a new subject. A session that is running is cancelled. */
async function take(next) {
  if (!next || next.id === subject?.id) return;
  session?.cancel();
  session = null;
  page?.release();
  subject = next;
  page = next.place ? new Page(next.place) : null;
  showSubject();
  if (next.error) return showFailure({ message: next.error });
  await showOffers();
}

async function showOffers() {
  const own = subject;
  const isOld = () => own !== subject || session !== null;
  showWaiting("Looking for extensions…");
  try {
    if (own.source) {
      const { type, data } = await readPicture(own.place, own.source);
      own.things.picture.type = type;
      own.data = data;
      delete own.source;
      if (isOld()) return;
    }
    const found = await call("candidates", { things: own.things });
    if (isOld()) return;
    const offers = new Offers(found, begin);
    if (!offers.count) {
      showState(glyphs.tray, "No Extensions", `No installed app has an extension for this ${kinds[own.kind][0].toLowerCase()}.`, button("Look Again", showOffers, "gray"));
    } else {
      fill(main, offers.element);
      announce(offers.count === 1 ? "One extension" : `${offers.count} extensions`);
    }
  } catch (error) { if (!isOld()) showFailure(error, showOffers); }
}

/** Starts the chosen extension, if necessary after the user has allowed that its script is run in the page. */
async function begin(candidate) {
  if (session) return;
  if (candidate.script) {
    if (!page) return showFailure(new PageFailure("The browser does not let extensions run scripts in this page."), showOffers);
    const own = subject;
    const isAllowed = await mayRunScripts();
    if (own !== subject || session) return;
    if (!isAllowed) return askFirst(candidate);
  }
  const things = subject.data === undefined ? subject.things : { picture: { ...subject.things.picture, data: subject.data } };
  session = new Session({ candidate, things, page, editable: subject.editable, place: main, onEnd: () => { session = null; showOffers(); } });
  session.start();
}

function askFirst(candidate) {
  const detail = isFirefox
    ? `${candidate.name} reads the page with a script. Allow this once for all of your extensions.`
    : `${candidate.name} reads the page with a script. Switch on “Allow User Scripts” in the details of this extension, and try again.`;
  const own = subject;
  const isOld = () => own !== subject || session !== null;
  // A panel in Chromium sees the permission only after it has been loaded again.
  const again = async () => {
    const isAllowed = await mayRunScripts();
    if (isOld()) return;
    if (isAllowed) return begin(candidate);
    sessionStorage.setItem("subject", JSON.stringify(own));
    location.reload();
  };
  const ask = async () => {
    try {
      if (!await askForScripts() || isOld()) return;
      if (!await mayRunScripts()) throw new PageFailure("This version of the browser cannot run scripts of extensions in pages. Update the browser.");
      if (!isOld()) begin(candidate);
    } catch (error) { if (!isOld()) showFailure(error, showOffers); }
  };
  showState(glyphs.lock, "Permission Needed", detail, button(isFirefox ? "Allow" : "Open Settings", ask),
    isFirefox ? null : button("Try Again", again, "gray"), button("Back", showOffers, "gray"));
}

function lost(error) {
  // A session that has ended keeps its result.
  if (!session?.isOpen) return;
  session.close();
  session = null;
  showFailure(error, showOffers);
}

api.runtime.onMessage.addListener((message, sender, answer) => {
  if (!isOwn(sender) || message.is !== "subject" || message.window !== windowId) return false;
  answer(true);
  take(message.subject);
  return false;
});
on("session", (message) => session?.take(message));
on("view", (message) => session?.takeView(message));
on("lost", lost);
addEventListener("resize", () => session?.resize());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => session?.resize());
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !session) return;
  event.preventDefault();
  session.escape();
});
addEventListener("pagehide", disconnect);

async function open() {
  showWaiting("Reading the page…");
  ({ id: windowId } = await api.windows.getCurrent());
  const kept = sessionStorage.getItem("subject");
  sessionStorage.removeItem("subject");
  const sent = await api.runtime.sendMessage({ do: "take", window: windowId }).catch(() => null);
  // One that was sent to this panel in the meantime is newer.
  if (!subject) await take(sent ?? JSON.parse(kept));
  if (subject) return;
  showState(glyphs.share, "Nothing to Share Yet", "Press the button of this extension in the toolbar, or choose Share in the menu of a selection, a link or a picture.");
}

open();
