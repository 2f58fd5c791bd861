// The program's own words, which it serves in each language. What a pack says comes
// translated with the scene.
import {call} from "./door.js";
import {store} from "./store.js";

/** speak makes a language the tool's own. */
export async function speak(lang) {
  if (lang === store.spoken) return;
  store.words = await call("words");
  store.plural = new Intl.PluralRules(lang);
  document.documentElement.lang = store.spoken = lang;
}

/**
 * w is a sentence with its placeholders filled.
 * @param {string} key
 * @param {Record<string, any>} values by the names of the placeholders; count chooses the plural form
 */
export function w(key, values = {}) {
  const {one, other} = store.words[key] ?? {other: key};
  const text = one && store.plural.select(values.count) === "one" ? one : other;
  return text.replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? hole);
}

/** called is what a list of words calls a thing, or its own name where the list has none. */
export const called = (list, id) => store.words[`${list}.${id}`]?.other ?? id;

/** decimal is a number with one digit behind the point, or comma. */
export const decimal = x => x.toLocaleString(store.spoken, {minimumFractionDigits: 1, maximumFractionDigits: 1});
