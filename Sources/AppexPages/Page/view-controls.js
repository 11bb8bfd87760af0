// Controls whose value the user changes.

import { drawing, h } from "./dom.js";
import { symbols } from "./glyphs.js";
import { applyFont, attribute } from "./view-layout.js";

const inputModes = {
  asciiCapable: ["text", "text"], numbersAndPunctuation: ["text", "text"], url: ["url", "url"], numberPad: ["text", "numeric"],
  phonePad: ["tel", "tel"], emailAddress: ["email", "email"], decimalPad: ["text", "decimal"], webSearch: ["search", "search"],
};
const enterKeys = { go: "go", search: "search", send: "send", next: "next", done: "done" };

/** Text input: the text is sent with each change, and is sent back only if the extension has changed it. */
function listen(node, element) {
  const tell = () => node.send("edit", {
    text: element.value, start: element.selectionStart ?? element.value.length, end: element.selectionEnd ?? element.value.length,
  });
  let isComposing = false;
  element.addEventListener("compositionstart", () => { isComposing = true; });
  element.addEventListener("compositionend", () => { isComposing = false; tell(); });
  element.addEventListener("input", () => { if (!isComposing) tell(); });
  element.addEventListener("focus", () => node.send("focus", { on: true }));
  element.addEventListener("blur", () => node.send("focus", { on: false }));
  node.isComposing = () => isComposing;
}

function drawTyping(node, a) {
  const { element } = node;
  element.disabled = a.isEnabled === false;
  element.readOnly = a.isEditable === false;
  attribute(element, "placeholder", a.placeholder);
  attribute(element, "enterkeyhint", enterKeys[a.returnKey]);
  applyFont(element, a, "body");
  const text = a.text ?? "";
  if (node.isComposing() || element.value === text) return;
  // The caret keeps its distance from the end, because most changes are before it.
  const hasCaret = document.activeElement === element && element.selectionEnd !== null;
  const fromEnd = hasCaret ? element.value.length - element.selectionEnd : 0;
  element.value = text;
  if (hasCaret) element.setSelectionRange(Math.max(0, text.length - fromEnd), Math.max(0, text.length - fromEnd));
}

export const textField = {
  make: (node) => {
    const element = h("input", {
      dir: "auto", autocomplete: "off", spellcheck: "false",
      onkeydown: (event) => { if (event.key === "Enter" && !event.isComposing) { event.preventDefault(); node.send("submit"); } },
    });
    listen(node, element);
    return element;
  },
  draw: (node, a) => {
    const [type, mode] = inputModes[a.keyboard] ?? ["text", "text"];
    // The extension validates addresses; the input type for them does not reveal the position of the caret.
    const wanted = a.isSecure ? "password" : type === "search" || type === "tel" ? type : "text";
    if (node.element.type !== wanted) node.element.type = wanted;
    attribute(node.element, "inputmode", mode);
    drawTyping(node, a);
  },
};

export const textView = {
  make: (node) => {
    const element = h("textarea", { dir: "auto", rows: "3" });
    listen(node, element);
    return element;
  },
  draw: drawTyping,
};

export const toggle = {
  make: (node) => {
    node.track = h("span", {});
    return h("button", {
      role: "switch", class: "switch",
      onclick: () => {
        const value = node.element.getAttribute("aria-checked") !== "true";
        node.element.setAttribute("aria-checked", value);
        node.send("setFlag", { on: value });
      },
    }, node.track);
  },
  draw: (node, a) => {
    node.element.disabled = a.isEnabled === false;
    node.element.setAttribute("aria-checked", String(a.isOn === true));
  },
};

export const slider = {
  make: (node) => h("input", {
    type: "range",
    oninput: () => { node.drag(false); }, onchange: () => { node.drag(true); },
  }),
  draw: (node, a) => {
    const { element } = node;
    node.drag = (isFinal) => { node.showValue(); node.send("setNumber", { value: Number(element.value), isFinal }); };
    node.showValue = () => {
      const [low, high] = [Number(element.min), Number(element.max)];
      element.style.setProperty("--v-part", high > low ? (Number(element.value) - low) / (high - low) : 0);
    };
    element.min = a.minimum ?? 0;
    element.max = a.maximum ?? 1;
    element.step = a.step || "any";
    element.disabled = a.isEnabled === false;
    element.value = a.value ?? element.min;
    node.showValue();
  },
};

export const segmented = {
  make: (node) => h("div", {
    role: "radiogroup",
    onkeydown: (event) => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const count = node.element.childElementCount;
      if (!by || !count) return;
      event.preventDefault();
      const isTurned = getComputedStyle(node.element).direction === "rtl" && event.key.match(/Left|Right/);
      node.choose(((node.selected ?? 0) + (isTurned ? -by : by) + count) % count);
      node.element.children[node.selected].focus();
    },
  }),
  draw: (node, a) => {
    const { element } = node;
    const names = a.segments ?? [];
    if (element.childElementCount !== names.length) {
      element.replaceChildren(...names.map((_, place) => h("button", { role: "radio", dir: "auto", onclick: () => node.choose(place) })));
    }
    node.selected = a.selectedIndex ?? -1;
    const show = () => names.forEach((name, place) => {
      const segment = element.children[place];
      segment.textContent = name;
      segment.disabled = a.isEnabled === false;
      segment.setAttribute("aria-checked", String(place === node.selected));
      segment.tabIndex = place === Math.max(node.selected, 0) ? 0 : -1;
    });
    node.choose = (place) => { node.selected = place; show(); node.send("select", { place }); };
    show();
  },
};

export const stepper = {
  make: (node) => {
    node.less = h("button", { "aria-label": "Less", onclick: () => node.change(-1) }, drawing(symbols.minus));
    node.more = h("button", { "aria-label": "More", onclick: () => node.change(1) }, drawing(symbols.plus));
    return h("div", { role: "group" }, node.less, node.more);
  },
  draw: (node, a) => {
    node.value = a.value ?? 0;
    const [low, high, step] = [a.minimum ?? 0, a.maximum ?? 100, a.step || 1];
    const show = () => {
      node.less.disabled = a.isEnabled === false || node.value <= low;
      node.more.disabled = a.isEnabled === false || node.value >= high;
    };
    node.change = (by) => {
      node.value = Math.min(high, Math.max(low, node.value + by * step));
      show();
      node.send("setNumber", { value: node.value, isFinal: true });
    };
    show();
  },
};
