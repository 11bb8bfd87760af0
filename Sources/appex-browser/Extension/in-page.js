// Functions that are run in pages, in the isolated world of this WebExtension. Each is sent as text, and so uses nothing
// from outside of it. `origin` is the time at which the document began, which no other document has.

/** Describes the document. */
export function describePage() {
  // An element of the page with this name hides the title.
  return { origin: performance.timeOrigin, url: location.href, title: typeof document.title === "string" ? document.title.slice(0, 1000) : "" };
}

/** Connects to the panel, so that it is informed about the end of this document. */
export function watchPage(name, origin) {
  if (performance.timeOrigin !== origin) return false;
  const port = (globalThis.browser ?? globalThis.chrome).runtime.connect({ name });
  // Firefox keeps the connection of a document that it keeps for the button Back.
  // The page can make events of this kind, too.
  addEventListener("pagehide", (event) => { if (event.isTrusted) port.disconnect(); });
  return true;
}

/** Whether a document began at this time. */
export function beganAt(origin) {
  return performance.timeOrigin === origin;
}

/** The text of a link with an address. */
export function describeLink(address) {
  const links = [...document.querySelectorAll("a[href], area[href]")].filter(({ href }) => href === address);
  const link = links.find((one) => one.matches(":hover, :focus")) ?? links[0];
  return { origin: performance.timeOrigin, text: (link?.innerText || link?.getAttribute("aria-label") || "").trim().slice(0, 1000) };
}

/** Describes the selection, and remembers where it is. */
export function describeSelection() {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const about = { origin: performance.timeOrigin };
  // More than this is refused, and need not be sent.
  const most = 1_000_001;
  const isField = /^(input|textarea)$/i.test(element?.localName) && typeof element.selectionStart === "number";
  if (isField && element.selectionEnd > element.selectionStart) {
    const { selectionStart: start, selectionEnd: end } = element;
    const text = element.value.slice(start, end);
    globalThis.rememberedSelection = { element, start, end, text };
    return { ...about, text: text.slice(0, most), html: "", isEditable: !element.readOnly && !element.disabled };
  }
  const selection = getSelection();
  if (!selection.rangeCount || selection.isCollapsed) return { ...about, text: "", html: "", isEditable: false };
  const range = selection.getRangeAt(0).cloneRange();
  const holder = document.implementation.createHTMLDocument("").createElement("div");
  holder.append(range.cloneContents());
  const parent = range.commonAncestorContainer;
  const host = (parent.nodeType === Node.ELEMENT_NODE ? parent : parent.parentElement)?.closest("[contenteditable]");
  const text = selection.toString();
  globalThis.rememberedSelection = { element: host, range, text };
  return { ...about, text: text.slice(0, most), html: holder.innerHTML.slice(0, most), isEditable: Boolean(host?.isContentEditable) };
}

/** Replaces the remembered selection by a text; false if it is no longer there or cannot be changed. */
export function replaceSelection(text, origin) {
  const { rememberedSelection: remembered } = globalThis;
  if (performance.timeOrigin !== origin || !remembered?.element?.isConnected) return false;
  const { element, start, end, range } = remembered;
  element.focus({ preventScroll: true });
  if (range) {
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    if (selection.toString() !== remembered.text) return false;
    return text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
  }
  const before = element.value;
  if (element.readOnly || element.disabled || before.slice(start, end) !== remembered.text) return false;
  element.setSelectionRange(start, end);
  // Unlike an assignment, a command can be undone by the user.
  if (text) document.execCommand("insertText", false, text); else document.execCommand("delete");
  if (element.value !== before || text === remembered.text) return true;
  element.setRangeText(text, start, end, "end");
  element.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertReplacementText", data: text }));
  return element.value !== before;
}

/** Reads a picture: `{type, data}` with data in base64, or `{error}` with a word for the reason. */
export async function fetchPicture(address, most, patience) {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(patience) });
    if (!response.ok) return { error: "refused" };
    // A response without an end is given up at the bound.
    const reader = response.body.getReader();
    const parts = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > most) { reader.cancel().catch(() => {}); return { error: "large" }; }
      parts.push(part.value);
    }
    const blob = new Blob(parts);
    const data = await new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.onerror = () => reject(reader.error);
      reader.readAsDataURL(blob);
    });
    const type = (response.headers.get("content-type") ?? "").split(";")[0].trim().toLowerCase();
    return { type, data: data.slice(data.indexOf(",") + 1) };
  } catch (error) { return { error: error?.name === "TimeoutError" ? "late" : "refused" }; }
}
