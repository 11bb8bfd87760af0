// The toolbar's button and the menu: remembers what the user wants to share, and opens the panel.

import { api, isOwn, openPanel } from "./platform.js";
import { menu, readSubject } from "./subject.js";

/** By window, the newest subject: its promise until a panel has taken it. */
const newest = new Map();

/** Opens the panel and reads the subject. An open panel is sent it; another fetches it when it has been loaded. */
async function share(tab, info) {
  // The browser accepts this only before anything else is awaited.
  const opening = openPanel(tab.windowId);
  const reading = readSubject(tab, info);
  const own = { reading };
  newest.set(tab.windowId, own);
  await opening.catch(() => {});
  const subject = await reading;
  // One that takes longer to read does not replace a newer one.
  if (newest.get(tab.windowId) !== own) return;
  const isTaken = await api.runtime.sendMessage({ is: "subject", window: tab.windowId, subject }).catch(() => false);
  if (isTaken) own.reading = null;
}

api.action.onClicked.addListener((tab) => { share(tab); });
api.contextMenus.onClicked.addListener((info, tab) => { if (tab && menu[info.menuItemId]) share(tab, info); });

api.runtime.onInstalled.addListener(async () => {
  await api.contextMenus.removeAll();
  for (const [id, title] of Object.entries(menu)) {
    // The browser calls a picture an image.
    api.contextMenus.create({ id, title, contexts: [id === "picture" ? "image" : id] });
  }
});

api.runtime.onMessage.addListener((message, sender, answer) => {
  if (!isOwn(sender) || message.do !== "take") return false;
  const own = newest.get(message.window);
  Promise.resolve(own?.reading ?? null).then(answer);
  if (own) own.reading = null;
  return true;
});
