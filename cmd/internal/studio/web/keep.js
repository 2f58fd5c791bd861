// Keeping a test: what must be true is chosen by clicking it, on the table, in the
// log or in the list.
import {entered, h, icon, named} from "./dom.js";
import {closing} from "./forms.js";
import {change} from "./store.js";
import {w} from "./words.js";

/** Keeping is a test that is being kept: what can be true of it, and what was chosen. */
export class Keeping {
  /** @param {any} data what the call keepable gives: {folder, decision, outcomes} */
  constructor(data) {
    this.data = data;
    this.name = "";
    this.chosen = new Set(data.outcomes.filter(o => o.usual).map(o => o.id));
    this.filter = "";
  }

  /** of are the outcomes that a thing of the table stands for. */
  of(key) { return this.data.outcomes.filter(o => o.thing === key); }

  /** at are those that a line of the log stands for. */
  at(event) { return this.data.outcomes.filter(o => o.event === event); }

  /** named is the one with an id, such as "1.points". */
  named(id) { return this.data.outcomes.filter(o => o.id === id); }

  /** has reports whether one of some outcomes is chosen. */
  has(outcomes) { return outcomes.some(o => this.chosen.has(o.id)); }

  /** toggle chooses outcomes, or takes them back. */
  toggle(outcomes) {
    const on = this.has(outcomes);
    for (const o of outcomes) on ? this.chosen.delete(o.id) : this.chosen.add(o.id);
  }
}

/** keepPanel draws the test. use: keeping, from(by), send(), cancel(). */
export function keepPanel(use) {
  const {keeping} = use;
  const words = keeping.filter.toLowerCase();
  const list = keeping.data.outcomes.filter(o => o.text.toLowerCase().includes(words));
  const chosen = list.filter(o => keeping.chosen.has(o.id)), rest = list.filter(o => !keeping.chosen.has(o.id));
  const toggle = o => { keeping.toggle([o]); change(); };
  const box = o => h("li", h("label",
    h("input", {type: "checkbox", checked: keeping.chosen.has(o.id), "data-outcome": o.id, change: () => toggle(o)}),
    h("span", o.text)));
  const field = h("input.field", {
    id: "testname", value: keeping.name, autocomplete: "off", spellcheck: false, placeholder: "guard-2",
    input: e => { keeping.name = named(e.target); }, keydown: entered(use.send),
  });
  const filter = h("input.filter", {
    type: "search", id: "keepfilter", placeholder: w("searchTrue"), "aria-label": w("searchTrue"),
    value: keeping.filter,
    input: e => { keeping.filter = e.target.value; change(); },
  });
  return h("section.ask.keeping", {"aria-label": w("keep")},
    h("h2", w("keep")), h("p.hint", w("keepHint", {number: keeping.data.decision})),
    h("p.btns", h("button.btn", {click: () => use.from(-1)}, icon("prev"), w("earlier")),
      h("button.btn", {click: () => use.from(1)}, w("later"), icon("next"))),
    h("label.row", h("span", w("name")), field), h("p.hint.file", `${keeping.data.folder}/`), filter,
    h("ul.expect", chosen.map(box)), h("ul.expect", rest.slice(0, 60).map(box)),
    rest.length > 60 ? h("p.hint", w("more", {count: rest.length - 60})) : null,
    h("p.btns", h("button.btn.go", {click: use.send, id: "keepit"}, icon("keep"), w("keep")), closing(use.cancel)));
}
