// What an extension has given back.

import { announce, drawing, h, text, toast } from "./dom.js";
import { glyphs } from "./glyphs.js";
import { pictureAddress } from "./offers.js";

/** The text of an HTML fragment. The parser neither loads nor runs anything. */
const plain = (html = "") => new DOMParser().parseFromString(html, "text/html").body?.textContent ?? "";

async function copy(words, html) {
  try {
    const item = (type, value) => ({ [type]: new Blob([value], { type }) });
    if (html) await navigator.clipboard.write([new ClipboardItem({ ...item("text/plain", words), ...item("text/html", html) })]);
    else await navigator.clipboard.writeText(words);
    toast("Copied");
  } catch { toast("The browser does not allow copying. Select the text and copy it by the keyboard."); }
}

/** A text with a button that copies it. */
const textCard = (words, html) => h("li", { class: "result" }, text(words, "p", { tabindex: "0", role: "group", "aria-label": "Text" }),
  h("button", { class: "gray", onclick: () => copy(words, html) }, drawing(glyphs["doc.on.doc"]), "Copy"));

function pictureCard(picture) {
  const address = pictureAddress(picture);
  const name = String(picture.name || "Picture").replaceAll(/[/\\]/g, " ").slice(0, 200);
  if (!address) return h("li", { class: "result" }, text(`${name} is not a picture that can be shown.`, "p"));
  return h("li", { class: "result" }, h("img", { src: address, alt: name }),
    h("a", { class: "button gray", href: address, download: name, "aria-label": `Download ${name}` }, drawing(glyphs["square.and.arrow.down"]), "Download"));
}

/** One sentence about what has happened. */
function summary({ isReplaced, isChanged, texts, pictures }) {
  if (isReplaced) return "The selection has been replaced.";
  if (isChanged) return "The page has been changed.";
  if (pictures.length) return pictures.length === 1 ? "This picture came back." : `${pictures.length} pictures came back.`;
  if (!texts.length) return null;
  return texts.length === 1 ? "This text came back." : `${texts.length} texts came back.`;
}

/** The result of a session as an element. */
export function resultOf(outcome, onEnd) {
  const { name, texts, pictures, notices, isReplaced } = outcome;
  const words = summary(outcome);
  // The first text is in the place of the selection.
  const shown = isReplaced ? texts.slice(1) : texts;
  const cards = [...shown.map(({ text: words, html }) => textCard(words || plain(html), html)), ...pictures.map(pictureCard)];
  announce([`${name} is done.`, words, ...notices].filter(Boolean).join(" "));
  return h("div", { class: "outcome" },
    h("div", { class: "empty" }, drawing(glyphs["checkmark.circle"]), text(`${name} Is Done`, "h2", { tabindex: "-1" }),
      words ? text(words, "p") : null, notices.map((notice) => text(notice, "p", { class: "notice" }))),
    cards.length ? h("ul", { class: "results", "aria-label": "Results" }, cards) : null,
    h("div", { class: "buttons" }, h("button", { class: "filled", onclick: onEnd }, "Done")));
}
