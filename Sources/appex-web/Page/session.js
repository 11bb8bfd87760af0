// One request to an extension: its progress, its view and its result.

import { announce, complain, confirm, drawing, fill, h, openDialog, round, spoken, text, toast } from "./dom.js";
import { call, on, send } from "./link.js";
import { glyphs } from "./glyphs.js";
import { SessionView, traits } from "./view-live.js";

export { traits };

const shown = new Map();
let tab = null;

/** The sessions of widgets that Today shows. */
export const ofWidgets = new Set();

/** The size of a dialog's content in a window of this size. */
export const dialogTraits = () => traits(Math.min(510, innerWidth - 24), Math.min(720, innerHeight - 32));

/** The size of the view of a photo editing extension, below the bar with the device's buttons. */
export const editorTraits = () => traits(Math.min(960, innerWidth - (innerWidth > 560 ? 24 : 0)), innerHeight - 96);

/** Shows the original of a photograph, if the user confirms it. */
export async function revert(photo, action) {
  if (!await confirm("Revert to Original?", "All edits of the photograph are undone.", "Revert")) return;
  action();
  call("revert", { photo }).then(() => announce("Reverted"), complain);
}

/** Creates the view of a session of this device. */
export const liveView = (session) =>
  new SessionView(session, { send, address: (id, generation) => `view/${tab}/${session}/${id}/${generation}` });

/** Shows a session that has begun. A widget is shown by Today. */
export function showSession(state) {
  if (state.isWidget) return;
  let session = shown.get(state.session);
  if (!session) shown.set(state.session, session = new Session(state));
  session.update(state);
}

class Session {
  constructor({ session, name, isApp, isEditing }) {
    this.number = session;
    this.name = name;
    this.isApp = isApp;
    this.isEditing = isEditing;
    this.box = h("div", { class: "working" });
    this.dialog = h("dialog", { class: "session", "aria-label": name }, this.box);
    this.dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      // The first press may be handled inside the view; no extension can prevent the second.
      const isSecond = event.timeStamp - this.escaped < 1000;
      this.escaped = event.timeStamp;
      if (isSecond) this.cancel();
      else if (!this.live?.view.escape()) this.leave();
    });
    // No dialog for a request that ends at once.
    this.timer = setTimeout(() => this.showWork(), 150);
  }

  showWork() {
    fill(this.box, text(`${this.name} is at work…`, "p"), h("progress", { "aria-label": `${this.name} is at work` }),
      h("button", { class: "gray", onclick: () => this.cancel() }, "Cancel"));
    this.open();
    announce(`${this.name} is at work`);
  }

  open() {
    clearTimeout(this.timer);
    if (this.dialog.open) return;
    // Browsers close a dialog when Escape is pressed repeatedly.
    openDialog(this.dialog, { closesOutside: false, onClose: () => { if (shown.get(this.number) === this) this.cancel(); } });
  }

  takeView(message) {
    this.live ??= liveView(this.number);
    const { view } = this.live;
    if (!this.live.take(message)) return;
    if (!view.front && !this.way) return;
    if (!this.way) {
      this.dialog.classList.add("has-view");
      // A screen without a bar has no button to close it.
      this.way = round(this.isApp ? "Close" : "Cancel", glyphs.xmark, () => this.cancel(), { class: "round way-out" });
      this.late = h("div", { class: "not-responding", role: "status" });
      this.box.replaceWith(...this.isEditing ? [this.bar()] : [], view.element, this.isEditing ? "" : this.way, this.late);
      this.open();
      if (this.isApp || this.isEditing) this.resize();
      announce(view.get("title") ?? this.name);
    }
    this.way.hidden = !this.isApp && view.hasWayOut();
    this.dialog.setAttribute("aria-label", view.get("title") ?? this.name);
    for (const [key, name] of [["--view-width", "preferredWidth"], ["--view-height", "preferredHeight"]]) {
      const value = view.get(name);
      this.dialog.style.setProperty(key, value ? `${Math.max(280, value)}px` : "");
    }
    this.late.textContent = message.late ? `${this.name} is not responding` : "";
  }

  /** The device's buttons for a photo editing extension. */
  bar() {
    this.dialog.classList.add("editing");
    const tool = (name, run, kind = "plain") => h("button", { class: kind, onclick: run }, name);
    this.tools = [tool("Cancel", () => this.leave()),
      this.photo ? tool("Revert to Original", () => revert(this.photo, () => this.cancel())) : h("span", {}),
      tool("Done", () => this.finish(), "filled")];
    this.progress = h("progress", { hidden: true, "aria-label": `${this.name} is at work` });
    return h("header", {}, ...this.tools, this.progress);
  }

  setBusy(isBusy) {
    for (const tool of this.tools) tool.disabled = isBusy;
    this.progress.hidden = !isBusy;
    if (this.live) this.live.view.element.inert = isBusy;
  }

  /** Asks for the edited photograph. The end of the session closes the dialog. */
  async finish() {
    this.setBusy(true);
    announce(`${this.name} is at work`);
    try { await call("finish", { session: this.number }); } catch (error) {
      this.setBusy(false);
      if (shown.get(this.number) === this) showFailure(this.name, error);
    }
  }

  /** Cancels, after the user has confirmed it if a photo editing extension asks for that. */
  async leave() {
    if (!this.tools) return this.cancel();
    if (!this.progress.hidden) return;
    this.setBusy(true);
    const asks = await call("leave", { session: this.number }).catch(() => true);
    this.setBusy(false);
    if (shown.get(this.number) !== this) return;
    if (asks && !await confirm("Discard Changes?", "The edit of the photograph is not kept.", "Discard", "Keep Editing")) return;
    this.cancel();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.isEditing && this.live ? this.live.view.element : this.dialog;
    if (this.live && width) send("traits", { session: this.number, traits: traits(width, height) });
  }

  cancel() {
    this.close();
    call("cancel", { session: this.number }).catch(() => {});
    announce(this.isApp ? "Closed" : "Cancelled");
  }

  close() {
    clearTimeout(this.timer);
    shown.delete(this.number);
    if (this.dialog.open) this.dialog.close();
  }

  update(state) {
    this.isEditing = state.isEditing;
    this.photo = state.revertible;
    if (state.phase === "view") clearTimeout(this.timer);
    if (state.phase !== "done" && state.phase !== "failed") return;
    this.close();
    // The device repeats the end of a session until it is acknowledged.
    send("cancel", { session: this.number });
    if (state.phase === "done") { if (!this.isApp) finish(state); }
    else if (state.error) showFailure(this.name, state.error);
  }
}

function finish({ name, photos, added, note, textBefore, texts }) {
  if (photos.length) {
    const undo = () => Promise.all(photos.map(({ name: photo, version }) => call("undo", { photo, version }))).catch(complain);
    toast(`${name} has edited ${photos.length === 1 ? "the photograph" : `${photos.length} photographs`}`, { name: "Undo", run: undo, brief: true });
  } else if (added.length) {
    toast(`${name} has added ${added.join(", ")}`);
  } else if (note) {
    const undo = () => call("saveNote", { ...note, text: textBefore }).catch(complain);
    toast(`${name} has edited the note`, { name: "Undo", run: undo });
  } else if (texts.length) {
    const keep = () => call("saveNote", { text: texts.join("\n\n") }).then(() => toast("Kept in Notes"), complain);
    toast(`${name}: ${texts[0].slice(0, 80)}`, { name: "Keep in Notes", run: keep });
  } else {
    toast(`${name} is done`);
  }
}

/** Describes a failure in a sentence, with a link to its report. */
export function showFailure(name, { message, report }) {
  const leave = () => { for (const open of document.querySelectorAll("dialog[open]")) open.close(); };
  const dialog = h("dialog", { class: "question", role: "alertdialog", "aria-labelledby": "failure", "aria-describedby": "failure-text" },
    drawing(glyphs["exclamationmark.triangle"]), text(name, "h2", { id: "failure" }), text(spoken(message), "p", { id: "failure-text" }),
    h("div", { class: "buttons" },
      report ? h("a", { class: "button gray", href: `#/settings/reports/${report}`, onclick: leave }, "Show Report") : null,
      h("button", { class: "filled", autofocus: true, onclick: () => dialog.close() }, "OK")));
  openDialog(dialog);
}

on("session", showSession);
on("view", (message) => shown.get(message.session)?.takeView(message));
addEventListener("resize", () => { for (const session of shown.values()) session.resize(); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { for (const session of shown.values()) session.resize(); });

// After a lost connection the device lists the running sessions; the others have ended in the meantime.
on("welcome", (welcome) => {
  tab = welcome.tab;
  for (const [number, session] of shown) {
    if (welcome.sessions.some((state) => state.session === number)) continue;
    session.close();
    toast(`${session.name} ended meanwhile`);
  }
  for (const state of welcome.sessions) {
    // A page that was loaded again starts its widgets again.
    if (state.isWidget && !ofWidgets.has(state.session)) call("cancel", { session: state.session }).catch(() => {});
    else showSession(state);
  }
});
