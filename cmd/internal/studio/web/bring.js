// Cards from a sheet: a file is dropped on the page or chosen, what each column was taken for is seen, changed by a
// menu, and kept.
import {act, failed, goTo, may, show} from "./acts.js";
import {call} from "./door.js";
import {focus, h, say} from "./dom.js";
import {option, overlay} from "./forms.js";
import {change, store} from "./store.js";
import {called, w} from "./words.js";

/** read is what a file holds, as JSON can carry it. @returns {Promise<string>} */
const read = file => new Promise((done, lost) => {
  const reader = new FileReader();
  reader.onload = () => done(String(reader.result).split(",")[1] ?? "");
  reader.onerror = () => lost(reader.error);
  reader.readAsDataURL(file);
});

/** bring shows what a file comes to; where no game is open, in a new pack of its name. */
export async function bring(file) {
  if (!file) return;
  try {
    const brought = {name: file.name, data: await read(file), columns: {}};
    if (!store.host.start) return await look(brought);
    const plain = file.name.toLowerCase().replace(/\.\w+$/, "").replace(/[^a-z0-9]+/g, "_");
    const name = plain.replace(/^[_\d]+|_$/g, "") || "mine";
    await act("begin", {begin: {kind: "pack", name, like: "empty"}}, async out => {
      goTo(out.branch);
      await look(brought);
    });
  } catch (error) {
    failed(error);
  }
}

const asked = ({name, data, columns}, more = {}) => ({name, data, columns, ...more});

/** look asks what the sheet comes to, by what was said of its columns. */
async function look(brought) {
  change({dialog: "bring", brought: {...brought, plan: await call("bring", asked(brought))}});
}

/** keep writes it; the gallery then shows the cards, and the whole can be taken back. */
const keep = brought => act("bring", asked(brought, {keep: true}), () => {
  const {name} = brought;
  Object.assign(store, {dialog: null, broughtLast: name});
  show("gallery");
  say(w("brought", {name}));
});

/** unbring takes the last sheet back, all its files at once. */
export function unbring() {
  const name = store.broughtLast, gone = () => { store.broughtLast = ""; };
  const click = () => act("bring", {name, keep: true, undo: true}, gone);
  return name ? h("button.btn", {id: "unbring", click}, w("unbring", {name})) : null;
}

/** chooser is the field of a file. */
export const chooser = () => h("label.btn.choose", w("bring"), h("input", {id: "bringfile", type: "file",
  accept: ".csv,.tsv,.txt,.xlsx,.json,.xml", change: e => bring(e.target.files[0])}));

const kinds = ["name", "text", "copies", "id", "number", "flag", "word", "list", "attribute", "ignored"];
const told = note => w(note.key, note.args ?? {});

/** bringing is the window of a sheet. */
export function bringing(close) {
  const {brought} = store, {plan, name, columns} = brought;
  const said = (heading, kind) => look({...brought, columns: {...columns, [heading]: kind}})
    .then(() => focus(`[aria-label=${JSON.stringify(heading)}]`), failed);
  const menu = c => h("select", {
    "aria-label": c.heading.Key, disabled: !c.kind,
    change: e => said(c.heading.Key, e.target.value.replace("ignored", "ignore")),
  }, kinds.map(kind => option(kind, called("import.kind", kind), kind === c.kind)));
  const line = c => h("tr", {key: c.heading.Key}, h("th", {scope: "row"}, c.heading.Key), h("td", menu(c)),
    h("td", c.to, c.id ? `, ${w("import.id")}` : ""), h("td.num", c.filled),
    h("td", told(c.why), c.unsure ? h("b", " · ", w("unsure")) : null));
  const read = {how: plan.reading, cards: plan.cards, columns: plan.columns.length};
  return overlay(name, close, h("p.sub", w("import.read", read)),
    h("table.brought", h("thead", h("tr", ["column", "takenFor", "", "cells", "whyTaken"].map(x =>
      x ? h("th", {scope: "col"}, w(x)) : h("td")))), h("tbody", plan.columns.map(line))),
    (plan.notes ?? []).map(n => h("p.sub.said", told(n))),
    (plan.findings ?? []).map(f => h("p.sub.said", `${f.file}:${f.line}: ${f.Message}`)),
    h("p.btns", h("button.btn.go", {id: "bringit", click: () => keep(brought)}, w("bringIt")),
      h("button.btn", {click: close}, w("cancel"))));
}

/** Files that are dropped anywhere on the page are brought. */
const files = e => (store.host.start || may("bring")) && e.dataTransfer?.types.includes("Files");
addEventListener("dragover", e => { if (files(e)) e.preventDefault(); });
addEventListener("drop", e => {
  if (!files(e)) return;
  e.preventDefault();
  bring(e.dataTransfer?.files[0]);
});
