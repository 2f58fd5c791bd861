// Moves are seen: cards slide from where they lay, and what others do is shown one move at a
// time. Who wants no motion of the system sees neither.
import {things} from "./card.js";
import {change, store} from "./store.js";

/** still is set where the system asks for less motion. */
export const still = matchMedia("(prefers-reduced-motion: reduce)");

/** How long a card slides, and how long a move of another seat stands, in milliseconds. */
const slides = 200, stands = 700;

/** @returns {NodeListOf<HTMLElement>} */
const keyed = () => document.querySelectorAll("main.table [data-key]");

/** lie are the places of cards, areas and seats on the screen, by their keys. */
export const lie = () => new Map([...keyed()].map(e => [e.dataset.key, e.getBoundingClientRect()]));

/** origins are the places from which the cards of a scene have come, by their keys. */
const origins = scene => new Map(things([...scene.table, ...scene.seats.flatMap(s => s.areas)])
  .filter(c => c.from).map(c => [c.key, c.from]));

/**
 * slide has the cards go from where they lay to where they lie now: those that were out of sight
 * from the place or the seat that they come from.
 */
export function slide(before) {
  const from = origins(store.frame.scene);
  for (const e of keyed()) {
    const {key} = e.dataset, now = e.getBoundingClientRect();
    if (!now.width || !e.matches(".tile, .card")) continue;
    const place = from.get(key) ?? "";
    const was = [key, place, `seat ${place.split(".")[0]}`].map(k => before.get(k)).find(box => box?.width);
    const x = was ? was.x - now.x : 0, y = was ? was.y - now.y : 0;
    if (was && Math.abs(x) + Math.abs(y) < 2) continue;
    const first = was ? {transform: `translate(${x}px, ${y}px)`, zIndex: 9} : {opacity: 0};
    e.animate([first, was ? {transform: "none", zIndex: 9} : {opacity: 1}], {duration: slides, easing: "ease-out"});
  }
}

/**
 * stops are the moves to show between an event and now: what followed at once, then each answer of
 * another seat with what came of it and the line that tells it. An event without a line belongs to the next.
 * @param {any} story
 * @param {number} from
 * @param {number?} seat whose answers need not be shown
 * @returns {{at: number, text: string}[]}
 */
export function stops(story, from, seat) {
  const answers = story.marks.filter(m => m.kind === "answer" && !m.forced && m.event > from && m.seat !== seat);
  const begins = [from + 1, ...answers.map(m => m.event)], out = [];
  let since = from;
  begins.forEach((begin, i) => {
    const at = i + 1 < begins.length ? begins[i + 1] - 1 : story.last;
    const line = story.lines.find(l => !l.heading && l.event > since && l.event <= at);
    if (!line) return;
    out.push({at, text: i ? line.text : ""});
    since = at;
  });
  return answers.length && out.some(s => s.text) ? out : [];
}

/**
 * follow shows moves one after the other, until a key or a click skips the rest. look gets the scene behind an
 * event; until the first is there, the table stays as it was.
 */
export async function follow(moves, was, look) {
  if (!moves.length) return;
  const count = moves.filter(m => m.text).length;
  let next = look(moves[0].at), number = 0, skipped = false, goOn = () => {};
  const skip = () => { skipped = true; goOn(); };
  store.walk = {...was, text: "", skip};
  for (const [i, {at, text}] of moves.entries()) {
    const scene = await next.catch(skip);
    if (skipped) break;
    if (i + 1 < moves.length) next = look(moves[i + 1].at);
    if (text) number++;
    change({walk: {at, scene, text, number, count, skip}});
    await new Promise(done => { goOn = () => done(null); setTimeout(goOn, stands); });
  }
  store.walk = null;
}
