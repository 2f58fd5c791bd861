// Search: sections, and rows of tables, that have all words stay; the rest is hidden.
const field = document.getElementById("search");
const found = document.getElementById("found");
const sections = [...document.querySelectorAll("main > section")].map((section) => ({
  section,
  level: Number(section.dataset.level),
  title: section.firstElementChild.textContent.toLowerCase(),
  rows: [...section.querySelectorAll("tbody tr")].map((row) => ({ row, text: row.textContent.toLowerCase() })),
  text: section.textContent.toLowerCase(),
}));

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text) => words.every((word) => text.includes(word));
  let count = 0;
  for (const s of sections) {
    const named = has(s.title);
    const rows = s.rows.filter((r) => has(r.text));
    const shown = words.length === 0 || named || rows.length > 0 || (s.rows.length === 0 && has(s.text));
    s.section.hidden = !shown;
    for (const r of s.rows) r.row.hidden = words.length > 0 && !named && rows.length > 0 && !has(r.text);
    if (shown) count++;
  }
  found.textContent = words.length ? count + " sections" : "";
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
