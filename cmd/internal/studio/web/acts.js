// What one does: look elsewhere, answer, go back, fork, keep. It asks the host through the door,
// and says by change what is another thing now. It knows no rule of a game.
import {call, listen} from "./door.js";
import {focus, say} from "./dom.js";
import {Choice} from "./ask.js";
import {loadFonts} from "./face.js";
import {printing} from "./find.js";
import {Keeping} from "./keep.js";
import {follow, still, stops} from "./motion.js";
import {scale, since, step} from "./time.js";
import {change, none, referee, spectator, store} from "./store.js";
import {speak, w} from "./words.js";

const {look} = store;

/** may reports whether the host offers something to the one who looks. */
export const may = path => Boolean((store.host.can ?? store.frame?.can)?.includes(path));

/** here is the game that one looks at; one without seats where it was closed. */
export const here = () => store.host.games.find(g => g.id === look.table) ?? closed;
/** @type {Partial<import("./types").Summary>} */
const nobody = {open: true, name: "", seats: [], packs: [], people: [], asked: []};
const closed = /** @type {import("./types").Summary} */ (nobody);
export const scene = () => (store.walk ?? store.past ?? store.frame).scene;

/** standing is the event behind which the table is shown, aim the one that one goes to. */
export const standing = () => (store.walk ?? store.past)?.at ?? store.story.last;
export const aim = () => look.at >= 0 ? look.at : store.story.last;

/** blocked reports whether an answer is under way: until what follows it is shown. */
export function blocked() {
  const {busy, frame} = store;
  return Boolean(busy && frame.scene.ask?.number === busy.number && !(busy.taken && busy.id !== frame.id));
}

export const mayAnswer = () => 
  Boolean(store.choice && !store.past && !store.walk && !blocked() && may("answer"));

/** asked names the open question, as it is put to one seat in one language. */
const asked = () => `${look.table} ${look.seat} ${look.lang} ${scene().ask?.number} ${store.frame.id}`;

/**
 * hold asks what answers would do while they are pointed at or have the focus, once for all
 * answers of the question.
 * @param {any[]} answers
 */
export function hold(...answers) {
  clearTimeout(store.holding);
  if (!may("would") || store.past) return;
  const options = answers.flatMap(a => a.option ? [a.option] : store.choice.ofPart(a.part));
  store.holding = window.setTimeout(async () => {
    const key = asked(), {ask} = scene();
    if (ask && options.length && store.would?.key !== key) {
      store.would = {key, options: []};
      try {
        store.would = {key, ...await call("would", {number: ask.number, seat: ask.seat})};
      } catch {} // the question is gone, and its answers with it
    }
    if (key === asked()) change({held: options.map(o => o.positions[0])});
  }, 150);
}

/**
 * foretold is what the answer would do that is held: of several that begin alike, what all would; where that is
 * nothing, each of the first four.
 */
export function foretold() {
  const {held, would} = store;
  if (would?.key !== asked() || !held.length) return [];
  const [first, ...others] = held.map(at => would.options[at]?.say ?? []);
  const all = first.filter(text => others.every(o => o.includes(text)));
  const each = [...new Set([first, ...others].flatMap(say => say.slice(0, 1)))].slice(0, 4);
  if (!all.length) return each.length ? [w("foreseenEach"), ...each] : [];
  return would.say ? [...all, would.say] : all;
}

/** changes are what all answers that are held would change. */
export function changes() {
  const {held, would} = store;
  if (would?.key !== asked() || !held.length) return [];
  const [first, ...others] = held.map(at => would.options[at]?.values ?? []);
  const same = c => o => o.holder === c.holder && o.key === c.key && o.after === c.after;
  return [...would.values ?? [], ...first.filter(c => others.every(o => o.some(same(c))))];
}

export function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  look.page = given.get("page") || "table";
  look.table = Number(given.get("branch") || 0);
  look.seat = given.has("seat") ? Number(given.get("seat")) : null;
  look.stay = given.has("seat") && !given.has("follow");
  if (look.stay) store.curtain = 0;
  look.lang = given.get("lang") || look.lang || navigator.language.slice(0, 2);
  look.at = Number(given.get("at") ?? -1);
}

function writeAddress() {
  const {page, table, seat, lang, stay, at} = look;
  const params = new URLSearchParams({page, branch: `${table}`, seat: `${seat}`, lang});
  if (!stay) params.set("follow", "1");
  if (at >= 0) params.set("at", `${at}`);
  if (location.hash !== `#${params}`) history.replaceState(null, "", `#${params}`);
}

/** watch looks at something else: another game, seat, moment or page, in another language. */
export function watch(now = {}) {
  Object.assign(look, now);
  store.walk?.skip();
  store.stop();
  const stop = listen({...look}, {
    take: m => {
      store.turn = store.turn.then(() => store.stop === stop ? take(m) : null).catch(error => {
        failed(error);
        const later = error.gone || error.status === 429 || error.status >= 500; // what was told is not whole
        if (later) setTimeout(() => store.stop === stop && watch(), 1000);
      });
    },
    lost: closed => {
      if (store.stop !== stop) return;
      if (closed && look.table) watch({table: 0, seat: null, stay: false, at: -1}); // the game is gone
      else if (!store.gone && store.frame) change({gone: true});
    },
  });
  store.stop = stop;
}

/** take brings a message of the host into the store, with all that is shown besides. */
async function take(m) {
  const files = store.host.reloaded?.version, {saved} = store.host;
  store.gone = false;
  store.host = m.host ?? store.host;
  if (store.host.start) {
    await speak(look.lang);
    store.openFile = may("file") ? edit : null;
    if (store.pen && store.host.saved !== saved) inWorkshop(x => x.disk());
    return change();
  }
  if (store.pen && store.host.saved !== saved) inWorkshop(x => x.disk());
  const {reloaded} = store.host;
  if (reloaded?.version !== files && store.notice?.bad) store.notice = null; // of files that are others now
  store.seen ??= reloaded?.applied ? reloaded.version : 0;
  if (m.scene) {
    const {lines, marks, from, from_mark: mark, host, ...frame} = m, {story} = store;
    await speak(look.lang = frame.scene.lang);
    const now = {
      lines: [...story.lines.slice(0, from), ...lines], marks: [...story.marks.slice(0, mark), ...marks],
      last: m.event, difference: m.difference,
    };
    look.table = frame.table;
    look.seat = sit(frame.viewer);
    if (look.seat !== frame.viewer) return watch();
    const before = store.frame, shown = store.story.last;
    store.story = {...now, time: scale(now)};
    takeFrame(frame);
    store.openFile = may("file") ? edit : null;
    await learnFaces();
    if (continues(before, frame)) {
      const was = {at: shown, scene: {...before.scene, ask: null}};
      await follow(stops(store.story, shown, frame.viewer), was, pastAt);
    }
  }
  else if (store.frame) await learnFaces(); // what came of the files may be told behind the frame
  if (look.at >= store.story.last) look.at = -1;
  store.past = look.at >= 0 ? await call("past", thenAt(look.at)) : null;
  const event = store.chain?.at(-1)?.event;
  if (event !== undefined && reloaded?.version !== files) { // its lines stand elsewhere now, if it is still there
    const {difference} = store.story;
    const lost = difference && difference.event <= event;
    store.chain = lost ? null : await call("why", {event}).catch(() => null);
  }
  if (store.graph) store.graph = await call("graph");
  if (store.known) store.known = await call("knows", {at: look.at});
  await fill();
  announce();
}

/** learnFaces asks for the faces of the cards, once for a language and for what the files say. */
async function learnFaces() {
  const key = `${look.table} ${look.lang} ${store.host.reloaded?.version}`;
  if (key === store.faces.key || !may("faces")) return;
  /** Pictures come along where no server has them. @type {import("./types").Faces & {pictures?: any}} */
  const {faces, icons, pictures} = await call("faces");
  await loadFonts(faces, pictures);
  store.faces = {key, icons, pictures, of: new Map(faces.map(f => [f.def, f]))};
}

/** pastAt is the table behind an event, or now. */
const pastAt = async at =>
  at === store.story.last ? {...store.frame.scene, ask: null} : (await call("past", {at})).scene;

/**
 * continues reports whether the moves between two frames are shown one by one: not after an undo or a new
 * start, nor while the viewer looks at something else.
 */
function continues(before, frame) {
  const [was, is] = [before, frame].map(f => f?.id.split("."));
  return was?.[0] === is[0] && was[1] !== is[1] && before.table === frame.table && before.viewer === frame.viewer &&
    before.scene.lang === frame.scene.lang && look.at < 0 && look.page === "table" && !store.curtain &&
    !store.keeping && !still.matches && !document.hidden;
}

/** thenAt asks for a moment of the past, with the question that stood open to the viewer then. */
function thenAt(at) {
  const {lines, marks} = store.story, next = marks.find(m => m.kind === "answer" && !m.forced && m.event >= at);
  const own = next && (next.seat === look.seat || look.seat === referee);
  const open = own && !lines.some(l => l.event > at && l.event < next.event);
  return open ? {at, decision: next.decision} : {at};
}

function takeFrame(frame) {
  const {ask, seats} = frame.scene, old = store.frame, was = old?.scene.ask;
  const same = ask && was && was.number === ask.number && was.again === ask.again &&
    old.table === frame.table && old.viewer === frame.viewer;
  if (same && store.choice) store.choice.ask = ask;
  else store.choice = ask ? new Choice(ask) : none();
  const signs = seats.map(({seat, name, mark}) => ({seat, name, mark}));
  if (JSON.stringify(signs) !== JSON.stringify(store.seats)) store.seats = signs;
  store.frame = frame;
  if (!blocked()) store.busy = null;
}

/**
 * sit is the seat to look from: of the person who is asked, and where several play here, behind a
 * curtain. A tab in which one has chosen a seat stays with it.
 */
function sit(viewer) {
  const game = here(), {at, seat, stay} = look;
  if (game.open || seat === referee || seat === spectator) return viewer;
  const {asked, people} = game, several = people.length > 1 && asked.length;
  if (seat === null) store.curtain = several ? viewer : 0;
  else if (!stay && at < 0 && several && !asked.includes(seat) && people.includes(seat)) {
    store.curtain = asked[0];
    return asked[0];
  }
  return viewer;
}

/** fill asks for what the page shows beside the table, and draws it. */
export async function fill() {
  const {page} = look;
  switch (page) {
    case "gallery": {
      const card = store.detail?.card, told = card && may("card") ? call("card", {card}).catch(() => null) : null;
      store.cards = await call("cards");
      if (await told && store.detail?.card === card) Object.assign(store.detail, await told);
      break;
    }
    case "print":
      store.cards = await call("cards");
      store.laid = await call("sheets", printing(store.cards));
      break;
    case "tests": [store.tests, store.kept] = await Promise.all([call("tests"), call("kept")]); break;
    case "balance": store.run = await call("balance"); break;
    case "structure": store.structure = await call("structure"); break;
    case "compare": {
      const others = store.host.games.map(g => g.id).filter(id => id !== look.table);
      if (!others.includes(store.beside)) store.beside = others[0] ?? 0;
      store.compared = store.beside ? await call("compare", {with: store.beside}) : null;
    }
  }
  if (page !== look.page) return; // one has gone on
  writeAddress();
  change({loaded: page});
  followRun();
}

/** seek asks for the recipes that a search finds, once nobody types. */
export function seek(text) {
  const {find} = store;
  clearTimeout(find.typing);
  find.typing = window.setTimeout(async () => {
    const asks = text.trim().length > 2 && !/[<>=:]/.test(text) && may("cookbook");
    const found = asks ? await call("cookbook", {name: text}).catch(() => null) : null;
    if (text !== find.text) return; // one has typed on
    Object.assign(find, {recipes: [], none: ""}, found);
    change();
  }, 150);
}

/** announce tells readers of the screen what has happened and what is asked, once. */
function announce() {
  const {ask, over, seat} = store.frame.scene, what = ask ? [ask.number, ask.again] : Boolean(over);
  const now = `${look.table} ${look.lang} ${what}`;
  if (now === store.announced || store.curtain || store.past) return;
  store.announced = now;
  const from = since(store.story, seat), news = store.story.lines.filter(l => !l.heading && l.event > from).slice(-5);
  say([...news.map(l => l.text), ask?.text ?? (over ? w("over") : "")].join(" · "));
}

/** followRun follows the games that are played for their figures while one looks at them. */
export function followRun() {
  clearTimeout(store.watching);
  if (look.page !== "balance" && !(store.run.knob && store.detail) || !store.run.run || store.run.over) return;
  store.watching = setTimeout(async () => {
    change({run: await call("balance").catch(() => store.run)});
    followRun();
  }, 500);
}

export function failed(error) {
  if (error.gone) return change({gone: true});
  const late = error.open !== undefined; // it answered what is not open any more
  store.notice = {text: late ? [w("behind"), error.open?.text].join(" ") : error.message, bad: !late};
  say(store.notice.text);
  change(store.dialog === "new" ? {setup: {...store.setup, flaw: error.message}} : {});
}

/** settle takes away what has been told and needs nothing more: one goes on. */
function settle() {
  const {notice, host} = store;
  if (!notice?.bad) store.notice = null;
  if (host.reloaded?.applied) store.seen = host.reloaded.version;
}

/**
 * act has the host do something; the page hears of what came of it by a frame.
 * @template {keyof import("./types").Calls} P
 * @param {P} path
 * @param {import("./types").Calls[P]["brings"]} [body]
 * @param {((out: import("./types").Calls[P]["answers"]) => any)?} then what is done with the answer
 */
export async function act(path, body, then = null, table = look.table) {
  settle();
  store.notice = null;
  try {
    const out = await call(path, body, table);
    await then?.(out);
    change();
  } catch (error) {
    failed(error);
  }
}

/** nonce is another text each time; a page that came without TLS has no crypto.randomUUID. */
const nonce = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

/** give answers the open question. Until what follows is shown, nothing more can be answered. */
export async function give(reply) {
  const {id, scene: {ask}} = store.frame;
  if (!ask) return;
  const {number, again = 0, seat} = ask, busy = {id, number, taken: false};
  change({busy, chain: null});
  await act("answer", {number, again, seat, reply, nonce: nonce()}, () => { busy.taken = true; });
  if (!busy.taken && store.busy === busy) change({busy: null});
}

/** pick takes an answer by its number among those that are shown. */
export function pick(number) {
  if (!mayAnswer()) return;
  if (store.choice.choose(number) && store.choice.ready) give(store.choice.reply);
  else change();
}

/** touched is a click on the table: one answer is taken, several are shown. */
export function touched(thing) {
  const lit = store.choice.lit(thing.key);
  if (lit.length === 1) return pick(lit[0]);
  store.choice.filter = thing.title || thing.name;
  change();
  focus(".opts .opt");
}

/** moveTo stands behind an event; while one is on the way, where one wants to be last counts. */
export async function moveTo(event) {
  const at = event >= store.story.last ? -1 : event;
  if (at === look.at) return;
  look.at = at;
  if (store.moving) return;
  store.moving = true;
  try {
    while (look.at >= 0 && store.past?.at !== look.at) {
      store.past = await call("past", thenAt(look.at));
      change();
    }
    if (look.at < 0) change({past: null});
    if (store.known) change({known: await call("knows", {at: look.at})});
    writeAddress();
  } catch (error) {
    failed(error);
  } finally {
    store.moving = false;
  }
}

/** walk goes a line, an answer or a phase on or back. */
export const walk = (by, direction) => moveTo(step(store.story, aim(), by, direction));

/** play goes on line by line until now, or until it is stopped. */
export function play() {
  if (store.playing) clearInterval(store.playing);
  store.playing = store.playing ? 0 : setInterval(() => store.past ? walk("line", 1) : play(), 900);
  if (store.playing && !store.past) return moveTo(0);
  change();
}

/** changeTongue says it where the pack has no texts in a language. */
export function changeTongue(lang) {
  settle();
  if (store.host.untold.includes(lang)) store.notice = {untold: lang};
  watch({lang});
}

/** lookFrom looks from a seat; a tab that stays with it is not moved to who is asked. */
export function lookFrom(seat, stay) {
  store.curtain = 0;
  store.chain = null;
  watch({seat, stay});
}

export function show(page) {
  settle();
  look.page = page;
  fill().catch(failed);
}

/** goTo looks at another game, as it is now. */
export function goTo(table) {
  store.chain = store.past = null;
  store.keeping = store.choice = none();
  watch({table, at: -1, seat: null, stay: false});
}

/**
 * askForGame opens the window of a new game over some packs, or says in it why they cannot be laid.
 * @param {string[]} packs
 */
export async function askForGame(packs) {
  try {
    const setup = await call("setup", {game: {packs}});
    change({setup: {...setup, packs, refused: ""}, dialog: "new"});
  } catch (/** @type {any} */ error) {
    if (store.dialog !== "new") return failed(error);
    change({setup: {...store.setup, packs, refused: error.message}});
  }
}

export const openGame = (path, body) =>
  act(path, body, out => {
    store.dialog = null;
    store.seen = store.host.reloaded?.version ?? null; // another game goes on with the files as they are
    look.page = "table";
    goTo(out.branch);
  });

/** tryOut opens the smallest position in which a card or an ability acts; to find it may take seconds. */
export async function tryOut(...names) {
  const text = w("trying", {name: names.at(-1)}), opens = openGame("open", {acts: names});
  change({notice: {text}});
  await opens;
  if (store.notice?.text === text) change({notice: null});
}

/** decisions are the answers that left a choice, mineAnswers those of the viewer among them. */
const decisions = () => store.story.marks.filter(m => m.kind === "answer" && m.decision && !m.forced);
const mineAnswers = () => decisions().filter(m => m.seat === look.seat);

/** decisionAt is the last decision that was answered up to an event, or the first behind it. */
const decisionAt = at => (decisions().findLast(m => m.event <= at) ?? decisions()[0])?.decision;

/** fork opens a game that parts from this one; it is named after the phase where it does. */
export function fork() {
  const decision = decisionAt(aim()), {marks} = store.story, asked = marks.findIndex(m => m.decision === decision);
  const phase = marks.findLast((m, i) => i < asked && m.kind === "phase" && Number(m.depth) <= 2)?.text;
  const name = phase ? `${phase} · ${decision}` : "";
  if (decision) act("fork", {decision, name}, out => goTo(out.branch));
}

export const undo = () => act("undo", {}, () => { look.at = -1; store.past = null; });

export async function explain(event) {
  try {
    change({chain: await call("why", {event})});
    document.querySelector(".chain .end")?.scrollIntoView({block: "nearest"});
  } catch (error) {
    failed(error);
  }
}

export async function overTime() {
  look.page = "table";
  change({graph: store.graph ? null : await call("graph")});
}

/** whatIsKnown shows what seats know of hidden cards, or no more. */
export async function whatIsKnown() {
  look.page = "table";
  change({known: store.known ? null : await call("knows", {at: look.at})});
}

/** beginKeeping asks what can be true of a test of what is played now, from the decision one looks at. */
export async function beginKeeping(decision) {
  try {
    if (store.host.mine) return open("mine");
    const now = () => (mineAnswers().at(-1) ?? decisions().at(-1))?.decision;
    decision ??= (look.at >= 0 ? decisionAt(look.at) : now()) || 0;
    const keeping = new Keeping(await call("keepable", {decision}));
    keeping.name = store.keeping?.name ?? "";
    change({keeping, chain: null, graph: null});
    focus("#testname");
  } catch (error) {
    failed(error);
  }
}

/** keepFrom begins the test a decision earlier or later. */
export function keepFrom(by) {
  const {decision} = store.keeping.data, known = [...decisions().map(m => m.decision), decision];
  const all = [...new Set(known)].sort((a, b) => a - b);
  const next = all[all.indexOf(decision) + by];
  if (next) beginKeeping(next);
}

export function keepIt() {
  const {data: {decision}, name, chosen} = store.keeping;
  act("keep", {name, decision, expect: [...chosen]}, out => {
    const {passed} = out, kept = w("kept", {file: out.path.split(/[\\/]/).slice(-2).join("/")});
    const text = `${kept} · ${w(passed ? "green" : "red")}${out.report ? "\n" + out.report : ""}`;
    change({keeping: none(), notice: {text, bad: !passed, open: out.open, good: passed}});
    if (may("file")) edit(`${out.path}:${1e6}`);
  });
}

export const makeMine = name => act("mine", {name}, out => {
  const {then} = store;
  store.host.mine = false;
  change({dialog: null, then: null, notice: {text: w("nowMine", {folder: out.folder}), good: true}});
  then?.();
});

/** inWorkshop does something in the workshop, which is loaded when it is used first. */
export const inWorkshop = act => store.workshop().then(act).catch(failed);

/** edit opens the workshop, at a place of a file where one is given. */
export const edit = (place = "") => inWorkshop(x => x.open(place));

/** editCard opens the text of a card. */
export const editCard = card => call("card", {card}).then(d => edit(d.place.place)).catch(failed);

/** editHere opens what puts the open question, or what did the last that is told up to where one stands. */
export async function editHere(event) {
  const asked = look.at < 0 ? await call("asked").catch(() => []) : [];
  const chain = asked.length ? [] : await call("why", {event}).catch(() => []);
  edit(asked[0]?.place ?? chain.findLast(c => c.place)?.place);
}

/** open puts a window over the page, with the cursor in its field. */
export function open(dialog, field = "") {
  change({dialog});
  if (field) focus(field);
}
