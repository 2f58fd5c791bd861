// The log, the chain of causes and the rail of time.
import {file, h, icon, svg} from "./dom.js";
import {badge} from "./card.js";
import {closing} from "./forms.js";
import {called, w} from "./words.js";

/** since is the event of a seat's last answer; -1 without one. */
export function since(data, seat) {
  return data.marks.findLast(m => m.kind === "answer" && !m.forced && m.seat === seat)?.event ?? -1;
}

/** whole is set where a narrow screen shows the log from the beginning, not from one's last answer on. */
let whole = false;

/** log draws the transcript. use: at, seats, since, choose(event). */
export function log(data, use) {
  const all = whole || use.since < 0 || use.at < use.since || use.keeping;
  const out = h("section.log", {"aria-label": w("log"), class: all ? "whole" : ""});
  const unfold = e => { whole = e.currentTarget.parentNode.classList.toggle("whole"); };
  out.append(h("button.btn.earlier", {"aria-pressed": String(whole), click: unfold}, w("wholeLog")));
  let told = use.since < 0;
  for (const line of data.lines) {
    if (!told && line.event > use.since) {
      told = true;
      out.append(h("p.sincehead", w("since")));
    }
    if (line.heading) {
      out.append(h(line.heading === 1 ? "h3" : "h4", {class: told ? "turnhead" : "turnhead before"}, line.text));
      continue;
    }
    const {event} = line, here = use.at === event, deep = `in${Math.min(line.indent || 0, 5)}`;
    const outcomes = use.keeping?.at(event) ?? [];
    if (outcomes.length) {
      const on = use.keeping.has(outcomes), pressed = {"aria-pressed": String(on), click: () => use.toggle(event)};
      out.append(h("button.ln.choosable", {class: deep, "data-event": event, ...pressed},
        h("span", on ? icon("tick") : null, line.text), h("span.ev", event)));
      continue;
    }
    const how = [
      deep, here && "here", event === use.explained && "explained", event > use.at && "later", !told && "before",
    ].filter(Boolean).join(" ");
    const button = {"aria-current": here ? "true" : null, "data-event": event, click: () => use.choose(event)};
    out.append(h("button.ln", {class: how, ...button},
      actor(line, use.seats), h("span.o", line.text), h("span.ev", event)));
  }
  return out;
}

/** actor is the sign of the seat that a line begins with. */
function actor(line, seats) {
  const seat = seats.find(s => line.text.startsWith(s.name));
  return seat ? badge(seats, seat.seat) : h("span.nobody");
}

/** why draws a chain of causes, outermost first. */
export function why(chain, use) {
  const cause = (c, i) => h("li", {class: `deep${Math.min(i, 6)} ${i === chain.length - 1 ? "end" : ""}`},
    h("button", {click: () => use.choose(c.event)}, c.text),
    h("span.src", h("span", called("cause", c.kind), c.name && c.name !== c.text ? ` · ${c.name}` : ""),
      c.place ? file(c) : ""));
  return h("section.whybox", {"aria-label": w("causes")}, h("header", h("h3", w("causes")), closing(use.close)),
    h("ol.chain", chain.map(cause)));
}

/**
 * scale counts time in lines, answers and dice, not in events: setting up would fill it.
 * @param {object} data what /api/log gives
 * @returns {{share: function(number): number, event: function(number): number}} from an event to its
 *   place from 0 to 1, and from a place to the event there
 */
export function scale(data) {
  const last = Math.max(data.last, 1);
  const told = [...data.lines, ...data.marks.filter(m => m.kind !== "phase" && !m.forced)].map(m => m.event);
  const moments = [...new Set([0, ...told.filter(e => e > 0 && e < last), last])].sort((a, b) => a - b);
  const steps = moments.length - 1;
  return {
    share(event) {
      let low = 0, high = steps;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (moments[middle] <= event) low = middle;
        else high = middle - 1;
      }
      const part = low < steps ? Math.max(0, event - moments[low]) / (moments[low + 1] - moments[low]) : 0;
      return (low + part) / steps;
    },
    event(share) {
      const place = steps * Math.min(1, Math.max(0, share)), low = Math.min(Math.floor(place), steps - 1);
      return Math.round(moments[low] + (place - low) * (moments[low + 1] - moments[low]));
    },
  };
}

/**
 * rail draws the whole game: phases, answers, and where one stands. use: at,
 * last, seat, move(event).
 */
export function rail(data, use) {
  const time = scale(data);
  const x = event => `${(100 * time.share(event)).toFixed(2)}%`;
  const width = (a, b) => `${(100 * Math.max(0, time.share(b) - time.share(a))).toFixed(2)}%`;
  const phases = data.marks.filter(m => m.kind === "phase" && m.depth <= 2);
  const move = e => {
    const box = e.currentTarget.getBoundingClientRect();
    use.move(time.event((e.clientX - box.left) / box.width));
  };
  const drawn = svg("svg.rail", {
    role: "slider", tabindex: "0", "aria-label": w("log"), "aria-valuemin": 0, "aria-valuemax": use.last,
    "aria-valuenow": use.at, "aria-valuetext": w("event", {number: use.at}),
    pointerdown: e => { e.currentTarget.setPointerCapture(e.pointerId); move(e); },
    pointermove: e => { if (e.buttons) move(e); },
  });
  const band = (kind, from, to) => svg(kind, {x: x(from), y: 17, width: width(from, to), height: 16, rx: 2});
  const sign = (event, y, shape) => svg("svg", {x: x(event), y, overflow: "visible"}, shape);
  phases.forEach((m, i) => {
    const end = phases[i + 1]?.event ?? data.last, name = m.text.length > 22 ? m.text.slice(0, 21) + "…" : m.text;
    drawn.append(band("rect." + (i % 2 ? "ph.alt" : "ph"), m.event, end));
    if (time.share(end) - time.share(m.event) > 0.08) drawn.append(svg("text", {x: x(m.event), y: 11, dx: 2}, name));
  });
  drawn.append(band("rect.past", 0, use.at));
  const answers = data.marks.filter(m => m.kind === "answer" && !m.forced);
  const every = Math.ceil(answers.length / 400);
  answers.forEach((m, i) => {
    if (m.seat === use.seat) drawn.append(sign(m.event, 37, svg("path.mine", {d: "M0 0 4 7h-8Z"})));
    else if (i % every === 0) drawn.append(svg("line.ans", {x1: x(m.event), x2: x(m.event), y1: 21, y2: 29}));
  });
  if (use.difference) drawn.append(sign(use.difference, 13, svg("path.dif", {d: "M0 22-6 13-6 0H6v13Z"})));
  drawn.append(sign(use.at, 25, svg("rect.thumb", {x: -6, y: -12, width: 12, height: 24, rx: 4})));
  return drawn;
}

/** step is the event to go to from another: by line, answer or phase. */
export function step(data, at, by, direction) {
  let stops;
  switch (by) {
    case "answer": stops = data.marks.filter(m => m.kind === "answer" && !m.forced); break;
    case "phase": stops = data.marks.filter(m => m.kind === "phase"); break;
    default: stops = data.lines;
  }
  stops = [...new Set([0, ...stops.map(m => m.event), data.last])].sort((a, b) => a - b);
  if (direction > 0) return stops.find(e => e > at) ?? data.last;
  return stops.findLast(e => e < at) ?? 0;
}

/** footer is the bar of time. */
export function footer(drawn, use) {
  const button = (name, key, go) => h("button.ic", {title: key, "aria-label": key, click: go}, icon(name));
  return h("footer.time", {"aria-label": w("log")},
    h("div.btns", button("first", "Home", use.first), button("prev", "←", use.prev),
      button(use.playing ? "pause" : "play", w("playOn"), use.play), button("next", "→", use.next),
      button("last", "End", use.end)),
    drawn,
    h("div.btns", h("span.pos", use.live ? [h("b", w("now")), " · "] : null, w("event", {number: use.at})),
      h("button.btn", {click: use.undo, title: use.noUndo || "U", disabled: Boolean(use.noUndo)},
        icon("undo"), w("undo")),
      h("button.btn", {click: use.fork, title: "F"}, icon("fork"), w("fork")),
      h("button.btn", {click: use.keep, title: "K"}, icon("keep"), w("keep"))));
}
