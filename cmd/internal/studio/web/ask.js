// The question: what is asked, why, and the answers, by numbers and keys.
import {focus, h, icon} from "./dom.js";
import {badge} from "./card.js";
import {change} from "./store.js";
import {w} from "./words.js";

/**
 * Choice is what has been chosen of the open question so far: numbers of
 * options in their order, or amounts by option.
 */
export class Choice {
  constructor(ask) {
    this.ask = ask;
    this.numbers = [];
    this.amounts = new Map();
    this.number = ask.min ?? 0;
    this.filter = "";
    this.first = null;
  }

  /** byParts reports whether the first part of an option is asked for before the rest. */
  get byParts() {
    const options = this.ask.options || [];
    const several = options.filter(o => o.parts?.length > 1);
    return this.single && several.length > 3 && new Set(several.map(o => o.parts[0].key)).size < several.length;
  }

  /**
   * answers are what can be chosen now, in their order: options, or, where an
   * option has parts, first those.
   */
  get answers() {
    const options = this.ask.options || [], {byParts} = this;
    const whole = option => {
      const {text, facts, says, lights} = option;
      return {option, text, facts, says, keys: lights || [], count: byParts ? 1 : option.positions.length};
    };
    if (!byParts) return options.map(whole);
    if (this.first === null) {
      const firsts = new Map();
      for (const option of options) {
        const key = option.parts?.length > 1 ? option.parts[0].key : `option ${option.number}`;
        if (!firsts.has(key)) firsts.set(key, option);
      }
      return [...firsts].map(([key, option]) => {
        if (!(option.parts?.length > 1)) return whole(option);
        const {text, facts, says} = option.parts[0];
        return {part: key, text, facts, says, keys: this.lightsOf(key), count: 1};
      });
    }
    const after = this.thing(this.first) === undefined ? 0 : 1;
    return this.ofPart(this.first).map(option => {
      const rest = option.parts.slice(1), all = key => rest.flatMap(p => p[key] || []);
      const keys = option.lights?.slice(after) || [];
      return {option, text: all("text").join(", "), facts: all("facts"), says: all("says"), keys, count: 1};
    });
  }

  /** signs are what is shown at the answers and typed for them: numbers from 1, or their own where all are numbers. */
  get signs() {
    const texts = this.answers.map(a => a.text);
    const own = this.ask.kind === "one" && texts.every(t => /^\d+$/.test(t)) && new Set(texts).size === texts.length;
    return own ? texts : texts.map((_, i) => String(i + 1));
  }

  /** none reports whether 0, behind what is typed, is no figure of an answer's sign, and so takes none of them. */
  none(typed) { return typed === "" && !this.signs.some(s => s.startsWith("0")); }

  /** ofPart are the options that begin with a part. */
  ofPart(part) { return this.ask.options.filter(o => o.parts?.length > 1 && o.parts[0].key === part); }

  /** thing is the key of what a first part stands for; undefined for a word, such as "buy". */
  thing(part) {
    const own = this.ofPart(part).map(o => o.lights?.[0]);
    return own.length > 1 && own.every(key => key === own[0]) || part === own[0] ? own[0] : undefined;
  }

  /** lightsOf are the keys that choosing a first part lights: the thing, or all that can follow a word. */
  lightsOf(part) {
    const thing = this.thing(part);
    return thing !== undefined ? [thing] : [...new Set(this.ofPart(part).flatMap(o => o.lights || []))];
  }

  /** lit are the numbers of the answers that a card, place or seat stands for. */
  lit(key) { return this.answers.flatMap((a, i) => a.keys.includes(key) ? [i + 1] : []); }

  /** isArmed reports whether a thing is part of what has been chosen. */
  isArmed(key) {
    if (this.first !== null) return this.thing(this.first) === key;
    const on = this.armed;
    return this.ask.options?.some(o => on.has(o.number) && o.lights?.includes(key)) || false;
  }

  /** choose takes an answer by its number among those now; it reports whether the answer is whole. */
  choose(number) {
    const answer = this.answers[number - 1];
    if (!answer) return false;
    if (answer.part !== undefined) {
      this.first = answer.part;
      this.filter = "";
      return false;
    }
    return this.pick(answer.option.number);
  }

  get armed() {
    if (this.ask.kind !== "split") return new Set(this.numbers);
    return new Set([...this.amounts].filter(([, n]) => n > 0).map(([o]) => o));
  }

  /** shared is how much of a total has been given to options. */
  get shared() { return [...this.amounts.values()].reduce((a, b) => a + b, 0); }

  /** single reports whether one click answers. */
  get single() { return this.ask.kind === "one" || this.ask.kind === "yes"; }

  /** pick chooses an option, or takes it back; it reports whether the answer is whole. */
  pick(number) {
    const {kind} = this.ask;
    const option = this.ask.options.find(o => o.number === number);
    if (!option) return false;
    if (this.single) {
      this.numbers = [number];
      return true;
    }
    if (kind === "split") {
      const most = (this.ask.max || this.ask.total) * option.positions.length;
      const amount = this.amounts.get(number) || 0;
      if (this.shared < this.ask.total && amount < most) this.amounts.set(number, amount + 1);
      return false;
    }
    const chosen = this.numbers.filter(n => n === number).length;
    const room = kind === "order" || this.numbers.length < this.ask.max;
    if (chosen < option.positions.length && room) this.numbers.push(number);
    else this.numbers = this.numbers.filter(n => n !== number);
    return kind === "some" && this.ask.max === 1 && this.ask.min === 1 && this.numbers.length === 1;
  }

  clear() {
    this.first = null;
    this.numbers = [];
    this.amounts.clear();
  }

  /** ready reports whether what is chosen may be given. */
  get ready() {
    const n = this.numbers.length, {kind, min = 0, max = 0, optional} = this.ask;
    switch (kind) {
      case "one": return n === 1 || optional;
      case "yes": return n === 1;
      case "some": return n >= min && n <= max;
      case "order": return n === this.total();
      case "number": return this.number >= min && this.number <= max;
    }
    return this.shared === this.ask.total;
  }

  total() { return this.ask.options.reduce((sum, o) => sum + o.positions.length, 0); }

  /** reply is the answer as positions in the decision's options, or numbers. */
  get reply() {
    if (this.ask.kind === "number") return [this.number];
    if (this.ask.kind === "split") {
      const amounts = new Array(this.total()).fill(0);
      for (const [number, n] of this.amounts) {
        const option = this.ask.options.find(o => o.number === number);
        let left = n;
        for (const position of option.positions) {
          const here = Math.min(left, this.ask.max || left);
          amounts[position] = here;
          left -= here;
        }
      }
      return amounts;
    }
    const used = new Map();
    return this.numbers.map(number => {
      const option = this.ask.options.find(o => o.number === number);
      const i = used.get(number) || 0;
      used.set(number, i + 1);
      return option.positions[i];
    });
  }
}

/**
 * panel draws the question. use: choice, busy, seats, undo, foretells, ended, says(key), pick(number), give(), back()
 */
export function panel(ask, use) {
  const seat = use.seats.find(s => s.seat === ask.seat);
  const {choice} = use, {answers, signs} = choice, filtered = choice.filter.toLowerCase();
  const shown = answers.map((a, i) => ({...a, number: i + 1, sign: signs[i]}))
    .filter(a => a.text.toLowerCase().includes(filtered));
  const first = choice.first !== null ? choice.ofPart(choice.first)[0].parts[0].text : null;
  const many = shown.length > 7 && shown.every(a => a.text.length < 24);
  const numbers = many && shown.every(a => a.text === a.sign && !a.facts?.length);
  const begun = choice.first !== null || choice.numbers.length || choice.amounts.size;
  const data = {
    "data-number": ask.number, "data-kind": ask.kind, "data-min": ask.min || 0, "data-max": ask.max || 0,
    "data-total": ask.total || 0, "data-optional": String(Boolean(ask.optional)),
  };
  return h("section.ask", {"aria-labelledby": "question", "aria-busy": String(use.busy), ...data},
    h("p.whose", badge(use.seats, ask.seat), h("b", seat ? seat.name : ""),
      h("button.when", {title: w("toTime"), click: use.time},
        w("decision", {number: ask.number}), icon("prev"), icon("next"))),
    use.ended ? h("p.hint", use.ended) : null,
    h("h2", {tabindex: "-1", id: "question"}, ask.text),
    because(ask.because),
    ask.about?.length ? h("ul.aboutlist", ask.about.map(a => about(a, use))) : null,
    first ? h("p.steps", h("span.done", h("span.no", icon("tick")), first)) : null,
    hint(ask, choice),
    ask.kind === "number" ? number(ask, choice, use) : null,
    answers.length > 9 ? filter(shown, use) : null,
    h("ol.opts", {class: numbers ? "numbers" : many ? "two" : ""}, shown.map(a => h("li", option(a, ask, use)))),
    use.would ? h("div.would", {role: "status"}, use.would.map(text => h("p", text))) : null,
    h("p.btns",
      ask.optional ? h("button.btn", {click: use.none}, choice.none("") ? h("kbd", "0") : null, w("none")) : null,
      choice.single ? null : h("button.btn.go", {disabled: !choice.ready, click: use.give, id: "give"},
        icon("tick"), " ", w("confirm")),
      begun ? h("button.btn", {click: use.back}, h("kbd", "Esc"), " ", w("back")) : null),
    h("p.keys",
      h("span", h("kbd", "1"), "–", h("kbd", String(Math.min(9, answers.length || 1))), " ", w("choose")),
      use.undo ? h("span", h("kbd", "U"), " ", w("undo")) : null, h("span", h("kbd", "?"), " ", w("keys")),
      use.foretells ? h("span", w("pointAt")) : null));
}

/** because tells what goes on, outermost first. */
export const because = (open = []) => open.map(b => h("p.because", h("em", w("because")), h("span", b.text)));

/** stood is a question of the past as it was put, with what was replied: positions of its options, or numbers. */
export function stood(ask, reply, seats) {
  const took = o => ask.kind === "split" ? o.positions.some(at => reply[at] > 0) :
    ask.kind !== "number" && o.positions.some(at => reply.includes(at));
  return h("section.ask.stood", {"aria-labelledby": "question"},
    h("p.whose", badge(seats, ask.seat), h("b", seats.find(s => s.seat === ask.seat)?.name),
      h("span", w("decision", {number: ask.number}))),
    h("h2", {id: "question"}, ask.text),
    because(ask.because),
    ask.kind === "number" ? h("p.hint", reply.join()) : null,
    h("ol.opts", (ask.options ?? []).map(o => h("li.opt2", {class: took(o) ? "on" : ""},
      h("span.no", took(o) ? icon("tick") : o.number), h("span", o.text)))));
}

/** about is something that the question is about, with what decides. */
function about(a, use) {
  const facts = a.facts?.length ? h("span.w", " " + a.facts.map(f => f.brief || f.text).join(" · ")) : null;
  return h("li", {"data-about": a.key}, h("span.tag-role", a.role), " ", a.name, facts,
    a.key ? use.says(a.key).map(text => h("p.w", text)) : null);
}

/** filter leaves some of many answers; Enter takes the only one that is left, or goes to the first. */
function filter(shown, use) {
  const {choice} = use;
  return h("input.filter", {
    type: "search", placeholder: `/  ${w("filter")}`, value: choice.filter, "aria-label": w("filter"),
    input: e => { choice.filter = e.target.value; change(); },
    keydown: e => {
      if (e.key !== "Enter") return;
      e.preventDefault();
      e.stopPropagation();
      if (shown.length !== 1) return focus(".opts .opt");
      choice.filter = "";
      use.pick(shown[0].number);
    },
  });
}

function hint(ask, choice) {
  const {kind, min = 0, max} = ask, {numbers} = choice;
  switch (kind) {
    case "some":
      return h("p.hint", w(min === max ? "pickExactly" : "pickSome", {count: min, min, max}),
        numbers.length ? ` · ${numbers.length}` : "");
    case "order":
      return h("p.hint", w("order"), ": ", numbers.map(n => ask.options.find(o => o.number === n).text).join(" › "));
    case "split": return h("p.hint", w("left", {count: ask.total - choice.shared}));
    case "number": return h("p.hint", w("amount", {min, max}));
  }
  return null;
}

function number(ask, choice, use) {
  return h("input.number", {
    type: "number", min: ask.min ?? 0, max: ask.max ?? 0, value: choice.number, "aria-label": ask.text, id: "number",
    input: e => { choice.number = Number(e.target.value); change(); },
    keydown: e => { if (e.key === "Enter" && choice.ready) { e.stopPropagation(); use.give(); } },
  });
}

function option(a, ask, use) {
  const {choice} = use;
  const number = a.option?.number;
  const place = choice.numbers.indexOf(number);
  const amount = choice.amounts.get(number);
  const on = number !== undefined && choice.armed.has(number);
  const facts = () => a.facts.map(f => h("span", {title: f.name}, f.brief || f.text));
  return h("button.opt", {
    class: on ? "on" : "", "aria-pressed": choice.single ? null : String(on), click: () => use.pick(a.number),
    "data-option": a.number, "data-part": a.part ?? null,
    pointerenter: () => use.hold(a), pointerleave: () => use.hold(),
    focus: () => use.hold(a), blur: () => use.hold(),
  },
    h("span.no", ask.kind === "order" && place >= 0 ? `${place + 1}.` : a.sign),
    h("span.ov", h("span.o", a.text === a.sign ? "" : a.text, a.count > 1 ? ` × ${a.count}` : ""),
      amount || a.facts?.length ? h("span.v", amount ? h("b", amount) : facts()) : null,
      a.says?.length ? h("span.w", a.says.join(" ")) : null));
}
