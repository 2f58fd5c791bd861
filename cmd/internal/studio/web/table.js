// The table: the other sides, what lies open, the piles, and one's own side with the
// hand at the bottom.
import {h, icon, told} from "./dom.js";
import {badge, hand, legend, place} from "./card.js";
import {w} from "./words.js";

/**
 * table draws a scene.
 * @param {any} s the scene
 * @param {any} use seats, notices, begun (without it nothing is new); lit(thing), armed(thing), touch(thing) while
 *   something can be chosen, pick(number); keeping and toggle(outcomes) while a test is kept
 */
export function table(s, use) {
  const others = s.seats.filter(x => !x.you), own = s.seats.filter(x => x.you);
  const facts = (s.facts || []).filter(f => !f.quiet);
  const named = f => [h("span.label", f.name), " ", h("b", f.text)];
  const flat = s.table.filter(a => a.form === "pile"), open = s.table.filter(a => a.form !== "pile");
  return h("main.table", {"aria-label": w("table"), tabindex: "0", class: use.begun ? "" : "first"},
    h("h2.hide", w("table")),
    use.notices,
    s.failure ? told("warn", true, s.failure) : null,
    s.over ? h("div.notice.over-note", icon("tick"), h("b", w("over"), ": ", ending(s))) : null,
    facts.length ? h("ul.chips.top", facts.map(f => h("li", fact(`game.${f.key}`, f.name, named(f), use)))) : null,
    others.length ? h("section.others2", {class: others.length > 3 ? "many" : ""},
      others.map(x => otherSide(x, use))) : null,
    open.map(a => place(a, use)),
    flat.length ? h("div.areas.pilesrow", flat.map(a => place(a, use))) : null,
    s.effects?.length ? h("ul.chips", s.effects.map(e => h("li", e.card ? `${e.card}: ` : "", e.name))) : null,
    legend(s.signs),
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
  if (!outcomes.length) return h("span", {title: name}, inside);
  const on = use.keeping.has(outcomes);
  return h("button.choosable", {"aria-pressed": String(on), title: name, click: () => use.toggle(outcomes)},
    on ? icon("tick") : null, inside);
}

/** heading is a seat's line: who it is, its values, and its piles as numbers. */
function heading(x, name, quiet, use) {
  const facts = (x.facts || []).filter(f => !f.quiet);
  const waiting = x.asked && !x.you ? h("span.tag-role", w("waiting")) : null;
  return h("h3", badge(use.seats, x.seat), h("span.who", name),
    x.turn ? h("span.turn", {title: w("turn")}, "●") : "", waiting,
    h("span.chips", facts.map(f => fact(`${x.seat}.${f.key}`, f.name, f.brief || f.text, use)),
      quiet.map(a => h("span", {title: a.title}, a.name, " ", h("b", a.count)))));
}

function otherSide(x, use) {
  const lit = use.lit ? use.lit({key: `seat ${x.seat}`}) : [];
  const touched = a => use.lit && (use.lit(a).length || (a.cards || []).some(c => use.lit(c).length));
  const quiet = a => a.form === "pile" && !touched(a);
  const open = x.areas.filter(a => !quiet(a));
  const button = lit.length ? {class: "pick", role: "button", tabindex: "0", click: () => use.pick(lit[0])} : {};
  return h("div.side", {"data-key": `seat ${x.seat}`, role: "group", "aria-label": x.name, ...button},
    heading(x, x.name, x.areas.filter(quiet), use),
    open.length ? h("div.areas", open.map(a => place(a, use))) : null, lit.length ? h("span.no", lit.join(" ")) : null);
}

/** ownSide is the viewer's: what lies open, then the line of values with the hand beside it. */
function ownSide(x, use) {
  const quiet = a => a.form === "pile" && !(a.cards || []).some(c => !c.hidden) && !use.lit?.(a).length;
  const hands = x.areas.filter(held), rest = x.areas.filter(a => !held(a) && !quiet(a));
  const piles = x.areas.filter(a => !held(a) && quiet(a)), label = `${w("you")}: ${x.name}`;
  const open = h("div.areas", rest.map(a => place(a, use)));
  return [
    rest.length ? h("div.side.mine", {role: "group", "aria-label": label}, open) : null,
    h("section.own2", {"data-key": `seat ${x.seat}`, "aria-label": label, class: hands.length ? "" : "bare"},
      heading(x, [h("small", w("you")), x.name], piles, use), hands.map(a => hand(a, use))),
  ];
}
