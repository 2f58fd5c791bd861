// What is looked for among the cards: those that a filter leaves, and what of them is printed.
import {faceOf} from "./face.js";
import {store} from "./store.js";

/** What is looked for and chosen. */
const {find} = store;

/** holds compares a fact with a condition such as power>3 or skills:tackle. */
function holds(card, term) {
  const condition = term.match(/^([\w.]+)(>=|<=|[:=<>])(.+)$/);
  if (!condition) return false;
  const [, key, how, want] = condition;
  const facts = [
    ...(card.facts || []), {key: "copies", name: "", text: String(card.in_game), number: card.in_game},
    ...(card.abilities || []).map(text => ({key: "ability", name: "", text})),
  ];
  return facts.filter(f => f.key.toLowerCase() === key || f.name.toLowerCase() === key).some(f => {
    if (how === ":" || how === "=" && Number.isNaN(Number(want))) return f.text.toLowerCase().includes(want);
    const n = f.number ?? Number.parseFloat(f.text), m = Number(want);
    return {"=": n === m, ">": n > m, "<": n < m, ">=": n >= m, "<=": n <= m}[how];
  });
}

/** matches are the cards that the filter leaves. */
export function matches(cards) {
  const terms = find.text.toLowerCase().split(/\s+/).filter(Boolean);
  const facts = c => (c.facts || []).flatMap(f => [`${f.key}:${f.text}`, f.name]);
  const texts = c => [c.name, c.def, c.type_name, ...(c.text || []), ...(c.abilities || []), ...facts(c)];
  const text = c => texts(c).join(" ").toLowerCase();
  return cards.filter(c => (!find.type || c.type === find.type) && (!find.only || only[find.only](c)) &&
    terms.every(x => text(c).includes(x) || holds(c, x)));
}

/** only are the conditions that one chooses by a click. */
export const only = {
  uncovered: c => c.uncovered?.length,
  changed: c => c.was || c.new,
  chosen: c => find.chosen.has(c.def),
};

/** printing is what is to be printed, and how: the cards that are chosen, else those that the filter leaves. */
export function printing(gallery) {
  const {bleed, changed, copies, cut, offset, paper, prefix, sides} = find;
  const wanted = c => find.chosen.size ? find.chosen.has(c.def) : matches([c]).length;
  const of = (gallery?.cards ?? []).filter(c => faceOf(c.def) && wanted(c));
  const [x = 0, y = 0] = offset.split(",").map(Number);
  return {changed, prefix, print: {backs: sides === "both", alone: sides === "backs", offset: [x, y], bleed, copies,
    cut, paper, cards: of.map(c => c.def)}};
}
