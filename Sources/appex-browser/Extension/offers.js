// The extensions that are offered for a subject.

import { fill, h, text } from "./dom.js";
import { call, send } from "./host.js";

/** An extension's icon, or else its first letter on a colour that is derived from its identifier. */
function icon({ id, name }) {
  const hue = [...id].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 360, 7);
  const box = h("span", { class: "icon", "aria-hidden": "true" }, [...name.trim()][0]?.toLocaleUpperCase() ?? "?");
  box.style.setProperty("--hue", hue);
  call("icon", { id }).then((found) => {
    const address = found && pictureAddress(found);
    if (!address) return;
    const image = h("img", { src: address, alt: "" });
    image.addEventListener("load", () => { fill(box, image); URL.revokeObjectURL(address); });
    image.addEventListener("error", () => URL.revokeObjectURL(address));
  }, () => {});
  return box;
}

/** The address of a picture that came in a message; null if it is not one. */
export function pictureAddress({ type, data }) {
  if (!/^image\/[\w.+-]+$/.test(type)) return null;
  try {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    return URL.createObjectURL(new Blob([bytes], { type }));
  } catch { return null; }
}

/** Has a process started for a candidate as soon as the pointer or the focus is on it. */
function preparing({ id }) {
  const prepare = () => send("prepare", { id });
  return { onpointerenter: prepare, onfocus: prepare };
}

/** The sections of the share sheet. */
export class Offers {
  /** @param choose is called with the candidate that the user has chosen. */
  constructor({ share, actions }, choose) {
    this.count = share.length + actions.length;
    const list = (title, id, candidates, kind, className) => (candidates.length
      ? h("section", {}, h("h2", { id }, title), h("ul", { class: className, "aria-labelledby": id },
        candidates.map((candidate) => h("li", {},
          h("button", { class: kind, onclick: () => choose(candidate), ...preparing(candidate) }, icon(candidate), text(candidate.name))))))
      : null);
    this.element = h("div", { class: "offers" },
      list("Share with", "share-title", share, "tall", "tall-row"), list("Actions", "actions-title", actions, "row", "rows boxed"));
  }
}
