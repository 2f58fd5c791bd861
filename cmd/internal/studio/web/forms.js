// The small windows over the page: a new game, names, and what can be done.
import {h} from "./dom.js";
import {called, w} from "./words.js";

/** overlay is a window over the page. */
export function overlay(title, close, ...inside) {
  return h("div.veil", {click: e => { if (e.target === e.currentTarget) close(); }},
    h("div.box.dialog", {role: "dialog", "aria-modal": "true", "aria-label": title},
        h("header", h("h3", title), h("button.btn", {click: close, type: "button"}, h("kbd", "Esc"), w("close"))),
        h("div.in", ...inside)));
}

/** usual is the default of an option, for a seat where seats differ in it. */
const usual = (o, i) => o.default[i] ?? o.default[0];

/**
 * gameFields are the fields of a game: who sits where, the seed, and the pack's options.
 * @param {object} state what /api/state gives
 * @param {object} game what the fields say at first: {seats, seed, options}
 * @param {string[]} kinds who may sit at a seat
 */
export function gameFields(state, game, kinds) {
  const perSeat = state.options.filter(o => o.per_seat), others = state.options.filter(o => !perSeat.includes(o));
  const chosen = (o, i) => game.options?.[o.id]?.split(",")[i];
  const said = v => v.name === v.id ? called("choice", v.id) : v.name;
  const values = o => o.seat ? Array.from({length: state.most},
      (_, i) => ({id: String(i + 1), name: w("seat.unnamed", {number: i + 1})})) : o.values;
  const choices = (o, label, i) => h("select", {name: "o-" + o.id, "aria-label": label},
      h("option", {value: ""}, o.per_seat ? `${o.name}: ${said(usual(o, i))}` : said(usual(o, i))),
    values(o).filter(v => v.id !== usual(o, i).id)
        .map(v => h("option", {value: v.id, selected: chosen(o, i) === v.id}, said(v))));
  const field = o => values(o).length ? choices(o, o.name, 0) : h("input.field",
      {name: "o-" + o.id, placeholder: usual(o, 0).name, value: chosen(o, 0),
      ...(o.number ? {type: "number", min: o.min, max: o.max} : {})});
  return [
    h("fieldset.seats", h("legend", w("seats")),
        Array.from({length: state.most}, (_, i) => h("div.row", h("span", w("seat.unnamed", {number: i + 1})),
      h("select", {name: "seat", "aria-label": w("seat.unnamed", {number: i + 1})},
          i >= state.least ? h("option", {value: ""}, w("noSeat")) : null,
          kinds.map(k => h("option", {value: k, selected: (game.seats[i] || (i < state.least ? "random" : "")) === k},
          called("kind", k)))),
      perSeat.map(o => choices(o, `${o.name}, ${w("seat.unnamed", {number: i + 1})}`, i))))),
    h("label.row", h("span", w("seed")),
        h("input.field", {name: "seed", type: "number", min: 0, required: true, value: game.seed})),
    others.map(o => h("label.row", h("span", o.name), field(o))),
  ];
}

/** readGame is what stands in the fields. */
export function readGame(form, state) {
  const data = new FormData(form), options = {};
  const sits = data.getAll("seat").map(Boolean);
  for (const o of state.options) {
    const values = data.getAll("o-" + o.id);
    if (values.some(Boolean)) options[o.id] = values.map((v, i) => v ||
        usual(o, i).id).filter((_, i) => values.length === 1 || sits[i]).join(",");
  }
  return {seats: data.getAll("seat").filter(Boolean), seed: Number(data.get("seed")), options};
}

/** newGame is the window of a new game. use: state, game, start(game), close(). */
export function newGame(use) {
  const form = h("form.form", {submit: e => { e.preventDefault(); use.start(readGame(e.currentTarget, use.state)); }},
    gameFields(use.state, use.game, ["human", ...use.state.bots]),
        h("p.btns", h("button.btn.go", {type: "submit"}, w("start"))));
  return overlay(w("newGame"), use.close, form);
}

/** naming is the window of a game's name. use: name, send(name), close(). */
export function naming(use) {
  const send = () => use.send(document.getElementById("gamename").value);
  return overlay(w("nameGame"), use.close,
      h("div.form", h("label.row", h("span", w("nameGame")),
      h("input.field", {id: "gamename", value: use.name, keydown: e => { if (e.key === "Enter") send(); }})),
      h("p.btns", h("button.btn.go", {click: send}, w("confirm")))));
}

/** tongue is the button of a language; one in which the pack has no texts says so. use: lang, untold, speak(lang). */
export const tongue = (l, use) => h("button",
    {class: use.untold.includes(l) ? "untold" : "", title: use.untold.includes(l) ? w("untold", {language: l}) : null,
    "aria-pressed": String(l === use.lang), click: () => use.speak(l)}, l);

/** menu is what can be done, each with its key, the languages, and the keys that have no button. use: does ([key, word,
    do]), languages, untold, lang, speak(lang), close(). */
export function menu(use) {
  return overlay(w("help"), use.close,
      h("div.btns.does", use.does.map(([key, text, act]) => h("button.btn", {click: act}, h("kbd", key), text))),
    h("div.row.tongues", h("span", w("language")),
        h("div.seg", {role: "group", "aria-label": w("language")}, use.languages.map(l => tongue(l, use))),
      use.untold.length ? h("span.muted", w("untold", {language: use.untold.join(", ")})) : null),
    h("dl.helpkeys", w("helpKeys").split("\n").map(line => line.split("\t"))
        .map(([k, what]) => [h("dt", h("kbd", k)), h("dd", what)])));
}
