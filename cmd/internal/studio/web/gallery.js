// Every card of the game as a card, where each of its fields comes from, and
// sheets to print.
import {amending, beginAt, left, row as leafRow, value} from "./amend.js";
import {chooser, unbring} from "./bring.js";
import {file, h, kept} from "./dom.js";
import {face, faceOf, size} from "./face.js";
import {matches, only} from "./find.js";
import {closing, heading} from "./forms.js";
import {sheets} from "./sheet.js";
import {proofOf} from "./proof.js";
import {change, store} from "./store.js";
import {w} from "./words.js";

const {find} = store;

/**
 * gallery draws the cards that the filter leaves, by type, and the recipes that it finds. use: data, detail,
 * show(card, at), hide(), print(), seek(text), see(card, ability), which shows it act, and where files can be written
 * edit(card), mine(card), like(card), and amend, which says that values are changed here.
 */
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
    input: e => { find.text = e.target.value; use.seek(find.text); change(); },
  });
  const group = ([type, name]) => {
    const of = shown.filter(c => c.type === type);
    return of.length ? h("section.group", h("h3", name, h("small", w("cards", {count: of.length}))),
      h("div.cards", of.map(c =>
        kept(c.def, figure, c, find.chosen.has(c.def), use.show, find.flaws.get(c.def))))) : null;
  };
  return h("main.sheet.galleryp",
    heading(w("gallery"), [w("cards", {count: shown.length}), " · ", w("filterHint")],
      h("p.btns", h("button.btn", {click: chooseAll}, w("chooseAll")),
        some ? h("button.btn", {click: chooseNone}, w("chooseNone")) : null,
        use.edit ? [chooser(), unbring()] : null,
        h("button.btn.go", {click: use.print}, w("printSheets"), some ? ` (${some})` : ""))),
    h("div.filters", field, chip("type", "", w("all"), () => true),
      types.map(([type, name]) => chip("type", type, name, c => c.type === type)),
      Object.entries({uncovered: covered, changed: base, chosen: some}).map(([what, known]) =>
        known ? chip("only", what, w(what), only[what]) : null)),
    find.recipes.length || find.none ? h("section", h("h3", w("recipes")),
      find.none ? h("p.sub.said", find.none) : null, find.recipes.map(r =>
        h("details.recipe", h("summary", h("b", r.id), " ", r.says), h("pre.yaml", r.code)))) : null,
    h("div.gal", {class: use.detail ? "" : "whole"}, h("div", types.map(group)),
      use.detail ? detail(use.detail, cards.find(c => c.def === use.detail.card), use) : null));
}

/** drawn is a card as it is printed. */
const drawn = f => h("div.card", {style: size(f)}, face(f));

/** faced are the cards that have a face. */
const faced = use => use.data.cards.filter(c => faceOf(c.def));

/** prove looks at faces that were just drawn, and draws the page again where it finds something. */
export function prove(fresh) {
  const seen = fresh.map(face => [face.closest("[data-card]")?.dataset.card, face]).filter(([def]) => def);
  for (const [def, face] of seen) find.flaws.set(def, proofOf(face));
  if (seen.some(([def]) => find.flaws.get(def).length)) change();
}

/** flaw says in words what was found. */
const flaw = x => ({
  "print-cut": () => w("printCut", x), "print-small": () => w("printSmall", x),
  "print-glyph": () => w("printGlyph", x), "print-picture": () => w("printPicture", x),
})[x.code]();

function figure(c, chosen, show, found = []) {
  const open = {title: w("explain"), "data-card": c.def, click: e => show(c.def, e.target)};
  const choose = e => { e.target.checked ? find.chosen.add(c.def) : find.chosen.delete(c.def); change(); };
  return h("figure", {class: chosen ? "chosen" : ""},
    h("div.pair2", c.was ? h("div", h("span.label", w("was")), drawn(c.was)) : null,
      h("div", c.was ? h("span.label", w("is")) : null, h("button.open-card", open, drawn(faceOf(c.def))))),
    h("figcaption", w("copies", {count: c.in_game}), c.new ? h("b", " · ", w("new")) : null,
      c.abilities?.length ? h("span", " · ", c.abilities.join(", ")) : null,
      c.uncovered?.length ? h("b", " · ", w("uncovered"), ": ", c.uncovered.join(", ")) : null,
      found.map(x => h("b.flaw", {title: x.what}, " · ", flaw(x))),
      h("label.take", h("input", {type: "checkbox", checked: chosen, change: choose}), w("forPrint"))));
}

/** detail says where each field of a card comes from. */
function detail(d, card, use) {
  const place = f => f.place ? file(f) : null;
  const part = l => l.field.slice(l.key.length + 1).replace(/^\d+$/, "");
  const values = f => {
    const of = use.amend ? d.leaves.filter(l => l.key === f.name) : [];
    return of.length === 1 && of[0].field === f.name ? value(of[0]) :
      of.length ? of.map(l => h("span.part", part(l), " ", value(l))) : h("b", f.value);
  };
  const row = (f, /** @type {any} */ more = null) => h("li", h("span", f.name),
    h("span", values(f), (f.was || []).map(x => h("s.was2", " ", x.value))),
    h("code", place(f), (f.was || []).map(x => [" ← ", place(x)])), more);
  const seen = f => row(f, use.see ? h("button.btn", {
    "aria-label": `${w("tryIt")} ${f.name}`, click: () => use.see(d.card, f.name),
  }, w("tryIt")) : null);
  const does = (word, act) => act ? h("button.btn", {click: () => act(d.card)}, w(word)) : null;
  const test = t => h("li.wide2", h("span", t.value), h("code", place(t)));
  return h("aside.box.side2", {"aria-label": w("explain")},
    h("header", h("h3", card?.name || d.name), closing(use.hide)),
    h("div.in", card ? h("div", {
      key: `${d.card} ${d.edit?.shown}`, class: use.amend ? "amendable" : "",
      click: e => use.amend && beginAt(e.target),
    }, drawn(d.edit?.face ?? faceOf(card.def))) : null,
    card && faceOf(card.def)?.back.reverse ? drawn(faceOf(card.def)?.back.reverse) : null,
    (find.flaws.get(d.card) ?? []).map(x => h("p.sub.said", flaw(x))), amending(d),
    d.place.place ? h("p.sub", place(d.place)) : null,
      h("p.btns", does("workshop", use.edit), does("mine", use.mine), does("likeThis", use.like),
        does("tryIt", card?.abilities?.length ? use.see : null)),
      h("ul.exp", d.fields.map(f => row(f)), use.amend ? left(d).map(leafRow) : null),
      d.hooks.length ? [h("h4.label", w("abilities")), h("ul.exp", d.hooks.map(seen))] : null,
      d.tests.length ? [h("h4.label", w("tests")), h("ul.exp", d.tests.map(test))] : null));
}

/** printDesk draws the sheets as they will be printed. use: laid, title, choose(key, value), link(format), back(). */
export function printDesk(use) {
  const {browser, exported, sheets: laid} = use.laid;
  const choice = (name, key, values) => h("div.row", h("span", w(name)),
    h("div.seg", {role: "group", "aria-label": w(name)}, values.map(([value, text]) =>
      h("button", {"aria-pressed": String(find[key] === value), click: () => use.choose(key, value)}, text))));
  const yes = [[true, w("yes")], [false, w("no")]];
  const field = (name, key, placeholder) => h("label.row", h("span", w(name)), h("input.field", {value: find[key],
    placeholder, change: e => use.choose(key, e.target.value.trim())}));
  const {height = 0, paper, width = 0} = laid[0] ?? {};
  const page = new globalThis.CSSStyleSheet(); // a paper that has a size alone
  page.replaceSync(paper === "custom" ? `@page custom { size: ${width}mm ${height}mm; margin: 0; } ` +
    `.a4.custom { page: custom; max-block-size: ${height - .4}mm; }` : "");
  document.adoptedStyleSheets = [page];
  const sums = {
    cards: w("cards", {count: laid.flatMap(s => s.back ? [] : s.cells).length}),
    pages: w("pages", {count: laid.length}),
  };
  const link = (format, name) => laid.length ? h("a.btn", {href: use.link(format), download: ""}, name) : null;
  return h("main.printdesk", h("h2.hide", w("print")),
    h("aside.box", h("header", h("h3", w("printSheets"))), h("div.in.form",
      choice("paper", "paper", [["A4", "A4"], ["Letter", "Letter"]]), field("paperSize", "paper", "330x483mm"),
      choice("bleed", "bleed", [[0, "0"], [1.5, "1.5 mm"], [3, "3 mm"]]),
      choice("copiesOf", "copies", [[false, w("oneEach")], [true, w("allCopies")]]),
      choice("sides", "sides", ["fronts", "both", "backs"].map(s => [s, w(s)])),
      find.sides === "fronts" ? null : field("backOffset", "offset", "0,0"),
      choice("cut", "cut", [["marks", w("cutMarks")], ["lines", w("cutLines")], ["none", w("no")]]),
      exported ? choice("sinceExport", "changed", yes) : null,
      h("p.sub", w("printSub", sums)),
      h("p.btns", h("button.btn.go", {id: "print", click: () => print()}, w("print")),
        h("button.btn", {click: use.back}, w("gallery"))),
      h("p.label", w("files")), browser ? null : h("p.sub", w("noPrinter")),
      h("p.btns", link("pdf", browser ? "PDF" : "HTML"), browser ? link("zip", "PNG 300 dpi") : null,
        browser ? link("tts", "Tabletop Simulator") : null),
      browser ? field("urlPrefix", "prefix", "https://") : null)),
    h("div.scroll.pages", sheets(laid, use.title)));
}
