// Widgets.

import { drawing, fill, h } from "./dom.js";
import { glyphs } from "./glyphs.js";

/** Opens the app; what it returns is called when it is left. */
export function Today(stage) {
  stage.bar("Today");
  fill(stage.main, h("div", { class: "empty" }, drawing(glyphs.calendar), h("h2", {}, "No Widgets")));
  return () => {};
}
