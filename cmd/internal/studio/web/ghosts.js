// What an answer would change stands on the table while it is held, beside what it changes,
// and moves nothing.

/** ghosts puts each change beside its value: where that does not stand, on the card or the seat that it is of. */
export function ghosts(changes) {
  for (const e of document.querySelectorAll("[data-ghost]")) e.removeAttribute("data-ghost");
  for (const c of changes) {
    const [, seat, key] = /^(?:seat (\d+) ?)?(.*)$/.exec(c.holder || "") ?? [];
    const of = key || (seat ? `seat ${seat}` : ""), table = document.querySelector("main.table");
    const holder = of ? table?.querySelector(`[data-key="${window.CSS.escape(of)}"]`) : table;
    const named = key ? c.key : `${seat || "game"}.${c.key}`;
    const fact = `[data-fact="${named}"]` + (key && seat ? `[data-of="${seat}"]` : "");
    const value = holder?.querySelector(fact), at = value ?? (of ? holder : null);
    const text = value ? `→ ${c.after}` : `${c.name} ${c.before} → ${c.after}`;
    if (at) at.setAttribute("data-ghost", [at.getAttribute("data-ghost"), text].filter(Boolean).join("; "));
  }
}
