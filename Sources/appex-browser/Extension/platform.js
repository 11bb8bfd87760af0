// What differs between Chromium and Firefox.

/** The browser's interface for extensions. Both browsers have it with promises. */
export const api = globalThis.browser ?? globalThis.chrome;

/** Whether the panel is a sidebar of Firefox. */
export const isFirefox = Boolean(api.sidebarAction);

/** Opens the panel of a window. The call has to be made directly in a handler of the user's action. */
export const openPanel = (window) => (isFirefox ? api.sidebarAction.open() : api.sidePanel.open({ windowId: window }));

/** Whether scripts of extensions may be run in pages. */
export async function mayRunScripts() {
  // Chromium has the object also where the user has not allowed it.
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
