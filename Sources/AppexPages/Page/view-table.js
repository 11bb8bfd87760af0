// Tables: only the rows near the visible ones exist; the height of the others is reserved.

import { drawing, h } from "./dom.js";
import { symbols } from "./glyphs.js";
import { applyArrangement, attribute, color, style } from "./view-layout.js";
import { picture } from "./view-kinds.js";

/** The assumed height of a row before one has been drawn. */
const usualHeight = 52;

export const table = {
  make: (node) => {
    node.list = h("div", { role: "list", class: "v-rows" });
    node.rest = h("div", { "aria-hidden": "true" });
    const element = h("div", { tabindex: "0", role: "region" }, node.list, node.rest);
    let isDue = false;
    const look = () => {
      if (isDue) return;
      isDue = true;
      requestAnimationFrame(() => { isDue = false; tell(node); });
    };
    element.addEventListener("scroll", look, { passive: true });
    new ResizeObserver(look).observe(element);
    return element;
  },
  slot: (node) => node.list,
  draw: (node, a) => {
    attribute(node.element, "data-style", a.tableStyle ?? "plain");
    attribute(node.list, "aria-label", a.accessibilityLabel);
    keepRoom(node, a);
    tell(node);
  },
};

const position = (row) => row.attributes.position ?? 0;

/** Reserves the height of the rows that do not exist. */
function keepRoom(node, a) {
  const rows = node.children;
  const known = rows.map(({ element }) => element.offsetHeight).filter((height) => height > 0);
  node.height = known.length ? known.reduce((sum, height) => sum + height, 0) / known.length : a.rowHeight || usualHeight;
  let next = 0;
  for (const row of rows) {
    const missing = Math.max(0, position(row) - next);
    style(row.element, "margin-block-start", missing ? `${missing * node.height}px` : null);
    attribute(row.element, "aria-posinset", position(row) + 1);
    attribute(row.element, "aria-setsize", a.rowCount);
    next = position(row) + 1;
  }
  style(node.rest, "height", `${Math.max(0, (a.rowCount ?? next) - next) * node.height}px`);
}

/** Sends the range of visible rows, if it has changed. */
function tell(node) {
  const { element, attributes: a } = node;
  if (!element.isConnected || !element.clientHeight) return;
  const first = Math.max(0, Math.floor(element.scrollTop / node.height));
  const count = Math.ceil(element.clientHeight / node.height) + 1;
  const rows = a.rowCount ?? 0;
  const seen = { first: Math.min(first, Math.max(0, rows - 1)), count: 0 };
  seen.count = Math.min(count, 1000, rows - seen.first);
  if (node.seen?.first === seen.first && node.seen?.count === seen.count) return;
  node.seen = seen;
  node.view.send(node.id, "showRows", seen);
}

const accessories = { disclosure: "chevron.right", detail: "info", checkmark: "checkmark" };

export const row = {
  make: (node) => {
    node.content = h("div", { class: "v-row-content" });
    node.own = h("div", { class: "v-row-own" });
    node.body = h("div", { class: "v-row-body", onclick: (event) => press(node, event), onkeydown: (event) => {
      if (event.target === node.body && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); press(node, event); }
    } }, node.own, node.content);
    node.actions = h("div", { class: "v-row-actions" });
    return h("div", { role: "listitem" }, node.body, node.actions);
  },
  slot: (node) => node.content,
  draw: (node, a) => {
    const isRow = (a.rowKind ?? "row") === "row";
    const words = h("span", { class: a.isHorizontal ? "v-words v-aside" : "v-words" }, a.text ? h("span", { dir: "auto" }, a.text) : null, a.detail ? h("small", { dir: "auto" }, a.detail) : null);
    style(words, "color", a.role === "destructive" ? "var(--danger)" : color(a.textColor));
    const accessory = accessories[a.accessory];
    node.own.replaceChildren(...[picture(node, a), a.text || a.detail ? words : null, accessory ? drawing(symbols[accessory], "glyph v-accessory") : null].filter(Boolean));
    node.own.hidden = !node.own.childElementCount;
    node.content.hidden = !node.content.childElementCount;
    applyArrangement(node.content, a);
    attribute(node.element, "data-kind", a.rowKind ?? "row");
    const isPressable = isRow && a.isSelectable !== false && a.isEnabled !== false;
    node.isPressable = isPressable;
    attribute(node.body, "role", isPressable ? "button" : null);
    attribute(node.body, "tabindex", isPressable ? "0" : null);
    attribute(node.body, "aria-pressed", isPressable && a.isSelected !== undefined ? String(a.isSelected) : null);
    // A row is one element for screen readers.
    attribute(node.body, "aria-label", isPressable ? a.accessibilityLabel : null);
    node.element.classList.toggle("v-selected", a.isSelected === true);
    node.element.classList.toggle("v-disabled", a.isEnabled === false);
    node.actions.replaceChildren(...(a.rowActions ?? []).map((name, place) =>
      h("button", { class: "plain", "aria-label": `${name}: ${a.text ?? ""}`, onclick: () => node.send("rowAction", { place }) }, name)));
    node.actions.hidden = !a.rowActions?.length;
  },
};

function press(node, event) {
  // A control inside the row has handled the event.
  if (!node.isPressable || event.target.closest("button, input, textarea, [role=radio]")) return;
  node.send("activate");
}
