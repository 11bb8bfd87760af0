// Notes: texts, and the links in them.

import { complain, confirm, drawing, fill, h, text, toast, when } from "./dom.js";
import { call, on } from "./link.js";
import { glyphs } from "./glyphs.js";
import { openSheet } from "./sheet.js";

const heading = (note) => note.text.trim().split("\n")[0].slice(0, 80) || "New Note";
const rest = (note) => note.text.trim().split("\n").slice(1).join(" ").slice(0, 120);

/** The unsaved texts by note, which are kept when the connection is lost. */
const unsaved = new Map();
// The app may have been closed and opened again while a text was being saved.
let saving = Promise.resolve();
let refused = null;
let open = null;

/** Opens the app. Returns a function that is called when the user leaves it. */
export function Notes(stage, [first]) {
  let notes = [];
  let timer = null;
  const list = h("ul", { class: "rows", "aria-label": "Notes" });
  const area = h("textarea", { "aria-label": "Text of the note", dir: "auto", placeholder: "Write something, or paste a link", spellcheck: "true", oninput: changed });
  const linkButton = h("button", { class: "gray", onclick: () => share(true) }, drawing(glyphs.link), "Share Link");
  const shareButton = h("button", { class: "gray", onclick: () => share(false) }, drawing(glyphs.share), "Share Note");
  const remove = h("button", { class: "gray danger", onclick: erase }, drawing(glyphs.trash), "Delete");
  const editor = h("section", { class: "editor", "aria-label": "Note", hidden: true }, area,
    h("div", { class: "buttons" }, shareButton, linkButton, remove));
  const nothing = h("div", { class: "empty" }, drawing(glyphs.pencil), h("h2", {}, "No Note Is Open"),
    h("p", {}, "Choose one, or write a new one."), h("a", { class: "button filled", href: "#/notes/new" }, "New Note"));
  const layout = h("div", { class: "page split" }, h("section", { class: "list", "aria-label": "All notes" }, list), editor, nothing);
  fill(stage.main, layout);

  function drawBar() {
    const add = h("button", { class: "plain", onclick: () => { location.hash = "#/notes/new"; } }, "New Note");
    const isAlone = open !== null && matchMedia("(max-width: 720px)").matches;
    stage.bar("Notes", isAlone ? { actions: [add], back: "#/notes", backName: "Notes" } : { actions: [add] });
  }

  function draw() {
    fill(list, notes.map((note) => h("li", {},
      h("a", { href: `#/notes/${note.id}`, "aria-current": note.id === open ? "page" : null },
        text(heading(note), "strong"), text(rest(note) || note.link || "", "span", { class: "second" }),
        h("time", { class: "second" }, when(note.changed))))));
    layout.classList.toggle("has-open", open !== null);
    editor.hidden = open === null;
    nothing.hidden = open !== null;
    if (!notes.length) fill(list, h("li", { class: "second pad" }, "There are no notes yet."));
    const note = notes.find(({ id }) => id === open);
    linkButton.hidden = !note?.link;
    shareButton.disabled = !note || !note.text.trim();
    remove.disabled = !note;
    // A note that is not loaded yet is not overwritten.
    area.readOnly = !note && open !== "new";
  }

  function show(id) {
    save();
    open = id ?? null;
    drawBar();
    draw();
    area.value = unsaved.get(open) ?? notes.find((note) => note.id === open)?.text ?? "";
    if (open !== null) area.focus();
  }

  function changed() {
    unsaved.set(open, area.value);
    clearTimeout(timer);
    timer = setTimeout(save, 500);
  }

  /** Saves the unsaved texts, one after the other, so that a new note is created once. */
  function save() {
    clearTimeout(timer);
    if (unsaved.size) saving = saving.then(saveAll).catch(complain);
    return saving;
  }

  async function saveAll() {
    for (const [id, text] of unsaved) {
      const isNew = id === "new";
      if (isNew && !text.trim()) continue;
      let note;
      try { note = await call("saveNote", { id: isNew ? undefined : id, text }); } catch (error) {
        // Only once, and not with every other note that is saved.
        if (refused !== text) complain(error);
        refused = text;
        continue;
      }
      const newest = unsaved.get(id);
      if (isNew || newest === text) unsaved.delete(id);
      if (!isNew) continue;
      // The user has continued to type.
      if (newest !== text) unsaved.set(note.id, newest);
      if (open === "new") {
        open = note.id;
        history.replaceState(null, "", `#/notes/${note.id}`);
      }
    }
    await load();
  }

  async function load() {
    const found = await call("notes").catch(() => null);
    if (!found) return;
    notes = found;
    // A note that no longer exists cannot be saved.
    for (const id of unsaved.keys()) if (id !== "new" && !notes.some((note) => note.id === id)) unsaved.delete(id);
    const note = notes.find(({ id }) => id === open);
    if (open !== null && open !== "new" && !note) return void (location.hash = "#/notes");
    // The text that is being typed is newer than the saved one.
    if (note && !unsaved.has(open) && area.value !== note.text) area.value = note.text;
    draw();
  }

  async function share(isLink) {
    await save();
    const note = notes.find(({ id }) => id === open);
    if (note) openSheet({ things: { note: note.id, link: isLink }, title: isLink ? note.link : heading(note), glyph: isLink ? glyphs.link : glyphs.pencil });
  }

  async function erase() {
    const note = notes.find(({ id }) => id === open);
    if (!note || !await confirm("Delete this note?", "It cannot be restored.", "Delete")) return;
    await call("deleteNote", { id: note.id }).then(() => unsaved.delete(note.id), complain);
    location.hash = "#/notes";
  }

  const offs = [
    on("changed", ({ what }) => { if (what === "notes") load(); }),
    on("welcome", () => (unsaved.size ? save() : load())),
  ];
  const leave = () => { save(); open = null; for (const off of offs) off(); };
  leave.go = ([id]) => show(id);
  show(first);
  load();
  return leave;
}
