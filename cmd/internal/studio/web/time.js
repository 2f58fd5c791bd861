// The log, the chain of causes and the rail of time.
import {file, h, icon, kept} from "./dom.js";
import {badge} from "./card.js";
import {closing} from "./forms.js";
import {called, w} from "./words.js";

/** since is the event of a seat's last answer, or of anybody's; -1 without one. */
export function since(story, seat) {
  return story.marks.findLast(m => m.kind === "answer" && !m.forced && (seat ?? m.seat) === m.seat)?.event ?? -1;
}

/** followed is the event behind what followed from an answer: the next answer or phase, or what comes. */
export const followed = (story, event) =>
  story.marks.find(m => m.event > event && m.kind !== "roll")?.event ?? story.last + 1;

/**
 * log draws the transcript, equal lines that follow each other as one; a line is drawn again only where it has become
 * another. use: at, seats, since, explained, keeping, choose(event), toggle(event), scroll(event of the page).
 */
export function log(story, use) {
  const after = use.since < 0 ? -1 : followed(story, use.since);
  const found = story.lines.findIndex(l => l.event >= after), nth = counted(story.lines);
  const first = found < 0 ? story.lines.length : found;
  const how = ({event}) => [use.at === event && "here", event === use.explained && "explained",
    event > use.at && "later"].filter(Boolean).join(" ");
  const again = (line, next, i) => next && i + 1 !== first && !use.keeping && !line.heading && !next.heading &&
    line.text === next.text && line.indent === next.indent && how(line) === how(next);
  let times = 0;
  const lines = story.lines.map((line, i) => {
    if (line.heading) return kept(i, heading, line, nth[i]);
    times++;
    if (again(line, story.lines[i + 1], i)) return null;
    const outcomes = use.keeping?.at(line.event) ?? [], count = times;
    times = 0;
    if (outcomes.length) return kept(i, choosable, line, use.keeping.has(outcomes), use.toggle);
    return kept(i, said, line, how(line), use.seats, use.choose, count);
  });
  if (use.since >= 0 && found >= 0) lines.splice(first, 0, h("p.sincehead", {key: "since"}, w("since")));
  return h("section.log", {"aria-label": w("log"), scroll: use.scroll}, lines.filter(Boolean));
}

const heading = (line, nth) => h(line.heading === 1 ? "h3.turnhead" : "h4.turnhead", numbered(line.text, nth));

/** numbered is the name of a phase that comes again, and has no number of its own, with that of its round. */
const numbered = (text, nth) => nth > 1 && !/\d/.test(text) ? `${text} ${nth}` : text;

/** counted says of each heading which of its name it is under the heading around it. */
function counted(lines) {
  /** @type {Record<string, number>[]} */
  const times = [];
  return lines.map(({heading, text}) => {
    if (!heading) return 0;
    times.length = heading;
    const of = times[heading - 1] ??= {};
    return of[text] = (of[text] ?? 0) + 1;
  });
}

/** phases are those that the game is in at an event, outermost first, each with the number of its round. */
export function phases(where, {lines}, at) {
  const nth = counted(lines);
  return where.map(name => numbered(name, nth[lines.findLastIndex(l => l.heading && l.text === name && l.event <= at)]))
    .join(" › ");
}

const deep = line => `in${Math.min(line.indent || 0, 5)}`;

/** choosable is a line that can be true of the test that is kept. */
const choosable = (line, on, toggle) => h("button.ln.choosable",
  {class: deep(line), "data-event": line.event, "aria-pressed": String(on), click: () => toggle(line.event)},
  h("span", on ? icon("tick") : null, line.text), h("span.ev", line.event));

const said = (line, how, seats, choose, times) => h(`button.ln.${deep(line)}`, {
  class: how, "aria-current": how.includes("here") ? "true" : null, "data-event": line.event,
  click: () => choose(line.event),
}, actor(line, seats), h("span.o", times > 1 ? `${line.text} × ${times}` : line.text), h("span.ev", line.event));

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
 * @param {{lines: any[], marks: any[], last: number}} story
 * @returns {{share(event: number): number, event(share: number): number}} from an event to its
 *   place from 0 to 1, and from a place to the event there
 */
export function scale(story) {
  const last = Math.max(story.last, 1);
  const told = [...story.lines, ...story.marks.filter(m => m.kind !== "phase" && !m.forced)].map(m => m.event);
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

/** x is the place of an event on the rail, band a part of it, sign a shape that stands at an event. */
const x = (time, event) => `${(100 * time.share(event)).toFixed(2)}%`;
const band = (kind, time, from, to) => {
  const width = 100 * Math.max(0, time.share(to) - time.share(from));
  return h(kind, {x: x(time, from), y: 17, width: `${width.toFixed(2)}%`, height: 16, rx: 2});
};
const sign = (time, event, y, shape) => h("svg", {x: x(time, event), y, overflow: "visible"}, shape);

/**
 * rail draws the whole game: phases, answers, and where one stands; a step along it moves the
 * last alone. use: at, seat, marked by people, move(event).
 */
export function rail(story, use) {
  const {last, time} = story;
  const move = e => {
    const box = e.currentTarget.getBoundingClientRect();
    use.move(time.event((e.clientX - box.left) / box.width));
  };
  return h("svg.rail", {
    role: "slider", tabindex: "0", "aria-label": w("log"), "aria-valuemin": 0, "aria-valuemax": last,
    "aria-valuenow": use.at, "aria-valuetext": w("event", {number: use.at}),
    pointerdown: e => { e.currentTarget.setPointerCapture(e.pointerId); move(e); },
    pointermove: e => { if (e.buttons) move(e); },
  }, kept("phases", stretches, story), band("rect.past", time, 0, use.at), kept("answers", answers, story, use.seat),
    use.marked?.map(m => flag(story, m)),
    sign(time, use.at, 25, h("rect.thumb", {x: -6, y: -12, width: 12, height: 24, rx: 4})));
}

function stretches({last, marks, time}) {
  return marks.filter(m => m.kind === "phase" && m.depth <= 2).map((m, i, all) => {
    const end = all[i + 1]?.event ?? last, name = m.text.length > 22 ? m.text.slice(0, 21) + "…" : m.text;
    const room = time.share(end) - time.share(m.event) > 0.08;
    return [
      band("rect." + (i % 2 ? "ph.alt" : "ph"), time, m.event, end),
      room ? h("text", {x: x(time, m.event), y: 11, dx: 2}, name) : null,
    ];
  });
}

/** answers are one's own, each, and those of the others, with the first difference since the files changed. */
function answers({difference, marks, time}, seat) {
  const all = marks.filter(m => m.kind === "answer" && !m.forced), every = Math.ceil(all.length / 400);
  const tick = m => h("line.ans", {x1: x(time, m.event), x2: x(time, m.event), y1: 21, y2: 29});
  return [
    all.map((m, i) => m.seat === seat ? sign(time, m.event, 37, h("path.mine", {d: "M0 0 4 4 0 8-4 4Z"})) :
      i % every === 0 ? tick(m) : null),
    difference ? sign(time, difference.event, 13, h("path.dif", {d: "M0 22-6 13-6 0H6v13Z"})) : null,
  ];
}

/** flag stands at a moment that somebody marked by a word, when a decision was open. */
function flag({last, marks, time}, {decision, seat, word}) {
  const at = marks.find(m => m.kind === "answer" && m.decision >= decision)?.event ?? last;
  const title = h("title", `${seat}: ${called("mark", word)}`);
  return sign(time, at, 3, h("path.dif", {d: "M0 0h10l-3 4 3 4H2v10H0Z"}, title));
}

/** step is the event to go to from another: by line, answer or phase. */
export function step(story, at, by, direction) {
  const of = {answer: m => m.kind === "answer" && !m.forced, phase: m => m.kind === "phase"}[by];
  const found = of ? story.marks.filter(of) : story.lines;
  const stops = [...new Set([0, ...found.map(m => m.event), story.last])].sort((a, b) => a - b);
  if (direction > 0) return stops.find(e => e > at) ?? story.last;
  return stops.findLast(e => e < at) ?? 0;
}

/** footer is the bar of time. use: at, live, may(path), and what its buttons do. */
export function footer(drawn, use) {
  const button = (name, key, go) => h("button.ic", {title: key, "aria-label": key, click: go}, icon(name));
  const does = (path, key, more = {}) => use.may(path) ?
    h("button.btn", {click: use[path], title: key, ...more}, icon(path), w(path)) : null;
  return h("footer.time", {"aria-label": w("log")},
    use.may("past") ? h("div.btns", button("first", "Home", use.first), button("prev", "←", use.prev),
      button(use.playing ? "pause" : "play", w("playOn"), use.play), button("next", "→", use.next),
      button("last", "End", use.end)) : null,
    drawn,
    h("div.btns", h("span.pos", use.live ? h("b", w("now")) : null,
      use.at < 0 ? null : [use.live ? " · " : null, w("event", {number: use.at})]),
      does("undo", use.noUndo || "U", {disabled: Boolean(use.noUndo)}), does("fork", "F"), does("keep", "K")));
}
