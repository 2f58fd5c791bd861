// Every card of the game as a card, where each of its fields comes from, and
// sheets to print.
import {file, h, kept} from "./dom.js";
import {back, face, faceOf, legend, size} from "./face.js";
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
  const {base, covered} = use.data, cards = faced(use);
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

/** drawn is a card as it is printed. */
const drawn = f => h("div.card", {style: size(f)}, face(f));

/** faced are the cards that have a face. */
const faced = use => use.data.cards.filter(c => faceOf(c.def));

function figure(c, chosen, show) {
  const open = {title: w("explain"), "data-card": c.def, click: () => show(c.def)};
  const choose = e => { e.target.checked ? find.chosen.add(c.def) : find.chosen.delete(c.def); change(); };
  return h("figure", {class: chosen ? "chosen" : ""},
    h("div.pair2", c.was ? h("div", h("span.label", w("was")), drawn(c.was)) : null,
      h("div", c.was ? h("span.label", w("is")) : null, h("button.open-card", open, drawn(faceOf(c.def))))),
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
    h("div.in", card ? drawn(faceOf(card.def)) : null, d.place.place ? h("p.sub", place(d.place)) : null,
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

/** The papers, and the margin of a sheet, in millimetres. */
const papers = {a4: [210, 297], letter: [215.9, 279.4]}, margin = 5;

/** grid is how cards of a size lie on a paper, with the bleed around them: upright or lying, as more fit. */
export function grid(paper, f, bleed) {
  const [width, height] = papers[paper];
  const lay = (w, h, turned) => {
    const [columns, rows] = [(width - 2 * margin) / w, (height - 2 * margin) / h].map(n => Math.max(1, Math.floor(n)));
    return {w, h, turned, columns, rows, left: (width - columns * w) / 2, top: (height - rows * h) / 2};
  };
  const up = lay(f.width + 2 * bleed, f.height + 2 * bleed, false), lying = lay(up.h, up.w, true);
  return lying.columns * lying.rows > up.columns * up.rows ? lying : up;
}

/** sheets are the pages to print: cards of one size on each, with marks to cut along. use: data, title, back(). */
export function sheets(use) {
  const cards = faced(use).filter(c => find.chosen.size ? find.chosen.has(c.def) : matches([c]).length);
  const all = cards.flatMap(c => Array(find.copies === "all" ? Math.max(1, c.in_game) : 1).fill(faceOf(c.def)));
  const pages = [...Map.groupBy(all, f => `${f.width} ${f.height}`).values()].flatMap(of => {
    const at = grid(find.paper, of[0], find.bleed), full = at.columns * at.rows;
    const sheets = Array.from({length: Math.ceil(of.length / full)});
    return sheets.map((_, i) => ({at, faces: of.slice(i * full, (i + 1) * full)}));
  });
  const choose = (key, value) => { find[key] = value; change(); };
  const choice = (name, key, values) => h("div.row", h("span", w(name)),
    h("div.seg", {role: "group", "aria-label": w(name)}, values.map(([value, text]) =>
      h("button", {"aria-pressed": String(find[key] === value), click: () => choose(key, value)}, text))));
  const sums = {
    cards: w("cards", {count: all.length}), pages: w("pages", {count: pages.length * (find.backs ? 2 : 1)}),
  };
  const sheetOf = (page, draw, told, i) =>
    sheet(page, draw, [h("span", use.title), told, h("span", `${i + 1} / ${pages.length}`)]);
  return h("main.printdesk", h("h2.hide", w("print")),
    h("aside.box", h("header", h("h3", w("printSheets"))), h("div.in.form",
      choice("paper", "paper", [["a4", "A4"], ["letter", "Letter"]]),
      choice("bleed", "bleed", [[0, "0"], [1.5, "1.5 mm"], [3, "3 mm"]]),
      choice("copiesOf", "copies", [["one", w("oneEach")], ["all", w("allCopies")]]),
      choice("backs", "backs", [[true, w("yes")], [false, w("no")]]),
      h("p.sub", w("printSub", sums)),
      h("p.btns", h("button.btn.go", {id: "print", click: () => print()}, w("print")),
        h("button.btn", {click: use.back}, w("gallery"))))),
    h("div.scroll.pages", pages.map((page, i) => [
      sheetOf(page, face, legend(page.faces), i), find.backs ? sheetOf(page, back, null, i) : null,
    ])));
}

/**
 * sheet is a page of cards, or of their backs: these lie from right to left, so that each is behind its face when the
 * paper is turned over its long edge.
 */
function sheet({at, faces}, draw, foot) {
  const [width, height] = papers[find.paper], {bleed} = find, right = draw === back;
  const cell = (f, i) => {
    const column = i % at.columns, x = at.left + at.w * (right ? at.columns - 1 - column : column);
    const place = {left: `${x}mm`, top: `${at.top + at.h * Math.floor(i / at.columns)}mm`, width: `${at.w}mm`,
      height: `${at.h}mm`, "--c": right ? f.back.colour : f.colour};
    return h("div.cell", {style: place},
      h("div.card", {style: size(f, place["--c"]), class: at.turned ? "lying" : ""}, draw(f)));
  };
  const edges = (from, step, n) => Array.from({length: n}, (_, i) =>
    [from + step * i + bleed, from + step * (i + 1) - bleed]).flat();
  const mark = (x1, y1, x2, y2) => h("line", {x1, y1, x2, y2});
  const [end, bottom] = [at.left + at.w * at.columns, at.top + at.h * at.rows];
  const marks = h("svg.marks", {viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true"},
    edges(at.left, at.w, at.columns).flatMap(x =>
      [mark(x, at.top - 5, x, at.top - 1), mark(x, bottom + 1, x, bottom + 5)]),
    edges(at.top, at.h, at.rows).flatMap(y => [mark(at.left - 5, y, at.left - 1, y), mark(end + 1, y, end + 5, y)]));
  return h("section.a4", {class: find.paper}, marks, faces.map(cell), h("footer", foot));
}
