// The face of a card: one way of drawing it, for the table, the gallery, paper and pictures. What
// stands on it the program has resolved; lengths are millimetres of the card.
import {h} from "./dom.js";
import {store} from "./store.js";

/** faceOf is the face of a card by its id; none where the host tells of none. */
export const faceOf = def => store.faces.of.get(def);

/** sign is an icon of the pack; where no word stands with it, it is told to readers of the screen by its label. */
const sign = (name, label = "", classes = "") => h("svg.i",
  {viewBox: "0 0 24 24", class: classes, ...label ? {role: "img", "aria-label": label} : {"aria-hidden": "true"}},
  h("path", {"fill-rule": "evenodd", d: store.faces.icons[name]}));

/** size are the lengths and the colour that a stylesheet cannot know. */
export const size = (f, colour = f.colour) => ({"--w": f.width, "--h": f.height, "--c": colour});

const round = n => Math.round(n * 10) / 10;

/** chance is a row of numbers from 0 to 1 by a text, the same each time; like texts give unlike rows. */
function chance(text) {
  let n = 2166136261;
  for (const c of text) n = Math.imul(n ^ c.charCodeAt(0), 16777619);
  for (const by of [0x85ebca6b, 0xc2b2ae35]) n = Math.imul(n ^ n >>> 15, by);
  n = n ^ n >>> 16 || 1;
  const next = () => { n ^= n << 13; n ^= n >>> 17; n ^= n << 5; return (n >>> 0) / 4294967296; };
  for (let i = 0; i < 5; i++) next();
  return next;
}

/** path writes numbers and letters as the data of a path. */
const path = (...parts) => parts.map(p => typeof p === "number" ? `${round(p)} ` : p).join("");

/** The kinds of drawn art; each fills w by h, varied by chance. */
const drawings = {
  rays: (r, w, h, x = w * (.38 + .24 * r()), y = h * (.4 + .2 * r()), n = 9 + Math.floor(r() * 9), opacity = .7) => {
    const from = r() * 6.3, end = a => [x + 200 * Math.cos(a), y + 200 * Math.sin(a)];
    const ray = i => path("M", x, y, "L", ...end(from + i * 2 * Math.PI / n), "L",
      ...end(from + (i * 2 + 1) * Math.PI / n), "Z");
    return [["f2", Array.from({length: n}, (_, i) => ray(i)).join(""), {opacity}]];
  },
  crest: (r, w, h) => [
    ...[5, 4, 3, 2, 1].slice(Math.floor(r() * 3)).map(i => ["f-ring", disc(w / 2, h / 2, h * .14 * i + 3)]),
    ...drawings.rays(r, w, h, w / 2, h / 2, 8 + Math.floor(r() * 6) * 2, .3),
  ],
  ridges: (r, w, h) => {
    const ridge = (base, high) => {
      let d = path("M", -5, h + 5);
      for (let x = -5; x <= w + 10; x += 7 + r() * 6) d += path("L", x, base + (r() - .5) * high);
      return d + path("L", w + 12, h + 5, "Z");
    };
    return [["f3", disc(w * (.38 + .24 * r()), h * .34, h * (.13 + .09 * r()))], ["f4", ridge(h * .5, h * .3)],
      ["f5", ridge(h * .66, h * .28)], ["f6", ridge(h * .84, h * .2)]];
  },
  chalk: (r, w, h) => {
    const at = Array.from({length: 6}, (_, i) =>
      [w * (.1 + .3 * Math.floor(i / 2) + .2 * r()), h * (i % 2 ? .58 + .3 * r() : .12 + .28 * r())]);
    const n = 1 + 2 * Math.floor(r() * 3);
    const mark = (/** @type {any} */ [x, y], i) => i % 2 ? disc(x, y, 2) : path("M", x - 2, y - 2, "l4 4m0 -4l-4 4");
    return [
      ...[1, 3, 5].map(i => ["f2", path("M", i * w / 7, -5, "h", w / 7, "v", h + 10, "h", -w / 7, "Z"), {opacity: .5}]),
      ["f-ln", path("M", -5, h / 2, "H", w + 5) + disc(w / 2, h / 2, h * .24)], ["f-chalk", at.map(mark).join("")],
      ["f-chalk f-dash", path("M", at[n][0], at[n][1] - 3, "Q", w * r(), h * .5, at[5 - n][0], at[5 - n][1] + 4)],
    ];
  },
  bust: (r, w, h) => {
    const s = h / 40, x = w / 2, wide = (6 + 2.4 * r()) * s, high = (8 + 2.5 * r()) * s, y = h * .45;
    const broad = (15 + 8 * r()) * s, both = shape => shape(1) + shape(-1);
    const body = path("M", x - broad, h + 6, "C", x - broad, h * .78, x - wide, h * .74, x - 3.5 * s, h * .68,
      "L", x + 3.5 * s, h * .68, "C", x + wide, h * .74, x + broad, h * .78, x + broad, h + 6, "Z");
    const head = path("M", x - wide, y, "a", wide, high, "0 1 1", 2 * wide, 0, "c", 0, 5 * s, -wide * .5, 10 * s, -wide,
      10 * s, "s", -wide, -5 * s, -wide, -10 * s, "Z");
    const worn = [
      () => both(m => path("M", x + m * wide * .7, y - 6 * s, "q", m * 7 * s, -s, m * 7 * s, -9 * s, "q", -m * 5 * s,
        4 * s, -m * 9 * s, 4 * s, "Z")),
      () => both(m => path("M", x + m * wide * .9, y, "l", m * 8 * s, -6 * s, "l", -m * 4 * s, 9 * s, "Z")),
      () => path("M", x - 1.3 * s, y - 8 * s, "q", s, -8 * s, 9 * s, -7 * s, "q", -3 * s, 3 * s, -4 * s, 8 * s, "Z"),
      () => [-1, 0, 1].map(m => path("M", x + m * 4 * s - 1.6 * s, y - high + 1.5 * s, "l", 1.6 * s, -6 * s,
        "l", 1.6 * s, 6 * s, "Z")).join(""),
      () => path("M", x - wide * 1.5, y - 3 * s, "q", wide * 1.5, -4 * s, wide * 3, 0, "l", -wide * .7, -s, "q",
        -wide * .8, -12 * s, -wide * 1.6, 0, "Z"),
      () => path("M", x - wide * 1.1, y + 2 * s, "q", -s, -13 * s, wide * 1.1, -12.5 * s, "q", wide + s, -.5 * s,
        wide * 1.1, 12.5 * s, "l", -wide * .3, 0, "v", -5 * s, "h", -wide * 1.6, "v", 5 * s, "Z"),
      () => path("M", x - wide * .8, y + 5 * s, "q", wide * .8, 14 * s, wide * 1.6, 0, "l", -wide * .8, 13 * s, "Z"),
      () => "",
    ];
    const eye = m => path("M", x - m * wide * .62, y + .5 * s, "l", m * wide * .42, 1.3 * s,
      "l", -m * wide * .36, .9 * s, "Z");
    return [...drawings.rays(r, w, h, w / 2, h * .55, 11 + Math.floor(r() * 5), .55),
      ["f6", body + head + worn[Math.floor(r() * worn.length)]()], ["f3", both(eye), {opacity: .85}]];
  },
};

const disc = (x, y, r) => path("M", x - r, y, "a", r, r, "0 1 0", 2 * r, 0, "a", r, r, "0 1 0", -2 * r, 0, "Z");

/** address is where a file of the pack is: inlined, or at the table. */
const address = (file, pictures = store.faces.pictures) => pictures?.[file] ?? `t/${store.look.table}/${file}`;

/** image is a picture of the pack. */
const image = (file, kind = "img.f-art") => h(kind, {src: address(file), alt: "", "data-file": file,
  loading: store.faces.pictures ? "eager" : "lazy"});

/** picture is the art of a card: a file of the pack, or a drawing in the card's colour. */
function picture(f) {
  const {art} = f, w = f.width, high = {full: f.height, token: f.height, portrait: 40, wide: 32}[f.frame] ?? 28;
  if (art.picture) return image(art.picture);
  const ridges = art.drawn === "ridges", s = high * (ridges ? .31 : f.frame === "token" ? .42 : .5) / 24;
  const middle = (high - 24 * s) / 2 - (ridges ? high * .1 : f.frame === "token" ? 2 : 0);
  return h("svg.f-art", {viewBox: `0 0 ${w} ${high}`, "aria-hidden": "true",
    preserveAspectRatio: `xMid${art.drawn === "bust" ? "YMax" : "YMid"} slice`},
  h("rect.f1", {x: -9, y: -9, width: w + 18, height: high + 18}),
  drawings[art.drawn](chance(f.def), w, high).map(([classes, d, more]) => h("path", {class: classes, d, ...more})),
  art.icon ? h("path.f-em", {"fill-rule": "evenodd", d: store.faces.icons[art.icon],
    transform: `translate(${round(w / 2 - 12 * s)} ${round(middle)}) scale(${s.toFixed(3)})`}) : null);
}

/** value is what a mark says now, where the game has made it another than is printed. */
function value(m, live) {
  const now = live?.find(x => x.key === m.key), text = now?.number !== undefined ? `${now.number}` : m.text;
  return now?.printed ? [h("s", now.printed), text] : text;
}

/** items draws the items of a list, up to four of a kind by their signs. */
const items = way => way.map(m => {
  const one = m.icon ? sign(m.icon, m.name) : h("span", m.text), few = m.count < 5 && (m.icon || m.text.length < 3);
  return h("span.f-item", {title: m.name, "data-fact": m.key},
    few ? Array.from({length: m.count || 1}, () => one) : [m.count > 1 ? `${m.count} ` : "", one]);
});

/** piece is a stretch of a sentence as it is set: a text, or an icon. */
function piece(m) {
  const inside = m.icon ? h("span.f-in", {title: m.name}, sign(m.icon, m.name)) : m.text;
  const slanted = m.italic ? h("em", inside) : inside;
  return [m.break === "line" ? h("br") : null, m.bold ? h("b", slanted) : slanted];
}

/** sentence is a sentence of the card in its paragraphs, each of which has a direction of its own. */
function sentence(pieces, i) {
  const lines = [];
  for (const m of pieces) {
    const item = m.break === "item";
    if (!lines.length || item || m.break === "paragraph") lines.push({item, pieces: []});
    lines.at(-1).pieces.push(m);
  }
  return h("div", {"data-fact": `text.${i}`}, lines.map(line =>
    h("p", {dir: "auto", class: line.item ? "item" : ""}, line.pieces.map(piece))));
}

const parts = {
  corner: (m, live) => h("div.f-corner", {title: m.name},
    m.text ? h("b", {"data-fact": m.key}, value(m, live)) : sign(m.icon, "", "big"),
    m.other ? h("span.f-other", {"data-fact": m.key}, "▾", m.other) : m.text && m.icon ? sign(m.icon) : null),
  badge: m => h("span.f-badge", {title: m.text, "data-fact": m.key}, m.icon ? sign(m.icon, m.text) : h("i", m.text)),
  line: line => h("ul.f-line", line.map(m =>
    h("li", {title: m.name, "data-fact": m.key}, m.icon ? sign(m.icon) : null,
      h("span", {dir: "auto"}, m.count > 1 ? `${m.count} ` : "", m.text)))),
  stats: (stats, live) => h("ul.f-stats", stats.map(m => h("li", {title: m.name, class: m.best ? "best" : ""},
    m.icon ? sign(m.icon) : null, h("b", {"data-fact": m.key}, value(m, live)), h("span", m.name)))),
  columns: columns => h("div.f-columns", columns.map(c => h("div", h("span.f-label", c.name),
    c.ways.map((way, i) => [i ? h("em", "/") : null, h("div.f-way", items(way))])))),
  rows: rows => h("ol.f-rows", rows.map((r, i) => h("li", h("b", i + 1), h("span.f-label", r.name),
    h("div.f-way", r.ways.map(items))))),
  compass: (marks, live) => h("div.f-compass", h("span.hide", live?.find(x => x.key === marks[0].key)?.text),
    ["NW", "N", "NE", "W", "", "E", "SW", "S", "SE"].map(d =>
      h("span", {class: marks.some(m => m.icon === d) ? "on" : ""}, d && store.faces.icons[d] ? sign(d) : null))),
};

/**
 * face draws a face.
 * @param {any} f as the program tells of it
 * @param {any[]} [live] the facts of the card in a game, whose values hold over the printed ones
 */
export function face(f, live) {
  const {spoken} = store, key = `${f.def} ${spoken}`, part = (name, ...more) =>
    f[name] && f[name].length !== 0 ? parts[name](f[name], ...more) : null;
  const style = {"--own": f.font ? family(f.font) : null};
  const ground = f.background ? [h("i.f-bleed", {style: {borderImageSource: `url("${address(f.background)}")`}}),
    image(f.background, "img.f-art.f-ground")] : null;
  if (f.frame === "token") {
    const numbered = f.centre ? "numbered" : "";
    return h("article.face.token", {key, style, class: numbered, "data-font": f.font}, picture(f), ground,
      f.centre ? h("b", {"data-fact": f.centre.key}, value(f.centre, live)) : null,
      h("h4.f-title", {"data-fact": "name", dir: "auto"}, f.title));
  }
  return h("article.face", {key, style, class: f.frame, "data-font": f.font}, ground,
    h("header", part("corner", live), h("h4.f-title", {"data-fact": "name", dir: "auto"}, f.title), part("badge")),
    h("div.f-picture", picture(f), part("line"), part("compass", live)),
    part("stats", live), part("columns"), part("rows"),
    f.text ? h("div.f-rules", f.text.map(sentence)) : null,
    h("footer", h("span", f.foot?.map((m, i) => [i ? " · " : null, h("bdi", {"data-fact": m.key}, m.text)])),
      f.unnumbered ? null : h("span", {"data-fact": "number"}, `${f.number}/${store.faces.of.size}`)));
}

/** untold are the facts of a card that decide and that its face does not have: its state. */
export function untold(f, facts) {
  const {corner, centre, badge, line = [], stats = [], foot = [], compass = [], columns = [], rows = []} = f;
  const single = [corner, centre, badge].filter(Boolean);
  const told = new Set([...single, ...line, ...stats, ...foot, ...compass].map(m => m.key));
  for (const {keys} of [...columns, ...rows]) for (const key of keys) told.add(key);
  return (facts || []).filter(x => !x.quiet && !told.has(x.key));
}

/** back draws the back of a card, which tells no two of them apart, or its second face. */
export const back = f => f.back.reverse ? face(f.back.reverse) :
  h("article.face.f-back", {class: f.frame === "token" ? "token" : ""},
  f.back.picture ? image(f.back.picture) : null,
  f.back.icon ? sign(f.back.icon) : null, f.back.title ? h("span", f.back.title) : null);

/** legend are the icons on some faces that stand without a word, with what they mean. */
export function legend(faces) {
  const marks = faces.flatMap(f => [...f.columns ?? [], ...f.rows ?? []].flatMap(c => c.ways.flat()));
  const known = new Map(marks.filter(m => m.icon).map(m => [m.icon, m.name]));
  return known.size ? h("p.legend", [...known].map(([icon, name]) => h("span", sign(icon), " ", name))) : null;
}

/** family is what stylesheets call a font of the pack; browsers differ in how they read other signs than these. */
const family = file => file.replaceAll(/\W/g, "-");

/** isLoaded reports whether a font of the pack is there. */
export const isLoaded = file => [...document.fonts].some(f => f.family === family(file) && f.status === "loaded");

/** loadFont loads a font of the pack, in place of the one that its file had before. */
async function loadFont(file, pictures) {
  const font = await new globalThis.FontFace(family(file), `url("${address(file, pictures)}")`).load();
  for (const old of [...document.fonts]) if (old.family === font.family) document.fonts.delete(old);
  document.fonts.add(font);
}

/** loadFonts loads the fonts of the program and of the pack, in which the texts of faces are fitted. */
export const loadFonts = (faces, pictures) => Promise.all([
  ...["400 1em 'Face Sans'", "700 1em 'Face Sans'", "700 1em 'Face Serif'"].map(f => document.fonts.load(f)),
  ...[...new Set(faces.flatMap(f => [f.font, f.back.reverse?.font]))].filter(Boolean).map(f => loadFont(f, pictures)),
].map(font => font.catch(() => [])));

/** The least type that texts are set in while they fit, and where nothing else helps, in millimetres: 6 pt and 4 pt. */
const least = 2.12, tiny = 1.4;

const wide = e => e.scrollWidth > e.clientWidth + 1, high = e => e.scrollHeight > e.clientHeight + 1;

/**
 * What is made smaller until it fits: where, the name of its size, from which in which steps, when it is too large.
 * @type {[string, string, number, number, (e: any) => boolean][]}
 */
const fits = [
  [".f-corner > b", "--cs", 8.2, .3, e => e.offsetWidth > e.parentNode.clientWidth * .92],
  [".f-rules", "--fs", 3.05, .15, high],
  ["header > .f-title", "--ts", 4.2, .2, e => wide(e) || e.offsetHeight > e.parentNode.clientHeight],
  [":scope.token > .f-title", "--ts", 2.9, .2, e => wide(e) || e.offsetHeight > e.parentNode.clientHeight * .28],
  [":scope.token > b", "--cs", 11, .5, e => e.offsetWidth > e.parentNode.clientWidth * .7],
  [".f-line", "--ls", 2.8, .15, e => e.offsetHeight > e.parentNode.clientHeight || [...e.children].some(wide)],
  [".f-stats", "--ss", 5, .3, e => [...e.children].some(wide)],
  [".f-stats", "--sn", least, .1, e => [...e.querySelectorAll("span")].some(wide)],
  ["footer > span", "--ft", 2.3, .1, e => wide(e) || high(e)],
  [":scope.f-back > span", "--bs", 5.4, .3, e => wide(e) || e.offsetHeight > e.parentNode.clientHeight * .4],
];

/** fitFaces makes the type of texts that overflow smaller, all together, so that a gallery costs a few layouts. */
export function fitFaces() {
  const fresh = [...document.querySelectorAll(".face:not([data-fit])")];
  /** @type {any[]} */
  const open = fresh.flatMap(face => fits.map(([query, name, at, step, over]) =>
    ({e: face.querySelector(query), name, at, step, over}))).filter(o => o.e);
  for (let left = open; left.length;) {
    left = left.filter(o => o.at > tiny && o.over(o.e));
    for (const o of left) {
      o.at = Math.max(o.at > least ? least : tiny, o.at - o.step);
      o.e.style.setProperty(o.name, o.at.toFixed(2));
    }
  }
  for (const e of fresh) e.setAttribute("data-fit", "");
  return fresh;
}
