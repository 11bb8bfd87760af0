// How each kind of node is drawn: `make` creates its element, `draw` applies its attributes, `slot` is the place of a child.

import { drawing, h } from "./dom.js";
import { symbols } from "./glyphs.js";
import { applyArrangement, applyFont, attribute, color, hasTrait, style } from "./view-layout.js";
import { table, row } from "./view-table.js";
import { showText } from "./view-text.js";
import * as controls from "./view-controls.js";

/** The picture of a node: an image that was sent, or a symbol; null for none. */
export function picture(node, a, className = "v-picture") {
  if (a.image) {
    const onload = () => { node.pictureSize = [image.naturalWidth, image.naturalHeight]; };
    const image = h("img", { alt: "", class: className, draggable: "false", onload });
    Promise.resolve(node.view.address(...a.image)).then((address) => { if (address) image.src = address; });
    return image;
  }
  return symbols[a.symbol] ? drawing(symbols[a.symbol], `glyph ${className}`) : null;
}

/** Makes an element behave like a button, if its traits say so. */
function makePressable(node, a) {
  const { element } = node;
  const isButton = hasTrait(a, "button") || hasTrait(a, "link");
  attribute(element, "role", isButton ? (hasTrait(a, "link") ? "link" : "button") : null);
  attribute(element, "tabindex", isButton ? "0" : null);
  element.classList.toggle("v-pressable", isButton);
  if (!isButton || node.isPressable) return isButton;
  node.isPressable = true;
  element.addEventListener("click", (event) => { if (element.role) { event.stopPropagation(); node.send("activate"); } });
  element.addEventListener("keydown", (event) => {
    if (event.target !== element || !element.role || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    node.send("activate");
  });
  return true;
}

const layer = {
  make: (node) => {
    node.header = h("div", { class: "v-top" });
    node.content = h("div", { class: "v-content" });
    node.footer = h("div", { class: "v-bottom", role: "toolbar", hidden: true });
    return h("section", { tabindex: "-1" }, node.header, node.content, node.footer);
  },
  slot: (node, child) => {
    if (child.kind === "navigationBar") return node.header;
    return child.kind === "barButton" && child.attributes.placement === "bottom" ? node.footer : node.content;
  },
  draw: (node, a) => {
    applyArrangement(node.content, a);
    attribute(node.element, "data-presentation", node.parent.children[0] === node ? null : a.presentation ?? "sheet");
    node.footer.hidden = !node.footer.childElementCount;
    node.header.hidden = !node.header.childElementCount;
  },
};

const alert = {
  make: (node) => {
    node.title = h("h3", { dir: "auto", id: `v-alert-${node.id}` });
    node.detail = h("p", { dir: "auto" });
    node.fields = h("div", { class: "v-fields" });
    node.actions = h("div", { class: "v-actions" });
    return h("div", { role: "alertdialog", "aria-modal": "true", tabindex: "-1" },
      h("div", { class: "v-card" }, node.title, node.detail, node.fields, node.actions));
  },
  slot: (node, child) => (child.kind === "textField" ? node.fields : node.actions),
  draw: (node, a) => {
    node.title.textContent = a.title ?? "";
    node.title.hidden = !a.title;
    node.detail.textContent = a.detail ?? "";
    node.detail.hidden = !a.detail;
    node.fields.hidden = !node.fields.childElementCount;
    attribute(node.element, "aria-label", a.title ?? a.detail);
    attribute(node.element, "aria-description", a.title ? a.detail : null);
    attribute(node.element, "data-presentation", a.presentation);
    node.actions.classList.toggle("v-side-by-side", node.actions.childElementCount === 2 && a.presentation !== "actionSheet");
  },
};

const alertAction = {
  make: (node) => h("button", { dir: "auto", onclick: () => node.send("activate") }),
  draw: ({ element }, a) => {
    element.textContent = a.text ?? "";
    element.disabled = a.isEnabled === false;
    attribute(element, "data-role", a.role);
  },
};

const navigationBar = {
  make: (node) => {
    node.leading = h("div", { class: "v-leading" });
    node.middle = h("div", { class: "v-middle" });
    node.title = h("h2", { dir: "auto" });
    node.detail = h("p", { dir: "auto" });
    node.heading = h("div", { class: "v-heading" }, node.detail, node.title, node.middle);
    node.trailing = h("div", { class: "v-trailing" });
    return h("header", {}, node.leading, node.heading, node.trailing);
  },
  slot: (node, child) => {
    if (child.kind !== "barButton") return node.middle;
    return ["leading", "back"].includes(child.attributes.placement ?? "leading") ? node.leading : node.trailing;
  },
  draw: (node, a) => {
    node.title.textContent = a.title ?? "";
    node.title.hidden = !a.title;
    node.detail.textContent = a.detail ?? "";
    node.detail.hidden = !a.detail;
  },
};

const barButton = {
  make: (node) => h("button", { onclick: () => node.send("activate") }),
  draw: (node, a) => {
    const { element } = node;
    const back = a.placement === "back" ? drawing(symbols["chevron.left"]) : null;
    element.replaceChildren(...[back, picture(node, a), a.text ? h("span", { dir: "auto" }, a.text) : null].filter(Boolean));
    element.disabled = a.isEnabled === false;
    attribute(element, "data-role", a.role);
    attribute(element, "data-placement", a.placement);
  },
};

const container = {
  make: () => h("div"),
  draw: (node, a) => {
    applyArrangement(node.element, a);
    if (!makePressable(node, a)) attribute(node.element, "role", a.accessibilityLabel ? "group" : null);
  },
};

const scroll = {
  make: (node) => {
    node.box = h("div", { class: "v-scrolled" });
    return h("div", { tabindex: "0", role: "region" }, node.box);
  },
  slot: (node) => node.box,
  draw: (node, a) => {
    applyArrangement(node.box, a);
    node.element.classList.toggle("v-across", a.isHorizontal === true);
  },
};

const label = {
  make: () => h("div", { dir: "auto" }),
  draw: (node, a) => {
    const { element } = node;
    showText(element, a.text, a.runs);
    applyFont(element, a, "body");
    style(element, "-webkit-line-clamp", a.lineLimit || null);
    element.classList.toggle("v-clamped", Boolean(a.lineLimit));
    element.classList.toggle("v-disabled", a.isEnabled === false);
    if (!makePressable(node, a) && hasTrait(a, "header")) {
      attribute(element, "role", "heading");
      attribute(element, "aria-level", "3");
    }
  },
};

const fits = { scaleAspectFit: "contain", scaleAspectFill: "cover", scaleToFill: "fill", center: "none" };

const image = {
  make: () => h("div"),
  draw: (node, a) => {
    const { element } = node;
    const key = JSON.stringify([a.image, a.symbol]);
    if (node.shown !== key) {
      node.shown = key;
      element.replaceChildren(...[picture(node, a)].filter(Boolean));
    }
    const content = element.firstElementChild;
    if (content) style(content, "object-fit", fits[a.contentMode ?? "scaleToFill"]);
    applyFont(element, a);
    if (makePressable(node, a)) return;
    attribute(element, "role", a.accessibilityLabel ? "img" : "presentation");
  },
};

const button = {
  make: (node) => h("button", { onclick: () => node.send("activate") }),
  draw: (node, a) => {
    const { element } = node;
    const title = h("span", { dir: "auto" });
    showText(title, a.text, a.runs);
    const words = a.detail ? h("span", { class: "v-words" }, title, h("small", { dir: "auto" }, a.detail)) : title;
    element.replaceChildren(...[picture(node, a), a.text || a.detail ? words : null].filter(Boolean));
    applyFont(element, a);
    element.disabled = a.isEnabled === false;
    attribute(element, "data-style", a.buttonStyle ?? "plain");
    attribute(element, "data-role", a.role);
    attribute(element, "aria-pressed", a.isSelected === undefined ? null : String(a.isSelected));
  },
};

const progress = {
  make: () => h("progress", { max: "1" }),
  draw: ({ element }, a) => {
    element.value = a.value ?? 0;
  },
};

const activity = {
  make: () => h("div", { role: "progressbar" }, h("span", { class: "spinner" })),
  draw: ({ element }, a) => {
    element.classList.toggle("v-still", a.isAnimating === false);
    attribute(element, "aria-hidden", a.isAnimating === false ? "true" : null);
    style(element, "color", color(a.tintColor));
  },
};

const window = { make: () => h("div") };

export const kinds = {
  window, screen: layer, alert, alertAction, navigationBar, barButton, container, scroll, label, image, button,
  progress, activity, table, row, ...controls,
};
