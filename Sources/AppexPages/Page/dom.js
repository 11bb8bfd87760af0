// Elements, dialogs and announcements. Text is only inserted as text: nothing here parses HTML.

import { glyphs } from "./glyphs.js";

const SVG = "http://www.w3.org/2000/svg";

/** Creates an element: `h("button", {class: "x", onclick: f}, "text", child)`. Values of false or null are ignored. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

/** Text of unknown direction. */
export const text = (value, tag = "span", attributes = {}) => h(tag, { dir: "auto", ...attributes }, value);

/** A line drawing on a 24 by 24 grid, which is hidden from screen readers. */
export function drawing(path, className = "glyph") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", className);
  svg.append(document.createElementNS(SVG, "path"));
  svg.firstChild.setAttribute("d", path);
  return svg;
}

/** A round button with a drawing and an accessible name. */
export const round = (label, path, onclick, more) => h("button", { class: "round", "aria-label": label, onclick, ...more }, drawing(path));

/** Replaces the content of an element. The new element with the same `data-id` as the focused one gets the focus. */
export function fill(element, ...children) {
  const active = document.activeElement;
  const id = element.contains(active) ? active.getAttribute("data-id") : null;
  element.replaceChildren(...children.flat().filter(Boolean));
  if (id && !active.isConnected) element.querySelector(`[data-id="${CSS.escape(id)}"]`)?.focus();
  return element;
}

/** Shows a dialog until it is closed; the element that had the focus gets it back. */
export function openDialog(dialog, { onClose, closesOutside = true } = {}) {
  const before = document.activeElement;
  moveOn();
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    carryMessages();
    dialog.remove();
    if (before?.isConnected) before.focus();
    onClose?.();
  });
  if (closesOutside) {
    let began = false;
    dialog.addEventListener("pointerdown", (event) => { began = event.target === dialog; });
    dialog.addEventListener("click", (event) => { if (began && event.target === dialog) dialog.requestClose(); });
  }
  dialog.showModal();
  carryMessages();
  return dialog;
}

export const connection = document.getElementById("connection");
const status = document.getElementById("status");
const toasts = document.getElementById("toasts");

/** Moves messages into the front dialog, because everything outside of it is inert. */
function carryMessages() {
  const front = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  if (toasts.parentNode === front) return;
  const isShown = toasts.matches(":popover-open");
  front.append(connection, status, toasts);
  if (isShown) toasts.showPopover();
}

/** Says something to a screen reader. */
export function announce(message) {
  carryMessages();
  status.textContent = "";
  // A region that gets the same text twice says it once.
  requestAnimationFrame(() => { status.textContent = message; });
}

/** Shows a short message, which disappears by itself unless it has an action; the last three with actions stay, so that nobody has to hurry. A `brief` one disappears when the user moves on. */
export function toast(message, action) {
  const box = h("div", { class: action?.brief ? "toast brief" : "toast" }, text(message));
  announce(message);
  // Above dialogs, which are in the top layer.
  toasts.hidePopover();
  toasts.showPopover();
  const close = () => { box.remove(); if (!toasts.childElementCount) toasts.hidePopover(); };
  if (action) {
    box.append(h("button", { class: "plain", onclick: () => { close(); action.run(); } }, action.name),
      round("Dismiss", glyphs.xmark, close));
  } else setTimeout(close, 6000);
  // Messages without an action are removed at once.
  for (const old of toasts.querySelectorAll(".toast:not(:has(button))")) old.remove();
  toasts.append(box);
  if (toasts.childElementCount > 3) toasts.firstChild.remove();
}

/** Removes brief messages, because the user has moved on. */
export function moveOn() {
  for (const old of toasts.querySelectorAll(".brief")) old.remove();
  if (!toasts.childElementCount) toasts.hidePopover();
}
addEventListener("hashchange", moveOn);

/** A message without the parts that name commands, which the page cannot run. */
export const spoken = (message) => message.split(/(?<=[.;])\s+/).filter((part) => !part.includes("`")).join(" ").replace(/;$/, ".") || message;

/** A text that can be broken after a period. */
export const broken = (value) => value.split(/(?<=\.)/).flatMap((part) => [part, h("wbr")]);

/** Shows the reason for a failure. */
export const complain = (error) => toast(spoken(error.message));

/** Asks for confirmation of an action that cannot be undone. */
export function confirm(title, detail, action, other = "Cancel") {
  return new Promise((resolve) => {
    let answer = false;
    const finish = (value) => { answer = value; dialog.close(); };
    const dialog = h("dialog", { class: "question", "aria-labelledby": "question" },
      text(title, "h2", { id: "question" }), text(detail, "p"),
      h("div", { class: "buttons" },
        h("button", { class: "gray", autofocus: true, onclick: () => finish(false) }, other),
        h("button", { class: "filled danger", onclick: () => finish(true) }, action)));
    openDialog(dialog, { onClose: () => resolve(answer) });
  });
}

/** Formats a time in the user's locale. */
export function when(milliseconds) {
  const date = new Date(milliseconds);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(undefined, isToday ? { timeStyle: "short" } : { dateStyle: "medium" });
}
