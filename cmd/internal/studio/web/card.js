// Cards and places, drawn from the facts of a scene.
import {h, icon} from "./dom.js";
import {face, faceOf, size, untold} from "./face.js";
import {w} from "./words.js";

/** things are the places and all that lies there, the outermost first. */
export const things = areas => (areas ?? []).flatMap(a =>
  [a, ...(a.cards ?? []).flatMap(c => [c, ...things(c.areas)]), ...things(a.areas)]);

/** badge is a seat's sign: colour, shape and the mark by which texts name it too. */
export function badge(seats, number) {
  const seat = seats.find(s => s.seat === number);
  const {mark, name} = seat ?? {};
  return seat ? h(`span.seat.s${number}`,
    {title: name, class: /[^\0-\u2e7f]/.test(mark) ? "broad" : mark?.length > 2 ? "long" : ""}, mark || number) : null;
}

/** numbers are the signs of the answers that a thing stands for now; see Choice.lit. */
function numbers(thing, use) {
  const lit = use.lit ? use.lit(thing) : [];
  if (!lit.length) return null;
  return h("span.no", armed(thing, use) ? icon("tick") : null, lit.length > 3 ? `${lit[0]}…` : lit.join(" "));
}

const armed = (thing, use) => Boolean(use.armed?.(thing));

function states(card, use) {
  const classes = [];
  if (armed(card, use)) classes.push("armed");
  else if (use.lit && use.lit(card).length) classes.push("pick");
  if (card.roles?.length) classes.push("about");
  if (card.changed) classes.push("changed");
  if (card.seat && !card.form) classes.push("s" + card.seat);
  return classes.join(" ");
}

function marks(card, use, flat = false) {
  return [
    card.copies > 1 && !flat ? h("span.times", "× " + card.copies) : null,
    card.roles?.length ? h("span.role", card.roles.join(", ")) : null,
    numbers(card, use),
  ];
}

function value(fact) {
  if (!fact) return null;
  const text = fact.number !== undefined ? String(fact.number) : fact.text;
  return [fact.printed ? h("s", fact.printed) : null, text];
}

function inSlot(card, slot) {
  return (card.facts || []).filter(f => f.slot === slot);
}

/** brief is the short form of a fact; worded has its name too where that is signs alone. */
const brief = f => f.brief || f.text;
const worded = f => /[\p{L}\p{N}]/u.test(brief(f)) ? brief(f) : `${f.name} ${brief(f)}`;

/** loud are the facts that do not go without saying. */
const loud = thing => (thing.facts || []).filter(f => !f.quiet);

/** track is how far a value has come that the pack bounds, for the bar behind it. */
export const track = f => f.most ? {class: "track", style: {"--track": `${f.track ?? 0}%`}} : {};

const named = (facts, say = brief) => facts.map(f => h("span", {
  title: `${f.name}: ${f.text}`, "data-fact": f.key, "data-of": f.seat ?? null, ...track(f),
}, say(f)));

/** touch makes a lit thing a button. */
function touch(thing, use) {
  const lit = use.lit ? use.lit(thing) : [];
  if (!lit.length) return {};
  const click = e => { e.preventDefault(); e.stopPropagation(); use.touch(thing); };
  return {role: "button", tabindex: "0", click, keydown: e => { if (e.key === "Enter") click(e); }};
}

/** whole are the attributes of what stands for a card, with classes of its own. */
const whole = (card, use, classes) => ({
  class: classes, tabindex: card.hidden ? null : "-1", ...touch(card, use), key: card.key, "data-key": card.key,
});

/** tile is a card lying flat, with its sentences where the place has cards stand with them, or has room: see fit. */
export function tile(card, use, told = false) {
  const [corner] = inSlot(card, "corner");
  const rest = loud(card).filter(f => f !== corner).map(f => [f.name, broken(worded(f))]);
  if (corner?.other) rest.unshift([corner.name, corner.other.replaceAll(" ", "\u00a0")]);
  const times = card.copies > 1 ? h("span.x", ` ×${card.copies}`) : null;
  return h("div.tile", whole(card, use, states(card, use) + (card.hidden ? " dim" : "")),
    corner ? h("span.v", {"data-fact": corner.key, title: corner.name}, value(corner)) : null,
    h("span.nd", h("span.n", called(card), times),
      h("span.d", rest.map(([title, text]) => h("span.sk", {title}, text))),
      card.text?.length ? h("span.told", {class: told ? "" : "spare"}, card.text.join(" ")) : null),
    card.seat ? badge(use.seats, card.seat) : null,
    marks(card, use, true));
}

/** broken is a text that may go on in the next line behind each stroke: pass/tackle/sprint. */
const broken = text => text.split(/(?<=\/)/).flatMap((part, i) => i ? [h("wbr"), part] : [part]);

const called = card => card.hidden ? w("hidden") : [card.sign, card.name].filter(Boolean).join(" ");

/** lifted is a card held up, with what the game has made of it; one of which nothing is known is a tile. */
export function lifted(card, use, classes = "") {
  const f = faceOf(card.def);
  if (!f) return tile(card, use);
  const rest = untold(f, card.facts);
  const all = [states({...card, seat: 0}, use), classes, card.copies > 1 ? "stack" : "", card.turned ? "spent" : ""];
  return h("div.card", {...whole(card, use, all.filter(Boolean).join(" ")), style: size(f)}, face(f, card.facts),
    rest.length ? h("ul.now", rest.map(x => h("li", {title: x.name}, brief(x)))) : null, marks(card, use));
}

/** legend says what signs mean. */
export function legend(signs) {
  return signs?.length ? h("p.legend", signs.map(s => h("span", h("b", s.sign), " ", s.name))) : null;
}

/** place draws an area: a row, a pile, a board or a slot. */
export function place(area, use) {
  switch (area.form) {
    case "pile": return pile(area, use);
    case "board": return board(area, use);
    default: return row(area, use);
  }
}

/** head is a place's line; folded, it names the only card there, or counts. */
function head(area, name = area.name) {
  const [one] = area.count === 1 ? area.cards ?? [] : [];
  return h("h4", {"aria-level": 3}, h("span", {title: area.title}, name), one && !one.hidden ?
    h("span.lying", called(one), " ", loud(one).slice(0, 1).map(worded)) : h("b.lying", area.count),
    h("span.lead", named(area.facts || [])));
}

function well(area, use, kind, ...inside) {
  const classes = [states(area, use), kind, area.about ? "about" : ""].join(" ");
  return h("div.well", {class: classes, ...touch(area, use), "data-key": area.key}, ...inside, numbers(area, use));
}

function pile(area, use) {
  const {cards = []} = area, known = cards.filter(c => !c.hidden), n = known.length > 5 ? 3 : known.length;
  const seen = n < known.length ? known.slice(0, n) : cards;
  const all = n === 1 && seen[0].copies === area.count;
  const below = area.count - seen.reduce((sum, c) => sum + c.copies, 0), more = () => w("more", {count: below});
  return well(area, use, `pile n${n}`,
    h("h4", {"aria-level": 3}, h("span", {title: area.title}, area.name), all ? null : h("b", area.count)),
    n ? h("div.tiles", seen.map(c => c.hidden ? covered({hidden: c.copies}) : tile(c, use)),
      below ? h("p.empty", more()) : null) : null);
}

function board(area, use) {
  const areas = (area.areas || []).map(a => row(a, use, "board"));
  return h("div.board", {style: {"--columns": area.columns || 1}}, areas);
}

function row(area, use, within = "") {
  const cards = area.cards || [], slot = within !== "" || area.form === "slot";
  if (!slot && cards.length && cards.every(c => c.areas?.length)) {
    return h("section.hosts", {"aria-label": area.title},
      h("h3.label", area.title || area.name), h("div.mus", cards.map(c => host(c, use, area.texts))));
  }
  const rest = [
    covered(area), !cards.length && !area.hidden ? h("p.empty", w("empty")) : null,
    (area.areas || []).map(a => place(a, use)),
  ];
  if (!slot) {
    return well(area, use, `open n${Math.min(cards.length, 6)}`, head(area),
      h("div.tiles", cards.map(c => c.areas?.length ? host(c, use) : tile(c, use, area.texts)), rest));
  }
  const full = a => a.count > 0 || use.lit?.(a).length;
  return well(area, use, "slot" + (full(area) ? "" : " none"), head(area, within === "board" ? area.title : area.name),
    cards.map(c => [tile(c, use), (c.areas || []).filter(full).map(a => held(a, use))]), rest);
}

/** covered says how many cards lie face down at a place. */
export const covered = area => area.hidden ? h("p.empty.under", `${w("hidden")} × ${area.hidden}`) : null;

/** held is what lies on a card within a place. */
function held(area, use) {
  const cards = (area.cards || []).filter(c => !c.hidden);
  const more = (area.count || 0) - cards.reduce((sum, c) => sum + c.copies, 0);
  return h("div.held", {class: states(area, use), ...touch(area, use), title: area.title, "data-key": area.key},
    cards.map(c => tile(c, use)), more > 0 ? h("span.tag", `${area.name} × ${more}`) : null, numbers(area, use));
}

/** host is a card with places of its own: a matchup, a land. */
function host(card, use, told) {
  const elsewhere = new Set(card.areas.flatMap(a => a.facts || []).map(f => f.key));
  const facts = loud(card).filter(f => !elsewhere.has(f.key));
  return h("div.mu", whole(card, use, states(card, use).replace(/\bs\d\b/, "")),
    h("header", h("h3", card.seat ? badge(use.seats, card.seat) : null, " ", called(card)),
      facts.length ? h("div.chips", named(facts, worded)) : null,
      told && card.text?.length ? h("p.told", card.text.join(" ")) : null),
    h("div.sides", {class: {1: "one", 3: "three"}[card.areas.length] ?? ""}, card.areas.map(a => place(a, use))),
    marks(card, use));
}
