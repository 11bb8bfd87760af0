// The WebSocket: calls with answers, and notifications from the device.

import { toast } from "./dom.js";

const waiting = new Map();
/** Whether a message exceeds 256 KiB, for which the device would close the connection. */
const isTooLong = (message) => new Blob([message]).size > 250_000;
const listeners = new Map();
let socket = null;
let last = 0;
let pause = 250;
let isWelcome = false;

// Duplicating a tab copies its storage, so the identifier is stored only while the page is not loaded.
let tab = sessionStorage.getItem("tab");
sessionStorage.removeItem("tab");
addEventListener("pagehide", () => { if (tab) sessionStorage.setItem("tab", tab); });

/** Calls `listener` with each message of a kind. Kinds of its own: `welcome`, `lost`, `locked`. */
export function on(kind, listener) {
  if (!listeners.has(kind)) listeners.set(kind, new Set());
  listeners.get(kind).add(listener);
  return () => listeners.get(kind).delete(listener);
}

const tell = (kind, message) => { for (const listener of [...(listeners.get(kind) ?? [])]) listener(message); };

/** The error of a refused call: `message` to display, and the identifier of a `report`, if there is one. */
export class Refusal extends Error {
  constructor({ message, report }) { super(message); this.report = report; }
}

const tooLong = "This is too much text at once. Use a part of it.";

/** Calls the device; rejects with a Refusal. */
export function call(action, values = {}) {
  return new Promise((resolve, reject) => {
    if (!isWelcome) return reject(new Refusal({ message: "The device cannot be reached now." }));
    const n = ++last;
    const message = JSON.stringify({ ...values, n, do: action });
    if (isTooLong(message)) return reject(new Refusal({ message: tooLong }));
    waiting.set(n, { resolve, reject });
    socket.send(message);
  });
}

/** Sends the device a message without an answer; false if it could not be sent. */
export function send(action, values) {
  const message = JSON.stringify({ ...values, n: 0, do: action });
  if (isTooLong(message)) toast(tooLong);
  else if (isWelcome) { socket.send(message); return true; }
  return false;
}

export function connect() {
  socket = new WebSocket(new URL("socket", location.href.split("#")[0].replace(/^http/, "ws")));
  socket.addEventListener("open", () => {
    const n = ++last;
    waiting.set(n, {
      resolve: (welcome) => {
        tab = welcome.tab;
        pause = 250;
        isWelcome = true;
        tell("welcome", welcome);
      },
      reject: () => socket.close(),
    });
    socket.send(JSON.stringify({ n, do: "hello", tab: tab ?? undefined }));
  });
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    if (message.re === undefined) return tell(message.is, message);
    const call = waiting.get(message.re);
    waiting.delete(message.re);
    if (message.error) call?.reject(new Refusal(message.error));
    else call?.resolve(message.ok);
  });
  socket.addEventListener("close", lost);
}

async function lost() {
  const wasWelcome = isWelcome;
  isWelcome = false;
  for (const { reject } of waiting.values()) reject(new Refusal({ message: "The connection to the device was lost." }));
  waiting.clear();
  if (wasWelcome) tell("lost");
  // A WebSocket does not report why it was refused, but a request does.
  const answer = await fetch("ping").catch(() => null);
  if (answer?.status === 401) return tell("locked");
  if (answer?.status === 404 && !wasWelcome) return tell("locked");
  if (!wasWelcome) tell("lost");
  setTimeout(connect, pause);
  pause = Math.min(pause * 2, 4000);
}
