// Settings: apps, extensions, limits, reports, processes.

import { announce, confirm, drawing, fill, h, text, toast, when } from "./dom.js";
import { call, on } from "./link.js";
import { glyphs } from "./glyphs.js";
import { extensionSwitch, icon } from "./sheet.js";

const sections = {
  apps: { name: "Apps", glyph: glyphs["square.grid.2x2"], show: showApps },
  extensions: { name: "Extensions", glyph: glyphs.sliders, show: showExtensions },
  limits: { name: "Limits", glyph: glyphs.clock, show: showLimits },
  reports: { name: "Reports", glyph: glyphs.doc, show: showReports },
  processes: { name: "Processes", glyph: glyphs.bolt, show: showProcesses },
};

const bytes = (count) => (count >= 1 << 20 ? `${(count / (1 << 20)).toFixed(1)} MiB` : `${Math.round(count / 1024)} KiB`);
const kinds = {
  crash: "Crashed", killed: "Killed", exited: "Ended by itself", launchFailed: "Could not start", timedOut: "Too slow",
  overdue: "Went on too long", refused: "Broke the rules", limit: "Used too much", launcherEnded: "Launcher ended",
};

/** Opens the app; what it returns is called when it is left. */
export function Settings(stage, path) {
  const nav = h("nav", { class: "tabs", "aria-label": "Settings" });
  const pane = h("div", { class: "pane" });
  fill(stage.main, h("div", { class: "page settings-page" }, nav, pane));
  let leave = null;
  let current = null;

  function go([id = "apps", ...rest]) {
    leave?.();
    leave = null;
    const section = sections[id] ?? sections.apps;
    current = id;
    stage.bar("Settings");
    fill(nav, Object.entries(sections).map(([key, { name, glyph }]) =>
      h("a", { href: `#/settings/${key}`, "aria-current": key === id ? "page" : null }, drawing(glyph), h("span", {}, name))));
    nav.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    fill(pane, h("p", { class: "second pad" }, "Loading…"));
    // Only the section in front may draw.
    leave = section.show((...content) => { if (current === id) fill(pane, ...content); }, rest) ?? null;
  }

  const close = () => leave?.();
  close.go = go;
  go(path);
  return close;
}

/** Draws with `load` now and whenever extensions change. */
function live(load, show) {
  const draw = async () => { try { await load(); } catch (error) { show(text(error.message, "p", { class: "pad" })); } };
  const offs = [on("changed", ({ what }) => { if (what === "extensions") draw(); }), on("welcome", draw)];
  draw();
  return () => { for (const off of offs) off(); };
}

function showApps(show) {
  const input = h("input", { type: "file", accept: ".zip,application/zip", class: "unseen", id: "archive", onchange: () => { send(input.files); input.value = ""; } });
  const drop = h("label", { class: "drop", for: "archive" }, drawing(glyphs["square.and.arrow.down"]),
    h("strong", {}, "Install an app"), h("span", { class: "second" }, "Drop a zip archive of NAME.app here, or choose one"));
  for (const kind of ["dragover", "dragenter"]) {
    drop.addEventListener(kind, (event) => { event.preventDefault(); drop.classList.add("over"); });
  }
  for (const kind of ["dragleave", "drop"]) drop.addEventListener(kind, () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => { event.preventDefault(); send(event.dataTransfer.files); });
  const progress = h("progress", { "aria-label": "Installing", hidden: true });

  async function send([file]) {
    if (!file) return;
    progress.hidden = false;
    announce(`Installing ${file.name}`);
    try {
      const answer = await fetch("apps", { method: "POST", body: file, headers: { "Content-Type": "application/zip" } });
      const result = await answer.json().catch(() => ({ message: "The app could not be sent to the device." }));
      toast(answer.ok ? `${result.name} ${result.version} is installed` : result.message);
    } catch { toast("The app could not be sent to the device; it may be too large."); }
    progress.hidden = true;
  }

  return live(async () => {
    const apps = await call("apps");
    show(h("h2", {}, "Apps"), h("div", { class: "installer" }, input, drop, progress),
      apps.length ? h("ul", { class: "cards", "aria-label": "Installed apps" }, apps.map((app) => h("li", { class: "card" },
        icon(app), h("div", { class: "wide" }, text(app.name, "h3"), h("p", { class: "second" }, `Version ${app.version} · `, text(app.id)),
          h("p", { class: "second" }, app.extensions.length ? app.extensions.map(({ name }) => name).join(", ") : "No extensions")),
        h("button", { class: "gray danger", "aria-label": `Uninstall ${app.name}`, onclick: () => uninstall(app) }, "Uninstall")))) :
        h("p", { class: "second pad" }, "No app is installed."));
  }, show);
}

async function uninstall(app) {
  if (!await confirm(`Uninstall ${app.name}?`, "Its extensions and all their data are removed.", "Uninstall")) return;
  try {
    await call("uninstall", { id: app.id });
    toast(`${app.name} is uninstalled`);
  } catch (error) { toast(error.message); }
}

function showExtensions(show) {
  return live(async () => {
    const apps = await call("apps");
    const all = apps.flatMap(({ extensions }) => extensions);
    const groups = Map.groupBy(all, ({ pointName }) => pointName);
    show(h("h2", {}, "Extensions"),
      all.length ? [...groups].sort().map(([name, members]) => h("section", {}, text(name, "h3"),
        h("ul", { class: "rows boxed" }, members.map((choice) => h("li", { class: "row" }, icon(choice),
          h("div", { class: "wide" }, text(choice.name, "strong"), text(choice.obstacle ?? choice.app, "span", { class: "second" })),
          extensionSwitch(choice)))))) :
        h("p", { class: "second pad" }, "No installed app has an extension."));
  }, show);
}

function showLimits(show) {
  let subject;
  const load = async () => {
    const found = await call("limits", { subject });
    if (!found.subject) return show(h("h2", {}, "Limits"), h("p", { class: "second pad" }, "No extension is installed."));
    draw(found);
  };

  function draw({ subjects, subject: chosen, limits, problems }) {
    subject = chosen.id;
    const choice = h("select", { id: "subject", onchange: () => { subject = choice.value; load().catch((error) => toast(error.message)); } },
      subjects.map(({ id, name }) => h("option", { value: id, selected: id === subject }, name)));
    show(h("h2", {}, "Limits"), h("div", { class: "field" }, h("label", { for: "subject" }, "Extension or extension point"), choice),
      problems.map((problem) => text(problem, "p", { class: "warning" })),
      h("ul", { class: "rows boxed" }, limits.map((limit) => h("li", { class: "row" },
        h("label", { class: "wide", for: `limit-${limit.key}` }, h("strong", {}, limit.key), h("span", { class: "second" }, limit.meaning)),
        limit.source === "table" ? null : h("button", { class: "plain", "aria-label": `Reset ${limit.key}`, onclick: () => set(limit.key, null) }, "Reset"),
        h("input", { id: `limit-${limit.key}`, class: "short", value: limit.value, title: limit.expectation, autocomplete: "off",
          onchange: (event) => set(limit.key, event.target.value) })))),
      h("p", { class: "second" }, "A change counts from the next launch on."));
  }

  async function set(key, value) {
    try {
      draw(await call("setLimit", { subject, key, value: value ?? undefined }));
      announce(`${key} is changed`);
      document.getElementById(`limit-${key}`)?.focus();
    } catch (error) { toast(error.message); load().catch(() => {}); }
  }

  load().catch((error) => show(text(error.message, "p")));
}

function showReports(show, [id]) {
  const list = async () => {
    const reports = await call("reports");
    show(h("h2", {}, "Reports"), reports.length ? h("ul", { class: "rows boxed" }, reports.map((report) => h("li", {},
      h("a", { class: "row", href: `#/settings/reports/${report.id}` },
        h("div", { class: "wide" }, h("strong", {}, text(report.extension.name), ` · ${kinds[report.kind] ?? report.kind}`), text(report.summary, "span", { class: "second" })),
        h("time", { class: "second" }, when(Date.parse(report.ended))), drawing(glyphs.chevronRight))))) :
      h("p", { class: "second pad" }, "Nothing has gone wrong."));
  };
  const one = async () => {
    const report = await call("report", { id });
    const rows = [
      ["What happened", kinds[report.kind] ?? report.kind], ["Extension", report.extension.identifier], ["App", report.app.identifier],
      ["Ended", new Date(report.ended).toLocaleString()], ["Signal", report.signal?.name], ["Status", report.exitStatus],
      ["Limit", report.limit && `${report.limit.name}: ${report.limit.used} of ${report.limit.value}`],
      ["Most memory", report.usage && bytes(report.usage.peakMemory)], ["Message", report.fatalError], ["Report", report.id],
    ].filter(([, value]) => value !== undefined && value !== null);
    const frames = (report.backtrace ?? []).map(({ module, function: name, offset }, place) => `${place}  ${module}  ${name ?? offset}`);
    show(h("a", { class: "button plain", href: "#/settings/reports" }, drawing(glyphs.chevronLeft), "All reports"),
      text(report.extension.name, "h2"), text(report.summary, "p"),
      h("dl", { class: "facts" }, rows.map(([name, value]) => [h("dt", {}, name), text(String(value), "dd")])),
      frames.length ? [h("h3", {}, "Where it was"), text(frames.join("\n"), "pre", { tabindex: "0" })] : null,
      h("h3", {}, "Its last lines"), report.log.length ? text(report.log.join("\n"), "pre", { tabindex: "0" }) : h("p", { class: "second" }, "It printed nothing."));
  };
  (id ? one : list)().catch((error) => show(text(error.message, "p", { class: "pad" })));
}

function showProcesses(show) {
  let timer = null;
  let isOver = false;
  const body = h("tbody", {});
  const walls = h("ul", { class: "rows boxed" });
  let isDrawn = false;

  async function load() {
    try {
      const found = await call("processes");
      if (isOver) return;
      fill(body, found.processes.map((process) => h("tr", {}, h("th", { scope: "row" }, process.role, process.id ? text(process.id, "span", { class: "second" }) : null),
        h("td", {}, process.pid), h("td", {}, process.state), h("td", {}, `${process.age.toFixed(0)} s`), h("td", {}, process.memory ? bytes(process.memory) : "–"),
        h("td", {}, process.own.length ? process.own.join(", ") : "–"))));
      fill(walls, found.walls.map((wall) => h("li", { class: "row" }, h("span", { class: wall.stands ? "mark good" : "mark bad" }, drawing(wall.stands ? glyphs.checkmark : glyphs.xmark)),
        h("div", { class: "wide" }, h("strong", {}, wall.name, h("span", { class: "unseen" }, wall.stands ? " stands" : " is missing")), text(wall.detail, "span", { class: "second" })))));
      if (!isDrawn) {
        isDrawn = true;
        show(h("h2", {}, "Processes"), h("div", { class: "scroller", tabindex: "0", role: "region", "aria-label": "Live processes" },
          h("table", {}, h("thead", {}, h("tr", {}, ["Process", "Number", "State", "Age", "Memory", "Own namespaces"].map((name) => h("th", { scope: "col" }, name)))), body)),
          h("h3", {}, "Walls around each extension"), walls);
      }
    } catch (error) { if (!isDrawn && !isOver) show(text(error.message, "p", { class: "pad" })); }
    if (!isOver) timer = setTimeout(load, 2000);
  }

  load();
  return () => { isOver = true; clearTimeout(timer); };
}
