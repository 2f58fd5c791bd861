// What seats know of cards that lie hidden.
import {h} from "./dom.js";
import {badge} from "./card.js";
import {closing} from "./forms.js";
import {w} from "./words.js";

/**
 * known draws what seats know of hidden cards, and how likely each lies where.
 * @param {any[]} data what the call knows gives: {seat, name, cards}
 * @param {any} use seats, close()
 */
export function known(data, use) {
  const row = r => h("li", h("b", r.places.join(" · ")), h("span", r.cards.join(", ")));
  const seat = k => [
    h("h4", badge(use.seats, k.seat), " ", k.name),
    k.cards.length ? h("ul.still", k.cards.map(row)) : h("p.muted", w("knowsNone")),
  ];
  return h("section.graphs.knows", {"aria-label": w("knows")},
    h("header", h("h3", w("knows")), closing(use.close)), data.map(seat));
}
