// Games between bots, for their figures: the page that ruledeck sim --report writes.
import {h, icon, told} from "./dom.js";
import {gameFields, heading, readGame} from "./forms.js";
import {decimal, w} from "./words.js";

/** What is shown of the run: its figures' page, kept while it is the same. */
const shown = {key: "", host: null};

/**
 * balance draws the form, how far a run is, and what it found.
 * @param {object} run what /api/balance gives
 * @param {object} use state, game, start(body), stop(), lang, redraw()
 */
export function balance(run, use) {
  const running = run.run && !run.over;
  const {bots} = use.state, failed = run.failed ? w("gamesFailed", {count: run.failed}) : w("failed");
  const read = form => ({number: Number(new FormData(form).get("games")), game: readGame(form, use.state)});
  const usual = {seats: use.game.seats.map(kind => bots.includes(kind) ? kind : "random"), seed: 1};
  const number = {name: "games", type: "number", min: 1, max: 10000, required: true, value: fields.number};
  const submit = e => { e.preventDefault(); use.start(read(e.currentTarget)); };
  const form = h("form.form", {id: "measure", submit, change: e => Object.assign(fields, read(e.currentTarget))},
    h("label.row", h("span", w("howMany")), h("input.field", number)),
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
      run.failure ? told("warn", true, h("b", failed), h("br"), run.failure) : null,
      run.over && run.old ? told("warn", false, w("oldFigures")) : null,
      run.over && run.page ? found() : null,
      !run.run ? h("p.empty-note", w("noFigures")) : null)));
}

/** What stands in the form. */
const fields = {number: 200, game: null};

/** progress is how far a run is; it is written anew in place, so that the form keeps what is typed. */
function progress(run) {
  return h("div.notice", {id: "progress", role: "status"}, icon("play"),
    h("span", h("b", w("played", {done: run.done, count: run.games})),
      h("progress", {max: run.games, value: run.done, "aria-label": w("playGames")})));
}

/** advance writes how far a run is into the page that stands. */
export function advance(run) {
  document.getElementById("progress")?.replaceWith(progress(run));
}

/** within is the style of a page of figures inside another page. */
const within = ":host { display: block; } .sheet { padding: 0; max-inline-size: none; } :is(h1, h2) { display: none; }";

/**
 * figures is the page of a run. It comes as a page of its own, with its own stylesheet:
 * within a shadow neither touches the other.
 */
function figures(run, use) {
  const key = `${run.run} ${use.lang} ${run.done}`;
  if (shown.key !== key) {
    Object.assign(shown, {key, host: h("div.figures")});
    const root = shown.host.attachShadow({mode: "open"});
    const text = path => fetch(path).then(answer => answer.text());
    Promise.all([text(`/balance?lang=${use.lang}`), text("/balance.css")]).then(([page, css]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css.replaceAll(":root", ":host") + within);
      root.adoptedStyleSheets = [sheet];
      const {body} = new DOMParser().parseFromString(page, "text/html");
      root.append(document.importNode(body.querySelector("main"), true));
    });
  }
  return shown.host;
}
