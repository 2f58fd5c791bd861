// Why a card that stands for no answer is none: asked while one points at it, or touches it.
import {may, scene} from "./acts.js";
import {call} from "./door.js";
import {change, store} from "./store.js";

/** The card in doubt, its question, and the reason told. */
const doubt = {key: "", of: "", text: "", waiting: 0};

const question = () => `${store.look.table} ${store.frame?.id} ${scene().ask?.seat} ${store.look.lang}`;

/** whyNot is the reason told for the card under the pointer, null for none. */
export function whyNot() {
  return doubt.text && doubt.of === question() ? [doubt.text] : null;
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
  doubt.waiting = window.setTimeout(async () => {
    const of = question(), {seat} = scene().ask;
    const {say} = await call("whynot", {}, {key, seat}).catch(() => ({say: ""})); // the question is gone
    if (key !== doubt.key || of !== question()) return;
    Object.assign(doubt, {of, text: say});
    change();
  }, 150);
}

document.addEventListener("pointerover", point);
