// The page: it keeps what one looks at, asks the program for the scene of that,
// and draws it. It knows no rule of a game.
import {file, get, h, icon, post, renew, say, told} from "./dom.js";
import {badge} from "./card.js";
import {table} from "./table.js";
import {Choice, panel} from "./ask.js";
import {log, why, rail, scale, step, footer, since} from "./time.js";
import {graph} from "./graph.js";
import {find, gallery, sheets} from "./gallery.js";
import {Keeping, keepPanel} from "./keep.js";
import {mine, sides, tests} from "./tests.js";
import {menu, naming, newGame, overlay, tongue} from "./forms.js";
import {advance, balance} from "./balance.js";
import {w, speak} from "./words.js";

const referee = 255, spectator = 0;

/** What one looks at; it is the address too, so that a reload and a link keep it. */
const look = {page: "table", branch: 0, seat: null, stay: false, lang: null, at: -1};
let state, scene, story, choice, chain, curtain = 0, dialog = null, lines = null, gone = false;
/** What the pages other than the table show, and the test that is being kept. */
let cards = null, detail = null, tested = null, kept = [], compared = null, beside = 0, keeping = null;

function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  look.page = given.get("page") || "table";
  look.branch = Number(given.get("branch") || 0);
  look.seat = given.has("seat") ? Number(given.get("seat")) : null;
  look.stay = given.has("seat") && !given.has("follow");
  if (look.stay) curtain = 0;
  look.lang = given.get("lang") || look.lang || navigator.language.slice(0, 2);
  look.at = Number(given.get("at") ?? -1);
}

function writeAddress() {
  const params = new URLSearchParams({page: look.page, branch: look.branch, seat: look.seat, lang: look.lang});
  if (!look.stay) params.set("follow", 1);
  if (look.at >= 0) params.set("at", look.at);
  history.replaceState(null, "", "#" + params);
}

const where = () => ({branch: look.branch, seat: look.seat, lang: look.lang});

/** here is the game that one looks at. */
const here = () => state.games.find(g => g.id === look.branch);

/** shut and open take a window away and put one over the page, with the cursor in its field. */
const shut = () => { dialog = null; draw(); };
const open = (name, field) => { dialog = name; draw(); focusAll(field); };

function focusAll(field) {
  const found = field && document.querySelector(field);
  found?.focus();
  found?.select?.();
}

/** refresh asks for everything that is shown and draws it; what changes meanwhile is asked for once more. */
function refresh() {
  if (refreshing) {
    again = true;
    return refreshing;
  }
  refreshing = (async () => {
    do {
      again = false;
      await load();
    } while (again);
  })().finally(() => { refreshing = null; });
  return refreshing;
}
let refreshing = null, again = false, acting = 0;
/** loaded is the page that what is known is for; the table needs nothing more. */
let loaded = "table";

async function load() {
  const files = state?.reloaded?.version;
  state = await get("/api/state", {lang: look.lang});
  gone = false;
  look.seen ??= state.reloaded?.applied ? state.reloaded.version : 0;
  if (!state.languages.includes(look.lang)) look.lang = "en";
  await speak(look.lang);
  let game = here();
  if (!game) {
    game = state.games.at(-1);
    if (look.branch) look.seat = null; // the game that one looked at is gone
    look.branch = game.id;
    look.at = -1;
  }
  chooseSeat(game);
  const [s, l] = await Promise.all([get("/api/scene", {...where(), at: look.at}), get("/api/log", where())]);
  take(s);
  story = l;
  if (chain && state.reloaded?.version !== files) { // its lines stand elsewhere now, if the event is still there
    const {event} = chain.at(-1);
    const lost = story.difference && story.difference.event <= event;
    chain = lost ? null : await get("/api/why", {...where(), event}).catch(() => null);
  }
  const {page} = look;
  switch (page) {
    case "gallery": case "print": cards = await get("/api/cards", where()); break;
    case "tests": [tested, kept] = await Promise.all([get("/api/tests"), get("/api/kept")]); break;
    case "balance": measured = await get("/api/balance"); break;
    case "compare": {
      const others = state.games.map(g => g.id).filter(id => id !== look.branch);
      if (!others.includes(beside)) beside = others[0] ?? 0;
      compared = beside ? await get("/api/compare", {...where(), with: beside}) : null;
    }
  }
  if (lines) lines = await get("/api/graph", where());
  loaded = page;
  writeAddress();
  draw();
  announce();
  watchRun();
}

/** announce tells readers of the screen what has happened and what is asked, once. */
function announce() {
  const {ask, over, seat} = scene.scene, now = `${look.branch} ${look.lang} ${ask?.number ?? Boolean(over)}`;
  if (now === announced || curtain || !scene.live) return;
  announced = now;
  const news = story.lines.filter(l => !l.heading && l.event > since(story, seat)).slice(-5);
  say([...news.map(l => l.text), ask?.text ?? (over ? w("over") : "")].join(" · "));
}
let announced = "";

/** watchRun follows the games that are played for their figures while one looks at them. */
function watchRun() {
  clearTimeout(watching);
  if (look.page !== "balance" || !measured.run || measured.over) return;
  watching = setTimeout(async () => {
    measured = await get("/api/balance").catch(() => measured);
    if (look.page !== "balance") return;
    if (measured.over) draw();
    else advance(measured);
    watchRun();
  }, 500);
}
let measured = {}, watching;

/** settle takes away what has been told and needs nothing more: one goes on. */
function settle() {
  if (!notice?.bad) notice = null;
  if (state.reloaded?.applied) look.seen = state.reloaded.version;
}

/** heard is told by the program that something has a new version. */
async function heard(version) {
  gone = false;
  if (acting) return; // the one who acts asks himself
  await refreshing?.catch(() => {});
  if (!state || version > state.version) refresh().catch(failed);
}

/**
 * chooseSeat looks from the seat of the person who is asked; where several play here,
 * behind a curtain. A tab in which one has chosen a seat stays with it.
 */
function chooseSeat(game) {
  if (game.open) {
    look.seat ??= referee;
    return;
  }
  if (look.seat === null) {
    look.seat = game.people.length ? game.asked[0] ?? game.people[0] : referee;
    if (game.people.length > 1 && game.asked.length) curtain = look.seat;
    return;
  }
  if (look.stay || look.at >= 0 || look.seat === referee || look.seat === spectator) return;
  const {asked, people} = game;
  if (people.length > 1 && asked.length && !asked.includes(look.seat) && people.includes(look.seat)) {
    curtain = asked[0];
    look.seat = curtain;
  }
}

function take(s) {
  const ask = s.scene.ask;
  const same = ask && scene?.scene.ask?.number === ask.number && scene.branch === s.branch &&
    scene.scene.seat === s.scene.seat;
  if (same && choice) choice.ask = ask;
  else choice = ask ? new Choice(ask) : null;
  scene = s;
}

async function moveTo(event) {
  const at = event >= story.last ? -1 : event;
  if (at === look.at) return;
  look.at = at;
  moves = moves.then(async () => {
    if (look.at !== at) return; // somebody went on
    take(await get("/api/scene", {...where(), at}));
    writeAddress();
    draw();
  }).catch(failed);
  await moves;
}
let moves = Promise.resolve();

function failed(error) {
  if (error.gone) {
    gone = true;
    return draw();
  }
  if (error.open !== undefined) { // it answered what is not open any more
    notice = {text: error.open ? `${w("behind")} ${error.open.text}` : w("behind"), bad: false};
    say(notice.text);
    refresh();
    return;
  }
  notice = {text: error.message, bad: true};
  say(error.message);
  draw();
}
let notice = null;

/** act sends a change; the page is drawn anew when the program says so. */
async function act(path, body, then) {
  acting++;
  settle();
  try {
    notice = null;
    const out = await post(path, {branch: look.branch, lang: look.lang}, body);
    if (then) then(out);
  } catch (error) {
    return failed(error);
  } finally {
    acting--;
  }
  await refresh().catch(failed);
}

function give(reply) {
  const ask = scene.scene.ask;
  act("/api/answer", {seat: ask.seat, number: ask.number, reply}, () => { choice = null; chain = null; });
}

const mayAnswer = () => choice && scene.live && scene.scene.ask && here()?.people.includes(scene.scene.ask.seat);

/** pick takes an answer by its number among those that are shown. */
function pick(number) {
  if (!mayAnswer()) return;
  if (choice.choose(number) && choice.ready) give(choice.reply);
  else draw();
}

/** touched is a click on the table: one answer is taken, several are shown. */
function touched(thing) {
  const lit = choice.lit(thing.key);
  if (lit.length === 1) return pick(lit[0]);
  choice.filter = thing.title || thing.name;
  draw();
  document.querySelector(".opts .opt")?.focus();
}

function bar() {
  const seats = scene.scene.seats.toSorted((a, b) => a.seat - b.seat);
  const view = (seat, text, title) => h("button", {
    class: seat === spectator ? "spectator" : "", "aria-pressed": String(look.seat === seat),
    "aria-label": title, title,
    click: () => lookFrom(seat, look.seat !== seat || !look.stay),
  }, text);
  const {failing, languages, tests, untold} = state, worst = state.findings.length;
  const count = () => h("span.count", {class: failing ? "bad" : ""}, failing ? `${failing}/${tests}` : tests);
  const link = page => h("a", {
    href: "#page=" + page, "aria-current": look.page === page ? "page" : null,
    click: e => { e.preventDefault(); show(page); },
  }, w(page), page === "tests" && tests ? count() : null);
  return h("header.bar", h("h1", scene.scene.title), h("span.where", scene.scene.where.join(" › ")),
    h("nav", {"aria-label": "Studio"}, pages().map(link)),
    h("div.seg", {role: "group", "aria-label": w("seats")},
      view(referee, w("all"), w("referee")), view(spectator, icon("eye"), w("spectator")),
      seats.map(s => view(s.seat, badge(seats, s.seat), s.name))),
    h("div.seg.lang", {role: "group"},
      languages.map(l => tongue(l, {lang: look.lang, untold, speak: changeTongue}))),
    h("button.ic.more", {title: w("help"), "aria-label": w("help"), click: () => open("help")}, icon("more")),
    h("button.ok", {class: worst ? "bad" : "", click: () => open(dialog === "findings" ? null : "findings")},
      icon(worst ? "warn" : "tick"), w("findings", {count: worst})));
}

/** changeTongue says it where the pack has no texts in a language. */
function changeTongue(lang) {
  look.lang = lang;
  settle();
  refresh().then(() => {
    if (!state.untold.includes(lang)) return;
    notice = {text: w("untold", {language: lang})};
    draw();
  }).catch(failed);
}

/** lookFrom looks from a seat; a tab that stays with it is not moved to who is asked. */
function lookFrom(seat, stay) {
  Object.assign(look, {seat, stay});
  curtain = 0;
  chain = null;
  return refresh().catch(failed);
}

/** pages are those of the studio; games stand beside each other where there are several. */
const pages = () => ["table", "tests", "gallery", "balance", "print", ...(state.games.length > 1 ? ["compare"] : [])];

function show(page) {
  settle();
  look.page = page;
  refresh().catch(failed);
}

function games() {
  if (state.games.length < 2) return null;
  const close = g => post("/api/close", {branch: g.id}, {}).then(refresh).catch(failed);
  const chip = g => {
    const on = g.id === look.branch, click = () => on ? open("name", "#gamename") : goTo(g.id);
    return h("span.chip", {class: on ? "on" : ""},
      h("button", {"aria-current": on ? "true" : null, click},
        g.from ? icon("fork") : null, g.name, h("small", ` ${w("answers", {count: g.answers})}`)),
      h("button", {"aria-label": `${w("close")} ${g.name}`, click: () => close(g)}, "×"));
  };
  return h("nav.games", {"aria-label": w("games")}, state.games.map(chip));
}

/** go looks at another game, as it is now. */
function go(branch) {
  look.branch = branch;
  look.at = -1;
  look.seat = null;
  look.stay = false;
  chain = keeping = choice = null;
}

function goTo(branch) {
  go(branch);
  refresh().catch(failed);
}

function notices() {
  const out = [], game = here(), call = l => h("span.call", l.open ? h("a.file", {href: l.open}, l.text) : l.text);
  if (gone) out.push(h("div.notice", {role: "alert"}, icon("warn"), h("span", w("stale"))));
  if (notice) {
    const more = notice.open ? [" ", h("a.file", {href: notice.open}, w("openFile"))] : null;
    const box = told(notice.good ? "tick" : "warn", notice.bad, h("span.said", notice.text, more));
    box.append(h("button.btn", {click: () => { notice = null; draw(); }}, w("close")));
    out.push(box);
  }
  if (state.reloaded && state.reloaded.version > look.seen) out.push(reloaded(state.reloaded));
  if (game.notice) out.push(told("warn", false, game.notice));
  if (game.again) out.push(told("undo", false, w("again", {count: game.again})));
  if (game.unsaved) out.push(told("warn", true, w("unsaved"), " ", game.unsaved));
  if (game.failure) out.push(told("warn", true, h("b", w("failed")), game.failure.map(call)));
  return out;
}

/** reloaded says what became of the game when its files were saved, and where it goes another way. */
function reloaded(r) {
  const differs = r.applied && story.difference;
  const played = w(r.answers === r.of ? "replayed" : "replayedSome", {done: r.answers, count: r.of});
  const side = (kind, text) => h("span." + kind, h("span.lab", w(kind)), h("span", text || "–"));
  const see = () => h("button.btn.go", {click: () => moveTo(differs.event)}, w("seeDifference"));
  return h("div.notice.reloaded", {class: r.applied ? "" : "bad", role: "status"},
    icon(r.applied && !differs ? "tick" : "warn"),
    h("span", h("b", r.applied ? played : w("refused")), " ",
      r.applied ? w(differs ? "differsAt" : "differsNot", {line: story.difference?.line + 1}) : "",
      h("small", ` ${r.took_ms} ms`), r.text ? h("span.said.reason", r.text) : null,
      differs ? h("span.diff", side("was", differs.was), side("is", differs.is)) : null),
    h("span.btns", differs && differs.event >= 0 ? see() : null,
      h("button.btn", {click: () => { look.seen = r.version; draw(); }}, w("close"))));
}

function findings() {
  const strip = f => h("div.strip-f", h("span.kind", f.severity), file(f, f.place), h("span", f.text));
  return h("section.findings", state.findings.map(strip));
}

/** atTable is what the table can be used for now. */
function atTable() {
  const use = {seats: scene.scene.seats, notices: overPage(), pick, keeping, toggle};
  if (keeping) {
    const of = t => keeping.of(t.key);
    return {...use, lit: t => of(t).length ? ["+"] : [], armed: t => keeping.has(of(t)), touch: t => toggle(of(t))};
  }
  if (!mayAnswer()) return use;
  return {...use, lit: t => choice.lit(t.key), armed: t => choice.isArmed(t.key), touch: touched};
}

/** overPage is what stands over every page. */
const overPage = () => [notices(), dialog === "findings" ? findings() : null];

/** toggle chooses what must be true of the test that is kept. */
function toggle(outcomes) {
  keeping.toggle(outcomes);
  draw();
}

/** behind is the curtain between two people at one device. */
function behind() {
  const s = scene.scene, seat = s.seats.find(x => x.seat === curtain);
  const ready = {id: "ready", click: () => { curtain = 0; draw(); }};
  return h("main.table", h("section.box.passing",
    h("p.hint", w("pass")), h("h2", badge(s.seats, curtain), seat?.name || curtain),
    h("p.btns", h("button.btn.go", ready, h("kbd", "Enter"), w("ready")))));
}

function desk() {
  const s = scene.scene;
  if (curtain) return h("aside.desk");
  const {seats} = s, at = scene.live ? story.last : scene.at;
  const forget = () => { chain = null; draw(); }, fold = () => { lines = null; draw(); };
  return h("aside.desk", {class: chain ? "whying" : lines ? "graphing" : ""},
    asking(s),
    chain ? why(chain, {close: forget, choose: moveTo}) : null,
    lines ? graph(lines, {at, time: scale(story), seats, close: fold, move: moveTo, redraw: draw}) : null,
    log(story, {
      at, explained: chain?.at(-1)?.event, seats, since: since(story, s.seat), choose: explain, keeping,
      toggle: event => toggle(keeping.at(event)),
    }));
}

/** asking is the question, or what stands in its place. */
function asking(s) {
  if (keeping) {
    return keepPanel({
      keeping, from: keepFrom, send: keepIt, cancel: () => { keeping = null; draw(); }, redraw: id => redrawn("#" + id),
    });
  }
  if (!scene.live) {
    return h("section.ask.then", h("p", icon("prev"), w("past")),
      h("button.btn", {click: () => moveTo(story.last)}, h("kbd", "End"), w("live")));
  }
  if (!s.ask || !choice) {
    const names = (s.waiting || []).map(n => s.seats.find(x => x.seat === n)?.name).join(", ");
    return h("section.ask", h("p.hint", s.over ? w("over") : names ? `${names}: ${w("waiting")}` : w("none_asked")));
  }
  return panel(s.ask, {
    choice, seats: s.seats, says: key => sentences(s, key), pick, give: () => choice.ready && give(choice.reply),
    none: () => give([]), back: () => { choice.clear(); choice.filter = ""; draw(); },
    time: toRail, redraw: id => redrawn("." + id),
  });
}

/** toRail goes to the bar of time. */
function toRail() {
  const rail = document.querySelector(".time .rail");
  rail.parentNode.scrollIntoView({block: "end"});
  rail.focus({preventScroll: true});
}

/** sentences are those of a card that lies somewhere on the table. */
function sentences(s, key) {
  const of = c => c.key === key ? c.text || [] : within(c.areas);
  const within = areas => (areas || []).flatMap(a => [...(a.cards || []).flatMap(of), ...within(a.areas)]);
  return [...new Set([...within(s.table), ...s.seats.flatMap(x => within(x.areas))])];
}

/** redrawn draws the page; one goes on typing in a field. */
function redrawn(selector) {
  draw();
  const field = document.querySelector(selector);
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

async function explain(event) {
  try {
    chain = await get("/api/why", {...where(), event});
    draw();
    document.querySelector(".chain .end")?.scrollIntoView({block: "nearest"});
  } catch (error) {
    failed(error);
  }
}

function time() {
  const at = scene.live ? story.last : scene.at;
  const use = {at, last: story.last, seat: look.seat, move: moveTo, difference: story.difference?.event};
  const go = by => () => moveTo(step(story, at, "line", by));
  return footer(rail(story, use), {
    live: scene.live, at, noUndo: scene.no_undo,
    first: () => moveTo(0), prev: go(-1), next: go(1), end: () => moveTo(story.last),
    play, playing, undo, fork: () => forkAt(at), keep: () => beginKeeping(),
  });
}

/** decisionAt is the last decision that was answered up to an event, or the first behind it. */
function decisionAt(at) {
  return (decisions().findLast(m => m.event <= at) ?? decisions()[0])?.decision;
}

const undo = () => act("/api/undo", {seat: look.seat}, () => { look.at = -1; choice = null; });

/** beginKeeping asks what can be true of a test of what is played now, from the decision one looks at. */
async function beginKeeping(decision) {
  try {
    if (state.mine) return open("mine");
    decision ??= (scene.live ? (mineAnswers().at(-1) ?? decisions().at(-1))?.decision : decisionAt(scene.at)) || 0;
    const was = keeping;
    chain = lines = null;
    keeping = new Keeping(await get("/api/keep", {...where(), decision}));
    keeping.name = was?.name ?? "";
    draw();
    document.getElementById("testname")?.focus();
  } catch (error) {
    failed(error);
  }
}

/** decisions are the answers that left a choice, mineAnswers those of the viewer among them. */
const decisions = () => story.marks.filter(m => m.kind === "answer" && m.decision && !m.forced);
const mineAnswers = () => decisions().filter(m => m.seat === look.seat);

/** keepFrom begins the test a decision earlier or later. */
function keepFrom(by) {
  const {decision} = keeping.data, known = [...decisions().map(m => m.decision), decision];
  const all = [...new Set(known)].sort((a, b) => a - b);
  const next = all[all.indexOf(decision) + by];
  if (next) beginKeeping(next);
}

function keepIt() {
  act("/api/keep", {name: keeping.name, decision: keeping.data.decision, expect: [...keeping.chosen]}, out => {
    keeping = null;
    const {passed} = out, kept = w("kept", {file: out.path.split(/[\\/]/).slice(-2).join("/")});
    const text = `${kept} · ${w(passed ? "green" : "red")}${out.report ? "\n" + out.report : ""}`;
    notice = {text, bad: !passed, open: out.open, good: passed};
  });
}

const makeMine = name => act("/api/mine", {name}, out => {
  dialog = null;
  notice = {text: w("nowMine", {folder: out.path}), good: true, open: out.open};
});

function dialogs() {
  const game = here(), {languages, untold} = state;
  const send = name => act("/api/name", {name}, () => { dialog = null; });
  const start = made => openGame("/api/new", {game: made});
  switch (dialog) {
    case "name": return naming({name: game.name, close: shut, send});
    case "mine": return overlay(w("mine"), shut, mine({state, mine: makeMine}));
    case "new": return newGame({state, game, close: shut, start});
    case "help": return menu({close: shut, does: does(), languages, untold, lang: look.lang, speak: changeTongue});
  }
  return null;
}

/** does are the things that can be done, each with its key: for keys, and for those who have none. */
function does() {
  const at = look.at >= 0 ? look.at : story.last;
  const line = () => story.lines.findLast(l => !l.heading && l.event <= at)?.event ?? at;
  const then = act => () => { dialog = null; act(); };
  return [
    ["n", w("newGame"), () => open("new", ".dialog select")],
    ...(state.mine ? [["m", w("mine"), () => open("mine", "#minename")]] : []),
    ["u", w("undo"), then(undo)],
    ["f", w("fork"), then(() => forkAt(at))],
    ["k", w("keep"), then(() => beginKeeping())],
    ["w", w("why"), then(() => explain(line()))],
    ["Alt 9", w("spectator").split(/ ?[:：]/)[0], then(() => lookFrom(spectator, true))],
    ["o", w("graph"), then(overTime)],
    ["r", w("nameGame"), () => open("name", "#gamename")],
    ...pages().map(page => [page === "tests" ? "s" : page[0], w(page), then(() => show(page))]),
  ];
}

function forkAt(event) {
  const n = decisionAt(event);
  if (n) act("/api/fork", {decision: n}, out => go(out.branch));
}

async function overTime() {
  lines = lines ? null : await get("/api/graph", where());
  look.page = "table";
  draw();
}

/** play goes on line by line until now, or until it is stopped. */
function play() {
  if (playing) clearInterval(playing);
  playing = playing ? null : setInterval(() => {
    if (scene.live) return play();
    moveTo(step(story, scene.at, "line", 1));
  }, 900);
  if (playing && scene.live) return moveTo(0);
  draw();
}
let playing = null;

/** draw shows what is known; the log follows what happens while its end is in sight. */
function draw() {
  if (!here()) return; // one has gone to a new game, and what is known of it is on the way
  const option = document.activeElement?.dataset?.option, atEnd = follows();
  const over = filling() ? document.querySelector(".veil") : dialogs();
  const page = look.page === "table" || loaded === "table" ? [
    h("div.page", h("div.head", bar(), games()), curtain ? behind() : table(scene.scene, atTable()), desk(), time()),
  ] : [h("div.tool", bar(), games(), h("div.notices", overPage()), otherPage())];
  renew(document.getElementById("page"), over ? [...page, over] : page);
  drawn = dialog && `${dialog} ${look.lang}`;
  document.title = `${scene.scene.title} – studio`;
  const now = document.querySelector(".log");
  if (now && atEnd) now.scrollTop = now.scrollHeight;
  const line = chain ? ".ln.explained" : ".ln.here";
  if (!scene.live || chain) document.querySelector(line)?.scrollIntoView({block: "nearest"});
  reveal();
  if (option && !document.activeElement?.dataset?.option) document.getElementById("question")?.focus();
}

/** reveal brings what a new question can be answered with, or is about, into sight, unless some of it is. */
function reveal() {
  const {ask} = scene.scene, now = `${look.branch} ${scene.scene.seat} ${ask?.number}`;
  if (now === revealed || !ask || !scene.live || curtain || look.page !== "table") return;
  revealed = now;
  for (const what of [".pick", ".about"]) {
    const lit = [...document.querySelectorAll(`.table ${what}`)];
    if (!lit.length) continue;
    const inSight = lit.some(e => {
      const box = e.getBoundingClientRect();
      return e.contains(document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height, 60) / 2));
    });
    if (!inSight) lit[0].scrollIntoView({block: "center"});
    return;
  }
}
let revealed = "";

/** filling reports whether a window stands open that one fills in: it stays as it is. */
const filling = () => ["new", "name", "mine"].includes(dialog) && drawn === `${dialog} ${look.lang}`;
let drawn = null;

function otherPage() {
  switch (loaded) {
    case "gallery": return gallery({
      data: cards, detail, draw, mine: state.mine ? () => open("mine") : null, redraw: () => redrawn("#find"),
      print: () => show("print"), hide: () => { detail = null; draw(); },
      show: card => get("/api/card", {...where(), card}).then(d => { detail = {...d, card}; draw(); }).catch(failed),
    });
    case "print": return sheets({data: cards, title: scene.scene.title, draw, back: () => show("gallery")});
    case "tests": return tests(tested, kept, {
      state, mine: makeMine, resume: g => openGame("/api/resume", {name: g.name, salvage: !!g.damaged}),
      open: (t, behind) => openGame("/api/open", {name: t.file, event: t.line, number: behind ? 1 : 0}),
    });
    case "balance": return balance(measured, {
      state, game: here(), lang: look.lang, start: body => act("/api/measure", body), stop: () => act("/api/halt", {}),
    });
    case "compare": return sides(compared, state.games, {
      left: look.branch, right: beside, chooseLeft: goTo,
      chooseRight: id => { beside = id; refresh().catch(failed); },
    });
  }
  return h("main.sheet");
}

const openGame = (path, body) => act(path, body, out => { dialog = null; look.page = "table"; go(out.branch); });

function follows() {
  const l = document.querySelector(".log");
  return !l || l.scrollHeight - l.scrollTop - l.clientHeight < 40;
}

async function keys(e) {
  const field = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
  if (e.key === "Escape") {
    if (dialog) dialog = null;
    else if (keeping) keeping = null;
    else if (detail && look.page === "gallery") detail = null;
    else if (chain) chain = null;
    else if (lines) lines = null;
    else if (choice) { choice.clear(); choice.filter = ""; }
    draw();
    return;
  }
  if (field || e.metaKey) return;
  const by = e.shiftKey ? "answer" : e.ctrlKey ? "phase" : "line";
  const at = look.at >= 0 ? look.at : story.last;
  const done = () => e.preventDefault();
  if (e.altKey && /^[0-9]$/.test(e.key)) {
    done();
    const seat = {0: referee, 9: spectator}[e.key] ?? Number(e.key);
    const known = seat === referee || seat === spectator || scene.scene.seats.some(s => s.seat === seat);
    return known ? lookFrom(seat, true) : undefined;
  }
  switch (e.key) {
    case "ArrowLeft": done(); return moveTo(step(story, at, by, -1));
    case "ArrowRight": done(); return moveTo(step(story, at, by, 1));
    case ",": case ".": done(); return moveTo(Math.max(0, at + (e.key === "," ? -1 : 1)));
    case "Home": done(); return moveTo(0);
    case "End": done(); return moveTo(story.last);
  }
  if (e.ctrlKey || e.altKey) return;
  switch (e.key) {
    case " ":
      if (e.target.matches("button, a, summary, [role=button]")) return;
      done();
      return play();
    case "?": dialog = dialog === "help" ? null : "help"; return draw();
    case "/":
      done();
      setTimeout(() => document.querySelector(".filter, #find")?.focus()); // behind the key, or its sign may land in it
      return;
    case "Enter":
      if (typed) { done(); return digits(""); }
      if (e.target.tagName === "BUTTON" || e.target.tagName === "A") return;
      if (curtain) { curtain = 0; return draw(); }
      if (mayAnswer() && choice.ready && (!choice.single || choice.numbers.length)) give(choice.reply);
      return;
  }
  const known = does().find(([key]) => key === e.key);
  if (known) { done(); return known[2](); }
  if (/^[0-9]$/.test(e.key) && mayAnswer() && !curtain && look.page === "table") {
    if (e.key === "0" && scene.scene.ask.optional && choice.none(typed)) return give([]);
    digits(e.key);
  }
}

/** digits takes the sign of an answer, which may have several figures; without a further one it is taken at once. */
let typed = "", typing;
function digits(key) {
  clearTimeout(typing);
  typed += key;
  const asked = choice, {signs} = choice, sign = typed, at = signs.indexOf(sign);
  const take = () => { typed = ""; if (at >= 0 && choice === asked) pick(at + 1); };
  if (key && signs.some(s => s.startsWith(sign) && s !== sign)) typing = setTimeout(take, 600);
  else take();
}

function listen() {
  const stream = new EventSource("/events");
  stream.addEventListener("changed", e => heard(Number(e.data)));
  stream.addEventListener("error", () => { if (!gone && scene) { gone = true; draw(); } });
}

document.addEventListener("keydown", e => { if (scene) keys(e); });
addEventListener("hashchange", () => { readAddress(); refresh().catch(failed); });
readAddress();
listen();
