// Photographs: the grid, and one of them with its edits.

import { announce, complain, drawing, fill, h, moveOn, openDialog, round, text, toast } from "./dom.js";
import { call, on } from "./link.js";
import { glyphs } from "./glyphs.js";
import { openSheet } from "./sheet.js";

const address = ({ name, version }) => `photo/${version}/${encodeURIComponent(name)}`;
const title = ({ name }) => {
  const words = name.replace(/\.[^.]+$/, "").replaceAll(/[-_]+/g, " ");
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
};

/** Opens the app. Returns a function that is called when the user leaves it. */
export function Photos(stage) {
  let photos = [];
  let isSelecting = false;
  const selected = new Set();
  let viewer = null;
  const grid = h("ul", { class: "photos", "aria-label": "Photographs" });
  const cells = new Map();

  const select = h("button", { class: "plain", onclick: () => setSelecting(!isSelecting) }, "Select");
  const share = h("button", { class: "filled", hidden: true, onclick: shareSelected }, "Share");
  stage.bar("Photos", { actions: [share, select] });
  fill(stage.main, h("div", { class: "page wide" }, grid));

  function setSelecting(value) {
    isSelecting = value;
    selected.clear();
    select.textContent = value ? "Done" : "Select";
    share.hidden = !value;
    for (const photo of photos) drawCell(photo);
    showCount();
  }

  function showCount() {
    share.disabled = selected.size === 0;
    share.textContent = selected.size ? `Share ${selected.size}` : "Share";
  }

  function shareSelected() {
    const chosen = photos.filter(({ name }) => selected.has(name));
    const most = stage.welcome.sharedItems;
    if (chosen.length > most) return toast(`At most ${most} photographs.`);
    openSheet({
      things: { photos: chosen.map(({ name }) => name) },
      title: chosen.length === 1 ? title(chosen[0]) : `${chosen.length} photographs`, preview: address(chosen[0]),
    });
  }

  function press(name) {
    if (!isSelecting) return openViewer(name);
    if (!selected.delete(name)) selected.add(name);
    drawCell(photos.find((photo) => photo.name === name));
    showCount();
  }

  function drawCell(photo) {
    let cell = cells.get(photo.name);
    if (!cell) {
      const image = h("img", { alt: "", loading: "lazy", decoding: "async", draggable: "false" });
      const button = h("button", { "aria-label": title(photo), onclick: () => press(photo.name) }, image,
        h("span", { class: "tick" }, drawing(glyphs.checkmark)));
      cell = { item: h("li", {}, button), button, image };
      cells.set(photo.name, cell);
    }
    const source = address(photo);
    if (cell.image.getAttribute("src") !== source) cell.image.setAttribute("src", source);
    if (isSelecting) cell.button.setAttribute("aria-pressed", selected.has(photo.name));
    else cell.button.removeAttribute("aria-pressed");
    return cell.item;
  }

  async function load() {
    photos = await call("photos").catch(() => photos);
    const names = new Set(photos.map(({ name }) => name));
    for (const name of cells.keys()) if (!names.has(name)) cells.delete(name);
    select.hidden = photos.length === 0;
    const items = photos.map(drawCell);
    if (items.length !== grid.childElementCount || items.some((item, place) => grid.children[place] !== item)) {
      fill(grid, items);
    }
    if (!photos.length) {
      fill(stage.main, h("div", { class: "empty" }, drawing(glyphs.photo), h("h2", {}, "No Photographs"),
        h("p", {}, stage.welcome.hasPhotos
          ? "The folder with which the device was started contains no pictures."
          : "Start the device with --photos FOLDER to see pictures here.")));
    }
    viewer?.update();
  }

  function openViewer(name) {
    let place = photos.findIndex((photo) => photo.name === name);
    const image = h("img", { alt: "" });
    const heading = text("", "h2", { id: "viewer-title" });
    const button = (label, glyph, run) => h("button", { class: "tool", onclick: run }, drawing(glyph), h("span", {}, label));
    const undo = button("Undo", glyphs.undo, () => step("undo"));
    const redo = button("Redo", glyphs.redo, () => step("redo"));
    const things = () => ({ things: { photos: [photos[place].name] }, title: title(photos[place]), preview: address(photos[place]) });
    const back = round("Previous photograph", glyphs.chevronLeft, () => go(-1));
    const forth = round("Next photograph", glyphs.chevronRight, () => go(1));
    const dialog = h("dialog", { class: "viewer", "aria-labelledby": "viewer-title" },
      h("header", {}, round("Close", glyphs.xmark, () => dialog.close()), heading,
        h("div", { class: "steps" }, back, forth)),
      h("figure", {}, image),
      h("footer", {}, undo, redo,
        button("Edit", glyphs.sliders, () => openSheet({ ...things(), edited: photos[place] })),
        button("Share", glyphs.share, () => openSheet(things()))));
    dialog.addEventListener("keydown", (event) => {
      if (event.key === "ArrowLeft") go(-1);
      if (event.key === "ArrowRight") go(1);
    });

    async function step(action) {
      try {
        await call(action, { photo: photos[place].name });
        announce(action === "undo" ? "Undone" : "Redone");
      } catch (error) { complain(error); }
    }

    function go(by) {
      if (!photos[place + by]) return;
      name = photos[place + by].name;
      moveOn();
      update();
      announce(title(photos[place]));
    }

    function update() {
      place = photos.findIndex((photo) => photo.name === name);
      if (place < 0) return dialog.close();
      const photo = photos[place];
      heading.textContent = title(photo);
      image.alt = photo.version !== "original" ? `${title(photo)}, edited` : title(photo);
      if (image.getAttribute("src") !== address(photo)) image.setAttribute("src", address(photo));
      const pressed = document.activeElement;
      undo.disabled = !photo.canUndo;
      redo.disabled = !photo.canRedo;
      // A disabled button has no focus, and the arrow keys would have no effect.
      if (pressed.disabled) (pressed === undo ? redo : undo).focus();
      back.disabled = place === 0;
      forth.disabled = place === photos.length - 1;
    }

    viewer = { update };
    update();
    openDialog(dialog, { closesOutside: false, onClose: () => { viewer = null; } });
  }

  const offs = [
    on("changed", ({ what }) => { if (what === "photos") load(); }),
    on("welcome", load),
  ];
  load();
  return () => { for (const off of offs) off(); };
}
