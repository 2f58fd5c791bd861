// The small windows over the page: a new game, names, and what can be done.
import {Component, createElement} from "./vendor/preact.mjs";
import {legend} from "./card.js";
import {entered, h, written} from "./dom.js";
import {called, w} from "./words.js";

/**
 * overlay is a window over the page, modal to the browser: focus stays in it, and comes back to
 * it when what had it is gone or disabled; Esc and a click beside it close it.
 */
export const overlay = (title, close, ...inside) => createElement(Overlay, {title, close, inside});

class Overlay extends Component {
  hold = element => { this.element = element ?? this.element; };

  componentDidMount() { this.element.showModal(); }
  componentDidUpdate() { if (!this.element.contains(document.activeElement)) this.element.focus(); }
  componentWillUnmount() { this.element.close(); }

  render({title, close, inside}) {
    const cancel = e => { e.preventDefault(); close(); }, click = e => { if (e.target === this.element) close(); };
    return h("dialog.box.dialog", {"aria-label": title, tabIndex: -1, ref: this.hold, cancel, click},
      h("header", {role: "none"}, h("h3", title), closing(close)), h("div.in", ...inside));
  }
}

/** closing is the button that closes a part of the page. */
export const closing = close => h("button.btn", {click: close, type: "button"}, h("kbd", "Esc"), w("close"));

/** heading is what a page begins with: its name, what it says of itself, and what it does. */
export const heading = (name, sub, ...does) => h("header", h("div", h("h2", name), h("p.sub", sub)), ...does);

/** option is one of the choices of a field. */
export const option = (value, text, selected = false) => h("option", {value, selected}, text);

/** usual is the default of an option, for a seat where seats differ in it. */
const usual = (o, i) => o.default[i] ?? o.default[0];

/**
 * gameFields are the fields of a game: who sits where, the seed, and the pack's options.
 * @param {any} state what the host says of itself
 * @param {any} game what the fields say at first: {seats, seed, options}; without a seed one is drawn
 * @param {string[]} kinds who may sit at a seat
 */
export function gameFields(state, game, kinds) {
  const perSeat = state.options.filter(o => o.per_seat), others = state.options.filter(o => !o.per_seat);
  const seats = Array.from({length: state.most}, (_, i) => ({id: `${++i}`, name: w("seat.unnamed", {number: i})}));
  const chosen = (o, i) => game.options?.[o.id]?.split(/(?<!\\),/)[i]?.replaceAll("\\,", ",");
  const said = v => v.name === v.id ? called("choice", v.id) : v.name;
  const values = o => o.seat ? seats : o.values;
  const choices = (o, label, i) => {
    const first = usual(o, i), rest = values(o).filter(v => v.id !== first.id), of = o.per_seat ? `${o.name}: ` : "";
    return h("select", {name: "o-" + o.id, "aria-label": label}, option("", of + said(first)),
      rest.map(v => option(v.id, said(v), chosen(o, i) === v.id)));
  };
  // A deck takes one of its lists, or a list that is written here, with its mistake below.
  const listed = (o, label, i) => {
    const own = chosen(o, i), flaw = state.flaw?.match(`(?<=^| )${o.id} list ${i + 1}:[^]*`)?.[0];
    return !o.deck ? choices(o, label, i) : h("div.decklist", choices(o, label, i), h("textarea.field", {
      name: "l-" + o.id, placeholder: w("ownList"), "aria-label": `${label}, ${w("ownList")}`,
      "aria-invalid": Boolean(flaw), defaultValue: o.values.some(v => v.id === own) ? "" : own,
    }), h("output", flaw));
  };
  const typed = o => h("input.field", {name: "o-" + o.id, placeholder: usual(o, 0).name, defaultValue: chosen(o, 0),
    ...(o.number ? {type: "number", min: o.min, max: o.max} : {})});
  const field = o => values(o).length ? listed(o, o.name, 0) : typed(o);
  const sits = i => game.seats[i] || (i < state.least ? "random" : "");
  const sitter = (name, i) => h("select", {name: "seat", "aria-label": name},
    i >= state.least ? option("", w("noSeat")) : null, kinds.map(k => option(k, called("kind", k), k === sits(i))));
  const seed = {name: "seed", pattern: "\\d{1,20}|[0-9a-f]{48}", placeholder: w("seedDrawn"), defaultValue: game.seed};
  return [
    h("fieldset.seats", h("legend", w("seats")), seats.map(({name}, i) => h("div.row", h("span", name), sitter(name, i),
      perSeat.map(o => listed(o, `${o.name}, ${name}`, i))))),
    h("label.row", h("span", w("seed")), h("input.field", seed)),
    others.map(o => h(o.deck ? "div.row" : "label.row", h("span", o.name), field(o))),
  ];
}

/** readGame is what stands in the fields. */
export function readGame(form, state) {
  const data = new FormData(form), options = {}, sits = data.getAll("seat").map(Boolean);
  for (const o of state.options) {
    const lists = data.getAll("l-" + o.id).map(text => String(text).replaceAll(",", "\\,")); // commas part seats
    const values = data.getAll("o-" + o.id).map((v, i) => lists[i] || v);
    const taken = values.map((v, i) => v || usual(o, i).id).filter((_, i) => values.length === 1 || sits[i]);
    if (values.some(Boolean)) options[o.id] = taken.join(",");
  }
  return {seats: data.getAll("seat").filter(Boolean), seed: data.get("seed") || "0", options};
}

/** mods are the packs that are laid over the game, in their order, and those that can be laid. */
function mods({state: {mods, packs}, lay}) {
  if (!mods.length) return null;
  const moved = (i, by) => packs.toSpliced(i, 1).toSpliced(i + by, 0, packs[i]);
  const does = (sign, word, mod, packs) => h("button.btn", {
    type: "button", "aria-label": w(word, {mod: name(mod)}), disabled: !packs, click: () => lay(packs),
  }, sign);
  const end = mod => mod.replace(/.*[/\\]/, "");
  const name = mod => mods.some(m => m !== mod && end(m) === end(mod)) ? mod : end(mod);
  const row = (mod, i) => h("li.row", {key: mod}, h("span", {title: mod}, name(mod)), h("span.btns",
    does("↑", "modUp", mod, i > 0 && moved(i, -1)), does("↓", "modDown", mod, i < packs.length - 1 && moved(i, 1)),
    does("×", "modOff", mod, packs.toSpliced(i, 1))));
  const left = mods.filter(m => !packs.includes(m));
  return h("fieldset.mods", h("legend", w("mods")), h("ol", packs.map(row)), left.length ?
    h("p.btns", {role: "group", "aria-label": w("layMod")}, w("layMod"), left.map(m =>
      h("button.chip", {key: m, type: "button", title: m, click: () => lay([...packs, m])}, "+ ", name(m)))) : null);
}

/** newGame is the window of a new game. use: state, game, lay(packs), start(game), close(). */
export function newGame(use) {
  const {state} = use, {flaw = "", refused} = state, told = refused || (/ list \d+:/.test(flaw) ? "" : flaw);
  const submit = e => { e.preventDefault(); use.start(readGame(e.currentTarget, state)); };
  const form = h("form.form", {submit}, gameFields(state, use.game, ["human", ...state.bots]), mods(use),
    told ? h("pre.yaml", {role: "alert"}, told) : null,
    h("p.btns", h("button.btn.go", {type: "submit", disabled: Boolean(refused)}, w("start"))));
  return overlay(w("newGame"), use.close, form);
}

/** naming is the window of a game's name. use: name, send(name), close(). */
export function naming(use) {
  const send = () => use.send(written("gamename"));
  const field = h("input.field", {id: "gamename", defaultValue: use.name, keydown: entered(send)});
  return overlay(w("nameGame"), use.close, h("div.form", h("label.row", h("span", w("nameGame")), field),
    h("p.btns", h("button.btn.go", {click: send}, w("confirm")))));
}

/** tongue is the button of a language; one in which the pack has no texts says so. use: lang, untold, speak(lang). */
export function tongue(l, use) {
  const untold = use.untold.includes(l) ? {class: "untold", title: w("untold", {language: l})} : {};
  return h("button", {...untold, "aria-pressed": String(l === use.lang), click: () => use.speak(l)}, l);
}

/**
 * menu is what can be done, each with its key, the languages, and the keys that have no
 * button. use: does ([key, word, do]), languages, untold, lang, speak(lang), close().
 */
export function menu(use) {
  const keys = w("helpKeys").split("\n").map(line => line.split("\t"));
  return overlay(w("help"), use.close,
    h("div.btns.does", use.does.map(([key, text, act]) => h("button.btn", {click: act}, h("kbd", key), text))),
    h("div.row.tongues", h("span", w("language")),
      h("div.seg", {role: "group", "aria-label": w("language")}, use.languages.map(l => tongue(l, use))),
      use.untold.length ? h("span.muted", w("untold", {language: use.untold.join(", ")})) : null),
    legend(use.signs), h("dl.helpkeys", keys.map(([k, what]) => [h("dt", h("kbd", k)), h("dd", what)])));
}
