// Search: what the words find comes first, the rest is hidden. The index before this line is
// that of package cookbook, and search its method Find: both find the same in the same order.
const field = document.getElementById("search");
const found = document.getElementById("found");
const main = document.querySelector("main");
const here = [...main.querySelectorAll(":scope > section")].map((section) => ({
  section,
  title: section.firstElementChild.textContent.toLowerCase(),
  rows: [...section.querySelectorAll("tbody tr")].map((row) => ({row, text: row.textContent.toLowerCase()})),
}));
// On a site what is found are links, since it stands on other pages too.
const sections = index.places
  ? index.places.map(([at, title, page, says]) => ({at, named: title, page, says, title: title.toLowerCase()}))
  : here;

function stem(word) {
  const ending = index.endings.find((e) => word.endsWith(e) && word.length - e.length > 2) || "";
  word = word.slice(0, word.length - ending.length);
  return word.length > 3 && word.at(-1) === word.at(-2) ? word.slice(0, -1) : word;
}

// search lists the numbers of the sections that a text finds, the best first.
function search(text) {
  const words = text.toLowerCase().split(/[^\p{L}\p{Nd}]+/u).filter((w) => w && !index.unsaid.includes(w)).map(stem);
  const scores = new Map(), has = new Map();
  let asked = 0;
  for (const word of words) {
    const best = new Map();
    const take = (stem, share) => {
      const says = index.words[stem] || [];
      for (let i = 0; i < says.length; i += 2) best.set(says[i], Math.max(best.get(says[i]) || 0, share * says[i + 1]));
    };
    take(word, 1);
    for (const other of index.alike[word] || []) take(other, index.share);
    if (best.size === 0) for (const w of Object.keys(index.words)) if (w.startsWith(word)) take(w, index.share);
    const rare = Math.log(1 + (index.documents - best.size + 0.5) / (best.size + 0.5));
    asked += rare;
    for (const [section, score] of best) {
      scores.set(section, (scores.get(section) || 0) + score);
      has.set(section, (has.get(section) || 0) + Math.min(rare, score / 100));
    }
  }
  const least = Math.max(...scores.values()) / 3;
  const fits = ([i, n]) => n >= least && has.get(i) >= index.enough * asked;
  return [...scores].filter(fits).sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([i]) => i);
}

function unmark() {
  for (const mark of main.querySelectorAll("mark")) {
    const parent = mark.parentNode;
    mark.replaceWith(mark.textContent);
    parent.normalize();
  }
}

function mark(section, words) {
  const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("[hidden]")) texts.push(walker.currentNode);
  const pattern = new RegExp(words.map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "gi");
  for (const text of texts) {
    const parts = [];
    let from = 0;
    for (const hit of text.data.matchAll(pattern)) {
      const shown = document.createElement("mark");
      shown.textContent = hit[0];
      parts.push(text.data.slice(from, hit.index), shown);
      from = hit.index + hit[0].length;
    }
    if (parts.length > 0) text.replaceWith(...parts, text.data.slice(from));
  }
}

function linked(place) {
  const line = document.createElement("p"), link = document.createElement("a");
  line.className = "hit";
  link.href = place.at;
  link.textContent = place.named;
  link.addEventListener("click", () => {
    field.value = "";
    show();
  });
  line.append(link, place.page, document.createElement("br"), place.says);
  return line;
}

// show lays out what a search finds: a heading that is called so stands before all, and of a
// table the rows that have all words, if any has.
function show() {
  const text = field.value.toLowerCase().trim(), words = text.split(/\s+/).filter(Boolean);
  unmark();
  const named = sections.filter((s) => text && s.title.startsWith(text));
  const hits = text ? [...new Set([...named, ...search(text).map((i) => sections[i])])] : here;
  const shown = new Set(hits);
  for (const s of here) {
    s.section.hidden = !shown.has(s);
    const rows = s.rows.filter((r) => words.every((word) => r.text.includes(word)));
    for (const r of s.rows) r.row.hidden = rows.length > 0 && !named.includes(s) && !rows.includes(r);
  }
  for (const old of main.querySelectorAll(".hit")) old.remove();
  main.append(...hits.map((s) => s.section || linked(s)));
  document.body.classList.toggle("searching", text !== "");
  // A long page is not marked whole: the first hits are what one looks at.
  if (text) for (const s of hits.slice(0, 40)) if (s.section) mark(s.section, words);
  found.textContent = text === "" ? "" : hits.length === 0 ? "no section fits; other words may find what comes near" :
    hits.length === 1 ? "1 section" : hits.length + " sections";
}

field.addEventListener("input", show);
document.addEventListener("keydown", (e) => {
  if (e.key === "/" && document.activeElement !== field) {
    e.preventDefault();
    field.focus();
  }
  if (e.key === "Escape" && document.activeElement === field) {
    field.value = "";
    show();
  }
});
window.addEventListener("hashchange", () => {
  field.value = "";
  show();
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
});
