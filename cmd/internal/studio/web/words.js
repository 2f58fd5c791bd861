// The program's own words, which it serves in each language. What a pack says comes
// translated with the scene.
import {get} from "./dom.js";

let words = {}, plural = new Intl.PluralRules("en");

/** speak makes a language the tool's own. */
export async function speak(lang) {
  if (lang === spoken) return;
  words = await get("/api/words", {lang});
  plural = new Intl.PluralRules(lang);
  document.documentElement.lang = spoken = lang;
}
let spoken = "";

/**
 * w is a sentence with its placeholders filled.
 * @param {string} key
 * @param {object} values by the names of the placeholders; count chooses the plural form
 */
export function w(key, values = {}) {
  const {one, other} = words[key] ?? {other: key};
  const text = one && plural.select(values.count) === "one" ? one : other;
  return text.replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? hole);
}

/** called is what a list of words calls a thing, or its own name where the list has none. */
export const called = (list, id) => words[`${list}.${id}`]?.other ?? id;

/** decimal is a number with one digit behind the point, or comma. */
export const decimal = x => x.toLocaleString(spoken, {minimumFractionDigits: 1, maximumFractionDigits: 1});
