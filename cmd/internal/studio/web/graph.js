// The attributes of the seats over time: numbers as lines, words, cards, seats and places as
// bands with their names, and all of it as a table.
import {h} from "./dom.js";
import {badge} from "./card.js";
import {closing} from "./forms.js";
import {change} from "./store.js";
import {w} from "./words.js";

/** shown is what a step says; what the viewer may not know is hidden. */
const shown = step => step ? step.text : w("unknown");

/** holds is the step of a seat at an event; undefined for what is hidden. */
const holds = (seat, at) => seat.steps.findLast(s => s.event <= at) ?? seat.steps[0];

/**
 * graph draws the attributes of the seats over time: what changed first, with the
 * values where one stands; a click goes to an event.
 * @param {any[]} data what the call graph gives: {key, name, form, seats}
 * @param {any} use at, time (see scale), seats, tables, close(), move(event)
 */
export function graph(data, use) {
  // What is set once and for all comes behind what goes on changing.
  const changes = a => Math.max(...a.seats.map(s => s.steps.length - (s.steps[0]?.none ? 1 : 0)));
  const still = data.filter(a => a.seats.every(s => s.steps.length < 2));
  const moved = data.filter(a => !still.includes(a));
  const sorted = [...moved.filter(a => changes(a) > 1), ...moved.filter(a => changes(a) < 2)];
  return h("section.graphs", {"aria-label": w("graph")},
    h("header", h("h3", w("graph")), h("span.muted", w("event", {number: use.at})), closing(use.close)),
    sorted.map(a => figure(a, use)),
    still.length ? h("h4.label", w("noGraph")) : null,
    still.length ? h("ul.still", still.map(a => h("li", h("b", a.name), now(a, use)))) : null);
}

/** now are the values where one stands. */
const now = (a, use) => h("span.legend", a.seats.map(s =>
  h("span", {class: s.hidden ? "unknown" : ""}, badge(use.seats, s.seat), shown(holds(s, use.at)))));

function figure(a, use) {
  const open = use.tables.has(a.key);
  const toggle = () => {
    if (!use.tables.delete(a.key)) use.tables.add(a.key);
    change();
  };
  const button = {"aria-expanded": String(open), "aria-label": `${w("asTable")}: ${a.name}`, click: toggle};
  return h("figure.over",
    h("figcaption", h("b", a.name), a.form === "value" ? null : now(a, use),
      h("button.btn.astable", button, w("asTable"))),
    a.form === "value" ? a.seats.map(s => lane(a, s, use)) : plot(a, use), open ? table(a, use) : null);
}

/** left is the width before the beginning of time, of 400; so is that of the seats' signs, in per cent. */
const left = 44, wide = 352;

/** moving goes to the event that one clicks on. */
function moving(use, from, width) {
  return e => {
    const box = e.currentTarget.getBoundingClientRect();
    use.move(use.time.event(((e.clientX - box.left) / box.width - from) / width));
  };
}

/** plot draws numbers and flags as lines. */
function plot(a, use) {
  const x = event => left + wide * use.time.share(event), flag = a.form === "flag";
  const seats = a.seats.filter(s => !s.hidden), all = seats.flatMap(s => s.steps);
  const low = flag ? 0 : Math.min(...all.map(s => s.number)), high = flag ? 1 : Math.max(...all.map(s => s.number));
  const text = n => flag ? all.find(s => s.number === n)?.text ?? w(n ? "yes" : "no") : n;
  const y = v => high === low ? 35 : 62 - 54 * (v - low) / (high - low);
  const path = ({steps: [first, ...rest]}) => [
    `M${x(0)} ${y(first.number).toFixed(1)}`,
    ...rest.map(s => `H${x(s.event).toFixed(1)}V${y(s.number).toFixed(1)}`), `H${left + wide}`,
  ].join("");
  const axis = v => [
    h("line.axis", {x1: left, x2: left + wide, y1: y(v), y2: y(v)}),
    h("text", {x: left - 5, y: y(v) + 4, "text-anchor": "end"}, text(v)),
  ];
  return h("svg.plot", {
    viewBox: "0 0 400 70", role: "img", "aria-label": `${a.name}, ${text(low)} – ${text(high)}`,
    click: moving(use, left / 400, wide / 400),
  },
    [...new Set([low, high])].map(axis),
    seats.map(s => h("path.l" + s.seat, {d: path(s)})),
    h("line.here", {x1: x(use.at), x2: x(use.at), y1: 2, y2: 68}));
}

/** lane draws the values of a seat as bands, each with its name where that has room. */
function lane(a, seat, use) {
  const at = holds(seat, use.at), {share} = use.time, place = part => `${(100 * part).toFixed(2)}%`;
  const room = ((document.querySelector(".graphs")?.clientWidth ?? 380) - 40) * wide / 400;
  const kinds = [...new Set(a.seats.flatMap(s => s.steps).filter(s => !s.none).map(s => s.text))];
  const bands = seat.steps.map((s, i) => {
    const from = i ? share(s.event) : 0, to = i + 1 < seat.steps.length ? share(seat.steps[i + 1].event) : 1;
    return s.none ? null : h("svg", {x: place(from), width: place(to - from), height: 20}, h("title", shown(s)),
      h(`rect.t${kinds.indexOf(s.text) % 4}`, {width: "100%", height: 20}),
      h("line.edge", {x1: 0, x2: 0, y1: 0, y2: 20}),
      h("text", {x: 5, y: 14}, fitting(s, room * (to - from) - 8)));
  });
  const drawn = h("svg.went", {"aria-hidden": "true", click: moving(use, 0, 1)}, bands,
    seat.hidden ? h("text", {x: 5, y: 14}, w("unknown")) : null,
    h("line.here", {x1: place(share(use.at)), x2: place(share(use.at)), y1: 0, y2: 20}));
  return h(`div.lane.s${seat.seat}`, {class: seat.hidden ? "unknown" : ""}, badge(use.seats, seat.seat),
    h("div", h("b", shown(at)), drawn));
}

/** fitting is as much of a step's name as has room, in letters of about six pixels. */
function fitting(step, room) {
  const size = text => [...text].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 11 : 6.2), 0);
  const found = [step.text, step.brief].find(text => text && size(text) <= room);
  if (found) return found;
  const cut = [...step.text];
  while (cut.length && size(cut.join("") + "…") > room) cut.pop();
  return cut.length > 2 ? cut.join("").trimEnd() + "…" : "";
}

/** table tells the same in words, a row for each change; its buttons go there. */
function table(a, use) {
  const of = seat => seat.hidden ? [{seat, event: 0}] : seat.steps.map(step => ({seat, step, event: step.event}));
  const rows = a.seats.flatMap(of).sort((x, y) => x.event - y.event);
  const name = seat => use.seats.find(s => s.seat === seat)?.name ?? seat;
  const go = event => h("button.btn", {"aria-label": w("event", {number: event}), click: () => use.move(event)}, event);
  const row = ({seat, step, event}) => h("tr", {"aria-current": holds(seat, use.at) === step ? "true" : null},
    h("td", go(event)), h("td", badge(use.seats, seat.seat), " ", name(seat.seat)),
    h("td", {class: step ? "" : "unknown"}, shown(step)));
  return h("div.changes", h("table.nums", {"aria-label": a.name},
    h("thead", h("tr", ["when", "seats", "value"].map(word => h("th", {scope: "col"}, w(word))))),
    h("tbody", rows.map(row))));
}
