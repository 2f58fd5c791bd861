// The workshop: the files of the pack beside the table, with the pen (pen.js), what is found in them, their earlier
// texts, and forms for what is new. It is loaded when it is opened first; what changes is in store.pen.
import {act, failed, goTo as goToGame, may, openGame, tryOut} from "./acts.js";
import {call} from "./door.js";
import {entered, focus, h, icon, show, note, written} from "./dom.js";
import {closing, option, overlay} from "./forms.js";
import {Client, place, position, touched, uri} from "./lsp.js";
import * as pen from "./pen.js";
import {change, none, store} from "./store.js";
import {called, w} from "./words.js";

/** Where a file is named with a line, and maybe a column. */
const placed = /^(.+?)(?::(\d+)(?::(\d+))?)?$/;

/** now is the file under the pen. */
const now = () => /** @type {import("./writing").Written} */ (store.pen.files.get(store.pen.at));
const own = () => store.pen.folders.filter(f => f.own);
const draw = (what = {}) => { Object.assign(store.pen, what); change(); };
const textOf = f => (f.path === store.pen.shown ? store.pen.view.state : f.state).doc.toString();
const dirty = f => f.own && textOf(f) !== f.text;

/** open opens the workshop, at a place where one is given. */
export async function open(at) {
  store.pen ??= {
    files: new Map(), folders: await call("files"), at: "", shown: "", view: null, client: none(), found: new Map(),
    lenses: [], list: false, past: none(), say: "", fixes: null, naming: null, seek: null, begin: none(), sure: null,
    asking: 0, shut: false,
  };
  const p = store.pen;
  p.shut = false;
  p.client ??= new Client(() => own().map(f => f.path), () => [...p.files.values()].map(asDocument), {
    found, say: text => draw({say: text}), change: edit => carryOut(edit).catch(failed),
  });
  if (at) return openPlace(at);
  if (!p.at) p.list = true;
  change();
  if (p.at) p.view.focus();
  else focus(".pen .tree button");
}

const asDocument = f => ({
  path: f.path, language: f.path.endsWith(".lua") ? "lua" : "yaml", version: f.version, text: textOf(f),
});

/** openPlace opens file:line:column, as findings and causes name it. */
export async function openPlace(at) {
  const [, file, line, column] = at.match(placed);
  await openFile(file);
  const {view} = store.pen;
  if (line) pen.goTo(view, pen.spot(view.state.doc, Number(line), Number(column || 1)));
  view.focus();
}

/** load reads a file, unless it is open. */
async function load(file) {
  const p = store.pen, f = await call("file", {file}), open = p.files.get(f.path);
  if (open) return open;
  /** @type {any} */
  const one = {...f, version: 1, findings: [], other: null};
  one.state = pen.stateOf(one, {changed: () => changed(one), typed, keys});
  p.files.set(f.path, one);
  p.client.open(asDocument(one));
  return one;
}

async function openFile(file) {
  const f = await load(file), p = store.pen, lenses = p.at === f.path ? p.lenses : [];
  keep();
  Object.assign(p, {at: f.path, past: null, list: false, say: "", fixes: null, lenses, seek: null, sure: null});
  change();
  present();
}

/** present shows the file under the pen. */
function present() {
  const p = store.pen, f = now();
  p.view.setState(f.state);
  p.shown = f.path;
  found(f.path, f.version, f.findings);
  document.querySelector(".tabs2 .on")?.scrollIntoView({block: "nearest", inline: "nearest"});
}

/** keep takes the state of the editor for the file that it shows. */
function keep() {
  const p = store.pen, f = p.files.get(p.shown);
  if (f) f.state = p.view.state;
  p.shown = "";
}

/** amend makes a change in a file, whether the editor shows it or not. */
function amend(f, make) {
  if (f.path === store.pen.shown) return store.pen.view.dispatch(make(store.pen.view.state));
  f.state = make(f.state).state;
  changed(f);
}

function changed(f) {
  f.version++;
  store.pen.client.change(asDocument(f));
  clearTimeout(store.pen.asking);
  store.pen.asking = setTimeout(() => now() && ran(), 400);
  if (dirty(f) !== f.was) {
    f.was = dirty(f);
    change();
  }
}

/** found takes what the server finds in a file; of the one under the pen it asks what would mend it. */
async function found(path, version, list) {
  const p = store.pen, f = p.files.get(path);
  p.found.set(path, list);
  if (!f) return draw();
  f.findings = list;
  if (path !== p.shown || version !== null && version !== f.version) return draw();
  ran();
  const textDocument = {uri: uri(path)}, range = {start: {line: 0, character: 0}, end: {line: 1e6, character: 0}};
  const actions = f.own && list.length ? await p.client.ask("textDocument/codeAction",
    {textDocument, range, context: {diagnostics: []}}).catch(() => []) : [];
  if (path !== p.shown || version !== null && version !== f.version) return;
  pen.mark(p.view, list, actions, edit => carryOut(edit).catch(failed));
  draw();
}

/** ran asks which scenarios or ability the file under the pen has; a text without findings is told of but once. */
async function ran() {
  const f = now(), p = store.pen, textDocument = {uri: uri(f.path)};
  const lenses = await p.client.ask("textDocument/codeLens", {textDocument}).catch(() => []);
  if (f !== now()) return;
  draw({lenses});
  if (p.shown === f.path && may("open"))
    pen.lens(p.view, lenses.filter(l => l.command?.command === "ruledeck.try"), tryAbility);
}

/** tryAbility opens a position in which an ability acts, as it is written now. */
async function tryAbility(name) {
  if (dirty(now())) await save();
  if (!dirty(now())) await tryOut(name);
}

/** typed asks what a call takes, when it is being written. */
async function typed(sign) {
  if (!/[(,{]/.test(sign) || !now().path.endsWith(".lua")) return;
  const help = await pen.ask("signatureHelp").catch(() => null), one = help?.signatures?.[help.activeSignature];
  if (one) draw({say: `\`${one.label}\`\n\n${one.documentation?.value ?? ""}`});
}

/** carryOut makes the changes of several files that the server names; they are saved together. */
async function carryOut(edit) {
  const gone = [];
  for (const c of touched(edit)) {
    const f = await load(c.path ?? c.created ?? c.from);
    if (c.edits) amend(f, state => pen.amend(state, c.edits));
    else if (c.to) {
      const there = await load(c.to);
      amend(there, state => pen.put(state, textOf(f)));
      gone.push(f);
    } else if (store.pen.at !== f.path) await openFile(f.path);
  }
  for (const f of gone) {
    await save();
    await remove(f);
  }
  draw({fixes: null, naming: null});
  store.pen.view.focus();
}

/** remove takes a file away; its texts stay with the earlier ones, under its name. */
async function remove(f) {
  await call("save", {name: f.path, digest: f.digest, remove: true});
  await shutFile(f);
}

/** asked reports whether what loses a text, "remove" or "shut", was pressed once. */
const asked = (loses, f) => store.pen.sure === `${loses} ${f.path}`;

async function sureToRemove() {
  const f = now();
  if (!asked("remove", f)) return draw({sure: `remove ${f.path}`});
  await remove(f);
  await relist();
  draw({say: w("removedFile", {file: f.name})});
}

/** save writes all that was written on, each file only where it is still the one that was read. */
export async function save() {
  const p = store.pen, files = [...p.files.values()].filter(dirty), refused = [];
  p.say = "";
  for (const f of files) {
    const text = textOf(f);
    try {
      const {digest, unkept} = await call("save", {name: f.path, text, digest: f.digest});
      Object.assign(f, {digest, text, other: null, was: false});
      if (unkept) store.notice = {text: unkept, bad: true};
    } catch (/** @type {any} */ error) {
      if (error.status !== 409) return failed(error);
      // That text may have been taken meanwhile.
      const other = await call("file", {file: f.path});
      if (other.digest !== f.digest) f.other = other;
      refused.push(error.message);
    }
  }
  draw({say: refused.join("\n\n") || w("savedFiles", {count: files.length})});
  if (files.some(f => !f.listed)) await relist();
}

async function relist() {
  draw({folders: await call("files")});
  store.pen.client.include(own().map(f => f.path));
  for (const f of store.pen.files.values()) f.listed = true;
}

/** disk looks at the open files when something was saved, here or elsewhere: what was not written on follows. */
export async function disk() {
  const p = store.pen;
  p.client.changed(own().map(f => f.path));
  for (const f of [...p.files.values()]) {
    const is = await call("file", {file: f.path}).catch(() => null);
    if (!is || is.digest === f.digest) continue;
    if (dirty(f)) f.other = is.text === textOf(f) ? null : is;
    else {
      amend(f, state => pen.put(state, is.text));
      Object.assign(f, {text: is.text, digest: is.digest, was: false});
    }
  }
  await relist();
}

/** settle takes the text of the disk, or holds on to one's own, where a file was changed elsewhere. */
function settle(f, theirs) {
  f.digest = f.other.digest;
  f.text = f.other.text;
  if (theirs) amend(f, state => pen.put(state, f.other.text));
  f.other = null;
  draw();
}

async function sureToShut(f) {
  if (dirty(f) && !asked("shut", f)) return draw({sure: `shut ${f.path}`});
  await shutFile(f);
}

async function shutFile(f) {
  const p = store.pen;
  p.client.close(f);
  p.files.delete(f.path);
  const rest = [...p.files.keys()];
  if (p.at !== f.path) return change();
  p.at = p.shown = "";
  if (rest.length) await openFile(rest.at(-1));
  else draw({list: true});
}

/** leave closes the workshop; what is not saved stays in it. */
export function leave() {
  keep();
  draw({shut: true});
  focus("#question");
}

/** definition goes to where the name at the cursor is declared. */
async function definition() {
  const [first] = [await pen.ask("definition")].flat().filter(Boolean);
  if (!first) return draw({say: w("nowhere")});
  const {path, line, character} = place(first);
  await openPlace(`${path}:${line + 1}:${character + 1}`);
}

async function uses() {
  const list = await pen.ask("references", undefined, {context: {includeDeclaration: true}});
  draw({seek: {text: "", found: list.map(l => ({name: "", ...place(l)}))}});
}

async function explain() {
  const is = await pen.ask("hover");
  draw({say: is?.contents.value ?? w("nothingKnown")});
}

async function rename() {
  const is = await pen.ask("prepareRename");
  draw({naming: is.placeholder});
  focus("#newname");
}
const renamed = () => pen.ask("rename", undefined, {newName: written("newname")}).then(carryOut).catch(failed);

async function fixes() {
  const {client, view} = store.pen, {doc, selection} = view.state, at = position(doc, selection.main.head);
  const line = {start: {line: at.line, character: 0}, end: {line: at.line, character: 1e6}};
  const params = {textDocument: {uri: uri(now().path)}, range: line, context: {diagnostics: []}};
  const known = await client.ask("textDocument/codeAction", params);
  const step = now().findings.find(d => d.code === "unknown-step" && d.range.start.line === at.line);
  const name = step?.message.match(/"(\w+)\./)?.[1]; // a file of rules is begun with all steps that it lacks
  draw({fixes: known.length || !name ? known : [{title: `Create scripts/rules/${name}.lua`, rules: name}]});
  focus(".pen .fixes button");
}

/** mend does what a fix says. */
async function mend({edit, rules: name}) {
  if (edit) return carryOut(edit);
  await save(); // what is begun is begun for the texts on disk
  await act("begin", {begin: {kind: "rules", name}}, out => opened(out, name));
}

/** earlier shows the texts that were saved, and what is another now. */
async function earlier(name = "") {
  const p = store.pen, f = now(), was = p.past, all = await call("revisions", {file: f.path});
  const revision = name || (f.digest && all[1] || all[0])?.name;
  if (!revision) return draw({say: w("noRevisions")});
  const {text} = await call("revision", {file: f.path, revision});
  if (p.past !== was || now() !== f) return; // one has gone on
  keep();
  draw({past: {all, at: revision, text}});
  p.view.setState(pen.beside(f.state.doc.toString(), text, f.name));
}

/** goBack goes back to the text of now, or brings the earlier one into it. */
function goBack(restore) {
  const p = store.pen, {text} = p.past;
  p.past = none();
  present();
  if (restore) amend(now(), state => pen.put(state, text));
  change();
  p.view.focus();
}

/** seek finds what the packs declare, by a part of its name. */
async function seek(text) {
  store.pen.seek = {text, found: []};
  const found = text ? await store.pen.client.ask("workspace/symbol", {query: text}) : [];
  if (store.pen.seek?.text === text) {
    const named = s => ({name: s.name, kind: s.containerName, ...place(s.location)});
    const far = s => s.name === text ? 0 : s.name.startsWith(text) ? 1 : 2; // what is called so comes first
    draw({seek: {text, found: found.toSorted((a, b) => far(a) - far(b)).slice(0, 40).map(named)}});
  }
}

/** mine writes what changes the thing under the cursor of a file below into the folder that is one's own. */
function mine() {
  const f = now(), {state} = store.pen.view, {head} = state.selection.main;
  if (/(^|\/)game\.yaml$/.test(f.name)) { // what is declared is changed in one's own
    const own = () => beginFile("game.yaml");
    return store.host.mine ? folderFirst(own) : own();
  }
  const before = state.sliceDoc(0, state.doc.lineAt(head).to);
  const last = of => [...before.matchAll(of)].at(-1)?.slice(1).join(".");
  const ability = f.name.match(/abilities\/(?:.*\/)?([^/]+)\.lua$/)?.[1];
  const thing = ability ? ["ability", ability] : f.name.endsWith(".lua") ?
    ["rules", last(/^function (\w+)[.:](\w+)/gm)] : ["card", last(/\bid: *"?([\w-]+)/g)];
  if (!thing[1]) return failed(new Error(w("mineWhat")));
  mineOf(...thing);
}

/** folderFirst begins an overlay of a game that is inside the program, for what goes into it then. */
function folderFirst(then) {
  change({dialog: "mine", then});
  focus("#minename");
}

/** mineOf makes a card, an ability or a function of rules one's own: in the overlay that there is, or a new one. */
export async function mineOf(kind, name) {
  if (store.host.mine) return folderFirst(() => mineOf(kind, name));
  await act("begin", {begin: {kind, name, mine: true}}, out => opened(out, name));
}

/** opened opens the file of what was begun, where its name stands. */
async function opened(out, name) {
  store.dialog = null;
  await open("");
  if (out.branch) {
    for (const f of [...store.pen.files.values()]) await shutFile(f);
    goToGame(out.branch);
  }
  await relist();
  store.pen.client.changed(own().map(f => f.path));
  const order = [/abilities\//, /rules\//, /cards\//, /scenarios\//, /game\.yaml$/, /./];
  const first = order.map(of => out.places.find(p => of.test(p.replaceAll("\\", "/")))).find(Boolean);
  await openFile(first);
  const {view} = store.pen, at = view.state.doc.toString().search(new RegExp(`\\b${name}\\b`));
  pen.goTo(view, Math.max(at, 0));
  draw({begin: null, say: [w("begun", {count: out.places.length}), ...out.chosen].join("\n\n")});
  view.focus();
}

/** begin opens the form of something new, which may be like another. */
export async function begin(kind = "card", like = "") {
  store.notice = null;
  const forms = await call("forms");
  await open("");
  draw({begin: {kind, like, forms, type: forms.types[0]?.name ?? "", set: {}, on: ""}});
  focus("#beginname");
}

const begins = () => ["card", "ability", "trigger", "scenario", "rules", "option", "pack", "file"];

/** beginFile opens a file that is not there yet, in the folder that is one's own; it is there once it is saved. */
async function beginFile(name) {
  await relist();
  await act("file", {file: `${own()[0]?.path}/${name}`}, async ({path}) => {
    await openFile(path);
    draw({begin: null, say: w("newFile")});
    store.pen.view.focus();
  });
}

/** form is the window of something new. */
function form() {
  const {begin: b} = store.pen, {forms} = b, set = (key, value) => { b[key] = value; change(); };
  const choose = (id, key, list) => h("label.row", h("span", w(id)),
    h("select", {id, value: b[key], change: e => set(key, e.target.value)},
      list.map(([v, t]) => option(v, t, v === b[key]))));
  const name = text => text.trim().toLowerCase().replace(b.kind === "trigger" ? /[^a-z0-9_.]+/g : /[^a-z0-9_]+/g, "_");
  const send = e => {
    e.preventDefault();
    const {kind, like, type, on} = b, looks = kind === "card" && !like, called = name(written("beginname"));
    const path = written("beginname").trim(), begin = {
      kind, name: called, like: kind === "card" || kind === "pack" ? like : "", type: looks ? type : "",
      on: kind === "ability" ? on : "", set: looks ? b.set : {},
    };
    const go = async () => {
      set("busy", true); // an ability is tried in games until it acts
      await (kind === "file" ? beginFile(path) : act("begin", {begin}, out => opened(out, called)));
      set("busy", false);
    };
    if (!store.host.mine || kind === "pack") return go();
    draw({begin: null});
    folderFirst(go);
  };
  const attribute = a => h("label.row", h("span", a.name), a.words.length ?
    h("select", {change: e => { b.set[a.name] = e.target.value; }}, a.words.map((x, i) => option(x, x, i === 0))) :
    h("input.field", {type: a.number ? "number" : "text", input: e => {
      if (e.target.value) b.set[a.name] = e.target.value;
      else delete b.set[a.name];
    }}));
  const type = forms.types.find(t => t.name === b.type);
  return overlay(w("beginNew"), () => dismiss("begin"), h("form.form", {submit: send},
    choose("beginKind", "kind", begins().map(k => [k, called("kind", k)])),
    h("label.row", h("span", w("beginName")), h("input.field", {id: "beginname", required: true, autocomplete: "off",
      placeholder: b.kind === "file" ? "cards/more.yaml" : ""})),
    b.kind === "card" && b.like ? h("p.sub", w("likeCard", {card: b.like})) : null,
    b.kind === "card" && !b.like ? [choose("beginType", "type", forms.types.map(t => [t.name, t.name])),
      type?.attributes.map(attribute)] : null,
    b.kind === "ability" ? choose("beginOn", "on", [["", w("firstPhase")], ...forms.triggers.map(t => [t, t])]) : null,
    b.kind === "pack" ? choose("beginLike", "like",
      ["", "empty", ...forms.genres].map(g => [g, called("genre", g || "small")])) : null,
    store.notice?.bad ? h("pre.yaml", {role: "alert"}, store.notice.text) : null,
    h("p.btns", h("button.btn.go", {type: "submit", disabled: b.busy}, b.busy ? "…" : w("start")))));
}

/** keys are those of the editor, each with its word; what has a word has a button. */
const keys = [
  ["Mod-s", () => { save().catch(failed); }], ["F12", () => { definition().catch(failed); }],
  ["F2", () => { rename().catch(failed); }], ["Mod-.", () => { fixes().catch(failed); }],
  ["Mod-i", () => { explain().catch(failed); }], ["Shift-F12", () => { uses().catch(failed); }],
  ["F8", () => pen.next(store.pen.view)], ["Escape", () => focus(".pen .tabs2 button[aria-current]")],
];

const button = (key, word, run, more = {}) =>
  h("button.btn", {title: key, click: () => { Promise.resolve(run()).catch(failed); }, ...more}, w(word));

function tree() {
  const files = f => f.files.map(x => h("li", h("button.file", {
    "aria-current": x.path === store.pen.at ? "true" : null, click: () => openPlace(x.path).catch(failed),
  }, x.name, count(x.path))));
  return h("nav.tree", {"aria-label": w("files")}, store.pen.folders.map(f =>
    h("details", {open: f.own || store.pen.folders.length === 1},
      h("summary", f.name, f.own ? null : h("small", ` · ${w("insideProgram")}`)), h("ul", files(f)))));
}

/** count is how much is found in a file, errors and warnings. */
function count(path) {
  const n = (store.pen.found.get(path) ?? []).filter(d => d.severity < 3).length;
  return n ? h("b.bad", ` ${n}`) : null;
}

function tabs() {
  const tab = f => h("span.chip", {class: f.path === store.pen.at ? "on" : ""},
    h("button", {"aria-current": f.path === store.pen.at ? "true" : null, title: f.path,
      click: () => { openFile(f.path).then(() => store.pen.view.focus()).catch(failed); }},
      f.name.replace(/^.*\//, ""), f.own ? null : h("small", ` · ${w("insideProgram")}`),
      dirty(f) ? h("b", {title: w("unsavedFile")}, " ●") : null),
    h("button", {
      "aria-label": `${w(asked("shut", f) ? "shutSure" : "close")} ${f.name}`,
      click: () => sureToShut(f).catch(failed),
    }, asked("shut", f) ? w("shutSure") : "×"));
  return h("nav.tabs2", {"aria-label": w("openFiles")}, [...store.pen.files.values()].map(tab));
}

/** scenarios are those of the file with how they run as they are written. */
function scenarios() {
  const {lenses, view} = store.pen, f = now(), runs = lenses.filter(l => l.command?.command === "ruledeck.run");
  if (!runs.length) return null;
  const red = i => f.findings.some(d => d.severity === 1 && d.range.start.line >= runs[i].range.start.line &&
    d.range.start.line < (runs[i + 1]?.range.start.line ?? Infinity));
  const line = l => l.range.start.line + 1;
  const update = l => store.pen.client.ask("workspace/executeCommand",
    {command: "ruledeck.update", arguments: l.command.arguments});
  const row = (l, i) => h("li", h("span.state2", {class: red(i) ? "bad" : "ok"}, icon(red(i) ? "warn" : "tick"),
    w(red(i) ? "red" : "green")),
    h("button", {click: () => { pen.goTo(view, pen.spot(view.state.doc, line(l))); view.focus(); }},
      l.command.arguments[1]),
    h("span.btns", button("", "openStart", () => atTable(f, line(l)), {disabled: dirty(f)}),
      red(i) ? button("", "takeOver", () => update(l)) : null));
  return h("ul.runs", {"aria-label": w("tests")}, runs.map(row));
}

/** atTable opens a scenario as a game at the table. */
async function atTable(f, line) {
  const {tests} = await call("tests"), t = tests.find(t => f.path.endsWith(t.file) && t.line >= line - 1);
  if (t) await openGame("open", {name: t.file, event: t.line, number: 0});
}

/** openAt opens a place of the protocol's, brief names it. */
const openAt = (path, {line, character}) => openPlace(`${path}:${line + 1}:${character + 1}`).catch(failed);
const brief = (path, {line}) => `${path.replace(/^.*[\\/]/, "")}:${line + 1} `;

function problems() {
  const {at, found} = store.pen, rows = [...found].flatMap(([path, list]) => list.map(d => ({...d, path})))
    .filter(d => d.severity < 3 || d.path === at)
    .sort((a, b) => Number(b.path === at) - Number(a.path === at) || a.severity - b.severity);
  const kinds = ["", "error", "warning", "note"].map(kind => called("severity", kind));
  const row = d => h("li", h("button", {click: () => openAt(d.path, d.range.start)},
    h("b", {class: d.severity === 1 ? "bad" : ""}, kinds[d.severity]), " ", brief(d.path, d.range.start), d.message));
  return rows.length ?
    h("ul.found", {"aria-label": w("findings", {count: rows.length})}, rows.slice(0, 50).map(row)) : null;
}

function seeking() {
  const {seek: s} = store.pen;
  const row = x => h("li", h("button", {click: () => openAt(x.path, x)},
    h("b", x.name), " ", x.kind, " ", brief(x.path, x)));
  return s?.found.length ? h("ul.found", {"aria-label": w("seek")}, s.found.map(row)) : null;
}

/** past is the list of the earlier texts. */
function past() {
  const {past: p} = store.pen;
  const choose = e => earlier(e.target.value).catch(failed);
  return h("div.row.past", h("label", w("earlierTexts"), " ",
    h("select", {change: choose}, p.all.map(r => option(r.name, r.when, r.name === p.at)))),
  h("span.btns", now().own ? button("", "restore", () => goBack(true)) : null,
    button("", "back", () => goBack(false))));
}

/** drawWorkshop draws the workshop beside the page. */
export function drawWorkshop() {
  const p = store.pen;
  document.body.dataset.pen = p && !p.shut ? "open" : "";
  if (!p || p.shut) return show(null, "workshop");
  const f = now();
  const tools = f && !p.past ? [
    f.own ? button("Ctrl S", "save", save, {disabled: ![...p.files.values()].some(dirty)}) :
      may("begin") ? button("", "mine", mine) : null,
    button("F12", "goToIt", definition), button("Shift F12", "usesOfIt", uses), button("Ctrl I", "whatIsIt", explain),
    f.own ? [button("F2", "rename", rename), button("Ctrl .", "fix", fixes),
      button("", "earlierTexts", () => earlier()),
      f.digest ?
        button("", asked("remove", f) ? "removeSure" : "removeFile", sureToRemove, {disabled: dirty(f)}) : null,
    ] : null,
    f.open ? h("a.btn", {href: f.open, title: w("openFile")}, icon("ext")) : null,
  ] : null;
  show([h("aside.pen", {"aria-label": w("workshop")},
    h("header", h("h3", w("workshop")), h("input.field", {
      type: "search", placeholder: w("seek"), "aria-label": w("seek"), value: p.seek?.text ?? "",
      input: e => seek(e.target.value).catch(failed),
    }), h("span.btns",
      h("button.btn", {"aria-pressed": String(p.list), click: () => draw({list: !p.list})}, w("files")),
      may("begin") ? h("button.btn", {click: () => begin().catch(failed)}, w("beginNew")) : null,
      h("button.btn", {click: leave}, w("close")))),
    seeking(), p.list ? tree() : null, tabs(),
    f ? h("div.btns.tools", tools) : null,
    f && !f.own ? note("warn", false, w("readOnly")) : null,
    f?.other ? note("warn", true, h("b", w("changedElsewhere", {file: f.name})), " ",
      h("span.btns", button("", "takeTheirs", () => settle(f, true)),
        button("", "keepOwn", () => settle(f, false)))) : null,
    p.past ? past() : null,
    h("div.code", {key: "code", ref: mount, hidden: !f}),
    p.naming !== null ? h("p.row", h("label", w("newName"), " ",
      h("input.field", {id: "newname", defaultValue: p.naming, keydown: entered(renamed)})),
    h("span.btns", button("Enter", "rename", renamed), closing(() => draw({naming: null})))) : null,
    p.fixes ? h("div.fixes", p.fixes.length ? p.fixes.map(x =>
      h("button.btn", {click: () => mend(x).catch(failed)}, x.title)) : h("p.sub", w("noFix")),
      closing(() => draw({fixes: null}))) : null,
    p.say ? h("div.told2", {role: "status"}, pen.prose(p.say)) : null,
    f ? scenarios() : null, problems()),
  p.begin ? form() : null], "workshop");
}
store.drawWorkshop = drawWorkshop;

/** heeds takes a key that is pressed in the workshop, unless it is one of the page's that does something here. */
store.heeds = (e, field) => {
  const p = store.pen;
  if (/** @type {Element} */ (e.target).closest(".code")) return true;
  if (e.key !== "Escape") return field || Boolean(p.begin) || !/^[ae]$/.test(e.key); // who still writes does not play
  const open = ["naming", "fixes", "seek"].find(part => p[part] !== null);
  if (!open) return false;
  dismiss(open);
  return true;
};

/** dismiss closes a part of the workshop; writing goes on. */
function dismiss(part) {
  draw({[part]: null});
  if (store.pen.at) store.pen.view.focus();
}
addEventListener("beforeunload", e => { if ([...store.pen?.files.values() ?? []].some(dirty)) e.preventDefault(); });

/** mount puts the editor into its element, which stays. */
function mount(element) {
  if (!element || element.shadowRoot) return;
  store.pen.view = pen.view(element);
  if (now()) present();
}
