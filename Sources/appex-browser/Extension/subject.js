// What the user wants to share: a page, or a selection, a link or a picture in it.

import { describeLink, describePage, describeSelection } from "./in-page.js";
import { PageFailure, runIn } from "./page.js";

/** The bounds of the host, in bytes of UTF-8. */
const most = { text: 1_000_000, url: 64_000, title: 1_000 };

const size = (text) => new TextEncoder().encode(text).length;

/** The menu's items by the kinds of subjects. */
export const menu = { page: "Share Page…", selection: "Share Selection…", link: "Share Link…", picture: "Share Picture…" };

/**
 * Runs a function in a frame and returns its result with the document's identifier; null if the browser forbids it.
 * Rejects with a PageFailure if the page does not respond.
 */
async function inFrame(tab, frame, func, args) {
  // Chromium sometimes grants the access to the tab only after the event of the button.
  for (const pause of [0, 100, 400]) {
    await new Promise((done) => setTimeout(done, pause));
    try {
      const { result, documentId } = await runIn({ tabId: tab, frameIds: [frame] }, func, args);
      return result ? { ...result, place: { tab, document: documentId, origin: result.origin } } : null;
    } catch (error) {
      if (error instanceof PageFailure) throw error;
    }
  }
  return null;
}

/** The name of a site for the user. */
function siteOf(url) {
  try {
    const { protocol, host } = new URL(url);
    return host || (protocol === "file:" ? "This computer" : "");
  } catch { return ""; }
}

const unreadable = "The browser does not let extensions see this page. Open a web page and try again.";

/** The file name of a picture by its address. */
function nameOf(address) {
  try {
    const { protocol, pathname } = new URL(address);
    const last = decodeURIComponent(pathname.split("/").at(-1));
    return /^(https?|file):$/.test(protocol) && last ? last.slice(0, 200) : "Picture";
  } catch { return "Picture"; }
}

async function selection(tab, info, page) {
  const found = await inFrame(tab.id, info.frameId ?? 0, describeSelection);
  const text = found?.text || info.selectionText || "";
  if (!text) return { error: "Nothing is selected in the page. Select some text and try again." };
  if (size(text) > most.text) return { error: "The selection is too long to be shared. Select a part of it." };
  const html = found?.html && size(found.html) <= most.text ? found.html : "";
  return {
    things: { selection: { text, html, url: page.url, title: page.title } }, text: text.slice(0, 200),
    editable: found?.isEditable && found.text ? found.place : null,
  };
}

async function link(tab, info) {
  const found = info.linkText ? null : await inFrame(tab.id, info.frameId ?? 0, describeLink, [info.linkUrl]);
  const text = (info.linkText ?? found?.text ?? "").slice(0, most.title);
  return { things: { link: { url: info.linkUrl, text } }, text: text || info.linkUrl };
}

async function picture(tab, info) {
  const name = nameOf(info.srcUrl);
  const found = await inFrame(tab.id, info.frameId ?? 0, describePage);
  return { things: { picture: { name } }, text: name, source: info.srcUrl, place: found?.place ?? null };
}

/** What the user wants to share, from a page with this description; null stands for a page that cannot be read. */
async function subjectIn(tab, info, kind, found) {
  const page = { url: found?.url ?? tab.url ?? "", title: (found?.title || tab.title || "").slice(0, most.title) };
  const subject = { kind, title: page.title || siteOf(page.url) || "This page", site: siteOf(page.url), place: found?.place ?? null };
  if (!/^(https?|file|ftp):/.test(page.url) && !found) return { ...subject, title: "This page", error: unreadable };
  const about = await { selection, link, picture }[kind]?.(tab, info, page) ?? { things: { page } };
  const url = Object.values(about.things ?? {})[0]?.url ?? "";
  if (size(url) > most.url) return { ...subject, error: "The address is too long to be shared." };
  return { ...subject, ...about };
}

/**
 * Reads what the user wants to share. It is called in the background directly after the user's action.
 *
 * @param info what the menu says about the place that was clicked, or undefined for the toolbar's button.
 * @returns a plain object for the panel: `id`, `kind`, `title`, `site`, `place` of the document if it can be reached,
 *   and `things`, or else `error`. It is never rejected.
 */
export async function readSubject(tab, info) {
  const id = crypto.randomUUID();
  const kind = info?.menuItemId ?? "page";
  try { return { id, ...await subjectIn(tab, info, kind, await inFrame(tab.id, 0, describePage)) }; } catch (error) {
    const title = (tab.title || "This page").slice(0, most.title);
    return { id, kind, title, site: siteOf(tab.url), place: null, error: error.message };
  }
}
