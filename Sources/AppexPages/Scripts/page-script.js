// Runs an extension's JavaScript file in a page: `run` and `finalize` of the `ExtensionPreprocessingJS` that it defines.
//
// This is a classic script for the isolated world of one extension. It uses no interface of a browser's extensions, so
// that it can also be evaluated through the Chrome DevTools protocol. Its only global is `openExtensionPage`.
(() => {
  "use strict";

  // A second evaluation in the same document keeps the script that has been run.
  if (Object.getOwnPropertyDescriptor(globalThis, "openExtensionPage")) return;

  // The extension's file may replace any of these, for example by a polyfill.
  const { Promise, Error, Date, String, Uint8Array, setTimeout, clearTimeout, atob } = globalThis;
  const { apply } = Reflect;
  const { defineProperty, freeze, keys } = Object;
  const { isFinite } = Number;
  const { isArray } = Array;
  const { parse, stringify } = JSON;
  const { toString } = Object.prototype;
  const { then } = Promise.prototype;
  const { getTime } = Date.prototype;
  const { slice, charCodeAt, toWellFormed } = String.prototype;
  const nodeType = Object.getOwnPropertyDescriptor(Node.prototype, "nodeType").get;
  const unwrap = {
    __proto__: null, "[object String]": String.prototype.valueOf, "[object Number]": Number.prototype.valueOf,
    "[object Boolean]": Boolean.prototype.valueOf,
  };

  // What an extension can receive: a message has at most 4 MB, and 65,536 values on one level. The host counts bytes.
  const most = { levels: 20, values: 60_000, characters: 4_000_000 };
  /** The longest argument of `finalize`, as JSON. */
  const mostArgument = 16_000_000;

  /** A failure with a kind, and a message of one sentence. */
  class Fault extends Error {
    constructor(kind, message) { super(message); this.kind = kind; }
  }

  const well = (text) => (toWellFormed ? apply(toWellFormed, text, []) : text);
  const short = (text, length) => (text.length > length ? `${well(apply(slice, text, [0, length]))}…` : well(text));

  /** What a thrown value says, as the end of a sentence. */
  function reason(thrown) {
    try {
      const text = short(String(thrown?.message || thrown), 200);
      return text[text.length - 1] === "." ? text : `${text}.`;
    } catch { return "an unknown error."; }
  }

  const tooLarge = (words) => new Fault("tooLarge", `The answer has more than ${words}.`);
  const failure = (fault) => `{"error":${stringify(well(String(fault.message)))},"kind":${stringify(fault.kind)}}`;

  /** The result of a function, or undefined if it throws. */
  function attempt(method, value) {
    try { return apply(method, value, []); } catch { return undefined; }
  }

  function read(value, key, path) {
    try { return value[key]; } catch (thrown) {
      throw new Fault("unsuitable", `The answer's value ${short(path, 100)} cannot be read: ${reason(thrown)}`);
    }
  }

  /** Encodes values as JSON text. Values that have no form in a property list are left out. */
  class Encoder {
    values = 0;
    characters = 0;
    parents = [];

    /** The text of a value, or undefined if it is left out. */
    text(value, path) {
      this.values += 1;
      if (this.values > most.values) throw tooLarge("60,000 values");
      if (typeof value === "string") return this.quoted(value);
      if (typeof value === "number") return isFinite(value) ? this.counted(`${value}`) : undefined;
      if (typeof value === "boolean") return this.counted(`${value}`);
      return typeof value === "object" && value !== null ? this.object(value, path) : undefined;
    }

    counted(text) {
      this.characters += text.length + 1;
      if (this.characters > most.characters) throw tooLarge("4 million characters");
      return text;
    }

    quoted(text) {
      if (text.length > most.characters) throw tooLarge("4 million characters");
      return this.counted(stringify(well(text)));
    }

    object(value, path) {
      let tag, isList;
      try { tag = apply(toString, value, []); isList = isArray(value); } catch (thrown) {
        throw new Fault("unsuitable", `The answer's value ${short(path, 100)} cannot be read: ${reason(thrown)}`);
      }
      if (!isList && tag !== "[object Object]") {
        if (attempt(nodeType, value) !== undefined) return undefined;
        const time = tag === "[object Date]" ? attempt(getTime, value) : undefined;
        if (time !== undefined) return isFinite(time) ? this.counted(`["d",${time}]`) : undefined;
        const plain = unwrap[tag] && attempt(unwrap[tag], value);
        if (plain !== undefined) return this.text(plain, path);
      }
      const { parents } = this;
      for (let place = 0; place < parents.length; place += 1) {
        if (parents[place] === value) throw new Fault("unsuitable", `The answer contains itself at ${short(path, 100)}.`);
      }
      if (parents.length >= most.levels) throw new Fault("unsuitable", "The answer has more than 20 levels.");
      parents[parents.length] = value;
      const text = isList ? this.list(value, path) : this.members(value, path);
      parents.length -= 1;
      return text;
    }

    list(value, path) {
      let text = this.counted('["a"');
      const length = read(value, "length", path);
      for (let place = 0; place < length; place += 1) {
        const item = this.text(read(value, place, `${path}[${place}]`), `${path}[${place}]`);
        if (item !== undefined) text += `,${item}`;
      }
      return `${text}]`;
    }

    members(value, path) {
      let text = this.counted('["o"');
      let names;
      try { names = keys(value); } catch (thrown) {
        throw new Fault("unsuitable", `The answer's value ${short(path, 100)} cannot be read: ${reason(thrown)}`);
      }
      for (let place = 0; place < names.length; place += 1) {
        const name = names[place];
        const inner = `${path}.${short(name, 40)}`;
        const member = this.text(read(value, name, inner), inner);
        if (member !== undefined) text += `,${this.quoted(name)},${member}`;
      }
      return `${text}]`;
    }
  }

  /** The encoded answer of `run`. Nothing at all is an empty object. */
  function encoded(value) {
    const text = value === undefined || value === null ? '["o"]' : new Encoder().text(value, "answer");
    if (text === undefined) throw new Fault("unsuitable", "The answer is not an object, a text, a number or a date.");
    return text;
  }

  const unreadable = () => new Fault("unsuitable", "The extension's answer to the page is not valid.");

  function bytes(text) {
    const binary = atob(text);
    const array = new Uint8Array(binary.length);
    for (let place = 0; place < array.length; place += 1) array[place] = apply(charCodeAt, binary, [place]);
    return array;
  }

  /** The value of parsed JSON that `Encoder` or the host has made. */
  function value(form, level) {
    if (typeof form === "string" || typeof form === "number" || typeof form === "boolean") return form;
    if (!isArray(form)) throw unreadable();
    // An extension's file may replace the iterator of arrays, which their patterns use.
    const kind = form[0];
    const content = form[1];
    if (kind === "d" && typeof content === "number") return new Date(content);
    if (kind === "b" && typeof content === "string") return bytes(content);
    const result = kind === "a" ? [] : {};
    const step = kind === "a" ? 1 : 2;
    if ((kind !== "a" && kind !== "o") || (form.length - 1) % step || level > 32) throw unreadable();
    for (let place = 1; place < form.length; place += step) {
      const name = kind === "a" ? place - 1 : form[place];
      if (kind === "o" && typeof name !== "string") throw unreadable();
      defineProperty(result, name, {
        __proto__: null, value: value(form[place + step - 1], level + 1), writable: true, enumerable: true, configurable: true,
      });
    }
    return result;
  }

  function decoded(text) {
    if (typeof text !== "string" || text.length > mostArgument) throw unreadable();
    try { return value(parse(text), 1); } catch { throw unreadable(); }
  }

  /** The `ExtensionPreprocessingJS` that was run last in this document. */
  let current = null;

  function loaded(load, name) {
    let script, isThere;
    try {
      script = load();
      isThere = script !== null && (typeof script === "object" || typeof script === "function") && typeof script.run === "function";
    } catch (thrown) {
      throw new Fault("threw", `The script of ${name} ended with an error: ${reason(thrown)}`);
    }
    if (!isThere) {
      throw new Fault("missing", `The script of ${name} does not define ExtensionPreprocessingJS with a function run.`);
    }
    return script;
  }

  /**
   * Loads a script and calls its `run` with the extension's name and a completion function.
   *
   * @param load returns the script's `ExtensionPreprocessingJS`.
   * @param patience the time in milliseconds after which the script is considered silent.
   * @returns a promise of JSON: `{"ok": encodedText}`, or `{"error": sentence, "kind": …}`. It is never rejected.
   */
  function run(load, { extensionName = "", patience = 10_000 } = {}) {
    const name = short(String(extensionName), 100) || "the extension";
    return new Promise((resolve) => {
      let isOpen = true;
      let timer;
      const end = (make) => {
        // Reading the answer may call getters, and these the completion function.
        if (!isOpen) return;
        isOpen = false;
        clearTimeout(timer);
        try { resolve(`{"ok":${stringify(make())}}`); } catch (thrown) {
          resolve(failure(thrown instanceof Fault ? thrown : new Fault("unsuitable", `The answer cannot be read: ${reason(thrown)}`)));
        }
      };
      const fail = (fault) => end(() => { throw fault; });
      const threw = (thrown) => fail(new Fault("threw", `The script of ${name} ended with an error: ${reason(thrown)}`));
      current = null;
      try { current = loaded(load, name); } catch (fault) { return fail(fault); }
      const seconds = `${patience / 1000} ${patience === 1000 ? "second" : "seconds"}`;
      timer = setTimeout(() => fail(new Fault("silent", `The script of ${name} gave no answer within ${seconds}.`)), patience);
      try {
        const completionFunction = (answer) => end(() => encoded(answer));
        const result = apply(current.run, current, [{ extensionName, completionFunction }]);
        if (result instanceof Promise) apply(then, result, [undefined, threw]);
      } catch (thrown) { threw(thrown); }
    });
  }

  function finalized(text) {
    if (!current) throw new Fault("missing", "The script has not been run in this page.");
    const argument = decoded(text);
    try {
      if (typeof current.finalize !== "function") return '{"ok":true,"called":false}';
      apply(current.finalize, current, [argument]);
    } catch (thrown) {
      throw new Fault("threw", `The script ended with an error while it changed the page: ${reason(thrown)}`);
    }
    return '{"ok":true,"called":true}';
  }

  /**
   * Calls `finalize` of the script that was run last in this document.
   *
   * @returns a promise of JSON: `{"ok": true, "called": Boolean}`, or `{"error": sentence, "kind": …}`.
   */
  function finalize(text) {
    return new Promise((resolve) => {
      try { resolve(finalized(text)); } catch (fault) { resolve(failure(fault)); }
    });
  }

  defineProperty(globalThis, "openExtensionPage", { __proto__: null, value: freeze({ __proto__: null, run, finalize }) });
})();
