// What one begins with where no game is open: the starters, the packs that lie here, and the games of the program.
import {act, changeTongue, edit, goTo, openGame} from "./acts.js";
import {chooser} from "./bring.js";
import {file, h, icon, named, note, written} from "./dom.js";
import {heading, tongue} from "./forms.js";
import {none, store} from "./store.js";
import {called, w} from "./words.js";

/** start draws the page of the first choice. */
export function start() {
  const {host: {bench, findings, languages, start: {games, genres, packs} = none(), untold}, look, notice} = store;
  const begin = like => act("begin", {begin: {kind: "pack", name: written("packname"), like}}, out => goTo(out.branch));
  const tile = (name, says, word, act) => h("li.tile2", h("h3", name), h("p.sub", says),
    h("button.btn.go", {"aria-label": `${word}: ${name}`, click: act}, word));
  const enter = p => tile(p.title, p.name, w("openPack"), () => openGame("enter", {name: p.name}));
  const part = (title, sub, ...inside) => h("section", h("h3", title), sub ? h("p.sub", sub) : null, ...inside);
  return h("div.tool", h("header.bar", h("h1", "ruledeck"), h("div.seg.lang", {role: "group"},
    languages.map(l => tongue(l, {lang: look.lang, untold, speak: changeTongue})))),
  h("div.notices", notice ? note("warn", true, notice.text) : null),
  h("main.sheet.startp", heading(w("beginWith"), w("beginWithSub")),
    bench ? part(w("mendFirst", {pack: bench}), w("mendFirstSub"), h("div.findings", findings.map(f =>
      h("div.strip-f", icon("warn"), file(f, f.place.replace(/^.*\//, "")), h("span", f.text)))),
    h("p.btns", h("button.btn.go", {click: () => edit()}, w("workshop")))) : null,
    packs.length ? part(w("packsHere"), "", h("ul.tiles", packs.map(enter))) : null,
    part(w("bring"), w("bringSub"), h("p.btns", chooser())),
    part(w("beginOwn"), "", h("label.row", h("span", w("folder")), h("input.field", {
      id: "packname", defaultValue: "mine", autocomplete: "off", spellcheck: false, input: e => named(e.target),
    })), h("ul.tiles", [...genres, "", "empty"].map(g =>
      tile(called("genre", g || "small"), called("genreSays", g || "small"), w("begin"), () => begin(g))))),
    part(w("gamesHere"), w("gamesHereSub"), h("ul.tiles", games.map(enter)))));
}
