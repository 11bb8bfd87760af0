// The connection to the native program `appex-browser`, which ends with the panel.

import { api } from "./platform.js";

const name = "org.openextensionkit.browser";
/** The largest message for the host, in bytes. */
const most = 24_000_000;
/** The largest message of the host, in characters. */
const mostReceived = 64_000_000;

/** The number of calls that wait for answers at a time. The host refuses more than 16 calls, of which some have no answer. */
const mostCalls = 12;
/** Calls that are sent before others: what the user waits for, and what ends work. */
const urgent = ["cancel", "image"];

/** By number, the calls that wait for answers. */
const waiting = new Map();
/** The calls that have not been sent yet. */
let queue = [];
const listeners = new Map();
let port = null;
let last = 0;
/** The sentence with which the host has ended, if it has sent one. */
let reasonOfHost = null;
let parts = [];

/** The error of a refused call: `message` is a sentence for the user. */
export class Refusal extends Error {
  constructor({ message, report }) { super(String(message).slice(0, 1000)); this.report = report; }
}

const tooLong = "This is too much to be shared at once. Share a part of it.";
const lost = "The program appex-browser has ended. Try again.";
const missing = "The program appex-browser is not installed for this browser. Run “appex browser install” in a terminal.";

/** Calls `listener` with each message of a kind. The kind `lost` is the end of the connection. */
export function on(kind, listener) { listeners.set(kind, listener); }

/** Forgets the connection, which ends the host and all of its sessions. */
export function disconnect() {
  port?.disconnect();
  if (port) forget(port, lost);
}

function forget(ended, reason) {
  if (ended !== port) return;
  port = null;
  parts = [];
  const error = new Refusal({ message: reasonOfHost ?? reason });
  const calls = [...waiting.values(), ...queue];
  waiting.clear();
  queue = [];
  for (const { reject } of calls) reject(error);
  listeners.get("lost")?.(error);
}

function ended(old) {
  const message = old.error?.message ?? api.runtime.lastError?.message ?? "";
  // Chromium says "not found" or "forbidden"; Firefox says "No such native application".
  forget(old, /not found|forbidden|no such native|not installed/i.test(message) ? missing : lost);
}

/** The message of which this is a part, if it is complete; else null. */
function whole(message) {
  const { part, of, text } = message;
  if (part === undefined) return message;
  const isNext = typeof text === "string" && part === parts.length + 1 && part <= of && of <= 1000;
  const length = parts.reduce((sum, one) => sum + one.length, 0) + (text?.length ?? 0);
  if (!isNext || length > mostReceived) { disconnect(); return null; }
  parts.push(text);
  if (part < of) return null;
  const joined = parts.join("");
  parts = [];
  try { return JSON.parse(joined); } catch { disconnect(); return null; }
}

function receive(received) {
  const message = whole(received);
  if (!message) return;
  if (message.is === "refused") {
    reasonOfHost = message.message;
    // The host ends when the connection is closed.
    disconnect();
    return;
  }
  if (message.re === undefined) { listeners.get(message.is)?.(message); return; }
  const call = waiting.get(message.re);
  waiting.delete(message.re);
  if (message.error) call?.reject(new Refusal(message.error));
  else call?.resolve(message.ok);
  sendNext();
}

/** Sends the calls for which there is room. */
function sendNext() {
  while (port && queue.length && waiting.size < mostCalls) {
    const place = queue.findIndex(({ message }) => urgent.includes(message.do));
    const [next] = queue.splice(Math.max(place, 0), 1);
    const n = ++last;
    waiting.set(n, next);
    port.postMessage({ ...next.message, n });
  }
}

function connect() {
  if (port) return;
  reasonOfHost = null;
  port = api.runtime.connectNative(name);
  const own = port;
  port.onMessage.addListener((message) => { if (own === port) receive(message); });
  port.onDisconnect.addListener(ended);
  call("hello").catch(() => {});
}

/** A message without half surrogate pairs, which a page can make and which Firefox would send as they are. */
function wellFormed(value) {
  if (typeof value === "string") return value.isWellFormed() ? value : value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, wellFormed(one)]));
}

/** Whether a message is too large. Only long ones are measured. */
function isTooLong(values) {
  const text = JSON.stringify(values);
  return text.length > most / 4 && new Blob([text]).size > most;
}

/** Calls the host and connects to it before if necessary; rejects with a Refusal. */
export function call(action, values = {}) {
  return new Promise((resolve, reject) => {
    connect();
    if (isTooLong(values)) return reject(new Refusal({ message: tooLong }));
    queue.push({ message: { ...wellFormed(values), do: action }, resolve, reject });
    sendNext();
  });
}

/** Sends the host a message without an answer; false if it could not be sent. */
export function send(action, values) {
  if (!port || isTooLong(values)) return false;
  port.postMessage({ ...wellFormed(values), n: 0, do: action });
  return true;
}
