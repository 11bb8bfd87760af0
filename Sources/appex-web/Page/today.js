// Widgets: they run while Today is shown; until they have started, their snapshots are shown.

import { announce, complain, drawing, fill, h, openDialog, round, text, toast } from "./dom.js";
import { call, on, send } from "./link.js";
import { glyphs } from "./glyphs.js";
import { liveView, ofWidgets, traits } from "./session.js";
import { icon } from "./sheet.js";
import { View } from "./view.js";

/** How often a widget that has died is restarted. */
const attempts = 3;

/** Opens the app. Returns a function that is called when the user leaves it. */
export function Today(stage) {
  const list = h("div", { class: "widgets" });
  const widgets = new Map();
  let isOver = false;
  stage.bar("Today", { actions: [h("button", { class: "plain", onclick: edit }, "Edit")] });
  fill(stage.main, h("div", { class: "page wide" }, list));

  async function load() {
    let found;
    try { found = await call("widgets"); } catch { return; }
    if (isOver) return;
    for (const [id, widget] of widgets) {
      if (!found.shown.some((candidate) => candidate.id === id)) { widget.stop(); widgets.delete(id); }
    }
    for (const candidate of found.shown) {
      if (!widgets.has(candidate.id)) widgets.set(candidate.id, new Widget(candidate, found.snapshots[candidate.id]));
    }
    const elements = found.shown.map(({ id }) => widgets.get(id).element);
    if (elements.some((element, place) => list.children[place] !== element) || list.childElementCount !== elements.length) fill(list, elements);
    if (!elements.length) {
      fill(list, h("div", { class: "empty" }, drawing(glyphs.calendar), h("h2", {}, "No Widgets"),
        h("p", {}, found.others.length ? "Choose Edit to add widgets." : "No widget is installed and enabled."),
        found.others.length ? h("button", { class: "filled", onclick: edit }, "Add Widgets") : null));
    }
  }

  async function edit() {
    const body = h("div", { class: "sheet-body" });
    const dialog = h("dialog", { class: "sheet", "aria-labelledby": "widgets-title" },
      h("header", {}, h("div", {}, h("h2", { id: "widgets-title" }, "Widgets")),
        h("button", { class: "filled", onclick: () => dialog.close() }, "Done")), body);
    const draw = ({ shown, others }) => {
      const ids = shown.map(({ id }) => id);
      const change = async (ids, message, name) => {
        try { draw(await call("setWidgets", { ids })); } catch (error) { return complain(error); }
        announce(message);
        (body.querySelector(`[data-id="${CSS.escape(name)}"] button`) ?? dialog.querySelector("button")).focus();
      };
      const line = (candidate, label, path, ids) => h("li", { class: "row", "data-id": candidate.id }, icon(candidate), text(candidate.name, "span", { class: "wide" }),
        round(`${label} ${candidate.name}`, path, () => change(ids, `${label}: ${candidate.name}`, candidate.id)));
      fill(body,
        shown.length ? h("section", {}, h("h3", {}, "Shown"), h("ul", { class: "rows" }, shown.map((candidate) => line(candidate, "Remove", glyphs.minus, ids.filter((id) => id !== candidate.id))))) : null,
        others.length ? h("section", {}, h("h3", {}, "More"), h("ul", { class: "rows" }, others.map((candidate) => line(candidate, "Add", glyphs.plus, [...ids, candidate.id])))) : null,
        shown.length || others.length ? null : h("p", { class: "second pad" }, "No widget is installed and enabled."));
    };
    openDialog(dialog);
    try { draw(await call("widgets")); } catch (error) { complain(error); }
  }

  const offs = [
    on("changed", ({ what }) => { if (what === "extensions" || what === "widgets") load(); }),
    on("welcome", ({ sessions }) => { for (const widget of widgets.values()) widget.resume(sessions); load(); }),
    on("session", (state) => { for (const widget of widgets.values()) widget.update(state); }),
    on("view", (message) => { for (const widget of widgets.values()) widget.takeView(message); }),
  ];
  load();
  return () => {
    isOver = true;
    for (const off of offs) off();
    for (const widget of widgets.values()) widget.stop();
  };
}

class Widget {
  constructor(candidate, snapshot) {
    Object.assign(this, { candidate, isExpanded: false, deaths: 0, session: null, isOver: false, turn: 0 });
    this.more = h("button", { class: "plain", hidden: true, "aria-expanded": "false", onclick: () => this.expand(!this.isExpanded) }, "Show More");
    this.body = h("div", { class: "widget-body compact", "aria-busy": "true" });
    this.element = h("section", { class: "widget", "aria-label": candidate.name },
      h("header", {}, icon(candidate), text(candidate.name, "h2"), this.more), this.body);
    if (snapshot) this.showSnapshot(JSON.parse(snapshot));
    this.start();
  }

  get traits() { return traits(Math.min(560, innerWidth - 32), this.isExpanded ? 440 : 110, this.isExpanded); }

  showSnapshot(operations) {
    const view = new View({ isLive: false, address: (id, generation) => `snapshot/${encodeURIComponent(this.candidate.id)}/${id}/${generation}` });
    view.apply(operations);
    view.element.inert = true;
    fill(this.body, view.element);
  }

  async start() {
    clearTimeout(this.timer);
    if (this.isOver) return;
    const turn = ++this.turn;
    try {
      const { session } = await call("start", { id: this.candidate.id, traits: this.traits });
      // Another start may have begun in the meantime.
      if (this.isOver || turn !== this.turn) return void call("cancel", { session }).catch(() => {});
      this.session = session;
      ofWidgets.add(session);
    } catch { if (turn === this.turn) this.fail(); }
  }

  stop() {
    this.isOver = true;
    clearTimeout(this.timer);
    const { session } = this;
    this.forget();
    if (session !== null) call("cancel", { session }).catch(() => {});
  }

  forget() {
    ofWidgets.delete(this.session);
    this.session = null;
    this.live = null;
  }

  update(state) {
    if (state.session !== this.session || (state.phase !== "failed" && state.phase !== "done")) return;
    this.forget();
    this.deaths += 1;
    if (this.deaths < attempts) this.timer = setTimeout(() => this.start(), 500 * this.deaths);
    else this.fail();
  }

  /** After a lost connection: restarts widgets that have ended in the meantime. */
  resume(sessions) {
    if (sessions.some(({ session }) => session === this.session)) return;
    this.forget();
    this.start();
  }

  takeView(message) {
    if (message.session !== this.session) return;
    this.live ??= liveView(message.session);
    const { view } = this.live;
    if (!this.live.take(message) || !view.front) return;
    if (view.element.parentNode !== this.body) { fill(this.body, view.element); this.body.setAttribute("aria-busy", "false"); }
    this.more.hidden = view.window.attributes.largestDisplayMode !== "expanded";
    this.element.hidden = view.window.attributes.hasContent === false;
    const height = view.window.attributes.preferredHeight ?? view.get("preferredHeight");
    this.body.style.setProperty("height", this.isExpanded && height ? `${Math.min(440, Math.max(110, height))}px` : "auto");
  }

  expand(value) {
    this.isExpanded = value;
    this.more.textContent = value ? "Show Less" : "Show More";
    this.more.setAttribute("aria-expanded", value);
    this.body.classList.toggle("compact", !value);
    if (this.session !== null) send("traits", { session: this.session, traits: this.traits });
  }

  fail() {
    this.more.hidden = true;
    fill(this.body, h("div", { class: "unable", role: "status" }, h("p", {}, "Unable to Load"),
      h("button", { class: "gray", onclick: () => { this.deaths = 0; fill(this.body); this.start(); } }, "Try Again")));
    this.body.setAttribute("aria-busy", "false");
  }
}
