// The door: the one place where the page talks to its host, which is the studio and may be a
// worker or another server. It carries frames and calls, and knows nothing of what is in them.
import {store} from "./store.js";

/** query says in an address who looks, in which language; the host chooses a seat where none is said. */
const query = ({seat, lang}, params = {}) => new URLSearchParams({...seat === null ? {} : {seat}, lang, ...params});

/**
 * listen opens a stream of frames for a viewer of a table.
 * @param {{table: number, seat: number?, lang: string}} look
 * @param {{take(message: any): void, lost(closed: boolean): void}} hear take gets each message,
 *   lost hears that nobody answers, or that there is no such table
 * @returns {() => void} what ends it
 */
export function listen(look, hear) {
  const address = `t/${look.table}/events?${query(look)}`;
  let stream, over = false;
  const open = () => {
    stream = new EventSource(address);
    stream.onmessage = e => {
      const message = JSON.parse(e.data); // the host's own state alone has no version
      if (!message.scene || message.v === 3) hear.take(message);
      else location.reload(); // the program is another one now, and so is its page
    };
    stream.addEventListener("ping", ({data}) =>
      fetch(`t/${look.table}/call/here?${query(look)}`, {method: "POST", body: data}).catch(() => {}));
    stream.onerror = async () => {
      hear.lost(false);
      if (stream.readyState !== EventSource.CLOSED) return; // it comes again by itself
      const status = await fetch(address).then(answer => { answer.body?.cancel(); return answer.status; }, () => 0);
      if (over) return;
      if (status >= 400 && status < 500 && status !== 429) hear.lost(true);
      else setTimeout(() => over || open(), 1000); // a proxy answers for a server that is started again
    };
  };
  open();
  return () => { over = true; stream.close(); };
}

/**
 * call asks the host for something, or to do something. An error carries its text and status, or
 * is gone where nobody answers.
 * @template {keyof import("./types").Calls} P
 * @param {P} path
 * @param {import("./types").Calls[P]["brings"]} [body]
 * @param {number} table
 * @returns {Promise<import("./types").Calls[P]["answers"]>}
 */
export async function call(path, body, table = store.look.table) {
  const address = `t/${table}/call/${path}?${query(store.look)}`;
  let response, text, data;
  try {
    response = await fetch(address, {method: "POST", body: JSON.stringify(body ?? {})});
    text = await response.text();
  } catch {
    throw Object.assign(new Error("nobody answers"), {gone: true});
  }
  try {
    data = JSON.parse(text);
  } catch {
    data = {error: text};
  }
  if (response.ok) return data;
  throw Object.assign(new Error(data.error || response.statusText), {status: response.status, open: data.open});
}

/** print is the address of a file of the cards, made as asked. */
export const print = asked => `t/${store.look.table}/print?${query(store.look, {print: JSON.stringify(asked)})}`;

/** page is a page of the host's own. */
export const page = async path => (await fetch(path)).text();

/**
 * editor opens the stream of a language server of the page's own.
 * @param {(message: any) => void} take gets each message; the first, and the first after a break, is {editor: its name}
 * @returns {() => void} what ends it
 */
export function editor(take) {
  const stream = new EventSource("/editor");
  stream.onmessage = e => take(JSON.parse(e.data));
  return () => stream.close();
}
