// The proof: what of a card does not arrive on paper as it is written. It is measured on the drawn face, so that the
// gallery and an export find the same.
import {isLoaded} from "./face.js";

/** What people can read without trouble is 6 pt, in millimetres; less is told. */
const readable = 2.11;

/** tofu tells a sign that no font of this machine has: it looks like one that nobody has. */
const tofu = (() => {
  const known = new Map();
  /** @type {any} */
  let pen = null;
  const drawn = (sign, font) => {
    pen ??= Object.assign(document.createElement("canvas"), {width: 40, height: 40}).getContext("2d",
      {willReadFrequently: true});
    pen.clearRect(0, 0, 40, 40);
    pen.font = `24px ${font}`;
    pen.fillText(sign, 4, 30);
    return pen.getImageData(0, 0, 40, 40).data.join("");
  };
  return (sign, font) => {
    const key = `${font} ${sign}`;
    if (!known.has(key)) known.set(key, sign > "~" && drawn(sign, font) === drawn("\u{10fffe}", font));
    return known.get(key);
  };
})();

/** Signs that draw something: not spaces, marks on others, and what joins or turns them. */
const signs = /[\p{L}\p{N}\p{P}\p{S}]/gu;

/** clips are the elements around one that cut what reaches over them, up to the face. */
function clips(e, face, known) {
  if (!known.has(e)) {
    const s = globalThis.getComputedStyle(e), cuts = e === face || s.overflow !== "visible" || s.clipPath !== "none";
    const own = cuts ? [e.getBoundingClientRect()] : [];
    known.set(e, e === face ? own : [...own, ...clips(e.parentElement, face, known)]);
  }
  return known.get(e);
}

/** over reports whether a rectangle reaches over a box. */
const over = (r, b) => r.left < b.left - .6 || r.right > b.right + .6 || r.top < b.top - .6 || r.bottom > b.bottom + .6;

/** proofOf are the findings of a drawn face: {field, code, what}, each once. */
export function proofOf(face) {
  const whole = face.getBoundingClientRect(), card = face.parentElement, found = new Map(), known = new Map();
  const sideways = /90deg/.test(globalThis.getComputedStyle(card).rotate);
  const mm = (sideways ? whole.height : whole.width) / Number(card.style.getPropertyValue("--w"));
  const far = (r, x, y) => Math.hypot(r[x] - whole.x - whole.width / 2, r[y] - whole.y - whole.height / 2);
  const outside = r => face.classList.contains("token") && Math.max(far(r, "left", "top"), far(r, "right", "top"),
    far(r, "left", "bottom"), far(r, "right", "bottom")) > whole.width / 2 + .6;
  const tell = (field, code, what) => found.set(`${code} ${field}`, {field, code, what});
  const texts = document.createTreeWalker(face, 4);
  while (mm && texts.nextNode()) {
    /** @type {any} */
    const node = texts.currentNode, e = node.parentElement, text = node.data.trim();
    if (!text || e.closest(".hide, svg")) continue;
    const fact = e.closest("[data-fact]")?.dataset.fact.replace(/^text\.\d+$/, "text");
    const field = fact || (face.classList.contains("f-back") ? "back" : e.closest("footer") ? "foot" : "face");
    const style = globalThis.getComputedStyle(e), em = Number.parseFloat(style.fontSize);
    const range = document.createRange();
    range.selectNodeContents(node);
    const [x, y] = sideways ? [.2 * em, 0] : [0, .2 * em]; // letters are lower than their line
    const boxes = clips(e, face, known);
    const letters = r => ({left: r.left + x, right: r.right - x, top: r.top + y, bottom: r.bottom - y});
    const cut = r => boxes.some(b => over(r, b)) || outside(r);
    if ([...range.getClientRects()].map(letters).some(cut)) tell(field, "print-cut", text);
    if (em / mm < readable) tell(field, "print-small", (em / mm / .352778).toFixed(1));
    const missing = [...new Set(text.match(signs))].filter(c => tofu(c, style.fontFamily));
    if (missing.length) tell(field, "print-glyph", missing.slice(0, 8).join(" "));
  }
  const {font} = face.dataset;
  if (font && !isLoaded(font)) tell("font", "print-picture", font);
  for (const i of face.querySelectorAll("img")) {
    if (i.complete && !i.naturalWidth) tell("art", "print-picture", i.dataset.file ?? "");
  }
  return [...found.values()];
}
