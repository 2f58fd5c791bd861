// Elements by function, so that no text of a pack is ever read as markup.

/**
 * h makes an element: h("p.label", {title: "…"}, "text", child). Attributes that
 * are null, undefined or false are left out; functions become listeners.
 * @param {string} what a tag with classes
 * @param {...any} rest attributes, then children
 * @returns {HTMLElement}
 */
export function h(what, ...rest) {
  const [tag, ...classes] = what.split(".");
  return fill(document.createElement(tag || "div"), classes, rest);
}

/** svg is h for drawings. */
export function svg(what, ...rest) {
  const [tag, ...classes] = what.split(".");
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), classes, rest);
}

function fill(node, classes, rest) {
  if (classes.length) node.setAttribute("class", classes.join(" "));
  if (rest.length && isAttributes(rest[0])) {
    for (const [name, value] of Object.entries(rest.shift())) {
      if (value === null || value === undefined || value === false) continue;
      if (typeof value === "function") listen(node, name, value);
      else if (name === "class") node.setAttribute("class", `${classes.join(" ")} ${value}`.trim());
      else node.setAttribute(name, value === true ? "" : value);
    }
  }
  append(node, rest);
  return node;
}

/** listen makes a function the one that hears of an event at a node; there is one at most. */
function listen(node, name, f) {
  node.hears ??= {};
  if (!(name in node.hears)) node.addEventListener(name, e => node.hears[name]?.(e));
  node.hears[name] = f;
}

/**
 * renew makes the children of an element those that are given. What is alike stays: the
 * focus, what is being typed and how far something is scrolled with it.
 * @param {Element} node
 * @param {Node[]} children
 */
export function renew(node, children) {
  let at = node.firstChild;
  for (const child of children) {
    if (at === null || child === at) {
      if (at === null) node.append(child);
      else at = at.nextSibling;
      continue;
    }
    const next = at.nextSibling;
    if (alike(at, child)) become(at, child);
    else at.replaceWith(child);
    at = next;
  }
  while (at !== null) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

const alike = (a, b) => a.nodeName === b.nodeName && (a.nodeType !== Node.ELEMENT_NODE ||
  a.id === b.id && a.classList[0] === b.classList[0] && !a.shadowRoot && !b.shadowRoot);

/** become makes a node like another one, which is thrown away. */
function become(old, now) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== now.data) old.data = now.data;
    return;
  }
  const typed = old.getAttribute("value") !== now.getAttribute("value");
  for (const {name} of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const {name, value} of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.nodeName === "INPUT") {
    old.checked = now.checked;
    if (typed) old.value = now.value;
  }
  for (const name of Object.keys(old.hears ?? {})) if (!(name in (now.hears ?? {}))) old.hears[name] = null;
  for (const [name, f] of Object.entries(now.hears ?? {})) listen(old, name, f);
  const chosen = now.nodeName === "SELECT" ? now.value : null;
  renew(old, [...now.childNodes]);
  if (chosen !== null) old.value = chosen;
}

function isAttributes(x) {
  return x !== null && typeof x === "object" && !(x instanceof Node) && !Array.isArray(x);
}

function append(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(node, child);
    else node.append(child instanceof Node ? child : spaced(String(child)));
  }
}

/** spaced keeps French signs with the word before them: no line begins with a colon. */
function spaced(text) {
  if (document.documentElement.lang !== "fr") return text;
  return text.replace(/ ([:;?!»])/g, "\u00a0$1").replace(/« /g, "«\u00a0");
}

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
  const shape = svg("path", {"fill-rule": "evenodd", d: shapes[name]});
  return svg("svg.i", {viewBox: "0 0 24 24", "aria-hidden": "true"}, shape);
}

/** told is a notice, which readers of the screen hear at once where it is bad. */
export function told(sign, bad, ...inside) {
  return h("div.notice", {class: bad ? "bad" : "", role: bad ? "alert" : "status"}, icon(sign), h("span", ...inside));
}

/** file is a place in a file, and a link where that opens it; its text leaves out the folders. */
export function file({place, open}, text = place.replace(/^.*\//, "")) {
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

/** say tells readers of the screen what has happened. */
export function say(text) {
  document.getElementById("said").textContent = text;
}

/** get and post talk to the program; an error carries its text and status, or is gone where nobody answers. */
export const get = (path, params = {}) => answer(fetch(path + "?" + new URLSearchParams(params)));

export const post = (path, params, body) =>
  answer(fetch(path + "?" + new URLSearchParams(params), {method: "POST", body: JSON.stringify(body)}));

async function answer(asked) {
  let response, text, data;
  try {
    response = await asked;
    text = await response.text();
  } catch (error) {
    throw Object.assign(error, {gone: true});
  }
  try {
    data = JSON.parse(text);
  } catch {
    data = {error: text};
  }
  if (response.ok) return data;
  throw Object.assign(new Error(data.error || response.statusText), {status: response.status, open: data.open});
}
