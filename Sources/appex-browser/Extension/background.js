// The toolbar's button and the menu: remembers what the user wants to share, and opens the panel.

import { api, openPanel } from "./platform.js";
import { menu, readSubject } from "./subject.js";

/** By window, the promise of a subject for a panel that is not open yet. */
const waiting = new Map();

/** Opens the panel and reads the subject. An open panel is sent it; another fetches it when it has been loaded. */
async function share(tab, info) {
  // The browser accepts this only before anything else is awaited.
  const opening = openPanel(tab.windowId);
  const reading = readSubject(tab, info);
  waiting.set(tab.windowId, reading);
  await opening.catch(() => {});
  const subject = await reading;
  const isTaken = await api.runtime.sendMessage({ is: "subject", window: tab.windowId, subject }).catch(() => false);
  if (isTaken && waiting.get(tab.windowId) === reading) waiting.delete(tab.windowId);
}

api.action.onClicked.addListener((tab) => { share(tab); });
api.contextMenus.onClicked.addListener((info, tab) => { if (tab && menu[info.menuItemId]) share(tab, info); });

api.runtime.onInstalled.addListener(async () => {
  await api.contextMenus.removeAll();
  for (const [context, title] of Object.entries(menu)) api.contextMenus.create({ id: context, title, contexts: [context] });
});

api.runtime.onMessage.addListener((message, sender, answer) => {
  if (sender.id !== api.runtime.id) return false;
  // A panel that has to be loaded again leaves its subject here.
  if (message.do === "keep") waiting.set(message.window, Promise.resolve(message.subject));
  if (message.do !== "take") return false;
  const subject = waiting.get(message.window);
  waiting.delete(message.window);
  Promise.resolve(subject ?? null).then(answer);
  return true;
});
