// Every card of the game as a card, where each of its fields comes from, and
// sheets to print.
import {file, h, kept} from "./dom.js";
import {face, legend} from "./card.js";
import {closing, heading} from "./forms.js";
import {change, store} from "./store.js";
import {w} from "./words.js";

/** What is looked for and chosen. */
const {find} = store;

/** holds compares a fact with a condition such as power>3 or skills:tackle. */
function holds(card, term) {
  const condition = term.match(/^([\w.]+)(>=|<=|[:=<>])(.+)$/);
  if (!condition) return false;
  const [, key, how, want] = condition;
  const facts = [
    ...(card.facts || []), {key: "copies", name: "", text: String(card.in_game), number: card.in_game},
    ...(card.abilities || []).map(text => ({key: "ability", name: "", text})),
  ];
  return facts.filter(f => f.key.toLowerCase() === key || f.name.toLowerCase() === key).some(f => {
    if (how === ":" || how === "=" && Number.isNaN(Number(want))) return f.text.toLowerCase().includes(want);
    const n = f.number ?? Number.parseFloat(f.text), m = Number(want);
    return {"=": n === m, ">": n > m, "<": n < m, ">=": n >= m, "<=": n <= m}[how];
  });
}

/** matches are the cards that the filter leaves. */
export function matches(cards) {
  const terms = find.text.toLowerCase().split(/\s+/).filter(Boolean);
  const facts = c => (c.facts || []).flatMap(f => [`${f.key}:${f.text}`, f.name]);
  const texts = c => [c.name, c.def, c.type_name, ...(c.text || []), ...(c.abilities || []), ...facts(c)];
  const text = c => texts(c).join(" ").toLowerCase();
  return cards.filter(c => (!find.type || c.type === find.type) && (!find.only || only[find.only](c)) &&
    terms.every(x => text(c).includes(x) || holds(c, x)));
}

/** only are the conditions that one chooses by a click. */
const only = {
  uncovered: c => c.uncovered?.length,
  changed: c => c.was || c.new,
  chosen: c => find.chosen.has(c.def),
};

/** gallery draws the cards that the filter leaves, by type. use: data, detail, mine(), show(card), hide(), print(). */
export function gallery(use) {
  const {cards, base, covered} = use.data;
  const shown = matches(cards);
  const types = [...new Map(cards.map(c => [c.type, c.type_name || c.type]))], some = find.chosen.size;
  const chip = (key, value, name, fits) => h("button.chip", {
    "aria-pressed": String(find[key] === value),
    click: () => { find[key] = key === "only" && find.only === value ? "" : value; change(); },
  }, name, h("b", cards.filter(fits).length));
  const chooseAll = () => { for (const c of shown) find.chosen.add(c.def); change(); };
  const chooseNone = () => { find.chosen.clear(); find.only = ""; change(); };
  const field = h("input.field", {
    id: "find", type: "search", placeholder: w("searchCards"), "aria-label": w("search"), value: find.text,
    input: e => { find.text = e.target.value; change(); },
  });
  const group = ([type, name]) => {
    const of = shown.filter(c => c.type === type);
    return of.length ? h("section.group", h("h3", name, h("small", w("cards", {count: of.length}))),
      h("div.cards", of.map(c => kept(c.def, figure, c, find.chosen.has(c.def), use.show)))) : null;
  };
  return h("main.sheet.galleryp",
    heading(w("gallery"), [w("cards", {count: shown.length}), " · ", w("filterHint")],
      h("p.btns", h("button.btn", {click: chooseAll}, w("chooseAll")),
        some ? h("button.btn", {click: chooseNone}, w("chooseNone")) : null,
        h("button.btn.go", {click: use.print}, w("printSheets"), some ? ` (${some})` : ""))),
    h("div.filters", field, chip("type", "", w("all"), () => true),
      types.map(([type, name]) => chip("type", type, name, c => c.type === type)),
      Object.entries({uncovered: covered, changed: base, chosen: some}).map(([what, known]) =>
        known ? chip("only", what, w(what), only[what]) : null)),
    h("div.gal", {class: use.detail ? "" : "whole"}, h("div", types.map(group)),
      use.detail ? detail(use.detail, cards.find(c => c.def === use.detail.card), use) : null));
}

/** alone is one copy of a card, as it is printed. */
const alone = (card, size) => face({...card, copies: 1}, {seats: []}, `${size} k-${card.type}`);

function figure(c, chosen, show) {
  const open = {title: w("explain"), "data-card": c.def, click: () => show(c.def)};
  const choose = e => { e.target.checked ? find.chosen.add(c.def) : find.chosen.delete(c.def); change(); };
  return h("figure", {class: chosen ? "chosen" : ""},
    h("div.pair2", c.was ? h("div", h("span.label", w("was")), alone(c.was, "l")) : null,
      h("div", c.was ? h("span.label", w("is")) : null, h("button.open-card", open, alone(c, "l")))),
    h("figcaption", w("copies", {count: c.in_game}), c.new ? h("b", " · ", w("new")) : null,
      c.abilities?.length ? h("span", " · ", c.abilities.join(", ")) : null,
      c.uncovered?.length ? h("b", " · ", w("uncovered"), ": ", c.uncovered.join(", ")) : null,
      h("label.take", h("input", {type: "checkbox", checked: chosen, change: choose}), w("forPrint"))));
}

/** detail says where each field of a card comes from. */
function detail(d, card, use) {
  const place = f => f.place ? file(f) : null;
  const row = f => h("li", h("span", f.name),
    h("span", h("b", f.value), (f.was || []).map(x => h("s.was2", " ", x.value))),
    h("code", place(f), (f.was || []).map(x => [" ← ", place(x)])));
  const test = t => h("li.wide2", h("span", t.value), h("code", place(t)));
  return h("aside.box.side2", {"aria-label": w("explain")},
    h("header", h("h3", card?.name || d.name), closing(use.hide)),
    h("div.in", card ? alone(card, "l") : null, d.place.place ? h("p.sub", place(d.place)) : null,
      recipe(d, use), h("ul.exp", d.fields.map(row)),
      d.hooks.length ? [h("h4.label", w("abilities")), h("ul.exp", d.hooks.map(row))] : null,
      d.tests.length ? [h("h4.label", w("tests")), h("ul.exp", d.tests.map(test))] : null));
}

/** recipe is what one writes to change a card, or to add one like it, in an overlay. */
function recipe(d, use) {
  if (use.mine) return h("p.btns", h("button.btn", {click: use.mine}, w("mine")));
  if (!use.data.base) return null;
  const fields = but => d.fields.filter(f => !but.includes(f.name)).map(f => `    ${f.name}: ${f.value}`);
  const write = (title, file, ...lines) =>
    h("details.recipe", h("summary", title), h("p.sub", w("saveAs", {file})), h("pre.yaml", lines.join("\n")));
  return [
    write(w("changeIt"), "cards/changes.yaml",
      "patch:", `  - id: ${d.card}`, ...fields(["id", "name", "type", "copies"])),
    write(w("addLike"), "cards/new.yaml",
      "cards:", `  - id: my_${d.card}`, "    name: {en: My card}", ...fields(["id", "name"])),
  ];
}

const sizes = {a4: [210, 297], letter: [215.9, 279.4]};

/** sheets are the pages to print: nine cards a page, with marks to cut along. use: data, title, back(). */
export function sheets(use) {
  const cards = use.data.cards.filter(c => find.chosen.size ? find.chosen.has(c.def) : matches([c]).length);
  const all = cards.flatMap(c => Array(find.copies === "all" ? Math.max(1, c.in_game) : 1).fill(c));
  const pages = [];
  for (let i = 0; i < all.length; i += 9) pages.push(all.slice(i, i + 9));
  const choose = (key, value) => { find[key] = value; change(); };
  const choice = (name, key, values) => h("div.row", h("span", w(name)),
    h("div.seg", {role: "group", "aria-label": w(name)}, values.map(([value, text]) =>
      h("button", {"aria-pressed": String(find[key] === value), click: () => choose(key, value)}, text))));
  const sums = {
    cards: w("cards", {count: all.length}), pages: w("pages", {count: pages.length * (find.backs ? 2 : 1)}),
  };
  const sheetOf = (faces, told, i) =>
    sheet(faces, [h("span", use.title), told, h("span", `${i + 1} / ${pages.length}`)]);
  return h("main.printdesk", h("h2.hide", w("print")),
    h("aside.box", h("header", h("h3", w("printSheets"))), h("div.in.form",
      choice("paper", "paper", [["a4", "A4"], ["letter", "Letter"]]),
      choice("copiesOf", "copies", [["one", w("oneEach")], ["all", w("allCopies")]]),
      choice("backs", "backs", [[true, w("yes")], [false, w("no")]]),
      h("p.sub", w("printSub", sums)),
      h("p.btns", h("button.btn.go", {id: "print", click: () => print()}, w("print")),
        h("button.btn", {click: use.back}, w("gallery"))))),
    h("div.scroll.pages", pages.map((page, i) => [
      sheetOf(page.map(c => alone(c, "print")), legend(signs(page)), i),
      find.backs ? sheetOf(mirrored(page).map(back), null, i) : null,
    ])));
}

/** signs are those that stand on some cards, each once. */
function signs(cards) {
  return [...new Map(cards.flatMap(c => c.signs || []).map(s => [s.sign, s])).values()];
}

/** mirrored turns the rows round, so that backs lie behind their faces when the paper is turned over its long edge. */
function mirrored(page) {
  const full = [...page, ...Array(9 - page.length).fill(null)];
  return [0, 3, 6].flatMap(r => [full[r + 2], full[r + 1], full[r]]);
}

function back(c) {
  if (!c) return h("div");
  return h("article.card.print.back", {class: "k-" + c.type}, h("div.face", h("span.plate", c.type_name || c.type)));
}

function sheet(faces, foot) {
  const [width, height] = sizes[find.paper];
  const left = (width - 189) / 2, top = (height - 264) / 2;
  const down = (x, y) => h("line", {x1: x, x2: x, y1: y, y2: y + 4.5});
  const along = (x, y) => h("line", {x1: x, x2: x + 4.5, y1: y, y2: y});
  const marks = h("svg.marks", {viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true"}, [0, 1, 2, 3].map(i => [
    down(left + 63 * i, top - 6), down(left + 63 * i, top + 265.5),
    along(left - 6, top + 88 * i), along(left + 190.5, top + 88 * i),
  ]));
  return h("section.a4", {class: find.paper}, marks, h("div.nine", faces), h("footer", foot));
}
