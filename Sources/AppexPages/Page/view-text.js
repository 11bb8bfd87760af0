// Texts with styled parts.

import { h } from "./dom.js";
import { color, style } from "./view-layout.js";

const styles = [[1, "bold"], [2, "italic"], [4, "underline"], [8, "struck"], [16, "mono"]];

/** Shows a text in an element, its runs as spans. Lengths count Unicode scalars. */
export function showText(element, text = "", runs = []) {
  if (!runs.length) {
    if (element.childElementCount || element.textContent !== text) element.textContent = text;
    return;
  }
  const scalars = [...text];
  let start = 0;
  const parts = runs.map(([length, bits, tone]) => {
    const part = h("span", { class: styles.filter(([bit]) => bits & bit).map(([, name]) => `v-${name}`).join(" ") },
      scalars.slice(start, start + length).join(""));
    style(part, "color", color(tone));
    start += length;
    return part;
  });
  element.replaceChildren(...parts, scalars.slice(start).join(""));
}
