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
  const times = c => c.count > 1 ? `${c.name} × ${c.count}` : c.name;
  const card = c => c.at ? w("knownAt", {card: c.name, number: c.at}) : times(c);
  const place = p => p.percent < 100 ? `${p.name} ${p.percent} %` : p.name;
  const row = r => h("li", h("b", r.places.map(place).join(" · ")), h("span", r.cards.map(card).join(", ")));
  const seat = k => [
    h("h4", badge(use.seats, k.seat), " ", k.name),
    k.cards.length ? h("ul.still", k.cards.map(row)) : h("p.muted", w("knowsNone")),
  ];
  return h("section.graphs.knows", {"aria-label": w("knows")},
    h("header", h("h3", w("knows")), closing(use.close)), data.map(seat));
}
