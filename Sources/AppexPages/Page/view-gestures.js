// Gestures on a node: press and hold, drag and pinch, by pointers, wheel and keys. A node has one gesture at a time.

import { attribute } from "./view-layout.js";

const bits = { hold: 1, drag: 2, pinch: 4 };
const keys = { hold: "Space holds", drag: "arrow keys drag", pinch: "plus and minus pinch" };
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const turns = { "+": 1.1, "=": 1.1, "-": 1 / 1.1 };
const center = { x: 0.5, y: 0.5 };
/** The pixels that a finger may move before it drags, the part of the node that an arrow key drags, and the pause that ends a pinch by wheel. */
const [slop, step, pause] = [8, 0.02, 200];

const within = (value, low, high) => Math.min(high, Math.max(low, value || 0));
const reach = (value) => within(value, -100, 100);
const zoom = (value) => within(value, 0.001, 1000);
const takes = ({ attributes: a }, kind) => a.isEnabled !== false && (a.gestures & bits[kind]) !== 0;

/** The rectangle to which the fractions refer: that of a picture that is drawn to fit, otherwise that of the element. */
function frame({ element, kind, attributes: a, pictureSize }) {
  const image = kind === "image" ? element.querySelector("img") : null;
  const box = (image ?? element).getBoundingClientRect();
  // Until a new picture has loaded, that before it counts.
  const [width, height] = (image && pictureSize) ?? [];
  if (!width || a.contentMode !== "scaleAspectFit") return box;
  const scale = Math.min(box.width / width, box.height / height);
  return {
    left: box.left + (box.width - width * scale) / 2, top: box.top + (box.height - height * scale) / 2,
    width: width * scale, height: height * scale,
  };
}

/** A location on the screen as fractions of the rectangle. */
const place = (box, { x, y }) => ({ x: reach((x - box.left) / box.width), y: reach((y - box.top) / box.height) });

/** Reports the phase of a node's gesture, if it has one, with the values that have changed. */
function report(node, phase, changes) {
  const { gesture } = node;
  if (!gesture) return;
  Object.assign(gesture.values, changes);
  if (phase === "ended" || phase === "cancelled") node.gesture = null;
  if (node.element.isConnected) node.send(gesture.kind, { phase, ...gesture.values });
}

/** Begins a gesture in place of the present one. The press is then no click. */
function begin(node, kind, at) {
  report(node, "cancelled");
  node.gesture = { kind, values: { ...at, dx: 0, dy: 0, scale: 1 } };
  node.isDone = node.fingers.size > 0;
  report(node, "began");
}

/** The location of a finger; of two fingers, their middle and their distance. */
function spread(fingers) {
  const [a, b = a] = fingers.values();
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, distance: Math.hypot(a.x - b.x, a.y - b.y) };
}

function press(node, event) {
  const { element, fingers } = node;
  // A control inside the node keeps its presses.
  const control = event.target.closest("button, input, textarea, [tabindex]");
  if (event.button || (control !== element && element.contains(control))) return;
  if (fingers.size > 1 || (fingers.size && !takes(node, "pinch"))) return;
  fingers.set(event.pointerId, event);
  node.from = spread(fingers);
  clearTimeout(node.timer);
  if (fingers.size > 1) return begin(node, "pinch", place(node.box, node.from));
  Object.assign(node, { box: frame(node), isDone: false, released: new AbortController() });
  // Not on the element, which the gesture may hide or cover.
  const until = { signal: node.released.signal };
  addEventListener("pointermove", (moved) => move(node, moved), until);
  addEventListener("pointerup", (last) => release(node, last, "ended"), until);
  addEventListener("pointercancel", (last) => release(node, last, "cancelled"), until);
  if (!takes(node, "hold")) return;
  const hold = () => begin(node, "hold", place(node.box, spread(fingers)));
  const delay = node.attributes.holdDelay ?? 0.5;
  if (delay) node.timer = setTimeout(hold, delay * 1000);
  else hold();
}

function move(node, event) {
  const { fingers, from, box, gesture } = node;
  if (!fingers.has(event.pointerId)) return;
  fingers.set(event.pointerId, event);
  const now = spread(fingers);
  const at = place(box, now);
  const by = { dx: reach((now.x - from.x) / box.width), dy: reach((now.y - from.y) / box.height) };
  if (fingers.size > 1) report(node, "changed", { ...at, scale: zoom(now.distance / (from.distance || 1)) });
  else if (gesture?.kind === "hold") report(node, "changed", at);
  else if (gesture?.kind === "drag") report(node, "changed", { ...at, ...by });
  else if (!node.isDone && Math.hypot(now.x - from.x, now.y - from.y) > slop) {
    clearTimeout(node.timer);
    if (!takes(node, "drag")) return;
    begin(node, "drag", place(box, from));
    report(node, "changed", { ...at, ...by });
  }
}

function release(node, event, phase) {
  if (!node.fingers.delete(event.pointerId)) return;
  clearTimeout(node.timer);
  report(node, phase);
  if (!node.fingers.size) node.released.abort();
}

function wheel(node, event) {
  if (!event.ctrlKey || !takes(node, "pinch")) return;
  event.preventDefault();
  if (node.gesture?.kind !== "pinch") begin(node, "pinch", place(frame(node), event));
  report(node, "changed", { scale: zoom(node.gesture.values.scale * Math.exp(-within(event.deltaY, -25, 25) / 100)) });
  clearTimeout(node.rest);
  node.rest = setTimeout(() => report(node, "ended"), pause);
}

function keydown(node, event) {
  if (event.target !== node.element || event.ctrlKey || event.altKey || event.metaKey) return;
  const [arrow, turn] = [arrows[event.key], turns[event.key]];
  if (event.key === " " && takes(node, "hold")) {
    if (!event.repeat) begin(node, "hold", center);
  } else if (arrow && takes(node, "drag")) {
    if (node.gesture?.kind !== "drag") begin(node, "drag", center);
    const { dx, dy } = node.gesture.values;
    const [right, down] = [reach(dx + arrow[0] * step), reach(dy + arrow[1] * step)];
    report(node, "changed", { x: center.x + right, y: center.y + down, dx: right, dy: down });
  } else if (turn && takes(node, "pinch")) {
    begin(node, "pinch", center);
    report(node, "changed", { scale: turn });
    report(node, "ended");
  } else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function keyup(node, event) {
  if (!node.gesture || node.fingers.size || (event.key !== " " && !arrows[event.key])) return;
  event.preventDefault();
  report(node, "ended");
}

function listen(node) {
  const { element } = node;
  node.fingers = new Map();
  for (const [name, handle] of Object.entries({ wheel, keydown, keyup, pointerdown: press })) {
    // Before the element becomes a button by its own handlers.
    element.addEventListener(name, (event) => handle(node, event), { capture: true, passive: false });
  }
  element.addEventListener("blur", () => { if (!node.fingers.size) report(node, "cancelled"); });
  element.addEventListener("contextmenu", (event) => { if (node.fingers.size) event.preventDefault(); });
  element.addEventListener("click", (event) => {
    if (!node.isDone || !event.detail) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}

/** Makes the element report the gestures that its node has. */
export function applyGestures(node) {
  const { element, kind, attributes: a } = node;
  const kinds = node.view.isLive ? Object.keys(bits).filter((name) => takes(node, name)) : [];
  attribute(element, "data-gestures", kinds.join(" ") || null);
  if (!kinds.length) return;
  if (!node.fingers) listen(node);
  if (kind !== "button") {
    element.tabIndex = 0;
    if (kind === "image" && !a.accessibilityLabel) attribute(element, "aria-label", "Picture");
    if (!element.role || element.role === "presentation") element.role = kind === "image" ? "img" : "group";
  }
  if (!a.accessibilityHint) attribute(element, "aria-description", kinds.map((name) => keys[name]).join(", "));
}
