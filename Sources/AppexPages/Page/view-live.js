// A view that an extension updates while it is shown, wherever the updates come from.

import { View } from "./view.js";

/** The size that is available for a view, and the user's display settings. */
export function traits(width, height, isExpanded) {
  return {
    width, height, scale: devicePixelRatio, isDark: matchMedia("(prefers-color-scheme: dark)").matches,
    isRightToLeft: document.dir === "rtl", language: navigator.language, isExpanded,
  };
}

// Events that were sent before a reload have smaller numbers.
let events = Date.now();

/** The view of a session. */
export class SessionView {
  /**
   * @param send sends a message about the session; false if it could not be sent.
   * @param address returns the address of an image with a number and generation, or a promise of it.
   */
  constructor(session, { send, address }) {
    this.tell = (action) => send(action, { session });
    this.view = new View({
      send: (node, event, values) => {
        // A refused value is not shown as if the extension had accepted it.
        if (!send("input", { session, event: { number: ++events, node, event, ...values } })) this.tell("whole");
        return events;
      },
      address,
    });
  }

  /** Processes a message about the view; false if one was missed, and the whole view was requested. */
  take(message) {
    const isFirst = this.serial === undefined;
    if (message.whole) {
      // Elements are reused only within one sequence of updates. A page that starts again creates them again.
      if (!isFirst) this.view.reset();
    } else if (message.v !== this.serial + 1) {
      if (message.v > this.serial) this.tell("whole");
      return false;
    }
    this.serial = message.v;
    this.view.apply(message.ops, message.handled);
    if (isFirst) requestAnimationFrame(() => this.tell("presented"));
    return true;
  }
}
