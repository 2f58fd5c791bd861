// Editing on the face: a value, the name or a text of a card is typed beside the card, which shows it at once as the
// program will draw it; Enter writes it into the file. What is under way is in store.detail.
import {act, failed, open} from "./acts.js";
import {call} from "./door.js";
import {focus, h, file, say} from "./dom.js";
import {change, none, store} from "./store.js";
import {whatIf} from "./whatif.js";
import {w} from "./words.js";

/** begin begins to change a value of the card that is open. */
async function begin(leaf) {
  const {detail, host} = store;
  if (host.mine) {
    store.then = () => begin(leaf);
    return open("mine", "#minename");
  }
  detail.edit = {leaf, was: leaf.text, text: leaf.text, error: "", digest: "", face: null};
  change();
  focus("#amend");
  await look(detail.edit, true);
}

/** beginAt begins to change what stands at a place of the face, if it is a value. */
export function beginAt(target) {
  const at = target.closest("[data-fact]"), key = at?.dataset.fact, {leaves} = store.detail;
  const of = leaves.filter(l => l.key === key || l.field === key);
  if (!of.length) return;
  const same = [...at.closest(".face").querySelectorAll(`[data-fact=${JSON.stringify(key)}]`)];
  begin(of[same.indexOf(at)] ?? of[0]);
}

const asked = ({leaf, was, text, digest}) => ({name: store.detail.card, field: leaf.field, was, text, digest});

/** look asks for the card as it would be; what is typed meanwhile is asked for behind it. */
async function look(edit, first = false) {
  const {text} = edit;
  try {
    const {face, digest} = await call("amended", asked(edit));
    if (first) edit.digest = digest; // what is written then has to be what was read now
    Object.assign(edit, {face, error: "", shown: text});
  } catch (/** @type {any} */ error) {
    if (error.gone) return failed(error);
    edit.error = error.message;
    say(error.message);
  }
  if (store.detail?.edit !== edit) return;
  change();
  if (edit.text !== text) look(edit);
  else edit.looking = false;
}

function typed(edit, text) {
  edit.text = text;
  change();
  if (edit.looking) return;
  edit.looking = true;
  look(edit);
}

/** write writes what is typed; the value then waits at hand to be taken back. */
function write(edit) {
  const {leaf, text} = edit, {card} = store.detail;
  if (text === leaf.text) return leave();
  call("amend", asked(edit)).then(out => {
    leaf.text = text;
    if (store.detail?.edit !== edit) return;
    Object.assign(store.detail, {edit: null, undo: {...out, leaf, fresh: !edit.digest}});
    if (edit.shown === text) store.faces.of.set(card, edit.face);
    change();
    say(w("savedFiles", {count: 1}));
    focus("#unamend");
  }, error => {
    edit.error = error.message;
    say(error.message);
    change();
  });
}

/** leave ends the editing without a change. */
function leave() {
  const {field} = store.detail.edit.leaf;
  store.detail.edit = none();
  change();
  focus(`[data-leaf=${JSON.stringify(field)}]`);
}

/** undo writes the file as it was before; the answer of the game stays. */
const undo = ({file: name, was, digest, fresh, leaf}) => act("save", {name, text: was, digest, remove: fresh}, () => {
  Object.assign(store.detail, {undo: null});
  focus(`[data-leaf=${JSON.stringify(leaf.field)}]`);
});

/** called is what a value is called: its way in the card, or what the face says for it. */
const called = ({field}) => field.startsWith("text.") ? w("cardText", {number: Number(field.slice(5)) + 1}) : field;

/** amending is the field of what is changed, or what takes the last change back. */
export function amending({edit, undo: last}) {
  if (!edit) {
    return last ? h("p.btns", h("button.btn", {id: "unamend", click: () => undo(last)},
      w("undoEdit", {name: called(last.leaf)}))) : null;
  }
  const keydown = e => {
    if (e.key === "Escape" || e.key === "Enter" && !e.shiftKey && !e.isComposing) {
      e.preventDefault();
      e.stopPropagation();
      if (e.key === "Enter") write(edit);
      else leave();
    }
  };
  return h("form.form.amend", {submit: e => { e.preventDefault(); write(edit); }},
    h("label", h("span.label", called(edit.leaf)), h("textarea.field", {
      id: "amend", rows: edit.text.length > 34 ? 4 : 1, value: edit.text, keydown, spellcheck: true,
      input: e => typed(edit, e.target.value), "aria-describedby": "amendsaid",
      "aria-invalid": String(Boolean(edit.error)),
    })),
    h("p.sub", {id: "amendsaid"}, edit.error || file(edit.leaf)), whatIf(edit, typed),
    h("p.btns", h("button.btn.go", {type: "submit", disabled: Boolean(edit.error)}, h("kbd", "↵"), w("save")),
      h("button.btn", {type: "button", click: leave}, h("kbd", "Esc"), w("cancel"))));
}

/** value is what begins to change a value. */
export const value = leaf => h("button.value", {"data-leaf": leaf.field, "aria-label": w("changeValue",
  {name: called(leaf), value: leaf.text}), click: () => begin(leaf)}, leaf.text);

/** left are the values that stand in no field of the card: its sentences, and what it gives to abilities. */
export const left = ({fields, leaves}) => leaves.filter(l => !fields.some(f => f.name === l.key));

export const row = leaf => h("li", h("span", called(leaf)), h("span", value(leaf)), h("code", file(leaf)));
