// Every card of the game as a card, where each of its fields comes from, and
// sheets to print.
import {h, svg, icon} from "./dom.js";
import {face, legend} from "./card.js";
import {short} from "./time.js";
import {w} from "./words.js";

/** The state of a filter: text, type, what must hold, and the cards that are chosen. */
export const find = {text: "", type: "", only: "", chosen: new Set(), paper: "a4", copies: "one", backs: false};

/** number compares a fact with a condition such as power>3 or skills:tackle. */
function holds(card, term) {
  const condition = term.match(/^([\w.]+)(>=|<=|[:=<>])(.+)$/);
  if (!condition) return false;
  const [, key, how, want] = condition;
  const value = key === "copies" ? [{key, text: String(card.in_game), number: card.in_game}]
      : (card.facts || []).filter(f => f.key.toLowerCase() === key || f.name.toLowerCase() === key);
  const abilities = key === "ability" ? (card.abilities || []).map(text => ({text})) : [];
  return [...value, ...abilities].some(f => {
    if (how === ":" || how === "=" && Number.isNaN(Number(want))) return f.text.toLowerCase().includes(want);
    const n = f.number ?? Number.parseFloat(f.text), m = Number(want);
    return {"=": n === m, ">": n > m, "<": n < m, ">=": n >= m, "<=": n <= m}[how];
  });
}

/** matches are the cards that the filter leaves. */
export function matches(cards) {
  const terms = find.text.toLowerCase().split(/\s+/).filter(Boolean);
  const text = c => [c.name, c.def, c.type_name, ...(c.text || []), ...(c.abilities || []),
      ...(c.facts || []).flatMap(f => [`${f.key}:${f.text}`, f.name])].join(" ").toLowerCase();
  return cards.filter(c => (!find.type || c.type === find.type) && terms.every(x => text(c).includes(x) || holds(c, x))
    && (find.only !== "uncovered" || c.uncovered?.length) && (find.only !== "changed" || c.was || c.new) &&
        (find.only !== "chosen" || find.chosen.has(c.def)));
}

/** gallery draws the cards that the filter leaves, by type. use: data, detail, redraw(), draw(), show(card),
    print(). */
export function gallery(use) {
  const {cards, base, covered} = use.data;
  const shown = matches(cards);
  const types = [...new Map(cards.map(c => [c.type, c.type_name || c.type]))];
  const chip = (on, name, n, choose) => h("button.chip",
      {"aria-pressed": String(on), click: () => { choose(); use.draw(); }}, name, n === undefined ? null : h("b", n));
  const only = (what, n) => chip(find.only === what, w(what), n, () => { find.only = find.only === what ? "" : what; });
  return h("main.sheet.galleryp", h("header",
      h("div", h("h2", w("gallery")), h("p.sub", w("cards", {count: shown.length}), " · ", w("filterHint"))),
    h("p.btns", h("button.btn", {click: () => { for (const c of shown) find.chosen.add(c.def); use.draw(); }},
        w("chooseAll")), find.chosen.size
        ? h("button.btn", {click: () => { find.chosen.clear(); find.only = ""; use.draw(); }}, w("chooseNone")) : null,
      h("button.btn.go", {click: use.print}, w("printSheets"), find.chosen.size ? ` (${find.chosen.size})` : ""))),
    h("div.filters",
        h("input.field", {id: "find", type: "search", placeholder: w("searchCards"), "aria-label": w("search"),
        value: find.text,
        input: e => { find.text = e.target.value; clearTimeout(typing); typing = setTimeout(use.redraw, 120); }}),
      chip(find.type === "", w("all"), cards.length, () => { find.type = ""; }),
          types.map(([type, name]) => chip(find.type === type, name, cards.filter(c => c.type === type).length,
          () => { find.type = type; })),
      covered ? only("uncovered", cards.filter(c => c.uncovered?.length).length) : null,
          base ? only("changed", cards.filter(c => c.was || c.new).length) : null,
          find.chosen.size ? only("chosen", find.chosen.size) : null),
    h("div.gal", {class: use.detail ? "" : "whole"}, h("div", types.map(([type, name]) => {
      const group = shown.filter(c => c.type === type);
      return group.length ? h("section.group", h("h3", name, h("small", w("cards", {count: group.length}))),
          h("div.cards", group.map(c => figure(c, use)))) : null;
    })), use.detail ? detail(use.detail, cards.find(c => c.def === use.detail.card), use) : null));
}

/** The pause in typing after which the cards are drawn again. */
let typing;

function plain(card) { return {...card, copies: 1}; }

function figure(c, use) {
  const chosen = find.chosen.has(c.def);
  return h("figure", {class: chosen ? "chosen" : ""}, h("div.pair2",
      c.was ? h("div", h("span.label", w("was")), face(plain(c.was), {seats: []}, "l k-" + c.type)) : null,
    h("div", c.was ? h("span.label", w("is")) : null,
        h("button.open-card", {"aria-label": `${c.name}: ${w("explain")}`, "data-card": c.def,
        click: () => use.show(c.def)}, face(plain(c), {seats: []}, "l k-" + c.type)))),
    h("figcaption", w("copies", {count: c.in_game}), c.new ? h("b", " · ", w("new")) : null,
        c.abilities?.length ? h("span", " · ", c.abilities.join(", ")) : null,
        c.uncovered?.length ? h("b", " · ", w("uncovered"), ": ", c.uncovered.join(", ")) : null,
      h("label.take",
          h("input", {type: "checkbox", checked: chosen,
          change: e => { e.target.checked ? find.chosen.add(c.def) : find.chosen.delete(c.def); use.draw(); }}),
          w("forPrint"))));
}

/** detail says where each field of a card comes from. */
function detail(d, card, use) {
  const place = f => f.place ? (f.open ? h("a.file", {href: f.open, title: f.place}, short(f.place)) : h("span.file",
      {title: f.place}, short(f.place))) : null;
  const row = f => h("li", h("span", f.name),
      h("span", h("b", f.value), (f.was || []).map(x => h("s.was2", " ", x.value))),
      h("code", place(f), (f.was || []).map(x => [" ← ", place(x)])));
  return h("aside.box.side2", {"aria-label": w("explain")},
      h("header", h("h3", card?.name || d.name), h("button.btn", {click: use.hide}, w("close"))), h("div.in",
    card ? face(plain(card), {seats: []}, "l k-" + card.type) : null, d.place.place ? h("p.sub", place(d.place)) : null,
    recipe(d, use), h("ul.exp", d.fields.map(row)),
        d.hooks.length ? [h("h4.label", w("abilities")), h("ul.exp", d.hooks.map(row))] : null,
    d.tests.length ? [h("h4.label", w("tests")),
        h("ul.exp", d.tests.map(t => h("li.wide2", h("span", t.value), h("code", place(t)))))] : null));
}

/** recipe is what one writes to change a card, or to add one like it, in an overlay. */
function recipe(d, use) {
  if (use.mine) return h("p.btns", h("button.btn", {click: use.mine}, w("mine")));
  if (!use.data.base) return null;
  const fields = d.fields.filter(f => f.name !== "id" && f.name !== "name");
  const write = (title, file, text) => h("details.recipe", h("summary", title), h("p.sub", w("saveAs", {file})),
      h("pre.yaml", text));
  return [
    write(w("changeIt"), "cards/changes.yaml", ["patch:", `  - id: ${d.card}`,
        ...fields.filter(f => !["type", "copies"].includes(f.name)).map(f => `    ${f.name}: ${f.value}`)].join("\n")),
    write(w("addLike"), "cards/new.yaml", ["cards:", `  - id: my_${d.card}`, "    name: {en: My card}",
        ...fields.map(f => `    ${f.name}: ${f.value}`)].join("\n")),
  ];
}

const sizes = {a4: [210, 297], letter: [215.9, 279.4]};

/** sheets are the pages to print: nine cards a page, with marks to cut along. use: data, draw(), back(). */
export function sheets(use) {
  const cards = use.data.cards.filter(c => find.chosen.size ? find.chosen.has(c.def) : matches([c]).length);
  const all = cards.flatMap(c => Array(find.copies === "all" ? Math.max(1, c.in_game) : 1).fill(c));
  const pages = [];
  for (let i = 0; i < all.length; i += 9) pages.push(all.slice(i, i + 9));
  const choice = (name, key, values) => h("div.row", h("span", w(name)),
      h("div.seg", {role: "group", "aria-label": w(name)},
      values.map(([value, text]) => h("button",
      {"aria-pressed": String(find[key] === value), click: () => { find[key] = value; use.draw(); }}, text))));
  return h("main.printdesk", h("aside.box", h("header", h("h3", w("printSheets"))), h("div.in.form",
    choice("paper", "paper", [["a4", "A4"], ["letter", "Letter"]]),
        choice("copiesOf", "copies", [["one", w("oneEach")], ["all", w("allCopies")]]),
        choice("backs", "backs", [[true, w("yes")], [false, w("no")]]),
    h("p.sub",
        w("printSub", {cards: w("cards", {count: all.length}),
        pages: w("pages", {count: pages.length * (find.backs ? 2 : 1)})})),
        h("p.btns", h("button.btn.go", {id: "print", click: () => print()}, w("print")),
        h("button.btn", {click: use.back}, w("gallery"))))),
    h("div.scroll.pages",
        pages.flatMap((page, i) => [sheet(page.map(c => face(plain(c), {seats: []}, "print k-" + c.type)),
        legend(signs(page)), i + 1, pages.length, use),
        find.backs ? sheet(mirrored(page).map(c => c ? back(c) : h("div")), null, i + 1, pages.length, use) : null])));
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
  return h("article.card.print.back", {class: "k-" + c.type}, h("div.face", h("span.plate", c.type_name || c.type)));
}

function sheet(faces, told, n, of, use) {
  const [width, height] = sizes[find.paper];
  const left = (width - 189) / 2, top = (height - 264) / 2;
  const line = (x1, y1, x2, y2) => svg("line", {x1, y1, x2, y2});
  const marks = svg("svg.marks", {viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true"},
    [0, 1, 2, 3].map(i => [line(left + 63 * i, top - 6, left + 63 * i, top - 1.5),
        line(left + 63 * i, top + 265.5, left + 63 * i, top + 270)]),
    [0, 1, 2, 3].map(i => [line(left - 6, top + 88 * i, left - 1.5, top + 88 * i),
        line(left + 190.5, top + 88 * i, left + 195, top + 88 * i)]));
  return h("section.a4", {class: find.paper}, marks, h("div.nine", faces),
      h("footer", h("span", use.title), told, h("span", `${n} / ${of}`)));
}
