// One request to an extension: its script in the page, its progress, its view, and what it gives back.

import { announce, drawing, fill, h, round, text } from "./dom.js";
import { glyphs } from "./glyphs.js";
import { call, send } from "./host.js";
import { pictureAddress } from "./offers.js";
import { replaceIn } from "./page.js";
import { resultOf } from "./result.js";
import { SessionView, traits } from "./view-live.js";

/** The values of a list from the host that have the expected form. */
const listOf = (values, isValid) => (Array.isArray(values) ? values.filter((value) => value && isValid(value)) : []);
const isText = ({ text: words, html }) => typeof words === "string" && (html === undefined || typeof html === "string");
const isPicture = ({ type, data }) => typeof type === "string" && typeof data === "string";

/** A session in the panel. */
export class Session {
  /**
   * @param page the document for the extension's script, or null.
   * @param editable the place of the selection that a returned text replaces, or null.
   * @param place the element in which the session is shown.
   * @param onEnd is called when the user returns to the offers.
   */
  constructor({ candidate, things, page, editable, place, onEnd }) {
    Object.assign(this, { candidate, things, page, editable, place, onEnd });
    this.name = candidate.name;
    this.isOpen = true;
    this.number = null;
    this.early = [];
    this.images = new Map();
  }

  /** Runs the extension's script if it has one, and starts the extension. */
  async start() {
    const { candidate, things } = this;
    try {
      let results;
      if (candidate.script) {
        this.showWork(`${this.name} is reading the page…`);
        const { text: script } = await call("script", { id: candidate.id });
        if (this.isOpen) results = await this.page.run(candidate, script);
        this.hasRun = results !== undefined;
      } else this.showWork(`${this.name} is at work…`);
      if (!this.isOpen) return;
      this.showWork(`${this.name} is at work…`);
      const { session } = await call("start", { id: candidate.id, things, traits: this.traits, results });
      if (!this.isOpen) return void call("cancel", { session }).catch(() => {});
      this.number = session;
      for (const [method, message] of this.early.splice(0)) this[method](message);
    } catch (error) { if (this.isOpen) this.fail(error); }
  }

  get traits() { return traits(this.place.clientWidth || innerWidth, this.place.clientHeight || innerHeight); }

  /** Informs the extension about another size or appearance of the panel. */
  resize() { if (this.live) send("traits", { session: this.number, traits: this.traits }); }

  showWork(words) {
    const cancel = h("button", { class: "gray", onclick: () => this.leave() }, "Cancel");
    fill(this.place, h("div", { class: "working" }, text(words, "p"), h("progress", { "aria-label": words }), cancel));
    cancel.focus({ preventScroll: true });
    announce(words);
  }

  /** Whether a message is for this session; one that comes before the session's number is kept. */
  isFor(method, message) {
    if (!this.isOpen) return false;
    if (this.number === null && this.early.length < 1000) this.early.push([method, message]);
    return this.number !== null && message.session === this.number;
  }

  /** Processes a message about the state. */
  take(message) {
    if (!this.isFor("take", message)) return;
    if (message.phase !== "done" && message.phase !== "failed") return;
    this.close();
    if (message.phase === "done") this.finish(message);
    else if (message.error) this.fail(message.error);
    else this.end();
  }

  /** Processes a message about the view. */
  takeView(message) {
    if (!this.isFor("takeView", message)) return;
    this.live ??= new SessionView(this.number, { send, address: (id, generation) => this.image(id, generation) });
    const { view } = this.live;
    if (!this.live.take(message) || (!view.front && !this.way)) return;
    if (!this.way) {
      // A screen without a bar has no button to close it.
      this.way = round("Cancel", glyphs.xmark, () => this.leave(), { class: "round way-out" });
      this.late = h("div", { class: "not-responding", role: "status" });
      fill(this.place, h("section", { class: "session-view", "aria-label": this.name }, view.element, this.way, this.late));
      view.front.element.focus({ preventScroll: true });
      announce(view.get("title") ?? this.name);
      this.resize();
    }
    this.way.hidden = view.hasWayOut();
    this.late.textContent = message.late ? `${this.name} is not responding` : "";
  }

  /** The address of an image of the view, when the host has sent it; null if it is no longer there. */
  image(id, generation) {
    const key = `${id} ${generation}`;
    if (!this.images.has(key)) {
      this.images.set(key, call("image", { session: this.number, image: id, generation })
        .then((found) => (found && this.isOpen ? pictureAddress(found) : null), () => null));
    }
    return this.images.get(key);
  }

  async finish({ texts, pictures, finalize }) {
    const outcome = { name: this.name, texts: listOf(texts, isText), pictures: listOf(pictures, isPicture), notices: [] };
    if (typeof finalize === "string" && this.hasRun) {
      try { outcome.isChanged = await this.page.finalize(this.candidate, finalize); } catch (error) {
        outcome.notices.push(`${this.name} could not change the page. ${error.message}`);
      }
    }
    if (this.editable && outcome.texts.length && !this.isGone) {
      outcome.isReplaced = await replaceIn(this.editable, outcome.texts[0].text);
      if (!outcome.isReplaced) outcome.notices.push("The selection is no longer there. Copy the text instead.");
    }
    // The user may have left or chosen another subject in the meantime.
    if (!this.isGone) this.show(resultOf(outcome, () => this.end()));
  }

  fail({ message }) {
    this.close();
    const heading = h("h2", { tabindex: "-1" }, `${this.name} Could Not Finish`);
    this.show(h("div", { class: "empty", role: "alert" }, drawing(glyphs["exclamationmark.triangle"]), heading, text(message, "p"),
      h("div", { class: "buttons" }, h("button", { class: "filled", onclick: () => this.end() }, "OK"))));
  }

  show(element) {
    fill(this.place, element);
    (element.querySelector("h2") ?? element).focus({ preventScroll: true });
  }

  /** Handles Escape: in the view, or by leaving. No extension can prevent a second press. */
  escape() {
    const now = performance.now();
    const isSecond = now - this.escaped < 1000;
    this.escaped = now;
    if (!this.isOpen) this.end();
    else if (isSecond || !this.live?.view.escape()) this.leave();
  }

  /** Cancels the session on behalf of the user and returns to the offers. */
  leave() {
    this.cancel();
    announce("Cancelled");
    this.onEnd();
  }

  /** Returns to the offers after the end of the session. What it then still does in the page is not shown. */
  end() {
    if (this.isGone) return;
    this.isGone = true;
    this.onEnd();
  }

  /** Cancels the session. */
  cancel() {
    this.isGone = true;
    const wasOpen = this.isOpen;
    this.close();
    if (wasOpen && this.number !== null) call("cancel", { session: this.number }).catch(() => {});
  }

  /** Ends the session in this panel. */
  close() {
    this.isOpen = false;
    this.way = null;
    for (const address of this.images.values()) address.then((url) => url && URL.revokeObjectURL(url));
    this.images.clear();
  }
}
