// The page: its bar, the table with the question, the log and the rail, and what stands over them.
import {
  act, aim, askForGame, beginKeeping, blocked, changes, changeTongue, edit, editCard, editHere, explain, failed, fill,
  foretold, fork, give, goTo, here, hold, inWorkshop, keepFrom, keepIt, lookFrom, makeMine, may, mayAnswer, moveTo,
  open, openGame, overTime, pick, play, scene, seek, show, standing, touched, tryOut, undo, walk, whatIsKnown,
} from "./acts.js";
import {call, print as fileOf} from "./door.js";
import {file, focus, h, icon, note, show as drawPage} from "./dom.js";
import {badge, legend} from "./card.js";
import {fitFaces} from "./face.js";
import {aimed, close, lying} from "./zoom.js";
import {fit, front, table} from "./table.js";
import {because, panel, stood} from "./ask.js";
import {ghosts} from "./ghosts.js";
import {lie, slide, still} from "./motion.js";
import {footer, log, phases, rail, since, why} from "./time.js";
import {graph} from "./graph.js";
import {known} from "./known.js";
import {beginAt} from "./amend.js";
import {bringing} from "./bring.js";
import {printing} from "./find.js";
import {gallery, printDesk, prove} from "./gallery.js";
import {keepPanel} from "./keep.js";
import {mine, sides, tests} from "./tests.js";
import {start} from "./start.js";
import {structure} from "./structure.js";
import {menu, naming, newGame, overlay, tongue} from "./forms.js";
import {balance} from "./balance.js";
import {change, none, referee, spectator, store} from "./store.js";
import {leftOut, whyNot} from "./whynot.js";
import {called, w} from "./words.js";

const {look} = store;
const shut = () => change({dialog: null});

/** phone is a narrow screen, which shows one part of the table at a time. */
export const phone = matchMedia("(max-width: 700px)");

/** pages are those that the host offers; games stand beside each other where there are several. */
export const pages = () => [
  "table", ...may("tests") ? ["tests"] : [], ...may("structure") ? ["structure"] : [],
  ...may("cards") ? ["gallery"] : [], ...may("balance") ? ["balance"] : [],
  ...may("cards") ? ["print"] : [], ...may("compare") && store.host.games.length > 1 ? ["compare"] : [],
];

const newOne = () => askForGame(here()?.packs ?? []).then(() => focus(".dialog select"));

/** does are the things that can be done, each with its key: for keys, and for those who have none. */
export function does() {
  const at = aim(), line = () => store.story.lines.findLast(l => !l.heading && l.event <= at)?.event ?? at;
  const then = act => () => { store.dialog = null; act(); };
  return [
    ["n", w("newGame"), newOne, may("new")],
    ["m", w("mine"), () => open("mine", "#minename"), may("mine") && store.host.mine],
    ["u", w("undo"), then(undo), may("undo")],
    ["f", w("fork"), then(fork), may("fork")],
    ["k", w("keep"), then(() => beginKeeping()), may("keep")],
    ["w", w("why"), then(() => explain(line())), may("why")],
    ["Alt 9", w("spectator").split(/ ?[:：]/)[0], then(() => lookFrom(spectator, true)), may("look")],
    ["o", w("graph"), then(() => overTime().catch(failed)), may("graph")],
    ["i", w("knows"), then(() => whatIsKnown().catch(failed)), may("knows")],
    ["y", w("whyNot"), then(leftOut), may("whynot") && mayAnswer()],
    ["e", w("workshop"), then(editAt), may("file")],
    ["a", w("beginNew"), then(() => inWorkshop(x => x.begin())), may("begin")],
    ["r", w("nameGame"), () => open("name", "#gamename"), may("name")],
    ...pages().map(page => [{tests: "s", structure: "x"}[page] ?? page[0], w(page), then(() => show(page)), true]),
  ].filter(([, , , offered]) => offered);
}

/** editAt opens the text of the card that is aimed at, or of what did what one looks at: what asks. */
function editAt() {
  const card = aimed(document.activeElement), {chain} = store;
  if (card) return editCard(card);
  if (look.page !== "table" || store.pen?.shut === false) return edit();
  return chain ? edit(chain.findLast(c => c.place)?.place) : editHere(aim());
}

function bar() {
  const {dialog, host} = store, s = scene(), seats = s.seats.toSorted((a, b) => a.seat - b.seat);
  const view = (seat, text, title) => h("button", {
    class: seat === spectator ? "spectator" : "", "aria-pressed": String(look.seat === seat),
    "aria-label": title, title, click: () => lookFrom(seat, look.seat !== seat || !look.stay),
  }, text);
  const {failing, findings, languages, tests, untold} = host, worst = findings?.length;
  const count = () => h("span.count", {class: failing ? "bad" : ""}, failing ? `${failing}/${tests}` : tests);
  const link = page => h("a", {
    href: "#page=" + page, "aria-current": look.page === page ? "page" : null,
    click: e => { e.preventDefault(); show(page); },
  }, w(page), page === "tests" && tests ? count() : null);
  const writes = store.pen?.shut === false, pen = h("a", {
    href: "#", role: "button", "aria-pressed": String(writes),
    click: e => { e.preventDefault(); writes ? inWorkshop(x => x.leave()) : editAt(); },
  }, w("workshop"));
  return h("header.bar", h("h1", s.title), h("span.where", phases(s.where, store.story, aim())),
    h("span.then", {title: s.then}, s.then),
    h("nav", {"aria-label": "Studio"}, pages().map(link), may("file") ? pen : null),
    may("look") ? h("div.seg", {role: "group", "aria-label": w("seats")},
      may("referee") ? view(referee, w("all"), w("referee")) : null, view(spectator, icon("eye"), w("spectator")),
      seats.map(s => view(s.seat, badge(seats, s.seat), `${s.mark || s.seat} ${s.name}`))) : null,
    h("div.seg.lang", {role: "group"},
      languages.map(l => tongue(l, {lang: look.lang, untold, speak: changeTongue}))),
    h("button.ic.more", {title: w("help"), "aria-label": w("help"), click: () => open("help")}, icon("more")),
    findings ? h("button.ok", {class: worst ? "bad" : "", click: () => open(dialog === "findings" ? null : "findings")},
      icon(worst ? "warn" : "tick"), w("findings", {count: worst})) : null);
}

function games() {
  const all = store.host.games;
  if (all.length < 2) return null;
  const chip = g => {
    const on = g.id === look.table, click = () => on ? open("name", "#gamename") : goTo(g.id);
    return h("span.chip", {class: on ? "on" : ""},
      h("button", {"aria-current": on ? "true" : null, click},
        g.from ? icon("fork") : null, g.name, " ",
        h("small", [...g.packs.map(p => p.replace(/.*[/\\]/, "")), w("answers", {count: g.answers})].join(" · "))),
      may("close") ? h("button", {
        "aria-label": `${w("close")} ${g.name}`, click: () => act("close", {}, null, g.id),
      }, "×") : null);
  };
  return h("nav.games", {"aria-label": w("games")}, all.map(chip));
}

/** overPage is what stands over every page. */
const overPage = () => [notices(), store.dialog === "findings" ? findings() : null];

const findings = () => h("section.findings", store.host.findings.map(f =>
  h("div.strip-f", h("span.kind", called("severity", f.severity)), file(f, f.place), h("span", f.text))));

function notices() {
  const {gone, host: {reloaded: r}, notice} = store, game = here();
  const call = l => h("span.call", l.open ? h("a.file", {href: l.open}, l.text) : l.text);
  return [
    gone ? h("div.notice", {role: "alert"}, icon("warn"), h("span", w("stale"))) : null,
    notice ? noticeOf(notice) : null,
    r && r.version > (store.seen ?? 0) ? reloaded(r) : null,
    game?.notice ? note("warn", false, game.notice) : null,
    game?.again ? note("undo", false, w("again", {count: game.again})) : null,
    game?.unsaved ? note("warn", true, w("unsaved"), " ", game.unsaved) : null,
    game?.failure ? note("warn", true, h("b", w("failed")), game.failure.map(call)) : null,
  ];
}

/**
 * noticeOf is a message of the page itself, which can be closed.
 * @param {NonNullable<typeof store.notice>} notice
 */
function noticeOf({bad, good, open, text, untold}) {
  return h("div.notice", {class: bad ? "bad" : "", role: bad ? "alert" : "status"}, icon(good ? "tick" : "warn"),
    h("span", h("span.said", untold ? w("untold", {language: untold}) : text,
      open ? [" ", h("a.file", {href: open}, w("openFile"))] : null)),
    h("button.btn", {click: () => change({notice: null})}, w("close")));
}

/** reloaded says what became of the game when its files were saved, and where it goes another way. */
function reloaded(r) {
  const {difference} = store.story, differs = r.applied && difference;
  const played = w(r.answers === r.of ? "replayed" : "replayedSome", {done: r.answers, count: r.of});
  const side = (kind, text) => h("span." + kind, h("span.lab", w(kind)), h("span", text || "–"));
  const see = () => h("button.btn.go", {click: () => moveTo(differs.event)}, w("seeDifference"));
  return h("div.notice.reloaded", {class: r.applied ? "" : "bad", role: "status"},
    icon(r.applied && !differs ? "tick" : "warn"),
    h("span", h("b", r.applied ? played : w("refused")), " ",
      r.applied ? w(differs ? "differsAt" : "differsNot", {line: (difference?.line ?? 0) + 1}) : "",
      h("small", ` ${r.took_ms} ms`), r.text ? h("span.said.reason", r.text) : null,
      differs ? h("span.diff", side("was", differs.was), side("is", differs.is)) : null),
    h("span.btns", differs && differs.event >= 0 ? see() : null,
      r.applied || store.host.findings.some(f => f.severity === "error") ? null :
        h("button.btn", {click: newOne}, w("newGame")),
      h("button.btn", {click: () => change({seen: r.version})}, w("close"))));
}

/** atTable is what the table can be used for now. */
function atTable() {
  const {choice, keeping, past, story} = store, {seat, seats} = scene();
  const begun = past || since(story, seat === referee || seat === spectator ? null : seat) >= 0;
  const use = {
    seats, notices: overPage(), begun, pick, keeping, toggle, tab: store.tab, narrow: phone.matches,
    flat: store.dense.flat === sized(), turn: tab => change({tab}),
  };
  if (keeping) {
    const of = t => keeping.of(t.key);
    return {...use, lit: t => of(t).length ? ["+"] : [], armed: t => keeping.has(of(t)), touch: t => toggle(of(t))};
  }
  if (!mayAnswer() && !blocked()) return use;
  return {...use, lit: t => choice.lit(t.key), armed: t => choice.isArmed(t.key), touch: touched};
}

/** toggle chooses what must be true of the test that is kept. */
const toggle = outcomes => {
  store.keeping.toggle(outcomes);
  change();
};
const toggleAt = event => toggle(store.keeping.at(event));

/** behind is the curtain between two people at one device. */
function behind() {
  const {seats} = scene(), seat = seats.find(x => x.seat === store.curtain);
  const ready = {id: "ready", click: () => change({curtain: 0})};
  return h("main.table", h("section.box.passing",
    h("p.hint", w("pass")), h("h2", badge(seats, store.curtain), seat?.name || store.curtain),
    h("p.btns", h("button.btn.go", ready, h("kbd", "Enter"), w("ready")))));
}

function desk() {
  const {chain, curtain, keeping, seats, story, tables} = store, at = standing();
  const over = {at, time: story.time, tables, seats: scene().seats, close: () => change({graph: null}), move: moveTo};
  if (curtain) return h("aside.desk");
  return h("aside.desk", {class: chain ? "whying" : store.graph || store.known ? "graphing" : ""},
    question(scene()),
    chain ? why(chain, {close: () => change({chain: null}), choose: moveTo}) : null,
    store.graph ? graph(store.graph, over) : null,
    store.known ? known(store.known, {...over, close: () => change({known: null})}) : null,
    log(story, {
      at, explained: chain?.at(-1)?.event, seats, since: since(story, scene().seat), keeping,
      choose: may("why") ? explain : moveTo, toggle: toggleAt, scroll: e => { store.away = !atItsEnd(e.target); },
    }), phone.matches ? null : [unread(), legend([...scene().signs ?? [], ...signs()])]);
}

/** signs explain every table: the number on cards, the turn, the corner of changed cards, the marks along the rail. */
function signs() {
  const corners = [...new Set([...store.faces.of.values()].map(f => f.corner?.text && f.corner.name))].filter(Boolean);
  return [...corners.length ? [{sign: w("corner"), name: corners.join(", ")}] : [],
    ...scene().seats.some(x => x.turn) ? [{sign: "▶", name: w("turn")}] : [], {sign: "◥", name: w("since")},
    {sign: "◆ │", name: w("ticks")}];
}

/** unread is what cards say for which the table has no room: open where it is little, and nothing is asked. */
function unread() {
  const {left = []} = store.dense, texts = Map.groupBy(left, ([, text]) => text);
  const said = [...texts].map(([text, cards]) => h("p", h("b", cards.map(([name]) => name).join(", ")), " ", text));
  return left.length ? h("details.unread", {open: left.length < 9 && !scene().ask},
    h("summary", w("unread", {count: left.length})), said) : null;
}

/** walking tells the move of another seat that is shown. */
function walking() {
  const {walk} = store;
  return walk?.text ? h("button.walking", {click: () => walk.skip()}, h("b", walk.text),
    h("small", `${walk.number} / ${walk.count} · ${w("skip")}`)) : null;
}

/** question draws the open question, or its stand-in. */
function question(s) {
  const {choice, keeping} = store;
  if (keeping) {
    return keepPanel({keeping, from: keepFrom, send: keepIt, cancel: () => change({keeping: none()})});
  }
  if (store.walk) return h("section.ask", h("p.hint", w("othersMove")));
  if (store.past) {
    return [
      h("section.ask.then", h("p", icon("prev"), w("past")),
        h("button.btn", {click: () => moveTo(store.story.last)}, h("kbd", "End"), w("live"))),
      s.ask ? stood(s.ask, store.past.reply ?? [], s.seats) : null,
    ];
  }
  if (!s.ask || !choice) {
    return h("section.ask", s.ended ? h("p", s.ended) : null,
      s.over ? h("p.hint", w("over")) : awaited(s),
      phone.matches && store.tab !== "log" ? h("ul.lately", lately()) : null);
  }
  return panel(s.ask, {
    choice, busy: blocked(), seats: s.seats, ended: s.ended, hold,
    would: whyNot() ?? (may("would") && choice.single ? foretold() : []), foretells: may("would") && choice.single,
    says: key => lying(key)[0]?.text ?? [], pick, undo: may("undo"),
    give: () => { if (mayAnswer() && choice.ready) give(choice.reply); }, none: () => { if (mayAnswer()) give([]); },
    back: () => { choice.clear(); choice.filter = ""; change(); }, time: toRail,
  });
}

/** awaited says for whom one waits, and with what; where that is not for all to know, who it may be. */
function awaited(s) {
  const asked = s.seats.filter(x => x.asked), who = asked.length ? asked : s.seats.filter(x => !x.you);
  const turn = s.seats.find(x => x.turn && !x.you && (who.length > 1 || !who.includes(x)));
  const named = x => [badge(s.seats, x.seat), ` ${x.name} `];
  return [
    h("p.awaited", who.map(named), asked.length ? w("waiting") : w("may_decide", {count: who.length}),
      turn ? [" · ", named(turn), w("turn")] : null),
    because(s.announced),
    asked.length ? s.awaited ? h("p", h("q", s.awaited)) : null : h("p.hint", w("none_asked")),
  ];
}

/** lately are the last lines of the log, for a screen that shows none beside the table. */
const lately = () => store.story.lines.filter(l => !l.heading).slice(-6)
  .map(l => h("li", {class: l.indent ? "in1" : ""}, l.text));

/** toRail goes to the bar of time. */
function toRail() {
  change({tab: "log"});
  /** @type {any} */
  const rail = document.querySelector(".time .rail");
  rail.parentNode.scrollIntoView({block: "end"});
  rail.focus({preventScroll: true});
}

function time() {
  const {past, playing, story} = store, at = standing();
  return footer(rail(story, {at, seat: look.seat, marked: here().marks, move: moveTo}), {
    live: !past, at, noUndo: store.frame.no_undo ?? (store.frame.undo ? "" : w("none_asked")), may, playing, play, undo,
    fork, keep: () => beginKeeping(),
    first: () => moveTo(0), prev: () => walk("line", -1), next: () => walk("line", 1), end: () => moveTo(story.last),
  });
}

function dialogs() {
  const {dialog, host} = store, {languages, untold} = host, game = here();
  switch (dialog) {
    case "name": return naming({name: game?.name, close: shut, send: name => act("name", {name}, shut)});
    case "mine":
      return overlay(w("mine"), () => change({dialog: null, then: null}), mine({state: host, mine: makeMine}));
    case "new": return newGame({state: {...host, ...store.setup}, game, close: shut, lay: askForGame,
      start: made => openGame("new", {game: {...made, packs: store.setup.packs}})});
    case "bring": return bringing(shut);
    case "help": return menu({
      close: shut, does: does(), languages, untold, lang: look.lang, speak: changeTongue, signs: scene().signs,
    });
  }
  return null;
}

/** explainCard shows where each field of a card comes from; in one's own pack what was clicked there can be changed. */
const explainCard = (card, at) => call("card", {card}).then(d => {
  change({detail: {...d, card, edit: none(), undo: null}});
  if (at && may("amend") && !store.host.mine) beginAt(at);
}).catch(failed);

function otherPage() {
  const {beside, cards, compared, detail, fields, host, kept, run} = store;
  switch (store.loaded) {
    case "gallery": return gallery({
      data: cards, detail, show: explainCard, amend: may("amend"), edit: may("file") ? editCard : null,
      mine: may("begin") && (host.mine || cards?.base) ? card => inWorkshop(x => x.mineOf("card", card)) : null,
      like: may("begin") ? card => inWorkshop(x => x.begin("card", card)) : null,
      see: may("open") ? tryOut : null, print: () => show("print"), hide: () => change({detail: none()}), seek,
    });
    case "print": return printDesk({
      laid: store.laid, title: scene().title, back: () => show("gallery"),
      choose: (key, value) => { store.find[key] = value; fill().catch(failed); },
      link: name => fileOf({...printing(cards), name}),
    });
    case "tests": return tests(store.tests, kept, {
      state: host, mine: makeMine, resume: g => openGame("resume", {name: g.name, salvage: Boolean(g.damaged)}),
      open: (t, behind) => openGame("open", {name: t.file, event: t.line, number: behind ? 1 : 0}),
    });
    case "balance": return balance(run, {
      state: host, game: here(), lang: look.lang, fields, start: body => measure("measure", body),
      stop: () => measure("halt"), card: def => { show("gallery"); explainCard(def); },
    });
    case "structure": return structure(store.structure);
    case "compare": return sides(compared, host.games, {
      left: look.table, right: beside, chooseLeft: goTo, chooseRight: id => { store.beside = id; show("compare"); },
    });
  }
  return h("main.sheet");
}

/** measure begins or ends a run of games, and follows it. */
const measure = async (path, body = {}) => { await act(path, body); show("balance"); };

/** draw shows what is known; the log follows what happens while its end is in sight. */
export function draw() {
  if (store.host.start) {
    drawPage(start());
    return store.drawWorkshop();
  }
  const {chain, curtain, frame, loaded, past} = store;
  if (frame?.table !== look.table) return; // what is known of the game is on the way
  const option = chosen(), plain = look.page === "table" || loaded === "table", now = `${look.table} ${Boolean(past)}`;
  const what = asking(), fresh = plain && what !== store.revealed;
  if (fresh) store.tab = front(scene(), atTable());
  const {tab, walk} = store, beside = tab === "log" || chain || store.graph || store.known;
  const classes = [beside ? "logs" : "", past ? "then" : "", walk ? "walks" : ""].join(" ");
  const atEnd = !store.away || store.drawn !== now;
  const moved = plain && !still.matches && store.slid !== scene() && store.drawn === now ? lie() : null;
  store.drawn = now;
  drawPage([
    plain ?
      h("div.page", {class: classes}, h("div.head", bar(), games()), curtain ? behind() : table(scene(), atTable()),
        walking(), desk(), time()) :
      h("div.tool", bar(), games(), h("div.notices", overPage()), otherPage()),
    dialogs(),
  ]);
  prove(fitFaces());
  store.drawWorkshop();
  close(true);
  document.title = `${scene().title} – studio`;
  const log = document.querySelector(".log");
  if (log && atEnd) log.scrollTop = log.scrollHeight;
  const line = chain ? ".ln.explained" : past ? ".ln.here, .ln.later" : "";
  if (line) document.querySelector(line)?.scrollIntoView({block: "nearest"});
  if (plain && !curtain) {
    dense(`${what} ${walk?.at} ${tab} ${innerWidth} ${innerHeight}`);
    if (fresh) reveal();
    document.querySelector(".tabs [aria-current]")?.scrollIntoView({block: "nearest", inline: "center"});
  }
  store.revealed = what;
  ghosts(plain && !curtain && !past && store.choice?.single ? changes() : []);
  if (moved) slide(moved);
  store.slid = scene();
  if (option && !chosen()) focus("#question");
}

/** chosen is the option that has the focus. */
const chosen = () => /** @type {HTMLElement?} */ (document.activeElement)?.dataset?.option;

/** atItsEnd reports whether the end of the log is in sight; one that is not drawn is not left either. */
const atItsEnd = l => !l.clientHeight || l.scrollHeight - l.scrollTop - l.clientHeight < 40;

/** asking names the open question of a seat in a game: an answer, or the next part of one. */
const asking = () => {
  const {ask, seat, where} = scene(), {choice, frame, past} = store;
  return [look.table, seat, past ? where : ask ? [ask.number, ask.again, choice?.first] : frame.id].join(" ");
};

const sized = () => `${innerWidth} ${innerHeight}`;

/**
 * dense has the table fit its window; while a phase lasts, it grows by no more than a step from question to question.
 * In a window in which hands were short of room, they lie as tiles.
 */
function dense(now) {
  if (now === store.dense.now) return;
  const place = [scene().where, sized(), store.tab].join();
  const {step, left, short} = fit(place === store.dense.place ? Math.max(0, store.dense.step - 1) : 0);
  const same = String(left) === String(store.dense.left ?? "");
  store.dense = short ? {flat: sized(), step: 0} : {...store.dense, now, place, step, left};
  if (short || !same) draw();
}

/** reveal brings what a new question can be answered with, or is about, into sight, unless some of it is. */
function reveal() {
  for (const what of [".pick", ".about"]) {
    const lit = [...document.querySelectorAll(`.play ${what}`)];
    if (!lit.length) continue;
    const inSight = lit.some(e => {
      const box = e.getBoundingClientRect();
      return e.contains(document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height, 60) / 2));
    });
    if (!inSight) lit[0].scrollIntoView({block: "center"});
    return;
  }
}
