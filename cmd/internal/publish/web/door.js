// The door of a published page, in place of the studio's: its host is a worker, which plays
// the game on the machine of who looks at the page. Games are kept in the browser.
import {store} from "./store.js";

const place = `ruledeck ${location.pathname} `;
const held = id => document.getElementById(id)?.textContent.trim();
/** @type {Map<number, (message: any) => void>} */
const hearing = new Map();
let last = 0;

/** games are those that the browser keeps, the one played last at the end. */
function games() {
  try {
    const keys = Object.keys(localStorage).filter(key => key.startsWith(place));
    const all = keys.map(key => JSON.parse(localStorage[key]));
    return all.sort((a, b) => a.played - b.played).map(one => one.text);
  } catch {
    return []; // the browser keeps nothing
  }
}

/** keep keeps a game under a number, or no longer. */
function keep(id, text) {
  try {
    if (text) localStorage.setItem(place + id, JSON.stringify({played: Date.now(), text}));
    else localStorage.removeItem(place + id);
  } catch {
    // it is played all the same, and is gone with the page
  }
}

/**
 * seen is what the page showed last, for the same pages and language: it is shown at once on a further visit, while
 * the worker reads the game, which is then where it was. Answers wait for the worker.
 */
let seen = null;
const shown = `ruledeck shown ${location.pathname}`, {made} = document.documentElement.dataset;
try {
  seen = JSON.parse(localStorage[shown] ?? null);
} catch {
  // the browser keeps nothing
}
if (seen?.made !== made) seen = null;
addEventListener("pagehide", () => {
  const {faces: {of, icons, pictures}, frame, host, story: {lines, marks}, words} = store;
  if (!frame?.scene.ask || store.curtain) return;
  const message = {...frame, lines, marks, from: 0, from_mark: 0, host};
  try {
    delete localStorage[shown];
    localStorage[shown] = JSON.stringify({made, message, words, faces: {faces: [...of.values()], icons, pictures}});
  } catch {
    // it is too much for the browser
  }
});

const script = held("worker");
const worker = new Worker(script ? URL.createObjectURL(new Blob([script], {type: "text/javascript"})) : "worker.js");
const ready = new Promise((resolve, reject) => {
  worker.onerror = e => reject(new Error(e.message || "the worker does not start"));
  worker.onmessage = e => {
    const m = JSON.parse(e.data);
    if (m.ready) resolve();
    else if (m.failed) reject(new Error(m.failed));
    else if (m.keep) keep(m.keep, m.text);
    else hearing.get(m.id)?.(m);
  };
});
worker.postMessage({wasm: held("wasm"), game: held("game"), kept: games()});
ready.catch(error => {
  const page = document.getElementById("page");
  page.textContent = error.message;
  page.className = "notice bad";
});

/** send sends a message once the worker is there, and hears what comes back under its number. */
function send(message, hear) {
  const id = ++last, {seat, ...rest} = message;
  hearing.set(id, hear);
  ready.then(() => worker.postMessage(JSON.stringify({...rest, ...seat === null ? {} : {seat}, id})), () => {});
  return id;
}

/** listen opens a stream of frames, as that of the studio's door. */
export function listen({table, seat, lang}, hear) {
  const {scene, table: at, viewer} = seen?.message ?? {};
  if (scene?.lang !== lang || table && table !== at || seat !== null && seat !== viewer) seen = null;
  else queueMicrotask(() => hear.take(seen.message));
  const id = send({do: "listen", table, seat, lang}, m => {
    seen = null;
    if (m.lost) hear.lost(true);
    else hear.take(m.message);
  });
  return () => {
    hearing.delete(id);
    ready.then(() => worker.postMessage(JSON.stringify({do: "leave", id})), () => {});
  };
}

/** call asks for something, or to do something, as that of the studio's door. */
export async function call(path, body = {}, table = store.look.table) {
  const {seat, lang} = store.look;
  if (seen?.[path] && seen.message.scene.lang === lang) return seen[path];
  return new Promise((resolve, reject) => {
    const id = send({do: "call", table, seat, lang, path, body}, m => {
      hearing.delete(id);
      const {status, answer} = m;
      if (status === 200) resolve(answer);
      else reject(Object.assign(new Error(answer.error), {status, open: answer.open}));
    });
  });
}

/** What only the studio has. */
export const print = () => "", page = async () => "", editor = () => () => {};

// Once it was loaded the page is there without its server too.
if (!script && location.protocol !== "file:") navigator.serviceWorker?.register("offline.js").catch(() => {});
