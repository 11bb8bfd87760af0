// Settings: apps, extensions, limits, reports, processes.

import { announce, broken, complain, confirm, drawing, fill, h, spoken, text, toast, when } from "./dom.js";
import { call, on } from "./link.js";
import { glyphs } from "./glyphs.js";
import { extensionSwitch, icon } from "./sheet.js";

/** The functions that draw the sections: `draw(show, path)`, which may return a function to call on leaving. */
const sections = {
  apps: ["Apps", glyphs["square.grid.2x2"], showApps],
  extensions: ["Extensions", glyphs.sliders, showExtensions],
  limits: ["Limits", glyphs.clock, showLimits],
  reports: ["Reports", glyphs.doc, showReports],
  processes: ["Processes", glyphs.bolt, showProcesses],
};

const bytes = (count) => (count >= 1 << 20 ? `${(count / (1 << 20)).toFixed(1)} MiB` : `${Math.round(count / 1024)} KiB`);
const remark = (message) => text(message, "p", { class: "second pad" });
const words = (title, ...more) => h("div", { class: "wide" }, text(title, "strong"), more.map((line) => h("span", { class: "second", dir: "auto" }, broken(line))));
const rows = (items) => h("ul", { class: "rows boxed" }, items.map((content) => h("li", { class: "row" }, content)));

/** Opens the app. Returns a function that is called when the user leaves it. */
export function Settings(stage, path) {
  const nav = h("nav", { class: "tabs", "aria-label": "Settings" });
  const pane = h("div", { class: "pane" });
  let leave = null;
  let current = null;
  stage.bar("Settings");
  fill(stage.main, h("div", { class: "page settings-page" }, nav, pane));

  function go([id = "apps", ...rest]) {
    leave?.();
    const turn = current = {};
    fill(nav, Object.entries(sections).map(([key, [name, glyph]]) =>
      h("a", { href: `#/settings/${key}`, "aria-current": key === id ? "page" : null }, drawing(glyph), h("span", {}, name))));
    nav.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    const [name, , show] = sections[id] ?? sections.apps;
    fill(pane, remark("Loading…"));
    // Only the visible section may draw.
    leave = show((...content) => { if (current === turn) fill(pane, h("h2", {}, name), ...content); }, rest);
  }

  go(path);
  return Object.assign(() => { current = null; leave?.(); }, { go });
}

/** Draws with `load` now, whenever extensions change, and at an interval in milliseconds. */
function live(load, show, pause) {
  let timer = null;
  const draw = async () => {
    clearTimeout(timer);
    try { await load(); } catch (error) { show(remark(error.message)); }
    if (pause && offs) timer = setTimeout(draw, pause);
  };
  let offs = [on("changed", ({ what }) => { if (what === "extensions") draw(); }), on("welcome", draw)];
  draw();
  return () => { clearTimeout(timer); for (const off of offs) off(); offs = null; };
}

function showApps(show) {
  const input = h("input", { type: "file", accept: ".zip,application/zip", class: "unseen", id: "archive", onchange: () => { send(input.files); input.value = ""; } });
  const drop = h("label", { class: "drop", for: "archive" }, drawing(glyphs["square.and.arrow.down"]),
    h("strong", {}, "Install an app"), h("span", { class: "second" }, "Drop a zip archive of NAME.app here, or choose one"));
  const progress = h("progress", { "aria-label": "Installing", hidden: true });
  for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
    drop.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", kind.endsWith("er"));
      if (kind === "drop") send(event.dataTransfer.files);
    });
  }

  async function send([file]) {
    if (!file) return;
    progress.hidden = false;
    announce(`Installing ${file.name}`);
    try {
      const answer = await fetch("apps", { method: "POST", body: file });
      const result = await answer.json();
      toast(answer.ok ? `${result.name} ${result.version} is installed` : result.message);
    } catch { toast("The app could not be sent; is it too large?"); }
    progress.hidden = true;
  }

  return live(async () => {
    const apps = await call("apps");
    show(h("div", { class: "installer" }, input, drop, progress),
      apps.length ? h("ul", { class: "cards", "aria-label": "Installed apps" }, apps.map((app) => h("li", { class: "card" }, icon(app),
        words(app.name, `Version ${app.version} · ${app.id}`, app.extensions.map(({ name }) => name).join(", ") || "No extensions"),
        h("button", { class: "gray danger", "aria-label": `Uninstall ${app.name}`, onclick: () => uninstall(app) }, "Uninstall")))) :
        remark("No app is installed."));
  }, show);
}

async function uninstall({ id, name }) {
  if (!await confirm(`Uninstall ${name}?`, "Its extensions and all their data are removed.", "Uninstall")) return;
  call("uninstall", { id }).then(() => toast(`${name} is uninstalled`), complain);
}

function showExtensions(show) {
  return live(async () => {
    const all = (await call("apps")).flatMap(({ extensions }) => extensions);
    const groups = [...Map.groupBy(all, ({ pointName }) => pointName)].sort();
    show(groups.map(([name, members]) => h("section", {}, text(name, "h3"),
      rows(members.map((choice) => [icon(choice), words(choice.name, choice.obstacle ? spoken(choice.obstacle) : choice.app), extensionSwitch(choice)])))),
    all.length ? null : remark("No installed app has an extension."));
  }, show);
}

function showLimits(show) {
  let subject;
  const draw = (found) => {
    if (!found.subject) return show(remark("No extension is installed."));
    subject = found.subject.id;
    const choice = h("select", { id: "subject", onchange: () => { subject = choice.value; load(); } },
      found.subjects.map(({ id, name }) => h("option", { value: id, selected: id === subject }, name)));
    show(h("div", { class: "field" }, h("label", { for: "subject" }, "Extension or extension point"), choice),
      found.problems.map((problem) => text(problem, "p", { class: "warning" })),
      rows(found.limits.map(({ key, value, source, meaning, expectation }) => [
        h("label", { class: "wide", for: `limit-${key}` }, words(meaning)),
        source === "table" ? null : h("button", { class: "plain", "aria-label": `Reset ${key}`, onclick: () => set(key) }, "Reset"),
        h("input", { id: `limit-${key}`, title: expectation, onchange: ({ target }) => set(key, target.type === "checkbox" ? String(target.checked) : target.value),
          ...["true", "false"].includes(value) ? { type: "checkbox", checked: value === "true" } : { class: "short", value, autocomplete: "off" } }),
      ])), text("A change takes effect at the next launch.", "p", { class: "second" }));
  };
  const load = () => call("limits", { subject }).then(draw, (error) => show(remark(error.message)));
  const set = async (key, value) => {
    try { draw(await call("setLimit", { subject, key, value })); } catch (error) { toast(error.message); await load(); }
    document.getElementById(`limit-${key}`)?.focus();
  };
  load();
}

function showReports(show, [id]) {
  const list = (reports) => show(reports.length ? h("ul", { class: "rows boxed" }, reports.map((report) => h("li", {},
    h("a", { class: "row", href: `#/settings/reports/${report.id}` }, words(`${report.extension.name} · ${report.kindName}`, report.summary),
      report.ended && h("time", { class: "second" }, when(Date.parse(report.ended))), drawing(glyphs.chevronRight))))) : remark("Nothing has gone wrong."));
  const one = (report) => {
    const facts = {
      "What happened": report.kindName, Extension: report.extension.identifier, App: report.app.identifier,
      Ended: new Date(report.ended).toLocaleString(), Signal: report.signal?.name, Status: report.exitStatus,
      Limit: report.limit && `${report.limit.name}: ${report.limit.used} of ${report.limit.value}`,
      "Most memory": report.usage && bytes(report.usage.peakMemory), Message: report.fatalError, Report: report.id,
    };
    const lines = (title, texts) => texts?.length ? [h("h3", {}, title), text(texts.join("\n"), "pre", { tabindex: "0" })] : null;
    show(h("a", { class: "button plain", href: "#/settings/reports" }, drawing(glyphs.chevronLeft), "All reports"), text(report.summary, "p"),
      h("dl", { class: "facts" }, Object.entries(facts).filter(([, value]) => value !== undefined).map(([name, value]) => [h("dt", {}, name), text(String(value), "dd")]).flat()),
      lines("Where it was", report.backtrace?.map(({ module, function: name, offset }) => `${module}  ${name ?? offset}`)), lines("Its last lines", report.log));
  };
  (id ? call("report", { id }).then(one) : call("reports").then(list)).catch((error) => show(remark(error.message)));
}

const columns = ["Process", "Number", "State", "Age", "Memory", "Own namespaces"];

function showProcesses(show) {
  const body = h("tbody");
  const layers = h("div");
  let isDrawn = false;
  return live(async () => {
    const found = await call("processes");
    fill(body, found.processes.map((process) => h("tr", {}, h("th", { scope: "row" }, process.role, process.id ? h("span", { class: "second" }, broken(process.id)) : null),
      [process.pid, process.state, `${process.age.toFixed(0)} s`, process.memory ? bytes(process.memory) : "–", process.own.join(", ") || "–"].map((value, place) => h("td", { "data-name": columns[place + 1] }, value)))));
    fill(layers, rows(found.layers.map(({ name, stands, detail }) => [
      h("span", { class: stands ? "mark good" : "mark bad" }, drawing(stands ? glyphs.checkmark : glyphs.xmark), h("span", { class: "unseen" }, stands ? "Stands:" : "Missing:")), words(name, detail)])));
    if (isDrawn) return;
    isDrawn = true;
    show(h("div", { class: "scroller", tabindex: "0", role: "region", "aria-label": "Live processes" },
      h("table", {}, h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col" }, name)))), body)),
    h("h3", {}, "Sandbox layers of each extension"), layers);
  }, show, 2000);
}
