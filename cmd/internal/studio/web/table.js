// The table: the other sides, what lies open, the piles, and one's own side with the
// hand at the bottom. On a narrow screen it shows one part at a time, behind tabs.
import {h, icon, note} from "./dom.js";
import {badge, covered, legend, lifted, place, things, tile, track} from "./card.js";
import {w} from "./words.js";

/** lights are the numbers of the answers that places, or what lies there, stand for. */
const lights = (areas, use) => use.lit ? things(areas).flatMap(use.lit) : [];

/** concerns reports whether the question is about a place, or about what lies there. */
const concerns = areas => things(areas).some(t => t.about || t.roles?.length);

/** quiet reports whether no answer touches places, and no question is about them: they may take less room. */
const quiet = (areas, use) => !lights(areas, use).length && !concerns(areas);

/**
 * parts are what a narrow screen shows one at a time, in the order of their tabs.
 * @param {any} s the scene
 * @param {any} use see table
 * @returns {{id: string, name: any, areas: any[], label?: string, lit: boolean}[]}
 */
export function parts(s, use) {
  const flat = s.table.filter(a => a.form === "pile"), open = s.table.filter(a => a.form !== "pile");
  const others = s.seats.filter(x => !x.you), own = s.seats.filter(x => x.you);
  const areas = seats => seats.flatMap(x => x.areas);
  const touched = seats => seats.some(x => use.lit?.({key: `seat ${x.seat}`}).length);
  const signs = seats => seats.map(x => badge(use.seats, x.seat));
  return [
    {id: "you", name: [...signs(own), w("you")], areas: areas(own), touched: touched(own)},
    ...open.map(a => ({id: a.key, name: a.title || a.name, areas: [a]})),
    {id: "others", name: signs(others), areas: areas(others), touched: touched(others),
      label: [w("seats"), ...others.map(x => x.mark || x.seat)].join(" ")},
    {id: "piles", name: w("piles"), areas: flat},
  ].filter(p => p.areas.length).map(p => ({...p, lit: Boolean(p.touched || lights(p.areas, use).length)}));
}

/** front is the tab to open for a question: where an answer lies, else what it is about, else the one that is open. */
export function front(s, use) {
  const all = parts(s, use), found = all.find(p => p.lit) ?? all.find(p => concerns(p.areas));
  return (found ?? all.find(p => p.id === use.tab) ?? all[0])?.id ?? "log";
}

/** tabs lead to the parts of the table and to the log. */
const tabs = (s, use) => h("nav.tabs", {"aria-label": w("table")},
  [...parts(s, use), {id: "log", name: w("log"), label: null, lit: false}].map(({id, name, label, lit}) => h("button", {
    key: id, "aria-current": id === use.tab ? "true" : null, "aria-label": label, class: lit ? "lit" : "",
    click: () => use.turn(id),
  }, name)));

/**
 * table draws a scene.
 * @param {any} s the scene
 * @param {any} use seats, notices, begun (without it nothing is new); lit(thing), armed(thing), touch(thing) while
 *   something can be chosen, pick(number); keeping and toggle(outcomes) while a test is kept; tab and turn(tab);
 *   narrow, where parts are shown one at a time, and flat, where hands lie as tiles
 */
export function table(s, use) {
  const others = s.seats.filter(x => !x.you), own = s.seats.filter(x => x.you);
  const facts = (s.facts || []).filter(f => !f.quiet);
  const named = f => [h("span.label", f.name), " ", h("b", f.text, f.most ? `/${f.most}` : "")];
  const flat = s.table.filter(a => a.form === "pile"), open = s.table.filter(a => a.form !== "pile");
  const part = (id, areas, ...inside) => h("div.part", {
    key: id, "data-part": id, class: `${id === use.tab ? "" : "off"} ${quiet(areas, use) ? "quiet" : ""}`,
  }, inside);
  return h("main.table", {"aria-label": w("table"), class: use.begun ? "" : "first"},
    h("h2.hide", w("table")), tabs(s, use),
    h("div.play", {tabindex: "0", role: "group", "aria-label": w("table")},
      use.notices,
      s.failure ? note("warn", true, s.failure) : null,
      s.over ? h("div.notice.over-note", icon("tick"), h("b", w("over"), ": ", ending(s))) : null,
      facts.length || s.ends ? h("ul.chips.top",
        facts.map(f => h("li", track(f), fact(`game.${f.key}`, f.name, named(f), use))),
        s.ends && !s.over ? h("li.ends", s.ends) : null) : null,
      others.length ? part("others", others.flatMap(x => x.areas),
        h("section.others", {class: others.length > 3 ? "many" : ""}, others.map(x => otherSide(x, use)))) : null,
      open.map(a => part(a.key, [a], place(a, use))),
      flat.length ? part("piles", flat, h("div.areas", flat.map(a => place(a, use)))) : null,
      s.effects?.length ? h("ul.chips", s.effects.map(e => h("li", e.name))) : null,
      use.narrow ? legend(s.signs) : null,
      own.map(x => openSide(x, use, part))),
    own.map(x => ownSide(x, use)));
}

/** ending says who won a game that is over, or who shares it. */
function ending(s) {
  const names = seats => seats.map(n => s.seats.find(x => x.seat === n)?.name).join(", ");
  if (s.over.draw.length) return w("draw", {names: names(s.over.draw)});
  return s.over.winners.length ? w("won", {names: names(s.over.winners)}) : w("nobody");
}

/** held reports whether a place is drawn as a hand: what lies on other cards lies on the table. */
const held = area => area.held && area.cards?.length && !area.cards.some(c => c.areas?.some(a => a.count > 0));

/** fact is a value; while a test is kept it is chosen by a click. */
function fact(id, name, inside, use) {
  const outcomes = use.keeping ? use.keeping.named(id) : [];
  if (!outcomes.length) return h("span", {title: name, "data-fact": id}, inside);
  const on = use.keeping.has(outcomes);
  return h("button.choosable", {"aria-pressed": String(on), title: name, click: () => use.toggle(outcomes)},
    on ? icon("tick") : null, inside);
}

/** lately are the names of what lies on a pile, the last first. */
const lately = pile => (pile.cards ?? []).filter(c => !c.hidden).slice(0, 5).map((c, i) =>
  (i ? ", " : " ") + (i > 3 ? "…" : c.copies > 1 ? `${c.name} ×${c.copies}` : c.name));

/** heading is a seat's line: who it is, its values, and its piles as numbers. */
function heading(x, name, piles, use) {
  const facts = (x.facts || []).filter(f => !f.quiet);
  const waiting = x.asked && !x.you ? h("span.tag-role", w("waiting")) : null;
  const passed = x.passed ? h("span.tag-role", w("passed")) : null;
  return h("h3", badge(use.seats, x.seat), h("span.who", name),
    x.turn ? h("span.turn", {title: w("turn")}, "▶") : "", waiting, passed,
    h("span.chips", facts.map(f => h("span", track(f), fact(`${x.seat}.${f.key}`, f.name, f.brief || f.text, use))),
      piles.map(a => h("span.piled", {title: a.title}, a.name, " ", h("b", a.count),
        h("i", {class: a.count > 1 ? "" : "one"}, lately(a))))));
}

function otherSide(x, use) {
  const lit = use.lit ? use.lit({key: `seat ${x.seat}`}) : [];
  const still = a => a.form === "pile" && quiet([a], use);
  const open = x.areas.filter(a => !still(a));
  const button = lit.length ? {role: "button", tabindex: "0", click: () => use.pick(lit[0])} : {};
  const classes = `${lit.length ? "pick" : ""} ${quiet(open, use) ? "quiet" : ""}`;
  return h("div.side", {"data-key": `seat ${x.seat}`, role: "group", "aria-label": x.name, class: classes, ...button},
    heading(x, x.name, x.areas.filter(still), use),
    open.length ? h("div.areas", open.map(a => place(a, use))) : null, lit.length ? h("span.no", lit.join(" ")) : null);
}

/** closed reports whether a place of one's own is no more than a number: nothing in it is seen or asked for. */
const closed = (a, use) => a.form === "pile" && !(a.cards || []).some(c => !c.hidden) && !use.lit?.(a).length;

const ownName = x => `${w("you")}: ${x.name}`;

/** openSide is what lies open before the viewer. */
function openSide(x, use, part) {
  const open = x.areas.filter(a => !held(a) && !closed(a, use));
  return open.length ? part("you", open, h("div.side.mine", {role: "group", "aria-label": ownName(x)},
    h("div.areas", open.map(a => place(a, use))))) : null;
}

/** ownSide is the line of the viewer's values with the hand beside it, which stays in sight below the table. */
function ownSide(x, use) {
  const hands = x.areas.filter(held), piles = x.areas.filter(a => !held(a) && closed(a, use));
  const classes = [hands.length ? "" : "bare", quiet(hands, use) ? "still" : "", use.tab === "you" ? "" : "off"];
  return h("section.own", {"data-key": `seat ${x.seat}`, "aria-label": ownName(x), class: classes.join(" ")},
    heading(x, [h("small", w("you")), x.name], piles, use),
    hands.length ? h("div.hands", hands.map(a => hand(a, use))) : null);
}

/** broad is how many cards a hand holds up side by side; more lie as tiles. */
const broad = 14;

/** hand is a row of a person's own cards, held up; many cards, or cut ones, lie as tiles. */
function hand(area, use) {
  const cards = area.cards || [], flat = use.narrow || use.flat || cards.length > broad;
  return h("section.handrow", {"aria-label": area.title, class: flat ? "flat" : "",
    style: {"--cards": Math.min(cards.length, 9)}},
    h("h4.label", area.name),
    flat ? h("div.tiles", cards.map(c => tile(c, use)), covered(area)) :
      h("div.hand", cards.map(c => h("div.up", {key: c.key}, lifted(c, use, "m"))), covered(area)));
}

/** steps counts the densities of the stylesheet; from folds on, parts are folded; up to roomy, texts have room. */
const steps = 7, folds = 5, roomy = 2;

/**
 * The width of a card in the hand, and how many times that it has where it is whole: at least, beside a line of what
 * cards on the table say, with ease, at most; and how many times its height it may then have.
 */
const broadly = 138, small = 0.55, ease = 0.75, snug = 0.85, large = 1.4, long = 1.3;

/** room is how high the hands may be as the table is, and how high their cards are at their usual width. */
function room(play, own) {
  const hands = [...own?.querySelectorAll(".hand") ?? []], left = end(play) - Math.max(...[...play.children].map(end));
  const tall = Math.max(0, ...[...own?.querySelectorAll(".up > *") ?? []].map(e => e.offsetHeight));
  return {hands, tall, high: (hands[0]?.clientHeight ?? 0) - 18 + left - 14};
}

/** lower has the hands lie at the edge of the window. */
const lower = own => ["--up", "--hand", "--rules", "--tall"].forEach(name => own?.style.removeProperty(name));

/**
 * raise lifts the hands out of the edge of the window, as far as the table leaves room; cards that are whole have
 * their rules, and are larger where that goes, or at least taller. See .hand in table.css.
 */
function raise(play, own) {
  const {hands, tall, high} = room(play, own), now = hands[0]?.clientHeight - 18;
  if (!hands.length || high <= now) return;
  const wide = hands.map(e => (e.clientWidth - 16) / (broadly + 12) / e.querySelectorAll(".up").length);
  const full = high >= tall * small, least = full ? small : 1;
  const by = Math.min(large, full ? high / tall : 1, Math.max(least, Math.min(...wide)));
  const up = Math.ceil(Math.min(tall * by * (full ? long : 1), high));
  own.style.setProperty("--hand", `${Math.floor(broadly * by)}px`);
  own.style.setProperty("--up", `${up}px`);
  if (!full) return;
  own.style.setProperty("--rules", "block");
  own.style.setProperty("--tall", `${up}px`);
}

/** even has the rows of tiles of a hand be alike, so that its last one has no empty places. */
function even(tiles) {
  const {length} = tiles.children, most = Math.max(1, Math.min(length, 9, Math.floor((tiles.clientWidth + 5) / 121)));
  const each = `repeat(${Math.ceil(length / Math.ceil(length / most))}, minmax(0px, 1fr))`;
  const columns = innerWidth > 700 ? each : "";
  if (tiles.style.gridTemplateColumns !== columns) tiles.style.gridTemplateColumns = columns;
}

/** tellHand has the cards of a hand that lie as tiles say as many lines as the table leaves room for. */
function tellHand(own, fits) {
  if (innerWidth <= 700 || !own?.querySelector(".flat .told")) return;
  for (let lines = 10; lines; lines--) {
    own.style.setProperty("--lines", lines);
    if (fits()) return;
  }
  own.style.removeProperty("--lines");
}

const end = e => e.getBoundingClientRect().bottom;

/** unread are the elements with what cards on the table say that is nowhere to be read whole, one of each card. */
function unread(table) {
  const all = [...table.querySelectorAll(".told, .f-rules")], plain = e => e.textContent.replace(/\s/g, "");
  const read = new Set(all.filter(e => e.clientHeight && e.scrollHeight <= e.clientHeight + 2).map(plain));
  return [...new Map(all.filter(e => !read.has(plain(e))).map(e => [String(said(e)), e])).values()];
}

/** said is what a card says, behind its name. */
const said = e => [e.closest(".tile, .card, .mu").querySelector(".n, .f-title, h3").textContent.replace(/ ×.*/, ""),
  e.textContent];

/**
 * fit draws the table so dense that it fits its window, where that can be, from a step on; it returns the step, what
 * cards say that has no room, and whether hands are short of it: cut even so, or where they take that of texts.
 * That is measured once a question. For a whole hand it goes on to the last step that folds nothing. Where parts are
 * folded, those stay open that have room.
 * Where room is left, or a first step makes it, tiles have the first lines of what their cards say, then more of it.
 * On a narrow screen it is enough, from the step on that folds, that answers are in sight.
 */
export function fit(from) {
  /** @type {HTMLElement?} */
  const table = document.querySelector("main.table");
  /** @type {HTMLElement?} */
  const play = document.querySelector("main.table > .play");
  /** @type {HTMLElement?} */
  const own = document.querySelector("main.table > .own");
  let step = from;
  const hand = Boolean(own?.querySelector(".hand"));
  if (!table || !play) return {step, left: [], short: false};
  own?.style.removeProperty("--lines");
  lower(own);
  own?.querySelectorAll(".flat > .tiles").forEach(even);
  const lit = [...play.querySelectorAll(".pick, .armed")];
  const fits = () => play.scrollHeight <= play.clientHeight ||
    innerWidth <= 700 && step > folds && lit.length && lit.every(e => end(e) < end(play));
  /** @type {NodeListOf<HTMLElement>} */
  const parts = play.querySelectorAll(":scope > .part");
  parts.forEach(part => { delete part.dataset.open; delete part.dataset.texts; });
  const pack = n => { table.dataset.fit = Array.from({length: n + 1}, (_, i) => i).join(" "); };
  const cut = by => { const {high, tall} = room(play, own); return tall && high < tall * by; };
  for (; ; step++) {
    pack(step);
    if (step === steps || fits()) break;
  }
  let closer = step;
  while (closer < folds - 2 && cut(snug)) pack(++closer); // the next one takes values away
  if (cut(small)) pack(step);
  else step = closer;
  if (step >= folds && fits()) {
    for (const part of [...parts].reverse()) {
      part.dataset.open = "";
      if (!fits()) delete part.dataset.open;
    }
  }
  const told = [...parts].filter(part => part.querySelector(".spare"));
  const groups = [/^(?!(others|you|piles)$)/, /^(others|you)$/, /^piles$/];
  const says = (part, lines) => {
    const {texts} = part.dataset;
    part.dataset.texts = lines;
    const room = fits() && !cut(lines ? ease : snug);
    if (!room) part.dataset.texts = texts ?? "0";
    return room;
  };
  const lay = at => {
    pack(at);
    lower(own);
    told.forEach(part => { part.dataset.texts = "0"; });
    tellHand(own, fits);
    for (const group of groups) {
      let telling = told.filter(part => group.test(part.dataset.part ?? ""));
      for (const lines of ["1", "2", "3", ""]) telling = telling.filter(part => says(part, lines));
    }
    raise(play, own);
    return unread(table);
  };
  let left = lay(step), laid = step;
  while (left.length && laid < roomy) {
    const now = lay(++laid);
    if (now.length < left.length) [left, step] = [now, laid];
  }
  if (laid !== step) lay(step);
  table.dataset.fit = table.dataset.fit?.slice(2);
  const short = step > folds - 2 || cut(small) || left.some(e => !e.closest(".side, [data-part=piles]"));
  return {step, left: left.map(said), short: hand && short};
}
