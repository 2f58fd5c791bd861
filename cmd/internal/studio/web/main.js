// Where the page begins: its keys, and what it looks at first.
import {aim, give, lookFrom, mayAnswer, moveTo, pick, play, readAddress, walk, watch} from "./acts.js";
import {focus} from "./dom.js";
import {does, draw, phone} from "./page.js";
import {close, space} from "./zoom.js";
import {change, referee, spectator, store} from "./store.js";
import {step} from "./whynot.js";

const {look} = store;

/** @param {KeyboardEvent} e */
function keys(e) {
  const target = /** @type {HTMLElement} */ (e.target), field = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
  const {choice} = store;
  if (e.key === "Escape" && document.querySelector("dialog[open]")) return; // it closes by itself
  if (target.closest("#workshop") && store.heeds(e, field)) return; // with keys of its own
  if (store.walk && !/^(Shift|Control|Alt|Meta|Tab)$/.test(e.key)) {
    e.preventDefault();
    return store.walk.skip();
  }
  if (e.key === "Escape") {
    close();
    const parts = ["dialog", "keeping", look.page === "gallery" && "detail", "chain", "graph", "known"];
    const open = parts.find(part => part && store[part]);
    if (open) return change({[open]: null});
    choice?.clear();
    if (choice) choice.filter = "";
    return change();
  }
  if (field || e.metaKey) return;
  const by = e.shiftKey ? "answer" : e.ctrlKey ? "phase" : "line", done = () => e.preventDefault();
  if (e.altKey && /^[0-9]$/.test(e.key)) {
    done();
    const seat = {0: referee, 9: spectator}[e.key] ?? Number(e.key);
    const known = seat === referee || seat === spectator || store.seats.some(s => s.seat === seat);
    return known ? lookFrom(seat, true) : undefined;
  }
  switch (e.key) {
    case "ArrowLeft": done(); return walk(by, -1);
    case "ArrowRight": done(); return walk(by, 1);
    case "ArrowUp": case "ArrowDown":
      if (step(target, e.key === "ArrowUp" ? -1 : 1)) done();
      return;
    case ",": case ".":
      done();
      return moveTo(Math.max(0, aim() + (e.key === "," ? -1 : 1)));
    case "Home": done(); return moveTo(0);
    case "End": done(); return moveTo(store.story.last);
  }
  if (e.ctrlKey || e.altKey) return;
  switch (e.key) {
    case " ":
      if (space(target)) {
        document.addEventListener("keyup", up => up.preventDefault(), {once: true}); // or it would press a button
        return done();
      }
      if (target.matches("button, a, summary, [role=button]")) return;
      done();
      return play();
    case "?": return change({dialog: store.dialog === "help" ? null : "help"});
    case "/":
      done();
      setTimeout(() => focus(".filter, #find")); // behind the key, or its sign may land in it
      return;
    case "Enter":
      if (store.typed) { done(); return digits(""); }
      if (target.tagName === "BUTTON" || target.tagName === "A") return;
      if (store.curtain) return change({curtain: 0});
      if (mayAnswer() && choice.ready && (!choice.single || choice.numbers.length)) give(choice.reply);
      return;
  }
  const known = does().find(([key]) => key === e.key);
  if (known) { done(); return known[2](); }
  if (/^[0-9]$/.test(e.key) && mayAnswer() && !store.curtain && look.page === "table") {
    if (e.key === "0" && choice.ask.optional && choice.none(store.typed)) return give([]);
    digits(e.key);
  }
}

/** digits takes the sign of an answer, which may have several figures; without a further one it is taken at once. */
function digits(key) {
  clearTimeout(store.typing);
  store.typed += key;
  const asked = store.choice, {signs} = asked, sign = store.typed, at = signs.indexOf(sign);
  const take = () => { store.typed = ""; if (at >= 0 && store.choice === asked) pick(at + 1); };
  if (key && signs.some(s => s.startsWith(sign) && s !== sign)) store.typing = setTimeout(take, 600);
  else take();
}

store.draw = draw;
store.workshop = () => import("./workshop.js");
document.addEventListener("keydown", e => { if (store.frame) keys(e); });
addEventListener("resize", () => { if (store.frame) draw(); });
phone.addEventListener("change", () => { if (store.frame) draw(); });
addEventListener("hashchange", () => {
  readAddress();
  watch();
});
readAddress();
watch();
