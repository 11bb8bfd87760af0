// Notes: texts, and the links in them.

import { complain, confirm, drawing, fill, h, text, toast, when } from "./dom.js";
import { call, on } from "./link.js";
import { glyphs } from "./glyphs.js";
import { openSheet } from "./sheet.js";

const heading = (note) => note.text.trim().split("\n")[0].slice(0, 80) || "New Note";
const rest = (note) => note.text.trim().split("\n").slice(1).join(" ").slice(0, 120);

/** Opens the app; what it returns is called when it is left. */
export function Notes(stage) {
  let notes = [];
  let open = null;
  let timer = null;
  let isNew = false;
  const list = h("ul", { class: "rows", "aria-label": "Notes" });
  const area = h("textarea", { "aria-label": "Text of the note", dir: "auto", placeholder: "Write something, or paste a link", spellcheck: "true", oninput: changed });
  const linkButton = h("button", { class: "gray", onclick: () => share(true) }, drawing(glyphs.link), "Share Link");
  const shareButton = h("button", { class: "gray", onclick: () => share(false) }, drawing(glyphs.share), "Share Note");
  const remove = h("button", { class: "gray danger", onclick: erase }, drawing(glyphs.trash), "Delete");
  const editor = h("section", { class: "editor", "aria-label": "Note", hidden: true }, area,
    h("div", { class: "buttons" }, shareButton, linkButton, remove));
  const nothing = h("div", { class: "empty" }, drawing(glyphs.pencil), h("h2", {}, "No Note Is Open"),
    h("p", {}, "Choose one, or write a new one."));
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
  }

  function show(id) {
    if (timer) save();
    isNew = id === "new";
    open = id ?? null;
    drawBar();
    draw();
    area.value = notes.find((note) => note.id === open)?.text ?? "";
    if (open !== null) area.focus();
  }

  function changed() {
    clearTimeout(timer);
    timer = setTimeout(save, 500);
  }

  async function save() {
    clearTimeout(timer);
    timer = null;
    const id = isNew ? undefined : open;
    if (isNew && !area.value.trim()) return;
    try {
      const note = await call("saveNote", { id, text: area.value });
      if (isNew && open === "new") {
        isNew = false;
        open = note.id;
        history.replaceState(null, "", `#/notes/${note.id}`);
      }
      await load();
    } catch (error) { complain(error); }
  }

  async function load() {
    notes = await call("notes").catch(() => notes);
    const note = notes.find(({ id }) => id === open);
    if (open !== null && !isNew && !note) return void (location.hash = "#/notes");
    // What is being typed is newer than what was stored.
    if (note && !timer && area.value !== note.text) area.value = note.text;
    draw();
  }

  async function share(isLink) {
    if (timer) await save();
    const note = notes.find(({ id }) => id === open);
    if (note) openSheet({ things: { note: note.id, link: isLink }, title: isLink ? note.link : heading(note), glyph: isLink ? glyphs.link : glyphs.pencil });
  }

  async function erase() {
    const note = notes.find(({ id }) => id === open);
    if (!note || !await confirm("Delete this note?", "It cannot be brought back.", "Delete")) return;
    await call("deleteNote", { id: note.id }).catch(complain);
    location.hash = "#/notes";
  }

  const offs = [
    on("changed", ({ what }) => { if (what === "notes") load(); }),
    on("welcome", load),
  ];
  const leave = () => { if (timer) save(); for (const off of offs) off(); };
  leave.go = ([id]) => show(id);
  const [, , first] = location.hash.split("/");
  show(first);
  load().then(() => { if (first && first !== "new") show(first); });
  return leave;
}
