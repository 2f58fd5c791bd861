// Every card of the game as a card.
import {h} from "./dom.js";
import {face} from "./card.js";
import {w} from "./words.js";

/** gallery draws the cards that the filter leaves, by type. */
export function gallery(cards, use) {
  const {find} = use;
  const words = find.text.toLowerCase().split(/\s+/).filter(Boolean);
  const text = c => [c.name, c.def, c.type_name, ...(c.text || []), ...(c.abilities || []), ...(c.facts || []).flatMap(f => [`${f.key}:${f.text}`, f.name])].join(" ").toLowerCase();
  const types = [...new Map(cards.map(c => [c.type, c.type_name || c.type]))];
  const shown = cards.filter(c => (!find.type || c.type === find.type) && words.every(x => text(c).includes(x)));
  const chip = (type, name, n) => h("button.chip", {"aria-pressed": String(find.type === type), click: () => { find.type = type; use.draw(); }}, name, h("b", n));
  return h("main.sheet.galleryp", h("header", h("div", h("h2", w("gallery")), h("p.sub", w("cards", shown.length))), h("button.btn", {click: () => print()}, w("print"))),
    h("div.filters", h("input.field", {id: "find", type: "search", placeholder: w("search"), "aria-label": w("search"), value: find.text, input: e => { find.text = e.target.value; use.redraw(); }}),
      chip("", w("all"), cards.length), types.map(([type, name]) => chip(type, name, cards.filter(c => c.type === type).length))),
    types.map(([type, name]) => {
      const group = shown.filter(c => c.type === type);
      return group.length ? h("section.group", h("h3", name, h("small", w("cards", group.length))), h("div.cards", group.map(c => figure(c)))) : null;
    }));
}

function figure(c) {
  const card = {...c, copies: 1};
  return h("figure", face(card, {seats: []}, "l k-" + c.type),
    h("figcaption", w("copies", c.in_game), c.abilities?.length ? h("span", " · ", c.abilities.join(", ")) : null));
}
