// The pack's scenarios with their state, and games that can be gone on with.
import {h, icon, named} from "./dom.js";
import {w} from "./words.js";

/**
 * tests draws the scenarios, and below them the kept games.
 * @param {object} data what /api/tests and /api/kept give: {folder, tests}, [kept]
 * @param {object} use state, open(test, behind), resume(game), mine(name), redraw()
 */
export function tests(data, kept, use) {
  const failing = data.tests.filter(t => !t.passed);
  return h("main.sheet.testsp",
      h("header",
      h("div", h("h2", w("tests")),
      h("p.sub", data.folder ? w("testsSub", {passing: w("testsPass", {count: data.tests.length - failing.length}),
      failing: w("testsFail", {count: failing.length})}) : w("noFiles")))),
    data.folder ? null : mine(use),
    h("section.box", {"aria-label": w("tests")}, data.tests.length ? h("ul.testlist",
        [...failing, ...data.tests.filter(t => t.passed)].map(t => test(t, use))) : h("p.in.muted", w("noTests"))),
    h("h3", w("keptGames")),
    h("section.box", {"aria-label": w("keptGames")},
        kept.length
        ? h("ul.testlist",
        kept.map(g => h("li", h("span.state2", g.over ? w("ended") : w("open")),
        h("span.o", g.when, h("small", ` · ${w("seatCount", {count: g.seats})} · ${w("answers", {count: g.answers})}`),
        g.damaged ? h("p.muted", w("damagedGame", {line: g.damaged})) : null),
      h("span.btns", g.open ? h("span.muted", w("here")) : h("button.btn", {click: () => use.resume(g)},
          w(g.damaged ? "resumeRest" : "resume")))))) : h("p.in.muted", w("noKept"))));
}

function test(t, use) {
  return h("li", {class: t.passed ? "" : "red"}, h("span.state2", {class: t.passed ? "ok" : "bad"},
      icon(t.passed ? "tick" : "warn"), t.passed ? w("green") : w("red")),
    h("span.o", t.name, h("small", " ",
        t.open ? h("a.file", {href: t.open}, `${t.file}:${t.line}`) : h("span.file", `${t.file}:${t.line}`))),
    h("span.btns", h("button.btn", {click: () => use.open(t, false)}, w("openStart")),
        h("button.btn", {click: () => use.open(t, true)}, w("openEnd"))),
    t.passed ? null : h("pre.yaml", t.report));
}

/** mine is the form that starts an overlay of a game inside the program. */
export function mine(use) {
  if (!use.state.mine) return null;
  const send = () => use.mine(document.getElementById("minename").value);
  return h("section.box.mine-form", h("header", h("h3", w("mine"))), h("div.in.form", h("p.sub", w("mineSub")),
    h("p.btns",
        h("input.field", {id: "minename", "aria-label": w("folder"), placeholder: w("folder"), value: "mine",
        input: e => named(e.target), keydown: e => { if (e.key === "Enter") send(); }}),
        h("button.btn.go", {click: send}, w("mine")))));
}

/**
 * sides draws two games beside each other: where they part, and how the seats stand.
 * @param {object} data what /api/compare gives
 */
export function sides(data, games, use) {
  const pick = (id, now, choose) => h("select",
      {"aria-label": w("games"), id, change: e => choose(Number(e.target.value))},
      games.map(g => h("option", {value: g.id, selected: g.id === now}, g.name)));
  const column = (lines, side) => h("div", h("h3", side),
      lines.length ? h("ol.sidelog", lines.map(l => h("li", l))) : h("p.muted", w("same")));
  const name = id => games.find(g => g.id === id)?.name ?? "";
  return h("main.sheet.comparep",
      h("header", h("div", h("h2", w("compare")),
      h("p.sub", data ? w(data.line ? "partAt" : "partAtFirst", {count: data.line}) : "")),
    h("p.btns", pick("left", use.left, use.chooseLeft), pick("right", use.right, use.chooseRight))),
    data ? [values(data, name(use.left), name(use.right)),
      h("section.duo", column(data.was, name(use.left)), column(data.is, name(use.right)))] : null);
}

/** values are those in which the seats differ; the others fold away. */
function values(data, left, right) {
  const rows = data.seats.flatMap(s => s.values.map(v => ({...v, seat: s.name})));
  const table = list => h("div.scroll", h("table.nums",
      h("thead", h("tr", h("th", w("seats")), h("th", w("value")), h("th.num", left), h("th.num", right))),
    h("tbody", list.map(v => h("tr", {class: v.was === v.is ? "" : "differs"}, h("td", v.seat), h("td", v.name),
        h("td.num", v.was), h("td.num", v.was === v.is ? v.is : h("b", v.is)))))));
  const differ = rows.filter(v => v.was !== v.is);
  return h("section.box", differ.length ? table(differ) : h("p.in", w("sameValues")),
      h("details.in", h("summary", w("allValues")), table(rows)));
}
