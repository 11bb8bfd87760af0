// One document of a tab: what is run in it, and its end.

import { beganAt, fetchPicture, replaceSelection, watchPage } from "./in-page.js";
import { api } from "./platform.js";

/** The time that a script has for its answer, and the additional time for a page that is blocked, in milliseconds. */
const patience = 10_000, grace = 2_000;
/** The time that a page has for a function of this WebExtension, and that a picture has to arrive, in milliseconds. */
const patienceForOwn = 5_000, patienceForPicture = 20_000;
/** The largest picture and the longest answer of a script. */
const mostPicture = 16_000_000, mostAnswer = 16_000_000;

/** A failure in a page, as a sentence for the user. */
export class PageFailure extends Error {}

/** The value of a promise; rejects with a sentence if it is not settled in time. */
export function within(promise, milliseconds, sentence) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new PageFailure(sentence)), milliseconds); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Runs a function of this WebExtension in frames of a tab; the result for the first of them. */
export async function runIn(target, func, args = [], milliseconds = patienceForOwn) {
  const running = api.scripting.executeScript({ target, injectImmediately: true, func, args });
  const [found] = await within(running, milliseconds, "The page does not respond.");
  return found;
}

const gone = "The page was closed or replaced by another. Press the button in the toolbar again.";
const forbidden = "The browser does not let extensions run scripts in this page.";
const ending = "\n;return typeof ExtensionPreprocessingJS === \"undefined\" ? undefined : ExtensionPreprocessingJS;\n";

/** The answer of `openExtensionPage`. A file that ends the function around it can make that anything. */
function answerIn(text, name) {
  if (text.length > mostAnswer) throw new PageFailure("The script's answer is too large.");
  let answer;
  try { answer = JSON.parse(text); } catch { answer = null; }
  if (!answer) throw new PageFailure(`The script of ${name} is not valid JavaScript.`);
  if (answer.ok === undefined) throw new PageFailure(String(answer.error).slice(0, 600));
  return answer;
}

/** A document that was the user's subject. It is never another one, even if that has the same address. */
export class Page {
  /** @param place the tab, the document's identifier and the time at which the document began. */
  constructor({ tab, document, origin }) {
    Object.assign(this, { tab, document, origin, isGone: false });
    this.target = { tabId: tab, documentIds: [document] };
    this.end = new Promise((resolve) => { this.ended = resolve; });
    this.watch();
  }

  /** Watches for the end of the document by a connection that closes with it. */
  async watch() {
    const name = `watch ${this.document} ${crypto.randomUUID()}`;
    const listener = (port) => {
      const { sender } = port;
      if (port.name !== name || sender?.id !== api.runtime.id || sender.tab?.id !== this.tab) return;
      api.runtime.onConnect.removeListener(listener);
      if (this.isReleased) return void port.disconnect();
      this.port = port;
      port.onDisconnect.addListener(() => this.leave());
    };
    api.runtime.onConnect.addListener(listener);
    // A page that does not respond is still there.
    const isThere = await runIn(this.target, watchPage, [name, this.origin]).then(({ result }) => result, (error) => error instanceof PageFailure);
    if (!isThere) { api.runtime.onConnect.removeListener(listener); this.leave(); }
  }

  leave() {
    this.isGone = true;
    this.ended();
  }

  /** Stops watching. */
  release() {
    this.isReleased = true;
    this.port?.disconnect();
  }

  /** Evaluates a call of `openExtensionPage` in the world of an extension; the parsed answer. */
  async evaluate({ id, name }, call) {
    if (this.isGone) throw new PageFailure(gone);
    // In Chromium an identifier of a document may also find the next document of the same tab. There the guard makes a property that
    // cannot be declared again, and the declaration in the code is an error before any of it runs. The call contains the extension's
    // file, which can end every bracket around it, so a condition in the code itself would not hold.
    const mark = `document_${crypto.randomUUID().replaceAll("-", "")}`;
    const guard = `if (performance.timeOrigin !== ${Number(this.origin)}) Object.defineProperty(globalThis, "${mark}", { value: true });`;
    const code = `let ${mark};\ntypeof openExtensionPage === "object" ? ${call} : "gone"`;
    const running = api.userScripts.execute({
      target: this.target, worldId: id, injectImmediately: true, js: [{ file: "page-script.js" }, { code: guard }, { code }],
    }).catch(() => { throw new PageFailure(this.isGone ? gone : forbidden); });
    const left = this.end.then(() => { throw new PageFailure(gone); });
    const late = `The page did not respond while the script of ${name} was running.`;
    const [{ result, error }] = await within(Promise.race([running, left]), patience + grace, late);
    if (result === "gone" || (typeof result !== "string" && !(await this.isThere()))) throw new PageFailure(gone);
    if (typeof result !== "string") {
      const detail = String(error?.message ?? "").slice(0, 200);
      throw new PageFailure(detail ? `The script of ${name} is not valid JavaScript: ${detail}.` : `The script of ${name} is not valid JavaScript.`);
    }
    return answerIn(result, name);
  }

  /** Whether the document is still in its tab. */
  isThere() {
    return runIn(this.target, beganAt, [this.origin]).then(({ result }) => result === true, (error) => error instanceof PageFailure);
  }

  /** Runs an extension's script; its encoded answer. */
  async run(extension, script) {
    const options = JSON.stringify({ extensionName: extension.name, patience });
    const { ok } = await this.evaluate(extension, `openExtensionPage.run(function () {\n${script}${ending}}, ${options})`);
    if (typeof ok !== "string" || ok.length > mostAnswer) throw new PageFailure("The script's answer is too large.");
    return ok;
  }

  /** Calls `finalize` of the script that has been run; whether it has that. */
  async finalize(extension, argument) {
    const { called } = await this.evaluate(extension, `openExtensionPage.finalize(${JSON.stringify(argument)})`);
    return called === true;
  }
}

/** Replaces the selection that was read in a document; false if that is no longer possible. */
export function replaceIn({ tab, document, origin }, text) {
  return runIn({ tabId: tab, documentIds: [document] }, replaceSelection, [text, origin]).then(({ result }) => result === true, () => false);
}

/** The media type of a picture of a kind that extensions are offered for, by its first bytes in base64; else null. */
function kindOf(data) {
  let head;
  try { head = atob(data.slice(0, 16)); } catch { return null; }
  if (head.startsWith("\x89PNG")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("GIF8")) return "image/gif";
  if (head.startsWith("RIFF") && head.slice(8) === "WEBP") return "image/webp";
  return head.slice(4) === "ftypavif" ? "image/avif" : null;
}

/** Reads a picture in the page, and in the panel if the page may not read it; `{type, data}` with data in base64. */
export async function readPicture(place, address) {
  const page = place && { tabId: place.tab, documentIds: [place.document] };
  const args = [address, mostPicture, patienceForPicture];
  const read = page
    ? await runIn(page, fetchPicture, args, patienceForPicture + patienceForOwn).then(({ result }) => result, () => null) : null;
  const found = read && read.error !== "refused" ? read : await fetchPicture(...args);
  if (found.error === "large") throw new PageFailure("The picture is too large to be shared.");
  if (found.error === "late") throw new PageFailure("The picture did not arrive within 20 seconds.");
  const data = String(found.data ?? "");
  if (data.length > mostPicture / 3 * 4 + 4) throw new PageFailure("The picture is too large to be shared.");
  const type = kindOf(data);
  if (type) return { type, data };
  if (/^image\//.test(found.type)) throw new PageFailure("The picture cannot be shared: it is not PNG, JPEG, GIF, WebP or AVIF.");
  throw new PageFailure("The site does not allow its picture to be read. Save the picture and share the file.");
}
