// A card opened: its face, large, and beside it what the face does not say. It opens where one points at a card for
// a while, holds a finger on it or presses Space: at a hand, a tile, a pile, an answer, a line of the log, a cause. It
// stands where it covers neither the question nor what can be chosen.
import {foretold, hold, may, mayAnswer, scene} from "./acts.js";
import {badge, things} from "./card.js";
import {h, show} from "./dom.js";
import {face, faceOf, fitFaces, size, untold} from "./face.js";
import {store} from "./store.js";
import {w} from "./words.js";

/** How long one points at a card, or holds a finger on it, and how far the finger may stray. */
const pointed = 350, held = 380, stray = 6;

/** What texts name cards. */
const texts = ".opt, .opt2, .ln, .chain li, .because, .aboutlist li";

const {zoom} = store;

/** named are the cards that a text names, the longest names first, at most three. */
function named(text) {
  const found = [];
  for (const f of [...store.faces.of.values()].sort((a, b) => b.name.length - a.name.length)) {
    const at = text.indexOf(f.name);
    if (at < 0 || found.length === 3 || /\p{L}/u.test(text[at - 1] ?? "") && f.name < "\u2e7f") continue;
    found.push({f, at});
    text = text.replaceAll(f.name, "\0".repeat(f.name.length));
  }
  return found.sort((a, b) => a.at - b.at).map(({f}) => ({f}));
}

/** lying are the cards that have a key on the table: one, or those of a pile. */
export function lying(key) {
  const s = scene(), all = things([...s.table, ...s.seats.flatMap(x => x.areas)]);
  const thing = all.find(t => t.key === key && (t.form || !t.hidden));
  return thing?.form === "pile" ? thing.cards ?? [] : thing && !thing.form ? [thing] : [];
}

/** answer is the one that an element of the question is. */
const answer = e => e.dataset.option && store.choice?.answers[Number(e.dataset.option) - 1];

/** shown are the cards that an element stands for, each with what the game has made of it; none for no card. */
function shown(e) {
  if (!e.matches(texts)) {
    return lying(e.dataset.key).filter(c => faceOf(c.def)).map(card => ({f: faceOf(card.def), card}));
  }
  const meant = [...answer(e)?.keys ?? [], e.dataset.about ?? []].flat().flatMap(lying);
  return named(e.textContent).map(({f}) => ({f, card: meant.find(c => faceOf(c.def) === f)}));
}

/** target is the element at or around another that stands for a card. */
function target(e) {
  for (let at = e?.closest?.(`[data-key], ${texts}`); at; at = at.parentElement?.closest(`[data-key], ${texts}`)) {
    if (shown(at).length) return at;
  }
  return null;
}

/** answers are those that an element is, or that its only card stands for, where what they would do can be asked. */
function answers(e) {
  if (!mayAnswer() || !may("would") || !store.choice.single) return [];
  const [only, ...more] = shown(e);
  const lit = only?.card && !more.length ? store.choice.lit(only.card.key) : [];
  return answer(e) ? [answer(e)] : lit.map(n => store.choice.answers[n - 1]);
}

/** would is what choosing what is open would do; of several answers, what all of them would, else each. */
const would = e => answers(e).length ? foretold() : [];

/** beside is what the faces do not say: of an only card its state, and what choosing what is open would do. */
function beside(e, {f, card}, more) {
  const said = [...card && !more ? state(f, card) : [], foreseen(would(e))].filter(Boolean);
  return said.length ? h("div.aside", said) : null;
}

const foreseen = then =>
  then.length ? h("div.foreseen", h("span.label", w("foreseen")), then.map(text => h("p", text))) : null;

/** state is who has a card, what became of it, what changes its values, and what lies on it. */
function state(f, card) {
  const seat = card.seat !== scene().seat ? store.seats.find(s => s.seat === card.seat) : null;
  const facts = card.facts ?? [], on = (card.areas ?? []).filter(a => a.count);
  const line = (name, ...said) => h("p", h("span.label", name), " ", said);
  return [
    seat ? h("p", badge(store.seats, card.seat), " ", seat.name) : null,
    card.copies > 1 ? h("p", "× ", card.copies) : null, card.roles?.length ? h("p", card.roles.join(", ")) : null,
    untold(f, facts).map(x => line(x.name, x.text)),
    facts.filter(x => x.by?.length).map(x =>
      line(x.name, h("s", x.printed), " ", h("b", x.text), x.by.map(by => h("small", by)))),
    facts.filter(x => x.other && `${x.number}` !== f.corner?.text).map(x => line(x.name, x.other)),
    on.map(a => line(a.name, (a.cards ?? []).filter(c => !c.hidden).map(c => c.name).join(", ") || a.count)),
  ].flat();
}

/** place is where a panel may stand: nearest to what it is of, on the table or the log, over nothing that is asked. */
function place(e, needs) {
  const box = x => x.getBoundingClientRect(), around = box(e);
  const grow = (r, by) => ({left: r.left - by, top: r.top - by, right: r.right + by, bottom: r.bottom + by});
  const lit = [...document.querySelectorAll(".pick, .armed, .about")];
  const kept = [...lit.map(x => grow(box(x), 8)), grow(around, 4)];
  const grounds = [".table", ".log", ".sheet"].map(q => document.querySelector(q)).filter(Boolean).map(box);
  const free = r => kept.every(k => r.left >= k.right || r.right <= k.left || r.top >= k.bottom || r.bottom <= k.top);
  const ask = document.querySelector(".ask");
  if (ask) kept.push(box(ask));
  for (const wide of [300, 260, 220, 180, 150, 120]) {
    const [width, height] = needs(wide);
    /** @type {any} */
    let best = null;
    for (const g of grounds) {
      const bottom = Math.min(g.bottom, innerHeight), top = Math.max(g.top, 0);
      for (let y = top + 4; y + height <= bottom - 4; y += 12) {
        for (let x = g.left + 4; x + width <= Math.min(g.right, innerWidth) - 4; x += 12) {
          const far = Math.abs(x + width / 2 - (around.left + around.right) / 2) +
            Math.abs(y + height / 2 - (around.top + around.bottom) / 2);
          if ((!best || far < best.far) && free({left: x, top: y, right: x + width, bottom: y + height})) {
            best = {x, y, far, wide};
          }
        }
      }
    }
    if (best) return best;
  }
  return null;
}

/** digest differs where the open cards, or the outcomes of choosing them, differ. */
const digest = e => [...shown(e).map(({f}) => f.def), ...would(e)].join("\n");

/** draw opens the cards of an element, or closes the open card. */
function draw(e) {
  const fronts = e ? shown(e) : [];
  const cards = fronts.flatMap(c => c.f.back.reverse ? [c, {f: c.f.back.reverse, card: null}] : [c]);
  const tall = Math.max(...cards.map(c => c.f.height / c.f.width), 0);
  const few = cards.slice(0, 24), aside = few.length ? beside(e, few[0], fronts.length > 1) : null;
  const roomy = few.length && answers(e).length ? 176 : aside ? 136 : 10; // what it would do comes in a moment
  const small = Math.min(1, Math.max(.5, (few[0]?.f.width ?? 0) / 63)); // tokens are, beside cards
  const needs = wide => {
    const many = few.length > 1, one = small * (many ? wide * .62 : wide), columns = Math.min(few.length, 4);
    const rows = Math.ceil(few.length / columns);
    return [columns * (one + 10) + roomy, rows * (one * tall + 10) + 10];
  };
  const at = cards.length ? place(e, needs) : null;
  zoom.open = at ? e : null;
  zoom.drawn = at ? digest(e) : "";
  const width = at && small * (few.length > 1 ? at.wide * .62 : at.wide);
  const card = ({f, card}) => h("div.card", {style: {...size(f), "--card-w": `${width}px`}}, face(f, card?.facts),
    few.length > 1 && card?.copies > 1 ? h("span.times", `× ${card.copies}`) : null);
  const stands = at && {left: `${at.x}px`, top: `${at.y}px`, width: `${needs(at.wide)[0]}px`};
  show(at ? h("aside.zoom", {"aria-label": few[0].f.name, style: stands},
    few.map(card), aside,
    cards.length > few.length ? h("p.aside", w("cards", {count: fronts.length})) : null) : null, "zoom");
  fitFaces();
}

/** open opens the cards of an element, and asks what choosing the one that it is would do. */
function open(e) {
  draw(e);
  const held = zoom.open ? answers(e) : [];
  if (held.length) hold(...held);
}

/** close shuts the open card; behind a drawing of the page it does so only where the card has gone. */
export function close(drawn = false) {
  if (drawn && !zoom.open) return;
  if (drawn && zoom.open?.isConnected) {
    if (digest(zoom.open) !== zoom.drawn) draw(zoom.open);
    return;
  }
  clearTimeout(zoom.waiting);
  zoom.aimed = null;
  if (!zoom.open) return;
  if (!answer(zoom.open) && answers(zoom.open).length) hold();
  draw(null);
}

function soon(e, after) {
  clearTimeout(zoom.waiting);
  zoom.aimed = e;
  if (e) zoom.waiting = window.setTimeout(() => open(e), zoom.open ? 60 : after);
}

/** aimed is the card that is open, has the focus or is pointed at; "" for none. */
export function aimed(e) {
  const at = zoom.open ?? target(e) ?? zoom.aimed;
  return at ? shown(at)[0].f.def : "";
}

/** space opens the card that has the focus, or at which one points, and closes it again; it reports whether it did. */
export function space(e) {
  if (zoom.open) {
    close();
    return true;
  }
  const at = target(e) ?? zoom.aimed;
  if (at) open(at);
  return Boolean(zoom.open);
}

document.addEventListener("pointerover", e => {
  if (e.pointerType === "touch") return;
  const at = target(e.target);
  if (at === (zoom.open ?? zoom.aimed)) return;
  if (at) soon(at, pointed);
  else close();
});
document.addEventListener("pointerdown", e => {
  const finger = e.pointerType === "touch";
  zoom.shut = zoom.open;
  if (zoom.open && zoom.finger || !finger) close();
  zoom.finger = finger;
  if (finger) {
    zoom.from = {x: e.clientX, y: e.clientY};
    soon(target(e.target), held);
  }
});
document.addEventListener("pointermove", e => {
  if (zoom.finger && !zoom.open && Math.hypot(e.clientX - zoom.from.x, e.clientY - zoom.from.y) > stray) soon(null, 0);
});
document.addEventListener("pointerup", () => { if (zoom.finger && !zoom.open) soon(null, 0); });
document.addEventListener("pointercancel", () => { if (!zoom.open) soon(null, 0); });
document.addEventListener("contextmenu", e => { if (zoom.finger && zoom.open) e.preventDefault(); });
// The click that ends a long press chooses nothing; one on a card or a pile that is no answer opens it, or closes it.
document.addEventListener("click", e => {
  const on = /** @type {HTMLElement} */ (e.target);
  if (zoom.finger && zoom.open && zoom.open.contains(on)) {
    e.stopPropagation();
    e.preventDefault();
    return;
  }
  const still = on.closest(".pick, .armed") ? null : on.closest(".tile, .card, .well.pile");
  if (still && still !== zoom.shut && shown(still).length) draw(still);
}, true);
document.addEventListener("scroll", () => close(), {capture: true, passive: true});
