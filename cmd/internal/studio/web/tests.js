// What is found, how the scenarios run and what they reach, with the place of each; and games to go on with.
import {entered, file, h, icon, named, written} from "./dom.js";
import {heading, option} from "./forms.js";
import {called, w} from "./words.js";

/**
 * tests draws the findings, the scenarios with what they reach, and below them the kept games.
 * @param {any} data what the calls tests and kept give: {folder, tests, reached}, [kept]
 * @param {any} use state, open(test, behind), resume(game), mine(name)
 */
export function tests(data, kept, use) {
  const failing = data.tests.filter(t => !t.passed);
  const passing = data.tests.filter(t => t.passed);
  const sums = {
    passing: w("testsPass", {count: passing.length}), failing: w("testsFail", {count: failing.length}),
  };
  const box = (name, rows, none) => h("section.box", {"aria-label": name},
    rows.length ? h("ul.testlist", rows) : h("p.in.muted", none));
  return h("main.sheet.testsp", heading(w("tests"), data.folder ? w("testsSub", sums) : w("noFiles")),
    data.folder ? null : mine(use),
    use.state.findings?.length ? box(w("findings", {count: use.state.findings.length}),
      use.state.findings.map(f => h("li", h("span.state2", {class: f.severity === "error" ? "bad" : ""},
        called("severity", f.severity)), h("span.o", f.text, h("small", " ", file(f, f.place)))))) : null,
    box(w("tests"), [...failing, ...passing].map(t => test(t, use)), w("noTests")),
    data.reached.length ? [h("h3", w("coverage")),
      box(w("coverage"), data.reached.map(reached))] : null,
    h("h3", w("keptGames")),
    box(w("keptGames"), kept.map(g => game(g, use)), w("noKept")));
}

/** reached is how much of a kind of things the scenarios reach, with the rest folded away. */
function reached(r) {
  const count = h("span.state2", {class: r.missing.length ? "" : "ok"}, `${r.reached} / ${r.all}`);
  const lacks = m => h("li", h("span", m.name), h("span", m.value), m.place ? file(m) : null);
  const kind = called("kind", r.kind), rest = `${kind} · ${w("uncovered")}: ${r.missing.length}`;
  return h("li", count, r.missing.length ?
    h("details.o", h("summary", rest), h("ul.exp2", r.missing.map(lacks))) : h("span.o", kind));
}

function game(g, use) {
  const resume = () => h("button.btn", {click: () => use.resume(g)}, w(g.damaged ? "resumeRest" : "resume"));
  return h("li", h("span.state2", g.over ? w("ended") : w("open")),
    h("span.o", g.when, h("small", ` · ${w("seatCount", {count: g.seats})} · ${w("answers", {count: g.answers})}`),
      g.damaged ? h("p.muted", w("damagedGame", {line: g.damaged})) : null),
    h("span.btns", g.open ? h("span.muted", w("here")) : resume()));
}

function test(t, use) {
  const place = `${t.file}:${t.line}`;
  return h("li", {class: t.passed ? "" : "red"},
    h("span.state2", {class: t.passed ? "ok" : "bad"}, icon(t.passed ? "tick" : "warn"), w(t.passed ? "green" : "red")),
    h("span.o", t.name, h("small", " ", file({place: t.place, open: t.open}, place))),
    h("span.btns", h("button.btn", {click: () => use.open(t, false)}, w("openStart")),
      h("button.btn", {click: () => use.open(t, true)}, w("openEnd"))),
    t.passed ? null : h("pre.yaml", t.report));
}

/** mine is the form that starts an overlay of a game inside the program. */
export function mine(use) {
  if (!use.state.mine) return null;
  const send = () => use.mine(written("minename"));
  const field = h("input.field", {
    id: "minename", "aria-label": w("folder"), placeholder: w("folder"), defaultValue: "mine",
    input: e => named(e.target), keydown: entered(send),
  });
  return h("section.box.mine-form", h("header", h("h3", w("mine"))),
    h("div.in.form", h("p.sub", w("mineSub")), h("p.btns", field, h("button.btn.go", {click: send}, w("mine")))));
}

/**
 * sides draws two games beside each other: where they part, and how the seats stand.
 * @param {any} data what the call compare gives
 */
export function sides(data, games, use) {
  const pick = (id, now, choose) => {
    const change = e => choose(Number(e.target.value));
    return h("select", {"aria-label": w("games"), id, change}, games.map(g => option(g.id, g.name, g.id === now)));
  };
  const column = (lines, side) => h("div", h("h3", side),
    lines.length ? h("ol.sidelog", lines.map(l => h("li", l))) : h("p.muted", w("same")));
  const name = id => games.find(g => g.id === id)?.name ?? "", left = name(use.left), right = name(use.right);
  const parts = data ? w(data.line ? "partAt" : "partAtFirst", {count: data.line}) : "";
  return h("main.sheet.comparep",
    heading(w("compare"), parts,
      h("p.btns", pick("left", use.left, use.chooseLeft), pick("right", use.right, use.chooseRight))),
    data ? [values(data, left, right), h("section.duo", column(data.was, left), column(data.is, right))] : null);
}

/** values are those in which the seats differ; the others fold away. */
function values(data, left, right) {
  const rows = data.seats.flatMap(s => s.values.map(v => ({...v, seat: s.name})));
  const row = v => h("tr", {class: v.was === v.is ? "" : "differs"}, h("td", v.seat), h("td", v.name),
    h("td.num", v.was), h("td.num", v.was === v.is ? v.is : h("b", v.is)));
  const head = () => h("tr", h("th", w("seats")), h("th", w("value")), h("th.num", left), h("th.num", right));
  const table = list => h("div.scroll",
    h("table.nums", h("thead", head()), h("tbody", list.map(row))));
  const differ = rows.filter(v => v.was !== v.is);
  return h("section.box", differ.length ? table(differ) : h("p.in", w("sameValues")),
    h("details.in", h("summary", w("allValues")), table(rows)));
}
