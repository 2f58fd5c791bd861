// Who is at the table, what they say, and what one does about one's own seat: a sheet over the
// page of the studio, drawn whenever that is.
import {act, standing} from "./acts.js";
import {badge} from "./card.js";
import {h, into} from "./dom.js";
import {change, store} from "./store.js";
import {called, w} from "./words.js";

const sheet = document.body.appendChild(Object.assign(document.createElement("div"), {id: "company"}));
let linked = "", read = "";

/** called by name, or as the pack calls the seat. */
const nameOf = (all, seat) => all.seats.find(s => s.seat === seat)?.name ||
  store.seats.find(s => s.seat === seat)?.name || `${seat}`;

const field = (id, label, most, text, send) => h("form.row1", {
  submit: e => { e.preventDefault(); send(e.target.elements[0].value); e.target.elements[0].blur(); },
}, h("input.field", {id, placeholder: label, "aria-label": label, maxlength: most, autocomplete: "off"}),
h("button.btn", text));

const said1 = (all, s) => h("li", badge(store.seats, s.seat), h("b", nameOf(all, s.seat), ": "), s.text);
const button = (text, click) => h("button.btn", {click}, text);

function consent(all) {
  const {consent} = store.frame, give = (decision, yes) => act("consent", {decision, yes});
  return consent ? h("div.notice", {role: "alert"}, h("span", w("at.consent", {name: nameOf(all, consent.seat)})),
    button(w("at.agree"), () => give(consent.decision, true)),
    button(w("at.refuse"), () => give(consent.decision, false))) : null;
}

function seat(all, s) {
  const name = nameOf(all, s.seat), person = s.kind === "human";
  const text = person ? w(s.here ? "at.here" : "at.away", {name}) : `${name}: ${w("at.bot")}`;
  return h("li", {class: s.here || !person ? "here" : ""}, badge(store.seats, s.seat), h("span", text));
}

/** own is what can be done about one's own seat. */
function own(all) {
  const mine = all.seats.find(s => s.seat === all.you);
  if (!mine) return null;
  const reseat = body => act("seat", body, out => { linked = body.link ? out.link : ""; });
  const mark = word => act("mark", {word, event: standing()},
    () => change({notice: {text: w("at.marked"), good: true}}));
  return [
    field("myname", mine.name || w("at.name"), 24, w("at.call"), name => act("name", {name})),
    h("p.label", w("at.mark")),
    h("p.btns", all.words.map(word => button(called("mark", word), () => mark(word)))),
    h("p.btns", mine.kind === "human" ?
      all.bots.map(bot => button(w("at.relief", {bot}), () => reseat({kind: bot}))) :
      button(w("at.back"), () => reseat({kind: "human"})),
    button(w("at.relink"), () => reseat({link: true}))),
    all.browsers > 1 ? h("p.notice", w("at.browsers", {count: all.browsers})) : null,
    linked ? h("p", w("at.linked"), h("input.field", {readonly: true, value: linked})) : null,
  ];
}

function draw() {
  const all = store.host.company;
  if (!all || !store.frame) return;
  const mine = all.seats.find(s => s.seat === all.you), last = all.said?.at(-1);
  if (last && (last.seat === all.you || sheet.querySelector("details")?.open)) read = last.text;
  const said = last && last.text !== read ? `${nameOf(all, last.seat)}: ${last.text}` : "";
  const news = mine && !mine.name ? w("at.name") : said;
  into([
    consent(all),
    h("details", {toggle: draw},
      h("summary", {"aria-label": w("at.company")}, all.seats.map(s =>
        h("span.who1", {class: s.here || s.kind !== "human" ? "here" : ""}, badge(store.seats, s.seat))),
      news ? h("span.news1", news) : null),
      h("div.sheet1", h("h3", w("at.company")), h("ul", all.seats.map(s => seat(all, s))),
        all.watches ? h("p.muted", w("at.watch", {count: all.watches})) : null,
        all.said?.length ? h("ul.said1", all.said.map(s => said1(all, s))) : null,
        all.talk ? field("say", w("at.say"), 200, w("at.send"), text => act("say", {text}, () => {
          /** @type {any} */ (document.getElementById("say")).value = "";
        })) : null,
        own(all))),
  ], sheet);
  document.body.style.setProperty("--company", `${sheet.offsetWidth}px`);
}

const page = store.draw;
store.draw = () => { page(); draw(); };
