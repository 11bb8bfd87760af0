// Draws an extension's view: its tree of known nodes as elements of this page. Nothing of the extension runs here, and
// its texts are only inserted as text.

import { h } from "./dom.js";
import { applyGestures } from "./view-gestures.js";
import { kinds } from "./view-kinds.js";
import { applyLayout } from "./view-layout.js";

/** The attribute that an event changes, and the name of its value in the event. */
const valueOf = { setFlag: ["isOn", "on"], setNumber: ["value", "value"], select: ["selectedIndex", "place"], edit: ["text", "text"], focus: ["isFocused", "on"] };

/** One node of the tree with its element. */
class Node {
  constructor(view, id, kind, parent) {
    Object.assign(this, { view, id, kind, parent, children: [], attributes: {}, told: {} });
    this.rule = kinds[kind];
    this.element = this.rule.make(this);
    this.element.classList.add("v", `v-${kind}`);
  }

  /** Sends an event to the extension, which assumes that the new value is shown and does not send it back. */
  send(event, values) {
    const [name, key] = valueOf[event] ?? [];
    const number = this.view.send(this.id, event, values);
    if (!name) return;
    this.attributes[name] = values[key];
    this.told[name] = number;
  }

  draw() {
    applyLayout(this);
    this.rule.draw?.(this, this.attributes);
    applyGestures(this);
  }

  /** The element into which a child is inserted. */
  slot(child) { return this.rule.slot?.(this, child) ?? this.element; }
}

/** A view that is controlled by the extension. */
export class View {
  /**
   * @param send receives node, event and values; returns an increasing number.
   * @param address returns the address of an image with a number and generation, or a promise of it.
   */
  constructor({ send, address, isLive = true }) {
    Object.assign(this, { send: (...event) => (isLive ? send(...event) : 0), address, isLive });
    this.element = h("div", { class: "view" });
    this.reset();
  }

  /** Starts again with a whole tree; the focused node gets the focus back. */
  reset() {
    const active = document.activeElement;
    this.focused = [...(this.nodes?.values() ?? [])].find(({ element }) => element === active)?.id;
    this.handled = 0;
    this.nodes = new Map();
    this.window = new Node(this, 0, "window", null);
    this.nodes.set(0, this.window);
    this.element.replaceChildren(this.window.element);
  }

  /** Applies operations to the tree, and records the last event that the extension has handled. */
  apply(operations, handled = 0) {
    const active = document.activeElement;
    const hadFocus = this.element.contains(active);
    this.handled = Math.max(this.handled, handled);
    const dirty = new Set();
    const reordered = new Set();
    for (const [what, id, ...rest] of operations) {
      const node = this.nodes.get(id);
      if (what === "i") this.insert(id, rest, dirty, reordered);
      else if (!node) continue;
      else if (what === "s") {
        const [name, value] = rest;
        // The extension sent this before it received the value that the user has set.
        if (node.told[name] > this.handled) continue;
        if (value === undefined) delete node.attributes[name];
        else node.attributes[name] = value;
        if (name === "isFocused") node.wantsFocus = value === true;
        dirty.add(node);
        if (name === "placement" || name === "position") reordered.add(node.parent);
      } else if (what === "m") {
        const siblings = node.parent.children;
        siblings.splice(siblings.indexOf(node), 1);
        siblings.splice(rest[0], 0, node);
        reordered.add(node.parent);
      } else if (what === "r") this.remove(node, reordered);
    }
    for (const node of reordered) if (this.nodes.has(node.id)) { this.place(node); dirty.add(node); }
    for (const node of dirty) if (this.nodes.has(node.id)) node.draw();
    this.settleLayers();
    this.moveFocus(dirty, hadFocus, active);
  }

  insert(id, [kind, parentId, index], dirty, reordered) {
    const parent = this.nodes.get(parentId);
    if (!parent || this.nodes.has(id) || !kinds[kind]) return;
    const node = new Node(this, id, kind, parent);
    this.nodes.set(id, node);
    parent.children.splice(index, 0, node);
    dirty.add(node);
    reordered.add(parent);
  }

  remove(node, reordered) {
    const { children } = node.parent;
    children.splice(children.indexOf(node), 1);
    node.element.remove();
    reordered.add(node.parent);
    const forget = (gone) => { this.nodes.delete(gone.id); gone.children.forEach(forget); };
    forget(node);
  }

  /** Sorts the elements of a node's children. Those in place are not moved, and so keep the focus. */
  place(node) {
    const last = new Map();
    for (const child of node.children) {
      const slot = node.slot(child);
      const before = last.get(slot);
      const next = before ? before.nextSibling : slot.firstChild;
      if (next !== child.element) slot.insertBefore(child.element, next);
      last.set(slot, child.element);
    }
  }

  /** Makes everything except the front screen inert. */
  settleLayers() {
    const layers = this.window.children;
    this.front = layers.findLast(({ attributes }) => attributes.isHidden !== true);
    for (const { element } of layers) element.inert = element !== this.front?.element;
  }

  moveFocus(dirty, hadFocus, active) {
    if (!this.isLive) return;
    if (this.focused !== undefined && this.nodes.size > 1) {
      this.nodes.get(this.focused)?.element.focus();
      this.focused = undefined;
    }
    for (const node of dirty) {
      if (node.wantsFocus) node.element.focus();
      else if (node.wantsFocus === false) node.element.blur();
      node.wantsFocus = undefined;
    }
    const isNewFront = this.front !== this.lastFront;
    this.lastFront = this.front;
    const isLost = hadFocus && (!active.isConnected || active.closest("[inert]"));
    if ((isLost || (isNewFront && hadFocus)) && !this.front?.element.contains(document.activeElement)) {
      this.front?.element.focus({ preventScroll: true });
    }
  }

  /** Whether a button of the front bar is visible and enabled. */
  hasWayOut() {
    const isUsable = ({ kind, attributes: a, children }, around) => {
      const opacity = around * (a.opacity ?? 1);
      if (a.isHidden === true || opacity < 0.5) return false;
      return kind === "barButton" ? a.isEnabled !== false : children.some((child) => isUsable(child, opacity));
    };
    return Boolean(this.front) && isUsable(this.front, 1);
  }

  /** Handles Escape inside the view; false if the surrounding dialog has to handle it. */
  escape() {
    const { front } = this;
    const back = front?.element.querySelector("[data-placement=back]:enabled");
    if (back?.checkVisibility()) { back.click(); return true; }
    if (!front || (front === this.window.children[0] && front.kind !== "alert")) return false;
    if (front.kind === "alert") {
      const choices = front.children.filter(({ kind }) => kind === "alertAction");
      const cancel = choices.find(({ attributes }) => attributes.role === "cancel");
      if (cancel) cancel.send("activate");
      else if (!choices.length) front.send("close");
    } else if (front.attributes.isDismissible !== false) front.send("close");
    return true;
  }

  /** The value of an attribute of the window or of the front screen. */
  get(name) { return this.front?.attributes[name] ?? this.window.attributes[name]; }
}
