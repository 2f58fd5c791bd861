// What the pack is built of, to walk through: all that it declares, each thing with what is said of it, who hooks
// it, and where it stands.
import {file, h} from "./dom.js";
import {heading} from "./forms.js";
import {change, store} from "./store.js";
import {called, w} from "./words.js";

const first = ["phase", "step", "trigger", "ability", "type", "zone"];

/** structure draws the things that match what is looked for. */
export function structure(things) {
  const {parts} = store.find, words = parts.toLowerCase().split(/\s+/).filter(Boolean);
  const text = t => [t.name, t.label, t.value, ...(t.hooks ?? []).map(x => x.name)].join(" ").toLowerCase();
  const shown = things.filter(t => words.every(x => text(t).includes(x)));
  const field = h("input.field", {
    id: "find", type: "search", placeholder: w("seekParts"), "aria-label": w("seekParts"), value: parts,
    input: e => { store.find.parts = e.target.value; change(); },
  });
  const look = name => { store.find.parts = name; change(); };
  return h("main.sheet.structurep", heading(w("structure"), w("structureSub")), h("div.filters", field),
    [...new Set([...first, ...things.map(t => t.kind)])].map(kind => {
      const of = shown.filter(t => t.kind === kind);
      return of.length ? h("section.box", {"aria-label": called("kind", kind)},
        h("header", h("h3", called("kind", kind), h("small", ` ${of.length}`))),
        h("ul.parts", of.map(t => part(t, look)))) : null;
    }));
}

/** part is a thing with its facts folded away, and the abilities that act at it; of a phase what it does, in order. */
function part(t, look) {
  const flow = t.kind === "phase", [does, facts] = [true, false].map(is =>
    t.facts.filter(f => (flow && f.name === "does") === is));
  const deep = flow ? facts.find(f => f.name === "inside")?.value.split(" > ").length ?? 0 : 0;
  const step = f => h("li", h("button", {click: () => look(f.value)}, f.value));
  const row = f => h("li", h("span", f.name), h("span", f.value), f.place ? file(f) : null);
  const hook = x =>
    h("li", h("button", {click: () => look(x.name)}, x.name), h("span", x.value), x.place ? file(x) : null);
  const list = h("ul.exp2", facts.map(row));
  return h("li", {class: `deep${Math.min(deep, 6)}`},
    h("p.head2", h("b", t.label && t.label !== t.name ? `${t.label} · ${t.name}` : t.name),
      t.cards ? h("small", w("cards", {count: t.cards})) : null, t.place ? file(t) : null),
    t.value ? h("p.sub", t.value) : null,
    does.length ? h("ol.flow2", does.map(step)) : null,
    !facts.length || flow ? list : h("details", h("summary", w("facts", {count: facts.length})), list),
    t.hooks?.length ? h("ul.exp2", t.hooks.map(hook)) : null);
}
