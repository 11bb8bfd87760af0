// One request to an extension: that it is at work, its view, and what comes of it.

import { announce, drawing, fill, h, openDialog, text, toast } from "./dom.js";
import { call, on } from "./link.js";
import { glyphs } from "./glyphs.js";

const shown = new Map();

/** Shows a session that has begun. */
export function showSession(state) {
  if (shown.has(state.session)) return shown.get(state.session).update(state);
  const session = new Session(state);
  shown.set(state.session, session);
  session.update(state);
}

class Session {
  constructor({ session, name }) {
    this.number = session;
    this.name = name;
    this.box = h("div", { class: "working" });
    this.dialog = h("dialog", { class: "session", "aria-label": name }, this.box);
    this.dialog.addEventListener("cancel", (event) => { event.preventDefault(); this.cancel(); });
    // What ends at once is not worth a dialog that flashes up.
    this.timer = setTimeout(() => this.open(), 150);
  }

  open() {
    if (this.dialog.open) return;
    fill(this.box, text(`${this.name} is at work…`, "p", { id: "working" }),
      h("progress", { "aria-label": `${this.name} is at work` }),
      h("button", { class: "gray", onclick: () => this.cancel() }, "Cancel"));
    openDialog(this.dialog, { closesOutside: false });
    announce(`${this.name} is at work`);
  }

  cancel() {
    this.close();
    call("cancel", { session: this.number }).catch(() => {});
    announce("Cancelled");
  }

  close() {
    clearTimeout(this.timer);
    shown.delete(this.number);
    if (this.dialog.open) this.dialog.close();
  }

  update(state) {
    if (state.phase === "done") { this.close(); this.finish(state); }
    if (state.phase === "failed") { this.close(); if (state.error) showFailure(this.name, state.error); }
  }

  finish({ photos, note, textBefore, texts }) {
    if (photos.length) {
      const undo = () => Promise.all(photos.map((photo) => call("undo", { photo }))).catch((error) => toast(error.message));
      const what = photos.length === 1 ? "the photograph" : `${photos.length} photographs`;
      toast(`${this.name} has edited ${what}`, { name: "Undo", run: undo });
    } else if (note) {
      const undo = () => call("saveNote", { id: note, text: textBefore }).catch((error) => toast(error.message));
      toast(`${this.name} has edited the note`, { name: "Undo", run: undo });
    } else if (texts.length) {
      const keep = () => call("saveNote", { text: texts.join("\n\n") }).then(() => toast("Kept in Notes"), (error) => toast(error.message));
      toast(`${this.name}: ${texts[0].slice(0, 80)}`, { name: "Keep in Notes", run: keep });
    } else {
      toast(`${this.name} is done`);
    }
  }
}

/** Says in a sentence what went wrong, and where there is more about it. */
export function showFailure(name, { message, report }) {
  const dialog = h("dialog", { class: "question", role: "alertdialog", "aria-labelledby": "failure", "aria-describedby": "failure-text" },
    drawing(glyphs["exclamationmark.triangle"]), text(name, "h2", { id: "failure" }), text(message, "p", { id: "failure-text" }),
    h("div", { class: "buttons" },
      report ? h("a", { class: "button gray", href: `#/settings/reports/${report}`, onclick: () => { for (const open of document.querySelectorAll("dialog[open]")) open.close(); } }, "Show Report") : null,
      h("button", { class: "filled", autofocus: true, onclick: () => dialog.close() }, "OK")));
  openDialog(dialog);
}

on("session", (state) => {
  if (shown.has(state.session)) shown.get(state.session).update(state);
  else if (state.phase === "working") return;
  else showSession(state);
});

// After a lost connection the device says what is still going on; what is not has ended meanwhile.
on("welcome", ({ sessions }) => {
  for (const [number, session] of shown) {
    if (sessions.some((state) => state.session === number)) continue;
    session.close();
    toast(`${session.name} has ended while the device could not be reached`);
  }
  for (const state of sessions) showSession(state);
});
