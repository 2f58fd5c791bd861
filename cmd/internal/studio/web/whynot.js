// Why a card that stands for no answer is none: asked while one points at it, touches it, or goes to it by keys.
import {may, scene} from "./acts.js";
import {call} from "./door.js";
import {change, store} from "./store.js";

/** The card in doubt, its question, and the reason told. */
const doubt = {key: "", of: "", text: "", waiting: 0};

const question = () => `${store.look.table} ${store.frame?.id} ${scene().ask?.seat} ${store.look.lang}`;

/** whyNot are the reasons told, for the card in doubt or for what else is left out; null for none. */
export function whyNot() {
  return doubt.text && doubt.of === question() ? doubt.text.split("\n") : null;
}

async function ask(key) {
  const of = question(), seat = scene().ask?.seat;
  const {say} = await call("whynot", {key, seat}).catch(() => ({say: ""})); // the question is gone
  if (key !== doubt.key || of !== question()) return;
  Object.assign(doubt, {of, text: say});
  change();
}

/** leftOut asks why words are no answers that the rules keep back. */
export function leftOut() {
  Object.assign(doubt, {key: "", text: ""});
  ask("");
}

/** step goes from a card of the table to the one before or behind it; it reports whether there is one. */
export function step(from, by) {
  const all = [...from.closest("main.table")?.querySelectorAll("[data-key][tabindex]") ?? []];
  const seen = all.filter(e => e.getClientRects().length), to = seen[seen.indexOf(from) + by];
  to?.focus();
  return Boolean(to);
}

function point(/** @type {Event} */ e) {
  const at = /** @type {HTMLElement} */ (e.target).closest(".table :is(.tile, .card, .mu)[data-key]");
  const key = !at || at.matches("[role=button]") ? "" : at.getAttribute("data-key") ?? "";
  if (key === doubt.key) return;
  clearTimeout(doubt.waiting);
  const told = doubt.text;
  Object.assign(doubt, {key, text: ""});
  if (told) change();
  if (!key || !store.choice || store.past || !may("whynot")) return;
  doubt.waiting = window.setTimeout(ask, 150, key);
}

for (const arrives of ["pointerover", "focusin"]) document.addEventListener(arrives, point);
