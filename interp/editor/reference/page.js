// Search: sections, and rows of tables, that have all words stay; the rest is hidden.
// Sections whose heading has the words come first, then those with a row that begins
// with them; what was found is marked.
const field = document.getElementById("search");
const found = document.getElementById("found");
const main = document.querySelector("main");
const sections = [...main.querySelectorAll(":scope > section")].map((section) => ({
  section,
  title: section.firstElementChild.textContent.toLowerCase(),
  rows: [...section.querySelectorAll("tbody tr")].map((row) => ({
    row,
    name: row.firstElementChild.textContent.toLowerCase(),
    text: row.textContent.toLowerCase(),
  })),
  text: section.textContent.toLowerCase(),
}));

// rank is how near a section is to the words, 0 the nearest; -1 if it has them not.
function rank(s, words) {
  const has = (text) => words.every((word) => text.includes(word));
  if (s.title === words.join(" ")) return 0;
  if (s.title.startsWith(words[0]) && has(s.title)) return 1;
  if (has(s.title)) return 2;
  if (s.rows.some((r) => has(r.name))) return 3;
  if (s.rows.some((r) => has(r.text))) return 4;
  return has(s.text) && s.rows.length === 0 ? 5 : -1;
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

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  unmark();
  const hits = [];
  for (const s of sections) {
    const near = words.length === 0 ? 0 : rank(s, words);
    s.section.hidden = near < 0;
    for (const r of s.rows) r.row.hidden = near > 2 && !words.every((word) => r.text.includes(word));
    if (near >= 0) hits.push({ s, near });
  }
  hits.sort((a, b) => a.near - b.near);
  main.append(...hits.map((h) => h.s.section));
  // A long page is not marked whole: the first hits are what one looks at.
  if (words.length > 0) for (const h of hits.slice(0, 40)) mark(h.s.section, words);
  found.textContent = words.length === 0 ? "" : hits.length === 1 ? "1 section" : hits.length + " sections";
}

field.addEventListener("input", search);
document.addEventListener("keydown", (e) => {
  if (e.key === "/" && document.activeElement !== field) {
    e.preventDefault();
    field.focus();
  }
  if (e.key === "Escape" && document.activeElement === field) {
    field.value = "";
    search();
  }
});
window.addEventListener("hashchange", () => {
  field.value = "";
  search();
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
});
