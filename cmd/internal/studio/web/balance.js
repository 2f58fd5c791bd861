// Games between bots, for their figures: the page that ruledeck sim --report writes.
import {page} from "./door.js";
import {h, icon, note} from "./dom.js";
import {gameFields, heading, readGame} from "./forms.js";
import {curves} from "./whatif.js";
import {decimal, w} from "./words.js";

/**
 * balance draws the form, how far a run is, and what it found.
 * @param {any} run what the call balance gives
 * @param {any} use state, game, fields, start(body), stop(), card(def), lang
 */
export function balance(run, use) {
  const running = run.run && !run.over;
  const {fields} = use, {bots} = use.state, failed = run.failed ? w("gamesFailed", {count: run.failed}) : w("failed");
  const read = form => {
    const data = new FormData(form);
    return {number: Number(data.get("games")), cards: data.has("cards"), game: readGame(form, use.state)};
  };
  const usual = {seats: use.game.seats.map(kind => bots.includes(kind) && kind !== "random" ? kind : "greedy"),
    seed: "1"};
  const number = {name: "games", type: "number", min: 1, max: 10000, required: true, defaultValue: fields.number};
  const submit = e => { e.preventDefault(); use.start(read(e.currentTarget)); };
  const form = h("form.form", {id: "measure", submit, change: e => Object.assign(fields, read(e.currentTarget))},
    h("label.row", h("span", w("howMany")), h("input.field", number)),
    h("label.row", h("span", w("tryCards")),
      h("input", {name: "cards", type: "checkbox", defaultChecked: fields.cards})),
    gameFields(use.state, fields.game ?? usual, bots),
    h("p.btns", running ? h("button.btn", {type: "button", id: "halt", click: use.stop}, w("stop")) :
      h("button.btn.go", {type: "submit"}, icon("play"), w("start"))));
  const found = () => [
    h("p.btns", h("span.muted", w("measured", {count: run.done, seconds: decimal(run.seconds)})),
      h("a.btn", {href: `/balance?lang=${use.lang}`, target: "_blank"}, icon("ext"), w("alone"))),
    figures(run, use),
  ];
  return h("main.sheet.balancep", heading(w("balance"), w("balanceSub")),
    h("div.measure", h("details.box", {open: !run.page}, h("summary", w("playGames")), form), h("div.found",
      running ? progress(run) : null,
      run.failure ? note("warn", true, h("b", failed),
        run.failure.trim().split("\n").map(line => [h("br"), line])) : null,
      run.over && run.old ? note("warn", false, w("oldFigures")) : null,
      run.over && run.page ? found() : null,
      run.curves ? [h("h3", run.knob), curves(run)] : null,
      !run.run ? h("p.empty-note", w("noFigures")) : null)));
}

/** progress is how far a run is. */
function progress(run) {
  return h("div.notice", {id: "progress", role: "status"}, icon("play"),
    h("span", h("b", w("played", {done: run.done, count: run.games})),
      h("progress", {max: run.games, value: run.done, "aria-label": w("playGames")})));
}

/** within is the style of a page of figures inside another page. */
const within = ":host { display: block; } .sheet { padding: 0; max-inline-size: none; } :is(h1, h2) { display: none; }";

/**
 * figures is the page of a run. It comes as a page of its own, with its own stylesheet:
 * within a shadow neither touches the other.
 */
function figures(run, use) {
  const attach = async host => {
    if (!host || host.shadowRoot) return;
    const root = host.attachShadow({mode: "open"}), sheet = new CSSStyleSheet();
    const [text, css] = await Promise.all([page(`/balance?lang=${use.lang}`), page("/balance.css")]);
    sheet.replaceSync(css.replaceAll(":root", ":host") + within);
    root.adoptedStyleSheets = [sheet];
    const {body} = new DOMParser().parseFromString(text, "text/html");
    root.append(document.importNode(body.querySelector("main") ?? body, true));
    for (const name of root.querySelectorAll("[data-card]")) {
      const link = document.createElement("button"), {card = ""} = /** @type {HTMLElement} */ (name).dataset;
      link.append(...name.childNodes);
      link.addEventListener("click", () => use.card(card));
      name.append(link);
    }
  };
  return h("div.figures", {key: `${run.run} ${use.lang} ${run.done}`, ref: attach});
}
