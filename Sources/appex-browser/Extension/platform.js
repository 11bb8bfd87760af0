// What differs between Chromium and Firefox.

/** The browser's interface for extensions. Both browsers have it with promises. */
export const api = globalThis.browser ?? globalThis.chrome;

/** Whether the panel is a sidebar of Firefox. */
export const isFirefox = Boolean(api.sidebarAction);

/** Whether a message comes from a page or the background of this WebExtension, and not from a script in a page. */
export const isOwn = ({ id, url }) => id === api.runtime.id && Boolean(url?.startsWith(api.runtime.getURL("")));

/** Opens the panel of a window. The call has to be made directly in a handler of the user's action. */
export const openPanel = (window) => (isFirefox ? api.sidebarAction.open() : api.sidePanel.open({ windowId: window }));

/** Whether scripts of extensions may be run in pages. */
export async function mayRunScripts() {
  // Before version 153 Firefox can only run scripts that are registered for sites.
  if (typeof api.userScripts?.execute !== "function") return false;
  // Chromium has the functions also where the user has not allowed it.
  try { await api.userScripts.getScripts(); return true; } catch { return false; }
}

/**
 * Asks for the permission to run scripts in pages, directly in the handler of a click.
 * Firefox asks the user; Chromium only has a page with a switch.
 */
export async function askForScripts() {
  if (isFirefox) return api.permissions.request({ permissions: ["userScripts"] });
  await api.tabs.create({ url: `chrome://extensions/?id=${api.runtime.id}` });
  return false;
}
