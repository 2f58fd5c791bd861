// Elements by function, so that no text of a pack is ever read as markup; preact brings the
// page to what they say and writes only what is another than before.
import {Component, createElement, render} from "./vendor/preact.mjs";
import {store} from "./store.js";

/**
 * h says that there is an element: h("p.label", {title: "…"}, "text", child). Functions are
 * listeners; what is null or false is left out.
 * @param {string} what a tag with classes
 * @param {...any} rest attributes, then children
 */
export function h(what, ...rest) {
  const [tag, ...classes] = what.split("."), props = {};
  if (rest[0]?.constructor === Object) {
    for (const [name, value] of Object.entries(rest.shift())) {
      props[typeof value === "function" && name !== "ref" ? "on" + name : name] = value;
    }
  }
  if (props.class) classes.push(props.class);
  if (classes.length) props.class = classes.join(" ");
  return createElement(tag, props, store.spoken === "fr" ? spaced(rest) : rest);
}

/** spaced keeps French signs with the word before them: no line begins with a colon. */
function spaced(child) {
  if (Array.isArray(child)) return child.map(spaced);
  return typeof child === "string" ? child.replace(/ ([:;?!»])/g, "\u00a0$1").replace(/« /g, "«\u00a0") : child;
}

class Kept extends Component {
  shouldComponentUpdate({from}) { return from.some((x, i) => x !== this.props.from[i]); }

  render({from: [draw, ...from]}) { return draw(...from); }
}

/** kept is what a function draws of what is given; it is drawn again only where that is another. */
export const kept = (key, ...from) => createElement(Kept, {key, from});

/** show draws the page, or a window over it; into draws into an element. */
export const show = (all, at = "page") => render(all, document.getElementById(at));
export const into = (all, element) => render(all, element);

const shapes = {
  first: "M4 4h3v16H4Zm16 0v16L8.5 12Z", prev: "M16.5 4v16L5 12Z", play: "M5 3v18l15-9Z",
  next: "M7.5 4v16L19 12Z", last: "M17 4h3v16h-3ZM4 4v16l11.5-8Z",
  eye: "M12 5c5 0 8.8 3.5 10.5 7C20.8 15.5 17 19 12 19S3.2 15.5 1.5 12C3.2 8.5 7 5 12 5Z" +
    "m0 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Zm0 2.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z",
  tick: "M9.3 19.5 2.5 12.7l2.6-2.6 4.2 4.2L18.9 4.7l2.6 2.6Z",
  fork: "M6 2.5a3 3 0 0 1 1.2 5.7v2l4.8 2.3 4.8-2.3v-2a3 3 0 1 1 2.4 0v3.5l-6 2.9v1.2a3 3 0 1 1-2.4 0v-1.2" +
    "l-6-2.9V8.2A3 3 0 0 1 6 2.5Z",
  undo: "M9 3v4.5h4.5a7 7 0 1 1 0 14H7v-3h6.5a4 4 0 0 0 0-8H9V15L2 9Z", keep: "M5 2h14v20l-7-5-7 5Z",
  more: "M4 5h16v2.400H4Zm0 5.800h16v2.400H4Zm0 5.800h16V19H4Z", pause: "M6 4h4v16H6Zm8 0h4v16h-4Z",
  warn: "M12 2 23.5 21.5H.5ZM10.8 9v6h2.4V9Zm0 7.5v2.3h2.4v-2.3Z",
  ext: "M13 3h8v8h-3V8.2l-8.600 8.600-2.100-2.100L15.800 6H13ZM4 6h6v3H7v8h8v-3h3v6H4Z",
};

/** icon is one of the tool's signs. */
export function icon(name) {
  const shape = h("path", {"fill-rule": "evenodd", d: shapes[name]});
  return h("svg.i", {viewBox: "0 0 24 24", "aria-hidden": "true"}, shape);
}

/** note is a message on the page, which readers of the screen hear at once where it is bad. */
export function note(sign, bad, ...inside) {
  return h("div.notice", {class: bad ? "bad" : "", role: bad ? "alert" : "status"}, icon(sign), h("span", ...inside));
}

/**
 * file is a place in a file, and what opens it, here or elsewhere; its text leaves out the folders.
 * @param {{place: string, open?: string}} at
 */
export function file({place, open}, text = place.replace(/^.*\//, "")) {
  const here = store.openFile;
  if (here && /:\d/.test(place)) return h("button.file", {title: place, click: () => here(place)}, text);
  return open ? h("a.file", {href: open, title: place}, text) : h("span.file", {title: place}, text);
}

/** entered does something when Enter is pressed in a field. */
export const entered = act => e => { if (e.key === "Enter") act(); };

/**
 * named makes what is typed into a field the name of a file or folder: small letters,
 * digits, - and _, at most 64; what is typed there stays where it is.
 */
export function named(field) {
  const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const tied = text => plain(text).replace(/[^a-z0-9_-]+/g, "-").replace(/--+/g, "-");
  const name = text => tied(text).replace(/^[_-]+/, "").slice(0, 64);
  const at = name(field.value.slice(0, field.selectionStart)).length;
  field.value = name(field.value);
  field.setSelectionRange(at, at);
  return field.value;
}

/** written is what stands in a field. */
export const written = id => /** @type {HTMLInputElement} */ (document.getElementById(id)).value;

/** focus goes to the first element of a selector, and chooses what is written in it. */
export function focus(selector) {
  /** @type {HTMLInputElement?} */
  const found = document.querySelector(selector);
  found?.focus();
  found?.select?.();
}

/** say tells readers of the screen what has happened. */
export function say(text) {
  /** @type {HTMLElement} */ (document.getElementById("said")).textContent = text;
}
