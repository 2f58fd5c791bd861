// What if: beside a number of a card that is changed, a slider. Games with that value are played in the background.
import {failed, followRun, may} from "./acts.js";
import {call} from "./door.js";
import {h, icon} from "./dom.js";
import {change, store} from "./store.js";
import {decimal, w} from "./words.js";

/** whole is a text as a whole number, null where it is none. */
const whole = text => /^-?\d{1,6}$/.test(text) ? Number(text) : null;

/** knob names a value of a card, as ruledeck sim --sweep does. */
const knob = edit => `${store.detail.card}.${edit.leaf.field}`;

/** most is how many values are tried at once. */
const most = 5;

/** play has games played with the values up to the one that is chosen; those of another choice are given up. */
async function play(edit) {
  const was = Number(edit.was), to = whole(edit.text);
  if (to === null || to === was) return;
  const step = Math.sign(to - was) * Math.ceil(Math.abs(to - was) / most), values = [was];
  for (let n = was + step; Math.abs(n - was) < Math.abs(to - was); n += step) values.push(n);
  values.push(to);
  try {
    await call("measure", {text: `${knob(edit)}=${values.sort((a, b) => a - b).join(",")}`});
    change({run: await call("balance")});
    followRun();
  } catch (error) {
    failed(error);
  }
}

/** whatIf is the slider of a value that is changed, and what came of those that were tried. */
export function whatIf(edit, typed) {
  const was = whole(edit.was);
  if (was === null || !may("measure")) return null;
  const reach = Math.max(4, Math.ceil(Math.abs(was) / 2)), {run} = store;
  const slider = h("input.knob", {
    type: "range", id: "knob", min: was < 0 ? was - reach : Math.max(0, was - reach), max: was + reach,
    value: whole(edit.text) ?? was, "aria-describedby": "knobsaid", input: e => typed(edit, e.target.value),
    change: () => play(edit),
  });
  return [h("label", h("span.label", w("whatIf")), slider), h("p.sub", {id: "knobsaid"}, w("whatIfSub")),
    run.knob?.startsWith(knob(edit) + "=") ? curves(run) : null];
}

/** curves are what came of the values that were tried, by value. */
export function curves(run) {
  const far = run.over ? null : h("p.sub", {role: "status"}, icon("play"), " ",
    w("played", {done: run.done, count: run.games}), " ",
    h("button.btn", {type: "button", click: () => call("halt").catch(failed)}, w("stop")));
  return h("div.curves", far, (run.curves ?? []).map(curve));
}

const percent = share => `${decimal(100 * share)} %`;

/** high and low are where the largest and the smallest share lie. */
const high = 26, low = 86;

function curve(c) {
  const now = c.points.find(p => p.now), known = c.points.filter(p => p.low !== undefined);
  const ends = p => [now.share + p.low, now.share + p.high];
  const all = [...c.points.map(p => p.share), ...known.flatMap(ends)], least = Math.min(...all);
  const wide = Math.max(...all) - least || 1, y = share => low - (low - high) * (share - least) / wide;
  const x = i => `${100 * (i + 0.5) / c.points.length}%`;
  const what = c.what === "used" ? "curveUsed" : c.by === "card" ? "curveUser" : "curveWon";
  const name = c.by === "seat" ? w("seat.unnamed", {number: c.key}) : c.name;
  const point = (p, i) => h("g", {class: p.moved ? "moved" : ""},
    p.low === undefined ? null : h("line", {x1: x(i), x2: x(i), y1: y(ends(p)[0]), y2: y(ends(p)[1])}),
    h("circle", {cx: x(i), cy: y(p.share), r: p.now ? 3 : 5}),
    h("text", {x: x(i), y: 14}, percent(p.share)), h("text.by", {x: x(i), y: 108}, p.value));
  return h("figure", h("figcaption", w(what, {name})),
    h("svg", {role: "img", "aria-label": c.points.map(p => `${p.value}: ${percent(p.share)}`).join(", ")},
      h("line.even", {x1: 0, x2: "100%", y1: y(now.share), y2: y(now.share)}), c.points.map(point)));
}
