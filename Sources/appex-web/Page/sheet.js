// The share sheet: the extensions for some content, and the result of the chosen one.

import { announce, complain, drawing, fill, h, openDialog, round, text, toast } from "./dom.js";
import { call, on } from "./link.js";
import { glyphs } from "./glyphs.js";
import { dialogTraits, editorTraits, revert, showSession } from "./session.js";

/** An extension's icon, or else its first letter on a colour that is derived from its name. */
export function icon({ id, name }) {
  const hue = [...id].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 360, 7);
  const box = h("span", { class: "icon", "aria-hidden": "true" }, [...name.trim()][0]?.toLocaleUpperCase() ?? "?");
  box.style.setProperty("--hue", hue);
  const image = h("img", { src: `icon/${encodeURIComponent(id)}`, alt: "" });
  image.addEventListener("load", () => fill(box, image));
  return box;
}

/** Opens the sheet for some content, or for a photograph that is to be `edited`, and starts the chosen extension. */
export function openSheet({ things, title, preview, glyph, edited, dismissed }) {
  const body = h("div", { class: "sheet-body" }, h("p", { class: "second pad", role: "status" }, "Looking for extensions…"));
  const close = round("Close", glyphs.xmark, () => dialog.close());
  const dialog = h("dialog", { class: "sheet", "aria-labelledby": "sheet-title" },
    h("header", {}, preview ? h("img", { class: "preview", src: preview, alt: "" }) : h("span", { class: "preview" }, drawing(glyph ?? glyphs.doc)),
      h("div", {}, h("p", { class: "second" }, edited ? "Edit" : "Share"), text(title, "h2", { id: "sheet-title" })), close),
    body);
  let isChoosing, isChosen;

  async function start(candidate, isEditor) {
    isChosen = true;
    dialog.close();
    try {
      const { session } = await call("start", { id: candidate.id, ...isEditor ? { things: { edit: edited.name }, traits: editorTraits() } : { things, traits: dialogTraits() } });
      showSession({ session, name: candidate.name, id: candidate.id, phase: "working", isEditing: isEditor });
    } catch (error) { dismissed?.(); complain(error); }
  }

  const more = h("button", { class: "row", onclick: () => { isChoosing = true; draw(); } },
    h("span", { class: "icon more", "aria-hidden": "true" }, drawing(glyphs.ellipsis)), h("span", {}, "More…"));

  async function draw() {
    if (isChoosing) return drawChoices();
    let found;
    try { found = await call("candidates", { things }); } catch (error) {
      return fill(body, text(error.message, "p", { class: "pad" }));
    }
    if (isChoosing) return;
    const rows = (candidates, kind, isEditor) => candidates.map((candidate) => h("li", {},
      h("button", { class: kind, onclick: () => start(candidate, isEditor) }, icon(candidate), text(candidate.name))));
    const share = edited ? [] : rows(found.share, "tall"), editors = edited ? rows(found.editors, "row", true) : [], actions = rows(found.actions, "row");
    fill(body,
      share.length ? h("section", {}, h("h3", { id: "share-title" }, "Share with"), h("ul", { class: "tall-row", "aria-labelledby": "share-title" }, share)) : null,
      editors.length ? h("section", {}, h("h3", { id: "editors-title" }, "Edit with"), h("ul", { class: "rows", "aria-labelledby": "editors-title" }, editors)) : null,
      h("section", {}, h("h3", { id: "actions-title" }, "Actions"),
        h("ul", { class: "rows", "aria-labelledby": "actions-title" }, actions.length ? actions : h("li", { class: "second pad" }, "No extension has an action for this."), h("li", {}, more))),
      edited?.canUndo ? h("button", { class: "row link", onclick: () => revert(edited.name, () => dialog.close()) }, "Revert to Original") : null);
  }

  async function drawChoices() {
    let choices;
    try { choices = await call("choices"); } catch (error) { return complain(error); }
    // The user has pressed Done in the meantime.
    if (!isChoosing) return;
    const group = (name, part) => {
      const members = choices.filter(({ section }) => section === part);
      if (!members.length) return null;
      return h("section", {}, h("h3", {}, name), h("ul", { class: "rows" }, members.map((choice) => choiceRow(choice, members))));
    };
    fill(body, h("button", { class: "row link", onclick: () => { isChoosing = false; draw(); } }, drawing(glyphs.chevronLeft), "Done"),
      group("Share with", "share"),
      group("Actions", "action"),
      choices.length ? null : h("p", { class: "second pad" }, "No installed app has such an extension."));
  }

  function choiceRow(choice, members) {
    const place = members.indexOf(choice);
    const move = (by, label, path) => round(`${label}: ${choice.name}`, path, async () => {
      const order = members.filter(({ on }) => on);
      order.splice(place, 1);
      order.splice(place + by, 0, choice);
      await call("order", { ids: order.map(({ id }) => id) }).catch(complain);
      await drawChoices();
      body.querySelector(`[aria-label="${CSS.escape(`${label}: ${choice.name}`)}"]`)?.focus();
      announce(`${choice.name} is now number ${place + by + 1}`);
    }, { disabled: !choice.on || !members[place + by]?.on });
    return h("li", { class: "row" }, icon(choice), text(choice.name, "span", { class: "wide" }),
      move(-1, "Move up", glyphs.up), move(1, "Move down", glyphs.down), extensionSwitch(choice));
  }

  const off = on("changed", ({ what }) => { if (what === "extensions") draw(); });
  openDialog(dialog, { onClose: () => { off(); if (!isChosen) dismissed?.(); } });
  draw();
}

on("share", ({ name, session }) => openSheet({ things: { session }, title: `From ${name}`, dismissed: () => call("unshare", { session }) }));

/** A switch that enables and disables an extension. */
export function extensionSwitch(choice) {
  const button = h("button", {
    class: "switch", role: "switch", "aria-checked": String(choice.on), "aria-label": choice.name, "data-id": choice.id,
    disabled: Boolean(choice.obstacle),
    onclick: async () => {
      const value = button.getAttribute("aria-checked") !== "true";
      button.setAttribute("aria-checked", value);
      try { await call("elect", { id: choice.id, on: value }); } catch (error) {
        button.setAttribute("aria-checked", !value);
        toast(error.message);
      }
    },
  }, h("span", {}));
  return button;
}
